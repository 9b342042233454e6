"""What is said about measures of subtopics, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS", "TEXTS"]

FORMULAS: dict[str, Template] = {
    "weight-reciprocal": "1 / 名次",
    "weight-patience": "{beta:exact}^(名次 - 1)",
    "when-no-subtopic": "没有一个子话题有相关文档",
    "elsewhere-first-rank": "仅当深度为 1 时，总和没有除以可能的最大值",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "subtopics-of-document": ("子话题", "等级 >= {rel:exact} 的子话题数[，至第 {k} 名]"),
    "gain-of-new": ("增益", "对其中每个子话题计 (1 - alpha)^(前面覆盖它的文档数)，alpha = {alpha:exact}"),
    "first-to-cover": ("新", "等级 >= {rel:exact} 且前面的文档都没有覆盖的子话题数[，至第 {k} 名]"),
    "subtopic-precision": ("份额", "对其中每个子话题计 至此覆盖它的文档数 / 名次 / 该子话题的相关文档总数"),
    "subtopics-with-relevant": ("子话题数", "有等级 >= {rel:exact} 的文档的子话题"),
    "new-together": ("所得", "各项之和"),
    "new-ideal": ("理想", "全部已判定文档按最佳次序排列时的同样之和，每次取增益最大的文档"),
    "new-most": (
        "最大",
        "{k} 篇各自覆盖全部子话题的文档的同样之和：子话题数 × Σ (1 - alpha)^(名次 - 1) × 权重，alpha = {alpha:exact}",
    ),
    "pairs": ("对数", "以上之和"),
    "ap-together": ("和", "各份额之和"),
    "subtopics-covered": ("已覆盖", "以上之和"),
    "new-over-most": ("{name}", "所得 / 最大"),
    "new-over-ideal": ("{name}", "所得 / 理想"),
    "new-most-patient": (
        "最大",
        (
            "所有文档都覆盖全部子话题时的同样之和：子话题数 / (1 - (1 - alpha) beta)，"
            "alpha = {alpha:exact}，beta = {beta:exact}"
        ),
    ),
    "pairs-over-all": ("{name}", "对数 / ({k} × 子话题数)"),
    "ap-over-subtopics": ("{name}", "和 / 子话题数"),
    "covered-over-subtopics": ("{name}", "已覆盖 / 子话题数"),
}

TEXTS = {
    # 公式
    "sum of new / log2(rank + 1) / sum of subtopics (1 - alpha)^(rank - 1) / log2(rank + 1)": (
        "新增益 / log2(名次 + 1) 之和，除以 子话题数 × (1 - alpha)^(名次 - 1) / log2(名次 + 1) 之和"
    ),
    "sum of new / log2(rank + 1) / the same of the best order": "新增益 / log2(名次 + 1) 之和，除以最佳次序的同样之和",
    "sum of new / rank / sum of subtopics (1 - alpha)^(rank - 1) / rank": (
        "新增益 / 名次 之和，除以 子话题数 × (1 - alpha)^(名次 - 1) / 名次 之和"
    ),
    "sum of new / rank / the same of the best order": "新增益 / 名次 之和，除以最佳次序的同样之和",
    "(1 - (1 - alpha) beta) / subtopics x sum of new x beta^(rank - 1)": (
        "(1 - (1 - alpha) beta) / 子话题数 × 新增益 × beta^(名次 - 1) 之和"
    ),
    "sum of new x beta^(rank - 1) / the same of the best order": (
        "新增益 × beta^(名次 - 1) 之和，除以最佳次序的同样之和"
    ),
    "relevant pairs of document and subtopic in the first k / (k x subtopics)": (
        "前 k 个结果中相关的（文档，子话题）对数 / (k × 子话题数)"
    ),
    "sum over subtopics of AP of the subtopic / subtopics": "对各子话题求其 AP 之和，再除以子话题数",
    "subtopics covered by the first k / subtopics": "前 k 个结果覆盖的子话题数 / 子话题数",
    # 参数
    "by how much a subtopic is worth less each time it comes again": "子话题每重复一次，其价值减少的比例",
    "look only at the first k results; must be given": "只看前 k 个结果；必须给出",
}
