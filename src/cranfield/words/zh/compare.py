"""What reports about several systems say: comparisons, orders, power."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COMPARE"]

COMPARE: dict[str, Template] = {
    "head-measure": "指标",
    "head-system": "系统",
    # orders of systems
    "correlation-title": "{systems} 个系统排序之间的 {name}",
    "places-title": "各系统的值与名次",
    "places-left-out": "另有 {count} 个系统，见其他输出格式",
    "coefficient-told": "{name}：{how:said}",
    "how-tau": "同序的系统对数减去逆序的系统对数，除以全部对数；并列两者都不算",
    "how-tau-b": "同序的系统对数减去逆序的系统对数，并对并列作校正",
    "how-tau-ap": "同 tau，但靠前的系统权重更大；取两个方向的平均，并对并列作校正",
    "how-spearman": "名次之间的相关系数",
    "how-rbo": "偏重排名的重合度：两个排序的前部有多少相同",
    "robustness-title": "与全部判定下 {systems} 个系统排序的 {name}，{repeats} 次重复的平均",
    "lowest-to-highest": "范围",
    "robustness-kept": "保留的判定数：{counts:all}",
    "robustness-closest": "与全部判定下的排序最接近的指标：{names:all}",
    "robustness-undefined": "有 {count} 次重复使所有系统相等，没有排序；不计入任何平均",
    "robustness-settings": "每个查询的相关判定与其余判定各保留相同比例，且各至少保留一个；"
    "{repeats} 次重复，种子 {seed}",
}
