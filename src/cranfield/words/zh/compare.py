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
    # comparisons
    "head-difference": "差值",
    "head-interval": "{percent:g}% 区间",
    "head-p-corrected": "p（{correction}）",
    "head-wins": "+/=/−",
    "head-better": "更好的概率",
    "head-negligible": "可忽略的概率",
    "head-change": "变化",
    "head-group": "分组",
    "head-told-apart": "+/?/−",
    "values-title": "各值及其 {percent:g}% 区间",
    "difference-title": "{system} 减 {baseline}",
    "differences-from": "{measure}：与 {baseline} 的差值",
    "differences-of": "{measure}：差值",
    "gained-title": "{measure}：改善最多的{noun:noun}",
    "lost-title": "{measure}：变差最多的{noun:noun}",
    "rose-title": "{measure}：上升最多的{noun:noun}",
    "fell-title": "{measure}：下降最多的{noun:noun}",
    "in-one-title": "{measure}：只在一个系统中有值的{noun:noun}",
    "units-title": "{measure}，每个{kind}",
    "groups-title": "各分组的 {measure}",
    "best-of-column": "* 该列最佳",
    "best-of-row": "* 该行最佳",
    "mark-letters": "上标字母：显著优于该字母所示的系统（p < {alpha:g}）",
    "mark-dagger": "† 显著（p < {alpha:g}）",
    "mark-columns": "d：配对差值的 Cohen d；+/=/−：更好、相等、更差",
    "pairs-left-out": "+/?/−：显著优于、无法区分、显著劣于的系统个数；逐对结果（{count} 对）见其他输出格式",
    "tied-for-best": "{measure}：并列最佳（彼此差异未得到证实）：{names:all}",
    "alone-best": "{measure}：{names:all} 最佳，无并列",
    "anova-told": "{measure}：双因素方差分析，F({systems_df}，{error_df}) = {f:.2f}，p {shown}",
    "not-shown": "{measure}：未能证实 {system} 与 {baseline} 有差异；{units} 个{noun:noun}以 80% 的功效可证实"
    " {detectable:.2g} 的差异[needed?；要证实所见的 {difference:+.2g} 需要 {needed} 个]",
    "not-shown-side": "{measure}：未能证实 {system} 与 {baseline} 在该方向（{side:said}）有差异；所见的"
    " {difference:+.2g} 在此方向上无论有多少{noun:noun}都无法证实；{units} 个{noun:noun}以 80% 的功效"
    "可证实 {detectable:.2g} 的差异",
    "not-shown-many": "{measure}：{total} 个差异中有 {count} 个未能证实；{units} 个{noun:noun}以 80% 的功效可证实"
    " {least:.2g} 至 {most:.2g} 的差异",
    "test-t": "配对 t 检验",
    "test-wilcoxon": "Wilcoxon 符号秩检验",
    "test-sign": "符号检验",
    "test-randomization": "随机化检验",
    "test-bootstrap": "配对自助法检验",
    "test-delong": "DeLong 检验",
    "test-mcnemar": "McNemar 检验",
    "test-welch": "Welch t 检验",
    "test-fisher": "Fisher 精确检验",
    "test-resampled": "两样本自助法检验",
    "test-maxt": "MaxT",
    "test-tukey": "随机化 Tukey HSD",
    "side-two": "双侧",
    "side-better": "单侧（更好）",
    "side-worse": "单侧（更差）",
    "correction-holm": "Holm",
    "correction-bonferroni": "Bonferroni",
    "correction-bh": "Benjamini-Hochberg",
    "correction-none": "无",
    "p-corrected": "p 已按比较次数校正（{correction:said}）；区间和所需{noun:noun}数则针对每次比较本身，未作校正",
    "intervals-by-poisson": "各行不同时在内存中，区间按名称抽取各单元 {draws:,} 次（{=interval=poisson}）",
    "intervals-without-lines": "此格式没有区间的行；请用 {=format=...} 选择其他格式",
    "interval-settings": "{percent:g}% 区间[：{methods:and}][cut?，在指标边界处截断][ |"
    " {resamples} 次重抽样，种子 {seed}][by? | 整组抽取]",
    "comparison-settings": "{tests:and}，{side:said} | 校正：{correction:said}[，每个指标 {sizes:all} 次比较] |"
    " {percent:g}% 区间[：{methods:and}][ | {resamples} 次重抽样，种子 {seed}][by? | 整组抽取][as_? | 同 {as_}]"
    "[ | 可忽略范围 {rope:g}]",
    # one unit, two systems
    "head-rank": "名次",
    "head-grade": "等级",
    "head-was": "原名次",
    "head-document": "文档",
    "beside-title": "{kind} {unit}",
    "beside-new": "新",
    "beside-told": "原名次：在 {baseline} 中的名次，以及文档上升还是下降；等级为 - 的文档无人判定",
    "wanted-title": "每个相关文档的名次",
    "wanted-left-out": "另有 {count} 个相关文档，见其他输出格式",
    "settle-not-counted": "文档过多，未计算最少需要多少判定才能定论；可加截断，如 @10",
    # gates
    "baseline-values-only": "{source} 只有 {names:all} 的总值，没有各单元的值，因此无法检验；请用 -q 重新生成",
    "baseline-whole-only": "{source} 有 {names:all} 的值，但没有区间和检验所需的数据，结果文件都不保存这些数据；"
    "请改为给出两个系统的数据（两个检索结果、文件或分数列）",
    "values-only-title": "没有检验的值",
    # power
    "head-seen": "所见",
    "head-spread": "离散度",
    "head-to-show": "待证实",
    "head-needed": "需要",
    "head-have": "已有",
    "head-chance": "功效",
    "head-detectable": "可证实",
    "power-told": "{name}：以 {power:.0%} 的功效证实 {difference:.4g} 的差异需要 {needed} 个{noun:noun}；{units}"
    " 个{noun:noun}的功效为 {chance:.0%}，以 {power:.0%} 的功效可证实 {detectable:.2g}",
    "power-none": "{name}：要证实 {difference:.4g} 的差异，需要的{noun:noun}多到无人能判定；{units} 个{noun:noun}以"
    " {power:.0%} 的功效可证实 {detectable:.2g}",
    "power-side": "{name}：{difference:+.4g} 的差异在此方向（{side:said}）上无论有多少{noun:noun}都无法证实；{units}"
    " 个{noun:noun}以 {power:.0%} 的功效可证实 {detectable:.2g}",
    "power-settings": "配对 t 检验，{side:said}，p < {alpha:g} | 功效 {power:.0%} | 离散度：两个系统差值的标准差",
}
