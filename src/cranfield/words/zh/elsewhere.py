"""Why other tools print another number under the same name, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["ELSEWHERE"]

ELSEWHERE: dict[str, Template] = {
    "elsewhere-constant-truth": "真实值都相等时给出 0，预测全对时给出 1；而此时无可解释",
    "elsewhere-lines-flatter": "按召回率与精确率求梯形面积与此相同，"
    "但建议改用平均精确率：点间连线高于任何阈值所能达到的",
    "elsewhere-top-label": "取多个类别中最高的概率及其是否判对；以此作为得分与真实类别可得相同的值",
    "elsewhere-distance-of-values": "评分的权重按数的距离计算，"
    "因此 1、2、5 与 1、2、3 的间距不同；类别只是名称，按位次计算",
    # 排序
    "elsewhere-orders-of-ties": "有文档得分并列，值取决于它们的先后；对所有排法取平均则与先后无关",
    "elsewhere-recall-levels": "召回率水平换算成文档数时，取整方式不同",
    "elsewhere-linear-gain": "增益就是等级本身",
    "elsewhere-exponential-gain": "增益为 2^等级 - 1",
    "elsewhere-scale-of-4": "等级的最高分固定为 4",
    "elsewhere-raw-grades": "增益直接取等级，因此值可能大于 1",
    "elsewhere-best-grade-of-query": "继续往下看的概率取 0.9，增益除以该查询的最高等级",
    "elsewhere-over-shorter": "总和除以 k 与 R 中较小的一个，而不是除以 R",
    "elsewhere-over-returned": "返回不足 k 个时，除以实际返回的个数",
    "elsewhere-only-relevant-judged": "判定过的文档全部相关时没有值",
    "elsewhere-negative-judged": "等级为负的文档也算已判定",
    "elsewhere-beta-squared": "参数是 beta 的平方：set_F.4 即 beta = 2",
    "elsewhere-cutoff-ignored": "recip_rank.10 不理会截断，看的是整个列表",
    "elsewhere-mean-count": "hits@k 是各查询的平均数，而不是总数",
    "elsewhere-threshold-ignored": "相关性阈值对该指标不起作用",
    "elsewhere-residual-beyond": "继续往下看的概率取 0.9，并且只有存在未判定的结果时，才计入列表末尾之后的部分",
    # 分类
    "elsewhere-warns-of-0": "0 / 0 计为 0 并给出警告，除非用 zero_division 另行指定",
    "elsewhere-macro-of-means": "宏平均 F 有时指宏平均精确率与宏平均召回率的 F 值，数值偏高",
    "elsewhere-trapezoids": "用梯形法求曲线下面积，在点与点之间连直线，结果不同，通常偏大",
    "elsewhere-sessions-by-rows": "按曝光数（即行数）对会话加权",
    "elsewhere-sessions-by-positives": "按正例数对会话加权",
    "elsewhere-no-clipping": "真实类别的概率为 0 时得到无穷大，而不是一个很大的数",
    "elsewhere-half-brier": "二分类时对两个类别求和，是这里的两倍",
    "elsewhere-first-of-equals": "得分相同的类别，先后不确定",
    # 文本
    "elsewhere-no-smoothing": "只要有一阶没有命中，整体就为 0（或接近 0）",
    "elsewhere-all-orders": "文本太短而没有的阶也计入",
    "elsewhere-split-by-blanks": "只按空格切分",
    "elsewhere-blanks-unsmoothed": "只按空格切分，并且只要有一阶没有命中，整体就为 0",
    "elsewhere-lower-case": "不区分大小写",
    "elsewhere-shortest-reference": "有多个参考时，长度惩罚取最短的一个",
    "elsewhere-stems": "按词干比较",
    "elsewhere-mean-of-references": "有多个参考时取平均，而不是取最好的一个",
    "elsewhere-last-word": "文本的最后一个单词不作为单词计入，多个参考的计数先相加",
    "elsewhere-weighted-twice": "逐句寻找连续匹配，参考长度加权两次，多个参考的计数先相加",
    "elsewhere-pooled-references": "有多个参考时先把各参考的计数相加再相除；加 -f B 则取召回率最高的一个",
    "elsewhere-greedy-links": "用贪心法对齐，块数可能更多；并以词干查同义词，命中更少",
    "elsewhere-tuned-weights": "权重在英语上调优：alpha 0.85、beta 0.2、gamma 0.6；功能词、词干和同义词的权重更低，"
    "还匹配复述",
    "elsewhere-mean-of-orders": "先逐阶计算 F 再取平均",
    "elsewhere-over-tokens": "不同的 n 元组数除以全部词元数",
    "elsewhere-mean-of-texts": "先算每个文本的值，再取平均",
    "elsewhere-case-matters": "区分大小写",
    "elsewhere-base-2": "对数以 2 为底",
    "elsewhere-cider-d": "它的 CIDEr 是 CIDEr-D，文本先由 Java 程序切词并去掉标点",
    "elsewhere-first-500-candidates": "默认只在前 500 个候选之间相互比较，n 元组最长为 3，平滑方式也不同",
    "elsewhere-beta-of-3": "召回率的重要程度是精确率的三倍，并且逐阶计算 F",
}
