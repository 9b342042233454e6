"""What is to be known of a comparison of systems, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["CONTESTS"]

CONTESTS: dict[str, Template] = {
    "compare-no-value": "{system} 的 {name} 没有值",
    "compare-one-unit": "有值的{noun:noun}只有 {count:,} 个；至少需要两个",
    "compare-no-difference": "两个系统在全部 {count:,} 个{noun:noun}上都没有差别",
    "compare-flat-interval": "{name} 没有 DeLong 区间：样例太少或太分明，其方差为 0；请改用 BCa 区间",
    "compare-no-order-interval": "{name} 没有区间：其外的单元太少，得不到次序统计量的区间",
    "compare-few-draws": "{name}：{resamples:,} 次重抽样得不出 {percent:g}% 区间；至少需要 {wanted:,} 次",
    "compare-no-draws": "{name} 没有区间，因为重新抽取的单位上它没有值",
    "compare-biased-draws": "{name} 没有区间，因为被重复抽取的单位使它偏向其值的一侧；请用检验来比较系统",
    "compare-no-variance": "{name}：对 {systems:few}，DeLong 的差值方差为 0，因此 p 来自随机化检验",
    "compare-side-test-left-out": "{name}：{count:,} 个{noun:noun}的随机化检验要用几分钟，因此没有附上；"
    "需要时请指定它为检验方法",
    "compare-left-out": "未比较（并非所有系统都有）：{names:listed}；请为所有系统计算相同的指标",
    "compare-other-test": "{name} 使用 {test} 检验而不是 {asked}，后者不适用于{why:said}",
    "compare-is-no-auc": "样本 AUC 以外的指标",
    "compare-is-shared": "彼此比较、取值出自同一张表的系统",
    "compare-holm-instead": "{name}：系统彼此比较，无从互换，因此按 Holm 校正，而不是 {how}",
    "compare-is-no-mean": "并非各{noun:noun}数值平均的指标",
    "compare-is-a-mean": "不只有对错之分的数值",
    "compare-cut": "{name}：t 区间超出指标的取值范围，已在边界处截断",
    "compare-few-units": "{name}：只有 {count} 个{noun:noun}；少于 {enough} 个时，t 区间和 t 检验都较粗略",
    "compare-other-interval": "{name} 的区间由 {method} 得出，因为 {asked} 对它不适用",
    "compare-apart": "{name}：有 {count:,} 个{noun:noun}在某些系统中没有值；差值和检验只用两个系统都有值的部分",
    "compare-disagree": "{name}：对 {systems:few}，t 检验与随机化检验的结论不同；两者都不应视为证明",
    "compare-wilcoxon": "{name}：Wilcoxon 检验针对差值的秩而不是均值，差值不对称时容易误报；t 检验和随机化检验更稳妥",
    "compare-sign": "{name}：符号检验只数胜负而不看差多少，{noun:noun}很多时会报出均值并没有的差别；"
    "t 检验和随机化检验更稳妥",
    "compare-sacrebleu": "{name}：p 值按 sacrebleu 的算法，与观测差值相等的试验不计入，因此完全相同的系统也会显得不同",
    "compare-few-resamples": "{name}：{count:,} 个比较一起校正时，{resamples:,} 次重抽样不可能显示任何差别；"
    "至少需要 {wanted:,} 次",
    "compare-no-tukey": "{name} 不能用 Tukey 检验，因为它不是所有系统在相同单位上的平均；改用 MaxT",
}
