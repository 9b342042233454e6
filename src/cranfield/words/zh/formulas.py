"""The formulas of measures with their words in Chinese, by the English ones."""

from __future__ import annotations

__all__ = ["TEXTS"]

TEXTS = {
    # 排序
    "(relevant returned + non-relevant not returned) / documents in the collection": (
        "(返回的相关文档数 + 未返回的不相关文档数) / 文档集的文档总数"
    ),
    "sum over relevant documents of (relevant so far / rank) / R": (
        "对各相关文档求 (至此的相关文档数 / 名次) 之和，再除以 R"
    ),
    "sum over relevant returned of 1 - min(n, R) / min(R, N), / R; n of N non-relevant are above": (
        "对返回的各相关文档求 1 - min(n, R) / min(R, N) 之和，再除以 R；N 个不相关文档中有 n 个排在它之前"
    ),
    "1 for each query": "每个查询计 1",
    "documents returned, or those with grade >= rel": "返回的文档数，或其中等级 >= rel 的文档数",
    "judged documents with grade >= rel": "等级 >= rel 的已判定文档数",
    "returned documents with grade >= rel and rank <= k": "返回的文档中等级 >= rel 且名次 <= k 的文档数",
    "returned documents with 0 <= grade < rel": "返回的文档中 0 <= 等级 < rel 的文档数",
    "sum of S / rank x product of (1 - S) over documents above; S = (2^grade - 1) / 2^max_grade": (
        "求 S / 名次 × 排在前面的各文档 (1 - S) 之积 的总和；S = (2^等级 - 1) / 2^max_grade"
    ),
    "(1 + beta^2) P R / (beta^2 P + R) = (1 + beta^2) hits / (beta^2 relevant + k or returned)": (
        "(1 + beta^2) P R / (beta^2 P + R) = (1 + beta^2) × 命中数 / (beta^2 × 相关文档数 + k 或返回数)"
    ),
    "1 - (1 + b^2) / (b^2 / P + 1 / R) = 1 - (1 + b^2) hits / (R + b^2 (k or returned))": (
        "1 - (1 + b^2) / (b^2 / P + 1 / R) = 1 - (1 + b^2) × 命中数 / (R + b^2 × (k 或返回数))"
    ),
    "1.25 / (0.25 / R + 1 / P) = 1.25 hits / (0.25 R + returned)": (
        "1.25 / (0.25 / R + 1 / P) = 1.25 × 命中数 / (0.25 R + 返回数)"
    ),
    "sum over relevant of (1 + pooled above x relevant / judged above, smoothed) / rank / R": (
        "对各相关文档求 (1 + 之前入池文档数 × 其中相关的比例（平滑）) / 名次 之和，再除以 R"
    ),
    "max of P at ranks where recall >= r": "召回率 >= r 的各名次处查准率的最大值",
    "mean of IPrec at 0, 1/(points - 1), ..., 1": "召回率为 0、1/(points - 1)、…、1 处插值查准率的平均",
    "judged in the first k / min(k, returned)": "前 k 个结果中已判定的文档数 / min(k, 返回数)",
    "unjudged in the first k / k; without k: unjudged returned / returned": (
        "前 k 个结果中未判定的文档数 / k；不给 k 时：返回的未判定文档数 / 返回数"
    ),
    "known relevant in the first k / known relevant": "前 k 个结果中用户已知的相关文档数 / 用户已知的相关文档数",
    "unknown relevant in the first k / relevant in the first k": (
        "前 k 个结果中用户未知的相关文档数 / 前 k 个结果中的相关文档数"
    ),
    "sum of gain(grade) over the first k": "前 k 个结果的 增益(等级) 之和",
    "sum of gain(grade) / log2(rank + 1) over the first k": "前 k 个结果的 增益(等级) / log2(名次 + 1) 之和",
    "DCG of the judged documents in the best order": "已判定文档按最佳次序排列时的 DCG",
    "CG / ideal CG": "CG / 理想 CG",
    "DCG / ideal DCG": "DCG / 理想 DCG",
    "(sum of nDCG@rank over returned with gain > 0 + missed x nDCG) / documents with gain > 0": (
        "(返回的增益 > 0 的各文档名次处的 nDCG 之和 + 漏掉的文档数 × nDCG) / 增益 > 0 的文档数"
    ),
    "mean of nDCG@n over the n where the ideal gain falls, and nDCG of the whole if longer": (
        "在理想增益下降的各名次 n 处取 nDCG@n，排序更长时再加上整体的 nDCG，求平均"
    ),
    "sum of gain / log2(2 + ideal gain so far - gain so far) / all ideal gain; ideal at least 1 a rank": (
        "求 增益 / log2(2 + 至此的理想增益 - 至此的增益) 之和，再除以理想增益总和；理想增益每个名次至少为 1"
    ),
    "sum over relevant returned of 1 / log2(2 + non-relevant above) / R": (
        "对返回的各相关文档求 1 / log2(2 + 之前的不相关文档数) 之和，再除以 R"
    ),
    "relevant in the first k / k; without k: relevant returned / returned": (
        "前 k 个结果中的相关文档数 / k；不给 k 时：返回的相关文档数 / 返回数"
    ),
    "(1 - p) sum of gain x p^(rank - 1); gain = grade / max_grade, or 1 if grade >= rel": (
        "(1 - p) × 各结果 增益 × p^(名次 - 1) 之和；增益 = 等级 / max_grade，给出 rel 时等级 >= rel 为 1"
    ),
    "1 - (1 - p) sum over judged of p^(rank-1) = p^n + (1 - p) sum over unjudged of p^(rank-1)": (
        "1 - (1 - p) × 已判定文档的 p^(名次-1) 之和 = p^n + (1 - p) × 未判定文档的 p^(名次-1) 之和"
    ),
    "relevant in the first k / R": "前 k 个结果中的相关文档数 / R",
    "1 / rank of the first relevant document": "1 / 第一个相关文档的名次",
    "1 if the first k hold a relevant document, else 0": "前 k 个结果中有相关文档时为 1，否则为 0",
    "relevant in the first k / min(k, R); without k: relevant returned / min(returned, R)": (
        "前 k 个结果中的相关文档数 / min(k, R)；不给 k 时：返回的相关文档数 / min(返回数, R)"
    ),
    "hits^2 / (returned x R)": "命中数^2 / (返回数 × R)",
    "relevant in the first R / R": "前 R 个结果中的相关文档数 / R",
    "relevant in the first n / n, where n is multiple x R rounded up": (
        "前 n 个结果中的相关文档数 / n，n 为 multiple × R 向上取整"
    ),
    "P = R, at the first rank where recall has caught up with precision": "召回率追上查准率的第一个名次处，P = R",
    "a hits + b returned non-relevant + c missed relevant + d all other documents": (
        "a × 命中数 + b × 返回的不相关文档数 + c × 漏掉的相关文档数 + d × 其余文档数"
    ),
    "2 hits - returned non-relevant": "2 × 命中数 - 返回的不相关文档数",
    "(max(T11U / (2 R), -0.5) + 0.5) / 1.5": "(max(T11U / (2 R), -0.5) + 0.5) / 1.5",
    "log((1 + s) / (1 + R - s)), s = sum over relevant documents of (relevant so far / rank)": (
        "log((1 + s) / (1 + R - s))，s 为各相关文档处 (至此的相关文档数 / 名次) 之和"
    ),
    # 分类
    "right guesses / examples": "判断正确的样本数 / 样本总数",
    "mean over labels of right / true; adjusted: (that - 1/labels) / (1 - 1/labels)": (
        "对各类求 判对数 / 该类样本数 的平均；adjusted 时：(该值 - 1/类别数) / (1 - 1/类别数)"
    ),
    "(pairs won + pairs tied / 2) / (positives * negatives)": (
        "(正例得分更高的对数 + 得分相同的对数 / 2) / (正例数 × 负例数)"
    ),
    "sum over thresholds of (recall - recall before) * precision": (
        "对各阈值求 (召回率 - 上一处的召回率) × 精确率 之和"
    ),
    "1 - n sum of v c / sum of v t p, c examples by truth and guess, t true, p guessed, v distance": (
        "1 - n Σ v c / Σ v t p，c 为按真实与预测类别计的样本数，t 为各类实际样本数，p 为各类预测样本数，v 为距离"
    ),
    "max over scores of |positives at or above / positives - negatives at or above / negatives|": (
        "对各得分求 |达到该得分的正例 / 正例数 - 达到该得分的负例 / 负例数| 的最大值"
    ),
    "(positives in the top / top) / (positives / examples), top = share x examples, ties by parts": (
        "(前部的正例 / 前部) / (正例数 / 样本数)，前部 = share × 样本数，并列者按比例计入"
    ),
    "sum over scores of (recall - recall before) * height, the mean of both precisions or the best from there on": (
        "对各得分求 (召回率 - 上一处的召回率) × 高度 之和，为两处精确率的平均，或此后最高的精确率"
    ),
    "sum over bins of |sum of probabilities - positives| / examples; worst: the largest mean of a bin": (
        "各分箱 |概率之和 - 正例数| 之和 / 样本数；取最差时为各箱均差的最大值"
    ),
    "mean of |score - truth|": "对各样本求 |预测值 - 真实值| 的平均",
    "mean of (score - truth)^2": "对各样本求 (预测值 - 真实值)^2 的平均",
    "sqrt(mean of (score - truth)^2)": "sqrt(各样本 (预测值 - 真实值)^2 的平均)",
    "1 - sum of (score - truth)^2 / sum of (truth - mean of truth)^2": (
        "1 - 各样本 (预测值 - 真实值)^2 之和 / 各样本 (真实值 - 真实值的平均)^2 之和"
    ),
    "covariance of score and truth / (spread of scores x spread of truth)": (
        "预测值与真实值的协方差 / (预测值的标准差 × 真实值的标准差)"
    ),
    "covariance of the ranks of score and truth / (spread of the one x spread of the other)": (
        "预测值与真实值名次的协方差 / (两者名次标准差之积)"
    ),
    "TP / (TP + FP + FN)": "TP / (TP + FP + FN)",
    "mean of max(0, 1 - margin), margin y s with y = 1 or -1; more labels: s of the true - best other": (
        "对各样本求 max(0, 1 - 间隔) 的平均；两类时间隔为 y s（y 为 1 或 -1），多类时为真实类别得分 - 其他类别最高得分"
    ),
    "(n right - sum t p) / sqrt((n^2 - sum t^2) (n^2 - sum p^2)), t true and p guessed": (
        "(n × 判对数 - Σ t p) / sqrt((n^2 - Σ t^2) (n^2 - Σ p^2))，t 为各类实际样本数，p 为各类预测样本数"
    ),
    "sum of weight * AUC of the session / sum of weight, over sessions with both classes": (
        "对同时含两类的会话求 权重 × 会话内 AUC 之和，再除以权重之和"
    ),
    "TP / (TP + FP)": "TP / (TP + FP)",
    "TP / (TP + FN)": "TP / (TP + FN)",
    "2 P R / (P + R) = 2 TP / (2 TP + FP + FN)": "2 P R / (P + R) = 2 TP / (2 TP + FP + FN)",
    "(1 + beta^2) P R / (beta^2 P + R) = (1 + beta^2) TP / (beta^2 (TP + FN) + TP + FP)": (
        "(1 + beta^2) P R / (beta^2 P + R) = (1 + beta^2) TP / (beta^2 (TP + FN) + TP + FP)"
    ),
    "mean of -ln(probability of the true label), kept between eps and 1 - eps": (
        "-ln(真实类别的概率) 的平均，概率限制在 eps 与 1 - eps 之间"
    ),
    "two labels: mean of (p - y)^2; more: mean of the sum over labels of (p - y)^2": (
        "二分类：(p - y)^2 的平均；多分类：对各类求 (p - y)^2 之和，再取平均"
    ),
    "FP / (FP + TN)": "FP / (FP + TN)",
    "examples with fewer than k labels above the true one / examples; the later of equals is above": (
        "得分高于真实类别的类别不足 k 个的样本数 / 样本总数；得分相同时，靠后的类别算更高"
    ),
    # 文本
    "100 x BP x (p_1 x ... x p_n)^(1/n); BP = exp(1 - r/c) if c < r, else 1": (
        "100 × BP × (p_1 × … × p_n)^(1/n)；c < r 时 BP = exp(1 - r/c)，否则为 1"
    ),
    "100 x (1 + beta^2) P R / (beta^2 P + R), P and R averaged over the orders": (
        "100 × (1 + beta^2) P R / (beta^2 P + R)，P 与 R 对各阶取平均"
    ),
    "distinct n-grams / all n-grams; over='tokens': / all tokens; over='expected': / E[distinct]": (
        "不同的 n 元组数 / n 元组总数；over='tokens' 时除以词元总数，over='expected' 时除以期望的不同数"
    ),
    "- sum of p(g) log p(g) over all n-grams g, p(g) = its share of all n-grams": (
        "对所有 n 元组 g 求 -p(g) log p(g) 之和，p(g) 为其占全部 n 元组的比例"
    ),
    "F x (1 - gamma x (chunks / matches)^beta), F = PR / (alpha P + (1 - alpha) R)": (
        "F × (1 - gamma × (块数 / 匹配数)^beta)，F = PR / (alpha P + (1 - alpha) R)"
    ),
    "p_n = sum of min(count in candidate, highest count in a reference) / n-grams of candidates": (
        "p_n = min(候选中的次数, 单个参考中的最大次数) 之和 / 候选的 n 元组总数"
    ),
    "P = LCS / tokens of candidate, R = LCS / tokens of reference, F = 2PR / (P + R)": (
        "P = LCS / 候选的词元数，R = LCS / 参考的词元数，F = 2PR / (P + R)"
    ),
    "as ROUGE-L; shared = tokens in the union of LCS of each reference sentence with all of the candidate's": (
        "同 ROUGE-L；共有部分为参考的每一句与候选各句的 LCS 之并集中的词元"
    ),
    "P = shared / n-grams of candidate, R = shared / n-grams of reference, F = 2PR / (P + R)": (
        "P = 共有数 / 候选的 n 元组数，R = 共有数 / 参考的 n 元组数，F = 2PR / (P + R)"
    ),
    "P = shared / pairs of candidate, R = shared / pairs of reference, F = 2PR / (P + R)": (
        "P = 共有数 / 候选的词对数，R = 共有数 / 参考的词对数，F = 2PR / (P + R)"
    ),
    "as ROUGE-S, with every single word counted as one more pair": "同 ROUGE-S，每个单词再算作一个词对",
    "P = (WLCS / c^weight)^(1/weight), R = (WLCS / r^weight)^(1/weight), F = 2PR / (P + R)": (
        "P = (WLCS / c^weight)^(1/weight)，R = (WLCS / r^weight)^(1/weight)，F = 2PR / (P + R)"
    ),
    "mean over candidates c of BLEU(c; all other candidates)": "对每个候选 c 求 BLEU(c；其余全部候选)，再取平均",
    "100 x fewest edits to a reference / mean length of the references": (
        "100 × 改成某个参考的最少编辑次数 / 各参考的平均长度"
    ),
    # 评分
    "mean over items of (sum of ratings / ratings of the item)": "对各条目求 (评分之和 / 评分数)，再取平均",
    "mean over items of mean of z, z = (rating - mean of the rater) / spread of the rater": (
        "对各条目求 z 的平均，再取平均；z = (评分 - 评分者的平均) / 评分者的标准差"
    ),
    "mean over items of agreeing pairs of ratings / pairs of ratings": "对各条目求 一致的评分对数 / 评分对数，再取平均",
    "(replaced + inserted + dropped words) / words of the reference": "(替换 + 插入 + 删除的词数) / 参考的词数",
    "(replaced + inserted + dropped characters) / characters of the reference": (
        "(替换 + 插入 + 删除的字符数) / 参考的字符数"
    ),
    "100 x answers that equal a reference / answers": "100 × 等于某个参考的答案数 / 答案数",
    "100 x 2PR / (P + R), P = shared / words of the answer, R = shared / words of the reference": (
        "100 × 2PR / (P + R)，P = 共有 / 答案的词数，R = 共有 / 参考的词数"
    ),
    "10 x sum over orders of weight x mean over references of g(candidate) . g(reference) / norms": (
        "10 × 各阶 权重 × 对各参考 g(候选) · g(参考) / 范数 的平均 之和"
    ),
    "as CIDEr with n-grams clipped by the reference, times exp(-(difference of lengths)^2 / (2 sigma^2))": (
        "同 CIDEr，但 n 元组以参考截断，再乘以 exp(-(长度差)^2 / (2 sigma^2))"
    ),
    "mean of the given values": "给定值的平均",
    "weight of the supported nuggets / weight of all nuggets": "被支持的信息点的权重 / 全部信息点的权重",
    "ratings that are repeated alike / ratings of the same item by the same rater again": (
        "再次评分相同的次数 / 同一评分者再次评同一条目的次数"
    ),
    "1 - observed disagreement / disagreement by chance, from pairs of ratings inside items": (
        "1 - 观察到的分歧 / 随机的分歧，由条目内的评分对得出"
    ),
    "(mean of P - sum of p^2) / (1 - sum of p^2), P agreeing pairs of an item, p share of a value": (
        "(P 的平均 - p^2 之和) / (1 - p^2 之和)，P 为条目内一致的评分对的比例，p 为各值的比例"
    ),
    "1 - Do / De, Do mean distance of the pairs of an item, De that of what two different raters give at all": (
        "1 - Do / De，Do 为条目内评分对的平均距离，De 为两名不同评分者各自给出的值之间的平均距离"
    ),
    "(pa - pe) / (1 - pe), pe = sum of p (1 - p) / (values - 1), p share of a value": (
        "(pa - pe) / (1 - pe)，pe = p (1 - p) 之和 / (值的个数 - 1)，p 为各值的比例"
    ),
    "(pa - pe) / (1 - pe), pairs weighted by w, pe = sum of w / (values (values - 1)) * sum of p (1 - p)": (
        "(pa - pe) / (1 - pe)，评分对以 w 加权，pe = w 之和 / (值的个数 (值的个数 - 1)) × p (1 - p) 之和"
    ),
    "1 - sum of v o / sum of v e, o what both gave, e the product of what each gave, v distance": (
        "1 - v o 之和 / v e 之和，o 为两人共同给出的比例，e 为各自比例之积，v 为距离"
    ),
    "(po - pe) / (1 - pe), pe = sum of p^2, p share of a value in the ratings of both": (
        "(po - pe) / (1 - pe)，pe = p^2 之和，p 为两人评分中各值的比例"
    ),
    "1 - spread by raters / spread of all, from mean squares of items, raters and the rest": (
        "1 - 评分者造成的差异 / 总差异，由条目、评分者与剩余的均方得出"
    ),
    "end - intended start; of a request that failed at least its timeout": (
        "结束 - 预定发出的时刻；失败的请求至少为其超时"
    ),
    "end - send; of a request that failed at least its timeout": "结束 - 发出的时刻；失败的请求至少为其超时",
    "send - intended start": "发出的时刻 - 预定发出的时刻",
    "the time that the engine reports in its answer": "引擎在回答中报告的时间",
    "bytes of the answer": "回答的字节数",
    "failed requests / requests": "失败的请求数 / 请求数",
    "requests with at least one result / requests": "至少有一条结果的请求数 / 请求数",
    "first search that shows the change - acknowledgement of the change": "首次搜到变化的时刻 - 写入被确认的时刻",
    "bytes of the index, or bytes / documents": "索引的字节数，或 字节数 / 文档数",
    "answered requests / (last end - first intended start)": "得到回答的请求数 / (最后的结束 - 最早的预定发出时刻)",
    "(wins + ties / 2) / comparisons of the system": "(胜 + 平局 / 2) / 系统参与的比较数",
    "b of the system, where a beats c with odds exp(b of a - b of c) and all b add up to 0": (
        "系统的 b：a 胜 c 的胜率比为 exp(a 的 b - c 的 b)，全部 b 之和为 0"
    ),
}
