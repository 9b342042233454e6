"""What is said about users who go on or stop, nearness to an ideal and NTCIR's measures, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS", "TEXTS"]

FORMULAS: dict[str, Template] = {
    "look-insq": "前面各名次 r 的 ((r + 2T - 1) / (r + 2T))^2 之积",
    "look-inst": "前面各名次 r 的 ((r + 2T - g - 1) / (r + 2T - g))^2 之积，g 为至 r 的增益",
    "look-bpm": "至此的增益达到 T 之前为 1",
    "unbounded-unknown": "不知道其等级会怎样影响它",
    "unbounded-gains": "增益表给较高的等级较低的增益，而哪些等级最不利尚不清楚",
    "unbounded-known": "用户是否已知未判定的文档无从得知",
    "unbounded-counts": "它只计数，等级不会使它更好或更差",
    "when-no-exposure": "返回的文档或相关文档都没有组",
    "target-judged": "有组的相关文档数",
    "target-equal": "组数，各组应得相同",
    "elsewhere-thousand-ranks": "用户最多看 1,000 个结果",
    "elsewhere-linear-stops": "增益为等级本身，或按给定的增益表",
    "elsewhere-judged-anywhere": "为任一查询判定过的文档都不算未判定",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "share-of-group": ("所得 {group:clip}", "其中该组文档所得"),
    "target-of-group": ("应得 {group:clip}", "其中该组应得"),
    "attention-together": ("注意力", "有组的结果的 1 / log2(max(名次, 2)) 之和[，至第 {k} 名]"),
    "target-together": ("应得", "{target:said}[，等级 >= {rel:exact}]"),
    "divergence-of-both": ("散度", "两者各组份额的詹森-香农散度，以比特计"),
    "fair-share": ("{name}", "1 - 散度"),
    "exposure-given": ("曝光", "有组的结果的 p^(名次 - 1) 之和，p = {p:exact}[，至第 {k} 名]"),
    "exposure-wanted": ("应得", "相关文档（等级 >= {rel:exact}）按最佳次序的同样之和，同等级者均分"),
    "exposure-loss": ("{name}", "对各组求 (曝光 - 应得)^2 之和"),
    "exposure-disparity": ("{name}", "对各组求 曝光^2 之和"),
    "exposure-relevance": ("{name}", "对各组求 曝光 × 应得 之和"),
    "chance-of-look": ("看到", "用户看到它的概率：{look:said}，T = {T:exact}[；第 {k} 名之后为 0]"),
    "term-of-look": ("项", "增益 × 看到"),
    "gain-looked-at": ("所得", "各项之和"),
    "results-looked-at": ("看到数", "用户平均看多少个结果"),
    "gain-over-looks": ("{name}", "所得 / 看到数"),
    "place-in-ideal": ("理想名次", "排在所有更高等级的文档之后；等级相同者按返回的次序"),
    "depth-of-both": ("深度", "两个列表从何深度起都含有它：名次与理想名次中较大者"),
    "overlap-of-document": ("重合", "等级 > 0 时，从该深度起 p^(d - 1) / d 之和，p = {p:exact}"),
    "overlap-sum": ("和", "以上之和"),
    "overlap-of-ideal": ("理想", "理想排序与自身的同样之和"),
    "overlap-most": ("最大", "所有深度的 p^(d - 1) 之和，p = {p:exact}"),
    "overlap-over-most": ("{name}", "和除以其可能的值"),
    "ideal-gain-so-far": ("理想增益", "最佳次序至此名次的增益"),
    "blended-ratio": (
        "比",
        (
            "相关[且名次 <= {k} ]时为 (至此的相关文档数 + beta × 至此的增益) / (名次 + beta × 理想增益)；"
            "beta = {beta:exact}"
        ),
    ),
    "blended-ratio-alone": (
        "比",
        "相关[且名次 <= {k} ]时为 (1 + beta × 增益) / (名次 + beta × 理想增益)；beta = {beta:exact}",
    ),
    "sum-of-ratios": ("和", "各比之和"),
    "relevant-or-k": ("应有", "判定的相关文档数[，至多 {k}]"),
    "ratios-over-R": ("{name}", "和 / 应有"),
    "ratio-of-first": ("{name}", "第一个相关文档处的比，没有则为 0"),
    "stop-of-gain": ("停止", "增益 / ({top:exact} + 1)：用户到达此处时停下的概率"),
    "ERR-together": ("期望倒数", "各项之和"),
    "ERR-ideal": ("理想值", "全部已判定文档按最佳次序排列时的同样之和"),
    "ERR-over-ideal": ("{name}", "期望倒数 / 理想值"),
}

TEXTS = {
    # 公式
    "sum of gain x look / sum of look; go on with ((rank + 2T - 1) / (rank + 2T))^2": (
        "增益 × 看到概率 之和 / 看到概率之和；以 ((名次 + 2T - 1) / (名次 + 2T))^2 的概率继续"
    ),
    ("sum of gain x look / sum of look; go on with ((rank + T + t - 1) / (rank + T + t))^2, t = T - gain so far"): (
        "增益 × 看到概率 之和 / 看到概率之和；以 ((名次 + T + t - 1) / (名次 + T + t))^2 的概率继续，t = T - 至此的增益"
    ),
    "gain of the first n / n, n = the first rank with a gain of T, at most k": (
        "前 n 个结果的增益 / n，n 为增益达到 T 的第一个名次，至多为 k"
    ),
    "RBO of the results and the nearest best order / RBO of the best order with itself": (
        "结果与最近的理想排序的 RBO / 理想排序与自身的 RBO"
    ),
    ("sum of (relevant so far + beta x gain so far) / (rank + beta x ideal gain so far) / min(R, k)"): (
        "对各相关文档求 (至此的相关文档数 + beta × 至此的增益) / (名次 + beta × 至此的理想增益) 之和，再除以 min(R, k)"
    ),
    "(1 + beta x gain) / (rank + beta x ideal gain so far), at the first relevant document": (
        "第一个相关文档处的 (1 + beta × 增益) / (名次 + beta × 至此的理想增益)"
    ),
    "ERR / ideal ERR, with S = gain / (highest gain + 1)": "ERR / 理想 ERR，其中 S = 增益 / (最高增益 + 1)",
    "1 - Jensen-Shannon divergence of the groups' attention and their target, in bits": (
        "1 - 各组所得注意力与应得份额的詹森-香农散度（比特）"
    ),
    "sum over groups of (exposure - target)^2": "对各组求 (曝光 - 应得)^2 之和",
    "sum over groups of exposure^2": "对各组求 曝光^2 之和",
    "sum over groups of exposure x target": "对各组求 曝光 × 应得 之和",
    # 参数
    "look only at the first k results, of which 1,000 are kept": "只看前 k 个结果，最多保留 1,000 个",
    "what groups should get: their share of the relevant documents, or all the same": (
        "各组应得多少：按其在相关文档中的份额，还是一律相同"
    ),
    "how likely the user goes on to the next result": "用户继续看下一个结果的概率",
    "one of 'judged', 'equal'": "'judged' 或 'equal'",
    "a number of at least 0.5": "不小于 0.5 的数",
    "the user looks at no more than k results; without it, there is no end": "用户最多看 k 个结果；不给则没有终点",
    "how much gain the user wants; a result of the highest grade has 1": "用户期望的增益；最高等级的结果为 1",
    "how many results the user looks at at most": "用户最多看多少个结果",
    "how likely the user goes on to the next depth": "用户继续看下一深度的概率",
    "divide by what the best order has, so that 1 can be reached": "除以理想排序的值，使 1 可以达到",
    "how much the gain counts beside the number of relevant documents": "增益相对于相关文档数的权重",
}
