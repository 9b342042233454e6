"""What the page about judges says, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["JUDGES"]

JUDGES: dict[str, Template] = {
    "judges-title": "{judge} 与 {human}：一致程度",
    "head-constant": "总给同一等级",
    "head-people": "人与人",
    "row-auc": "相关（等级 ≥ {rel:exact}）的 AUC",
    "row-bias": "评判者 − 人的平均",
    "judges-counts": "双方都判定了 {queries:,} 个{noun:noun}的 {shared:,} 个{things:noun}；人判定了"
    " {human_queries:,} 个{noun:noun}的 {human:,} 个，{judge} 判定了 {judge_queries:,} 个{noun:noun}的 {count:,} 个",
    "judges-told": "{judge} 有 {share:.0%} 与人给出相同等级；总说 {grade:exact} 的评判者为 {constant:.0%}；"
    "扣除随机之后 Alpha 为 {alpha:.2f}，{reads:said}"
    "[（仅据 {few:,} 个{noun:noun}）][；其区间始于 {low:.2f}，{lower:said}]",
    "judge-reliable": "足以代替人",
    "judge-tentative": "只够得出初步的结论",
    "judge-weak": "不足以依靠单个等级；请看它对系统的影响，并校正平均值",
    "judge-chance": "与随机相差无几：它衡量的与人不同",
    "judges-no-better": "等级相同的比例在此说明不了什么：总说 {grade:exact} 也可能同样一致；请看扣除随机之后的值",
    "judges-too-high": "它过于宽松：平均相差 {bias:+.2f} 个等级[，人评为 {grade:exact} 的有 {over:.0%} 得到更高的等级]",
    "judges-too-low": "它过于严格：平均相差 {bias:+.2f} 个等级[，人评为 {grade:exact} 的有 {under:.0%} 得到更低的等级]",
    "confusion-title": "对于人给出各等级的内容，{judge} 的说法",
    "head-human-grade": "人",
    "head-alike": "相同",
    "head-over": "更高",
    "head-under": "更低",
    "head-bias": "评判者 − 人",
    "lengths-title": "按长度（字符数）",
    "head-length": "字符数",
    "length-longer": "人给出相同等级的{noun:noun}中，越长的从 {judge} 得到越高的等级："
    "相关系数 {value:+.2f}（{low:.2f} 到 {high:.2f}）",
    "length-shorter": "人给出相同等级的{noun:noun}中，越长的从 {judge} 得到越低的等级："
    "相关系数 {value:+.2f}（{low:.2f} 到 {high:.2f}）",
    "length-none": "人给出相同等级的{noun:noun}中，长度没有超出随机的影响："
    "相关系数 {value:+.2f}[（{low:.2f} 到 {high:.2f}）]",
    "again-told": "{name} 再次判定 {count:,} 个{things:noun}，有 {share:.0%} 与前次相同[；与自身的二次加权 Kappa 为"
    " {kappa:.2f}]",
    "threshold-told": "{judge} 的等级从 {chosen:exact} 起算作相关：在一半{noun:noun}（{queries:,} 个，{here:.3f}）上按"
    " {by} 选定；在另一半（{tested:,} 个）上为 {there:.3f}[（{low:.3f} 到 {high:.3f}）]，精确率 {precision:.3f}，"
    "召回率 {recall:.3f}[usual?；沿用人的阈值 {rel:exact} 则为 {usual:.3f}]",
    "threshold-shaky": "换一种对半分法会选出别的阈值：{repeats:,} 次中只有 {share:.0%} 选这一个",
    "order-title": "{units:,} 个{noun:noun}上各系统的 {measure}：按人，以及按 {judge}",
    "head-by-people": "人",
    "head-by-judge": "评判者",
    "head-rank-people": "名次",
    "head-rank-judge": "名次",
    "head-excess": "偏向",
    "order-coefficients": "系统的次序",
    "head-coefficient": "系数",
    "order-told": "{judge} 与人对系统的排序 tau-b = {value:.2f}",
    "judges-coverage": "前十个文档中，人判定了 {human:.0%}，{judge} 判定了 {theirs:.0%}",
    "verdicts-told": "{total:,} 对系统中有 {same:,} 对结论相同（{test} 检验，{correction}）[；{lost:,} 对只按人显著]"
    "[；{invented:,} 对只按 {judge} 显著][；{turned:,} 对反转]",
    "verdicts-title": "按 {judge} 结论不同的系统对[（另有 {more} 对见 JSON）]",
    "head-two-systems": "系统",
    "head-p": "p",
    "head-verdict": "结论",
    "verdict-lost": "只按人显著",
    "verdict-invented": "只按评判者显著",
    "verdict-turned": "反转",
    "favour-told": "偏向：与给其他系统的相比，{judge} 比人多给这个系统的部分",
    "favour-more": "{judge} 偏向 {names:all}",
    "favour-less": "{judge} 亏待 {names:all}",
    "favour-nobody": "没有系统或系列受到超出随机的偏向",
    "families-title": "系统的系列",
    "head-family": "系列",
    "head-members": "系统",
    "corrected-title": "校正后的 {measure}：人判定了 {labelled:,} 个{noun:noun}，{judge} 另判定了 {unlabelled:,} 个"
    "（预测驱动推断）",
    "head-people-alone": "只按人",
    "head-judge-alone": "只按评判者",
    "head-both": "校正后",
    "head-weight": "权重",
    "differences-title": "同样校正的差[（另有 {more} 对见 JSON）]",
    "corrected-flat": "人在全部 {labelled:,} 个{noun:noun}上给 {names:all} 的值都相同，没有宽度的区间说明不了什么",
    "worth-told": "对 {system} 而言，评判者使人判定的 {labelled:,} 个{noun:noun}相当于 {effective:,.0f} 个"
    "[；无论它再判定多少，至多相当于 {at_most:,.0f} 个]；要使区间减半，须由人判定 {for_half:,.0f} 个",
    "worth-ratio": "由人多判定一个，区间缩小的程度相当于评判者多判定 {ratio:,.1f} 个：费用不到这么多倍时就值得",
    "worth-free": "评判者再判定也不会缩小区间；只有人判定才会",
    "worth-best": "已花的费用最好用来由人判定 {human:,.0f} 个、由评判者判定 {judge_units:,.0f} 个，而不是 {labelled:,}"
    " 个和 {all:,} 个",
    "worth-people": "已花的费用最好全部用来由人判定 {human:,.0f} 个，而不是由人 {labelled:,} 个、由评判者 {all:,} 个",
    "signed-judge": "评判者 {name}[prompt_sha256?，提示 {prompt} sha256 {prompt_sha256}][，{date}][，映射 {map}]",
    "judges-unjudged-by-judge": "人判定的 {total:,} 个中有 {count:,} 个评判者没有判定",
    "judges-unjudged-by-people": "评判者判定的 {total:,} 个中有 {count:,} 个人没有判定",
    "judges-people-constant": "人对全部 {count:,} 个都给出 {grade:exact}：无从区分",
    "judges-judge-constant": "评判者对全部 {count:,} 个都给出 {grade:exact}：它什么也没有区分",
    "judges-other-scale": "评判者给出 {count:,} 种人从未给过的等级（{grades:few}）；如果量表不同，请给出两者的映射"
    "[，例如 {line}，两端应为各自量表的两端]",
    "judges-between-grades": "评判者给出 {count:,} 种介于人的等级之间的等级（{grades:few}），它们不会与人的等级相等："
    "Agreement、Kappa 和 AC1 都算作不一致，阈值 1 也会排除 0.99；{=rounded} 把每个取为最近的等级；"
    "AUC、Alpha、AC2、二次加权 Kappa 和 nDCG 不需要取整",
    "judges-people-between": "人给出的等级中有 {count:,} 个介于评判者的等级之间（{grades:few}，例如多人评分的中位数），"
    "评判者无法与之相同：Agreement、Kappa 与 AC1 都按错误计；请看 AUC、Alpha、AC2 与二次 Kappa",
    "judges-few-queries": "只有 {count} 个；少于 {enough} 个时，重抽得到的区间较粗略",
    "judges-without-text": "{total:,} 个中有 {count:,} 个没有文本",
    "judges-no-coefficient": "{name}：{why}",
    "judges-one-class": "从等级 {rel:exact} 起，人[all?把全部都][all!什么也不]算作相关；可用 {=rel} 另选",
    "judges-no-length": "[flat?所有长度都相同][flat!在人一致之处评判者从无差别]",
    "judges-no-order": "{flat:said}",
    "judges-flat-people": "按人所有系统都相等",
    "judges-flat-judge": "按评判者所有系统都相等",
    "judges-one-unit": "只有 {count} 个，不足以得出区间",
    "judges-few-labelled": "人与评判者共同判定的只有 {count} 个，校正平均至少需要两个",
    "judges-one-system": "只有 {system} 一个系统，无从排序",
    "judges-no-shared-query": "人与评判者没有共同的查询有 {measure} 的值",
    "judges-nothing-more": "{judge} 没有判定人未判定的查询：无可校正，以人的平均为准",
}
