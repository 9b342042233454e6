"""What the steps of explanations about texts are called, and how each comes about, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

# parts of what is said below, by the key in a field
FORMULAS: dict[str, Template] = {
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

STEPS: dict[str, tuple[Template, Template]] = {
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
    "plain-edits": ("编辑", "替换、插入或删除的词数或字符数，取错误率最低的参考"),
    "best-reference-length": ("参考长度", "该参考的词数或字符数"),
    "edits-over-reference": ("{name}", "编辑 / 参考长度"),
    "answer-equals": ("{name}", "答案等于某个参考时为 100，否则为 0"),
    "F-of-words": ("{name}", "100 × 2 × 共有 / (候选 + 参考)"),
    "similarity-of-order": (
        "相似度 {order}",
        "{order} 元组按稀有程度加权后的余弦，对各参考取平均；权重为 {weight:exact}",
    ),
    "weighed-similarity": ("{name}", "10 × 各阶 权重 × 相似度 之和"),
    "given-value": ("{name}", "其他工具给出的值"),
    "weight-of-nuggets": ("信息点", "[vital?关键]信息点数[weighted?，次要的计一半]"),
    "supported-nuggets": ("支持", "回答所支持的信息点数[partial?，部分支持计一半]"),
    "supported-over-nuggets": ("{name}", "支持 / 信息点"),
    "shared": ("共有", "候选与参考共有的数量"),
    "candidate": ("候选", "候选中的数量"),
    "reference": ("参考", "参考中的数量"),
    "shared-over-candidate": (
        "精确率",
        (
            "[several?对各参考取平均：][pooled?各参考的计数相加：][weight!共有 / 候选]"
            "[(共有 / 候选^{weight:exact})^(1 / {weight:exact})]"
        ),
    ),
    "shared-over-reference": (
        "召回率",
        (
            "[several?对各参考取平均：][pooled?各参考的计数相加：][weight!共有 / 参考]"
            "[(共有 / 参考^{weight:exact})^(1 / {weight:exact})]"
        ),
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
