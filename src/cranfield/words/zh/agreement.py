"""What the page about raters says, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["AGREEMENT"]

AGREEMENT: dict[str, Template] = {
    "agreement-title": "{name}：评分者的一致程度",
    "head-value": "值",
    "head-rater": "评分者",
    "head-raters": "评分者",
    "head-agreement": "一致",
    "head-kappa": "Kappa",
    "head-items": "条目",
    "matrix-agreement": "谁与谁一致：共同评过的条目中评分相同的比例",
    "matrix-kappa": "扣除随机之后：每两名评分者的 Cohen 系数",
    "worst-pairs": "{total:,} 对评分者中最不一致的 {count} 对",
    "agreement-counts": "{raters:,} 名评分者对 {items:,} 个条目给出 {ratings:,} 个评分；"
    "其中 {shared:,} 个条目有两个或更多评分",
    "agreement-unlisted": "同一条目的评分有 {count:,} 对，数量过多，因此不逐对比较评分者",
    "agreement-told": "同一条目的两个评分有 {share:.0%} 相同；扣除随机之后 {name} = {value:.2f}，{reads:said}",
    "reads-reliable": "足以依靠",
    "reads-tentative": "只够得出初步的结论",
    "reads-weak": "不足以依靠单个评分：请改进评分指南，或取多名评分者的平均",
    "reads-below": "低于随机：评分者互相矛盾；请检查大家是否按同一方向使用量表",
    "reads-chance": "与随机相差无几：评分者衡量的不是同一件事",
    "paradox-told": "{share:.0%} 的评分都是 {value:clip}，随意评分也常常一致：Kappa（{kappa:.2f}）因此被压低，"
    "AC1（{first:.2f}）则不会；"
    "相信其中任何一个之前，请先看少见的值",
    "names-told": "各值被当作没有次序的名称，因此只适用针对名称的系数",
    "average-told": "全部 {raters:,} 名评分者的平均比单个评分更可靠：ICC 为 {mean:.2f}，而不是 {single:.2f}",
    "agreement-few": "只有 {count} 个{noun:noun}；少于 {enough} 个时，重抽得到的区间较粗略",
    "default-of-runs": "所给指标都不能用于结果，因此按 {measure} 给结果评分；可用 -m 选择",
    "agreement-settings": "{percent:g}% 区间：{noun:noun}抽取 {resamples:,} 次，种子 {seed}",
    "orders-title": "各系统的 {name}：按全部评分者的中位数，以及按各评分者自己的判定[（另有 {more} 名评分者）]",
    "head-median": "中位数",
    "row-tau": "与中位数的 tau",
    "flips-title": "每个文档随机取一名评分者的判定，抽取 {resamples:,} 次，两个系统交换次序的比例",
    "head-pair": "按中位数",
    "head-apart": "差",
    "head-flipped": "交换",
    "head-tied": "相等",
    "head-turned-by": "由谁反转",
    "orders-told": "每两名评分者对系统的排序平均 tau 为 {between:.2f}；重新抽取评分者时平均 tau 为 {drawn:.2f}",
    "orders-unshared": "{documents:,} 篇文档中没有一篇由两名评分者判定，因此无法说明分歧的影响；"
    "请让多名评分者判定相同的文档",
    "orders-few-shared": "{documents:,} 篇文档中只有 {shared:,} 篇由两名或更多评分者判定，各次抽取只在这些文档上不同",
    "orders-of-part": "{names:few} 只评判了 {documents:,} 篇文档中的一部分，没有评判的按未判定计："
    "请比较各评分者给出的系统次序，不要比较不同评分者的值",
    "orders-hold": "{total:,} 对系统中没有一对在超过 {often:.0%} 的抽取中交换次序：分歧不影响这一排序",
    "orders-flip": "{total:,} 对系统中有 {count} 对在超过 {often:.0%} 的抽取中交换次序，"
    "{better} 与 {worse} 为 {share:.0%}：次序取决于由谁判定",
    "orders-need-queries": "不知道各文档属于哪个查询；请用 {=query=...} 给出",
    "orders-need-numbers": "等级必须是数才能给系统评分；请用 {=scale=...} 给出次序",
    "orders-other-documents": "评过的文档都不在这些结果的判定之中；请检查两边的查询与文档编号是否相同",
    "agreement-of-ratings": "此处需要评分数据，而不是 {family}",
    "orders-of-one": "只能用一种判定给结果评分，而这里有 {names:all}；请用 {=value=...} 只给出一列",
    "study-has-columns": "是一份研究，列和量表都已知；请去掉 --{option}",
    "study-of-documents": "是针对查询评判文档的研究；请用 cranfield study export 写出判定，"
    "再用 cranfield eval 评价系统",
    "study-of-names": "选项没有次序，因此系统没有平均值；请看 cranfield agreement",
    "study-without-systems": "有些条目不知道来自哪个系统；建立研究时请用字段 system 给出",
    "no-grades-yet": "还没有任何评分",
    "one-run": "只有一份结果无从排序；请至少给出两份",
}
