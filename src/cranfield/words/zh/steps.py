"""What the steps of explanations are called, and how each comes about, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

FORMULAS: dict[str, Template] = {
    "gain-linear": "等级本身",
    "gain-exponential": "2^等级 - 1",
    "gain-by-map": "按映射 {gains}，未列出的等级取其本身",
    "gain-if-relevant": "等级 >= {rel:exact} 时为 1，否则为 0",
    "gain-by-scale": "等级 / {max_grade:exact}，即最高等级",
    "gain-by-query": "等级 / 该查询的最高等级",
    "weight-of-any-rank": "1",
    "weight-log2": "1 / log2(名次 + 1)",
    "weight-jarvelin": "1 / log{base:exact}(名次)，第 {base:exact} 名之前为 1",
    "in-candidate": "候选",
    "in-reference": "参考",
    "in-both": "共有",
    "share-of-matches": "100 × 命中 {order} / 总数 {order}",
    "share-of-nothing": "0：没有 {order} 元组，或者全无命中",
    "share-without-match": "0：没有命中",
    "share-halved": "100 / (2^{halvings} × 总数 {order})；没有命中，按 exp 平滑",
    "share-floored": "100 × {value:exact} / 总数 {order}；没有命中，按 floor 平滑",
    "share-added": "100 × (命中 {order} + {value:exact}) / (总数 {order} + {value:exact})；按 add-k 平滑",
}

_ALL: dict[str, tuple[Template, Template]] = {
    "undefined-value": ("{name}", "无定义：{why:said}；按策略计为 {worst:exact}"),
    "floored": ("取下限", "至少为 0.00001，否则没有对数"),
    "by-formula": ("{name}", "{formula}"),
}

_RANKING: dict[str, tuple[Template, Template]] = {
    # 文档
    "is-relevant": ("相关", "等级 >= {rel:exact}[ 且名次 <= {k}] 时为 1"),
    "is-relevant-up-to-there": ("相关", "到该名次为止，等级 >= {rel:exact} 时为 1"),
    "is-not-relevant": ("不相关", "等级 < {rel:exact} 时为 1"),
    "is-known-relevant": ("已知且相关", "等级 >= {rel:exact}、用户已知[且名次 <= {k}] 时为 1"),
    "is-new": ("新", "用户原先不知道时为 1"),
    "is-judged": ("已判定", "[名次 <= {k} 时为 1][k!都为 1]"),
    "precision-so-far": ("查准率", "至此的相关文档数 / 名次，只算相关文档[中名次 <= {k} 的]"),
    "inferred-precision": ("查准率", "(1 + 之前入池文档数 × 其中相关的比例) / 名次"),
    "highest": ("最高", "从此处往后的最高查准率"),
    "relevant-above": ("之前相关", "排在它之前的已判定相关文档数"),
    "judged-above": ("之前已判定", "排在它之前的已判定文档数"),
    "unsampled-above": ("之前未抽样", "排在它之前的已入池但未判定的文档数"),
    "non-relevant-above": ("之前", "排在它之前的已判定不相关文档数，至多 {most}"),
    "others-above": ("之前", "排在它之前的不相关文档数"),
    "gain-of-grade": ("增益", "该等级的价值：{gain:said}[；等级低于 {rel:exact} 时为 0]"),
    "gain-up-to-1": ("增益", "该等级的价值，从 0 到 1：{gain:said}"),
    "weight-of-rank": ("权重", "该名次的价值：{weight:said}[；第 {k} 名之后为 0]"),
    "weight-of-visit": ("权重", "(1 - p) p^(名次 - 1)，p = {p:exact}[；第 {k} 名之后为 0]"),
    "term": ("项", "增益 × 权重"),
    "term-less-above": ("项", "相关文档为 1 - 之前 / {below}"),
    "term-by-lag": ("项", "增益 / log2(2 + 落后)"),
    "term-by-above": ("项", "相关文档为 1 / log2(2 + 之前)"),
    "term-of-stop": ("项", "到达 × 停止 / 名次[，至第 {k} 名]"),
    "chance-to-stop": ("停止", "(2^等级 - 1) / 2^{max_grade:exact}：用户到达此处时停下的概率"),
    "arrives": ("到达", "用户没有在前面停下的概率"),
    "ideal-so-far": ("理想", "至此的理想增益，每个名次至少为 1"),
    "lag": ("落后", "理想 - 至此的增益"),
    "DCG-so-far": ("DCG", "至此的 增益 / log2(名次 + 1) 之和"),
    "nDCG-so-far": ("nDCG", "至此的 DCG / 理想 DCG"),
    # 计数与求和
    "hits": ("命中数", "其中的相关文档数"),
    "R": ("R", "已判定的相关文档数"),
    "R-returned": ("返回的 R", "返回的相关文档数[，至第 {k} 名]"),
    "R-with-gain": ("R", "有增益的文档数"),
    "N": ("N", "已判定的不相关文档数"),
    "returned": ("返回数", "返回的文档数"),
    "noise": ("误报", "返回的不相关文档数"),
    "missed": ("漏掉", "没有返回的相关文档数"),
    "missed-with-gain": ("漏掉", "其中没有返回的文档数"),
    "rest": ("其余", "文档集中其余的文档数"),
    "right": ("判对", "命中数 + 其余"),
    "possible": ("上限", "至多能有的命中数"),
    "known": ("已知", "用户已知的相关文档数"),
    "known-found": ("找到", "其中用户已知的相关文档数"),
    "found": ("找到", "其中的相关文档数"),
    "new": ("新", "其中用户原先不知道的相关文档数"),
    "judged": ("已判定", "其中已判定的文档数"),
    "unjudged": ("未判定", "可看 - 已判定"),
    "unjudged-results": ("未判定", "无人判定的结果数"),
    "there-to-see": ("可看", "可看的结果数：[k?{k} 个，返回不足时取返回数][k!返回的全部]"),
    "size-missing": ("差额", "(R + b^2 × [k?{k}][k!返回数]) - (1 + b^2) × 命中数，b = {b:exact}"),
    "first": ("首个", "第一个相关文档的名次，没有时为 0"),
    "multiple-of-R": ("n", "{multiple:exact} × R，向上取整"),
    "rank-of-balance": ("名次", "召回率追上查准率之处，或排序的末尾"),
    "precision-there": ("查准率", "命中数 / 名次；只有排序提前结束时才高于召回率"),
    "needed-for-recall": ("所需", "达到召回率 {recall:exact} 所需的相关文档数"),
    "height-at-level": ("{level:g} 处", "插值查准率"),
    "sum": ("总和", "这些查准率之和"),
    "s": ("s", "这些查准率之和"),
    "odds": ("几率", "(1 + s) / (1 + R - s)"),
    "settled": ("已定", "对已判定的文档求和"),
    "share-of-best-utility": ("比例", "T11U / (2 × (命中数 + 漏掉))"),
    "CG": ("CG", "各项之和"),
    "ideal-CG": ("理想 CG", "全部已判定文档按最佳次序排列时的同一总和"),
    "DCG": ("DCG", "各项之和"),
    "ideal-DCG": ("理想 DCG", "全部已判定文档按最佳次序排列时的同一总和"),
    "ideal-gain": ("理想增益", "全部增益之和"),
    "sum-of-nDCG": ("总和", "有增益的文档处的 nDCG 之和"),
    "nDCG-of-all": ("末尾 nDCG", "全部结果的 DCG / 理想 DCG"),
    "nDCG-at-fall": ("第 {fall} 次下降处的 nDCG", "至该处的 DCG / 理想 DCG；DCG = 增益 / log2(名次 + 1) 之和"),
    "nDCG-at-end": ("末尾 nDCG", "DCG / 理想 DCG，仅当排序还有后续"),
    "points": ("点数", "计算 nDCG 的名次个数"),
    # 值
    "hits-over-seen": ("{name}", "命中数 / [k?{k}][k!返回数]"),
    "hits-over-R": ("{name}", "命中数 / R"),
    "hits-over-n": ("{name}", "命中数 / n"),
    "hits-over-possible": ("{name}", "命中数 / 上限"),
    "hits-squared": ("{name}", "命中数^2 / (返回数 × R)"),
    "one-if-hits": ("{name}", "有命中时为 1"),
    "one-over-first": ("{name}", "1 / 首个"),
    "mean-over-orders": ("{name}", "并列文档的所有排法下，1 / 第一个相关文档的名次 的平均[，第 {k} 名之后计 0]"),
    "share-of-orders": ("{name}", "并列文档的所有排法中，[前 {k} 个结果里]有相关文档的比例"),
    "recall-there": ("{name}", "该处的召回率：命中数 / R"),
    "found-over-known": ("{name}", "找到 / 已知"),
    "new-over-found": ("{name}", "新 / 找到"),
    "judged-over-there": ("{name}", "已判定 / 可看"),
    "unjudged-over-seen": ("{name}", "未判定 / [k?{k}][k!可看]"),
    "weighted-hits-over-sizes": (
        "{name}",
        "(1 + beta^2) × 命中数 / (beta^2 × R + [k?{k}][k!返回数])，beta = {beta:exact}",
    ),
    "missing-over-sizes": ("{name}", "差额 / (R + b^2 × [k?{k}][k!返回数])，b = {b:exact}"),
    "filtering-f": ("{name}", "1.25 × 命中数 / (0.25 × R + 返回数)"),
    "right-over-docs": ("{name}", "判对 / {docs}"),
    "sum-over-R": ("{name}", "总和 / R"),
    "sum-over-R-returned": ("{name}", "总和 / 返回的 R"),
    "precisions-over-R": ("{name}", "这些查准率之和 / R"),
    "height-at-recall": ("{name}", "从达到该召回率的文档往后的最高查准率"),
    "mean-of-heights": ("{name}", "{points} 个插值查准率的平均"),
    "log-of-odds": ("{name}", "log(几率)"),
    "sum-of-terms": ("{name}", "各项之和"),
    "terms-over-R": ("{name}", "各项之和 / R"),
    "terms-over-ideal-gain": ("{name}", "各项之和 / 理想增益"),
    "ideal-sum": (
        "{name}",
        (
            "已判定文档按最佳次序排列时[至第 {k} 名的] 增益 × 权重 之和；增益：{gain:said}"
            "[，等级低于 {rel:exact} 时为 0]；权重：{weight:said}"
        ),
    ),
    "CG-over-ideal": ("{name}", "CG / 理想 CG"),
    "DCG-over-ideal": ("{name}", "DCG / 理想 DCG"),
    "nDCG-at-relevant": ("{name}", "(总和 + 漏掉 × 末尾 nDCG) / R"),
    "sum-over-points": ("{name}", "以上 nDCG 之和 / 点数"),
    "not-settled": ("{name}", "1 - 已定"),
    "not-settled-if-unjudged": ("{name}", "1 - 已定；全部已判定时为 0"),
    "weighted-sum": (
        "{name}",
        (
            "a × 命中数 + b × 误报 + c × 漏掉[d? + d × 其余]；a = {a:exact}，b = {b:exact}，c = {c:exact}"
            "[，d = {d:exact}]"
        ),
    ),
    "linear-utility": ("{name}", "2 × 命中数 - 误报"),
    "scaled-utility": ("{name}", "(max(比例, -0.5) + 0.5) / 1.5"),
    "one-a-query": ("{name}", "每个查询计 1"),
    "all-returned": ("{name}", "返回的文档数"),
    "all-relevant": ("{name}", "已判定的相关文档数"),
    "sum-of-these": ("{name}", "以上之和"),
}

_TEXT: dict[str, tuple[Template, Template]] = {
    "length": ("长度", "候选的词元数 (c)"),
    "closest-reference-length": ("参考长度", "长度最接近的参考的词元数 (r)"),
    "closest-candidate-length": ("参考长度", "长度最接近的另一候选的词元数 (r)"),
    "matches-of-order": ("命中 {order}", "参考中也有的 {order} 元组数，截断计数"),
    "matches-with-another": ("命中 {order}", "另一候选中也有的 {order} 元组数，截断计数"),
    "total-of-order": ("总数 {order}", "候选的 {order} 元组数"),
    "precision-of-order": ("p_{order}", "{share:said}"),
    "brevity-penalty": ("BP", "c < r 时为 exp(1 - r/c)，否则为 1"),
    "geometric-mean": ("{name}", "[BP × {orders} 个精确率的几何平均][orders!0：没有命中]"),
    "no-other-candidate": ("{name}", "没有其他候选"),
    "matching-grams": ("命中", "参考中也有的 {n} 元组数，截断计数"),
    "total-grams": ("总数", "候选的 {n} 元组数"),
    "matches-over-total": ("{name}", "命中 / 总数"),
    "character-grams": ("{n} 元字符，{side:said}", "{n} 元字符组数：{side:said}"),
    "word-grams": ("{n} 元词，{side:said}", "{n} 元词组数：{side:said}"),
    "F-of-mean-shares": (
        "{name}",
        (
            "100 × (1 + beta^2) P R / (beta^2 P + R)，beta = {beta:exact}；P（共有 / 候选）与 R（共有 / 参考）"
            "各对两边都有的长度取平均"
        ),
    ),
    "mean-of-F-by-order": (
        "{name}",
        (
            "对所有长度取 100 × (1 + beta^2) P R / (beta^2 P + R) 的平均，beta = {beta:exact}；P = 共有 / 候选，"
            "R = 共有 / 参考"
        ),
    ),
    "edits": ("编辑数", "改成某个参考所需的最少编辑次数，整块移动算一次"),
    "mean-reference-length": ("参考长度", "各参考的平均词数"),
    "edits-over-length": ("{name}", "100 × 编辑数 / 参考长度"),
    "shared": ("共有", "候选与参考共有的数量"),
    "candidate": ("候选", "候选中的数量"),
    "reference": ("参考", "参考中的数量"),
    "shared-over-candidate": (
        "精确率",
        ("[several?对各参考取平均：][weight!共有 / 候选][(共有 / 候选^{weight:exact})^(1 / {weight:exact})]"),
    ),
    "shared-over-reference": (
        "召回率",
        ("[several?对各参考取平均：][weight!共有 / 参考][(共有 / 参考^{weight:exact})^(1 / {weight:exact})]"),
    ),
    "the-precision": ("{name}", "精确率"),
    "the-recall": ("{name}", "召回率"),
    "harmonic-mean": ("{name}", "[several?对各参考取 F 的平均，]F = 2 × 精确率 × 召回率 / (精确率 + 召回率)"),
    "linked-words": ("匹配", "一对一匹配的词数：先原词[stem?，再词干][synonym?，再同义词]"),
    "chunks": ("块数", "两边次序一致的连续匹配段的最少段数"),
    "precision-of-words": ("精确率", "匹配 / 候选的词数"),
    "recall-of-words": ("召回率", "匹配 / 参考的词数"),
    "weighted-F": ("F", "PR / (alpha P + (1 - alpha) R)，alpha = {alpha:exact}"),
    "penalty-of-chunks": ("惩罚", "gamma × (块数 / 匹配)^beta，gamma = {gamma:exact}，beta = {beta:exact}"),
    "F-less-penalty": ("{name}", "F × (1 - 惩罚)"),
    "different-grams": ("不同数", "不同的 {n} 元组数"),
    "all-grams": ("总数", "全部 {n} 元组数"),
    "tokens": ("词元数", "全部词元数"),
    "distinct-over-grams": ("{name}", "不同数 / 总数"),
    "distinct-over-tokens": ("{name}", "不同数 / 词元数"),
    "distinct-over-expected": ("{name}", "不同数 / (V × (1 - ((V - 1) / V)^总数))，V = {vocabulary}"),
    "entropy-of-grams": (
        "{name}",
        "对不同的 n 元组求 -p log p 之和，p 为其所占比例[；对数的底为 {base:exact}]",
    ),
}

STEPS: dict[str, tuple[Template, Template]] = _ALL | _RANKING | _TEXT
