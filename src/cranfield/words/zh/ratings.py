"""Ratings in Chinese: steps of explanations, what is shown beside them, and what the user should know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "RATINGS", "STEPS"]

# parts of what is said below, by the key in a field
FORMULAS: dict[str, Template] = {
    "apart-nominal": "相同为 0，不同为 1",
    "apart-ordinal": "两个值之间的评分数（两端的值各算一半）的平方",
    "apart-interval": "差的平方",
    "apart-ratio": "差 / 和 的平方",
    "apart-linear-number": "差",
    "apart-linear": "差除以量表全长",
    "apart-quadratic": "差除以量表全长，再平方",
    "apart-steps": "从一个值到另一个值之间的值对数 / 整个量表的值对数",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "number-given": ("评分", "各评分者给出的评分"),
    "sum-of-ratings": ("和", "该条目各评分之和"),
    "ratings-of-item": ("评分数", "该条目有多少个评分"),
    "sum-over-ratings": ("{name}", "和 / 评分数"),
    "z-of-rating": ("z", "(评分 - 该评分者的平均) / 该评分者的标准差，按其全部评分计算"),
    "sum-of-z": ("和", "该条目各 z 分数之和"),
    "z-of-item": ("评分数", "有 z 分数的评分数：其评分者的评分不全相同"),
    "sum-over-z": ("{name}", "和 / 评分数"),
    "agreeing-pairs": ("一致", "该条目中一致的评分对数"),
    "pairs-of-item": ("对数", "该条目的评分对数"),
    "agreeing-over-pairs": ("{name}", "一致 / 对数"),
    "repeated-alike": ("相同", "评分者再次给出的相同评分数"),
    "rated-again": ("再评", "评分者再次评同一条目的次数"),
    "alike-over-again": ("{name}", "相同 / 再评"),
    "disagreement-of-item": ("分歧", "该条目各评分对之间距离的平均：{how_far:said}"),
    "disagreement-of-all": ("分歧", "各条目内评分对之间距离的平均：{how_far:said}"),
    "disagreement-by-chance": ("随机分歧", "若评分与条目无关时的分歧"),
    "one-minus-quotient": ("{name}", "1 - 前两项之商"),
    "pairs-of-raters": ("对数", "评过该条目的评分者对数"),
    "disagreement-over-chance": ("相对随机", "这些评分者对的 分歧 / 随机分歧 的平均"),
    "one-minus-mean": ("{name}", "1 - 相对随机"),
    "raters-in-pairs": ("对数", "评过共同条目的评分者对数"),
    "mean-over-pairs": ("{name}", "各评分者对的 1 - 分歧 / 随机分歧 的平均"),
    "spread-of-item": ("评分者差异", "该条目各评分的差异，在条目上的平均即整体的评分者差异"),
    "spread-by-raters": ("评分者差异", "同一条目各评分的差异"),
    "spread-of-all": ("总差异", "全部评分的差异，或各条目平均评分的差异"),
    "mean-square-items": ("条目间", "条目间均方"),
    "mean-square-raters": ("评分者间", "评分者间均方"),
    "mean-square-rest": ("剩余", "条目与评分者都不能解释的均方"),
    "mean-square-inside": ("条目内", "评分围绕条目平均的均方"),
    "won-comparisons": ("胜", "系统获胜的比较数，加上平局数的一半"),
    "all-comparisons": ("比较数", "系统参与的比较数"),
    "won-over-comparisons": ("{name}", "胜 / 比较数"),
    "strength-of-system": ("{name}", "使各系统的期望胜场与实际一致的强度"),
}

RATINGS: dict[str, Template] = {
    # 数据
    "missing-ratings": "{total:,} 行中有 {count:,} 行没有评分，不计入",
    "left-out-answers": "研究中有 {count:,} 行不是标注者当前的评分，未计入[undone?；已撤回 {undone:,}]"
    "[replaced?；后来重新回答 {replaced:,}][late?；逾期 {late:,}][decided?；由仲裁者裁定 {decided:,}]"
    "[unjudged?；跳过或无法判断 {unjudged:,}]",
    "left-out-unordered": "{names:all} 的选项没有次序，没有平均值，未计入",
    "left-out-gold": "已知答案的条目上的 {count:,} 个评分未计入",
    "repeated-ratings": "有 {count:,} 个评分来自已评过该条目的评分者（{examples:few}）；按 {again:=again} 计"
    "[many?；如果其实是不同的条目，请给出区分它们的查询、系统或维度]",
    "pooled-dimensions": "整体的值合并了 {count:,} 个维度的评分；请分别查看各维度",
    "z-few-ratings": "{total:,} 名评分者中有 {count:,} 名（{names:few}）的评分少于 {enough} 个；其 z 分数意义不大",
    "z-no-spread": "{total:,} 名评分者中有 {count:,} 名（{names:few}）总给同样的评分，或只评过一次；"
    "这些评分没有 z 分数，不计入",
    "z-some-systems": "{total:,} 名评分者中有 {count:,} 名（{names:few}）没有评全部系统；z 分数会掩盖系统之间的差异",
    "no-shared-item": "没有值：没有条目有两个评分；请让两名评分者评相同的条目",
    "one-value-only": "没有值：[value?所有评分都是 {value}][value!评过共同条目的评分者总给同一个值]，"
    "随机也总是一致，即 0 / 0",
    "unequal-ratings": "没有值：各条目的评分数从 {least} 到 {most:,} 不等，而 Fleiss 的系数要求相同；请用 Alpha",
    "pairs-with-few-items": "{total:,} 对评分者中有 {count:,} 对（{names:few}）共同评过的条目少于 {enough} 个，"
    "按 Light (1971) 的定义，它们在平均中与共有 {most:,} 个条目的一对同等计算；"
    "在 Alpha 和 CongerKappa 中每个条目都计入",
    "pairs-without-value": "{total:,} 对评分者中有 {count:,} 对（{names:few}）没有值，因为双方总给同一个值；不计入平均",
    "one-rater-only": "没有值：只有一名评分者",
    "few-complete-items": "没有值：[one_way!只有 {count:,} 个条目由全部 {raters:,} 名评分者评过，"
    "至少需要两个；请用 Alpha]"
    "[one_way?评过的条目不足两个]",
    "no-spread-of-ratings": "没有值：评分没有差异，即 0 / 0",
    "no-spread-of-items": "没有值：评分者之间有差异，条目之间却没有，作为除数的条目间差异不大于 0",
    "stray-values": "{total:,} 个评分中有 {count:,} 个（{examples:few}）不是数，因此所有值都被当作名称；"
    "请修正，或用 {=absent=...} 说明哪些值表示没有评分",
    "never-rated-again": "没有值：没有评分者把同一条目评过两次",
    "systems-never-met": "没有值：{names:few} 与其他系统从未比较过，也没有通过第三个系统相连",
    "strength-infinite": "没有值：强度为无穷，{names:few} 单独或作为一组对其他系统全胜或全负；请增加比较",
    # 条目为什么没有值
    "when-nobody-rated": "没有人评过",
    "when-no-z": "评过的人中没有评分有差异的",
    "when-rated-once": "评过的人不足两名",
    "when-never-again": "没有人再次评过",
    "when-not-rated-by-all": "不是所有评分者都评过",
    "when-not-compared": "系统没有参与其中的比较",
    # 步骤之外
    "shown-ratings": "谁给了什么评分",
    "shown-coincidences": "各值在同一条目中相遇的次数，每个评分算一次：重合矩阵",
    "shown-raters": "{one}（行）与 {two}（列）对共同评过的条目给出的评分",
    "shown-repeats": "评分者先后给出的评分",
    "shown-preferences": "谁偏好哪个系统",
    "shown-wins": "胜场：行为胜者，列为负者；平局双方各算半次",
    # 其他工具
    "elsewhere-mean-of-all-ratings": "把所有评分一次平均，评分多的条目权重更大",
    "elsewhere-ordinal-weights": "其序数权重只数值之间的步数，不看各值出现的次数："
    "在 Krippendorff 的例子上得 .83364，而不是 .81539",
    "elsewhere-unequal-ratings": "允许各条目的评分数不同，各条目同等计入",
    "elsewhere-places-of-values": "权重按出现过的值的位次计算，因此 1、2、5 与 1、2、3 的间距相同",
    "elsewhere-one-way": "ICC1：假定每个条目由不同的评分者评",
    "elsewhere-consistency": "ICC3：始终严一些的评分者不算分歧",
}
