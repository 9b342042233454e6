"""Formulas as MathML, which browsers set themselves: no script and no font from elsewhere."""

from __future__ import annotations

import re

from latex2mathml.converter import convert

from manual.formulas import FORMULAS

__all__ = ["CHINESE", "typeset", "words_of"]

CHINESE = {
    " beats ": " 胜 ",
    "acknowledged": "确认",
    "answered": "已回答",
    "bytes of the answer": "回答的字节数",
    "bytes of the index": "索引的字节数",
    "documents": "文档数",
    "end": "结束",
    "engine": "引擎",
    "failed": "失败",
    "first found": "首次搜到",
    "intended": "预定",
    "or": "或",
    "requests": "请求数",
    "requests with a result": "有结果的请求数",
    "sent": "发出",
    "agreeing pairs": "一致的评分对数",
    "all n-grams": "n 元组总数",
    "all others": "其余文档数",
    "chunks": "块数",
    "comparisons": "比较数",
    "distinct n-grams": "不同的 n 元组数",
    "documents in the collection": "文档集的文档总数",
    "documents with gain": "有增益的文档数",
    "end, if longer": "末尾（排序更长时）",
    "examples": "样本总数",
    "examples of ": "该类的样本数 ",
    "replaced": "替换",
    "inserted": "插入",
    "dropped": "删除",
    "words of reference": "参考的词数",
    "characters of reference": "参考的字符数",
    "answers that equal a reference": "等于某个参考的答案数",
    "answers": "答案数",
    "fewest edits": "最少编辑次数",
    "gain so far": "至此的增益",
    "grade": "等级",
    "hits": "命中数",
    "ideal gain so far": "至此的理想增益",
    "judged": "已判定",
    "judged above": "之前已判定数",
    "judged in the first ": "已判定数，前 ",
    "known relevant": "用户已知的相关文档数",
    "known relevant in the first ": "已知的相关文档数，前 ",
    "labels above the true one": "得分高于真实类别的类别数",
    "matches": "匹配数",
    "mean length of the references": "各参考的平均长度",
    "missed": "漏掉数",
    "n-grams of candidate": "候选的 n 元组数",
    "n-grams of reference": "参考的 n 元组数",
    "negatives": "负例数",
    "non-relevant above": "之前的不相关文档数",
    "non-relevant not returned": "未返回的不相关文档数",
    "non-relevant returned": "返回的不相关文档数",
    "pairs and words of candidate": "候选的词对数与单词数",
    "pairs and words of reference": "参考的词对数与单词数",
    "pairs of candidate": "候选的词对数",
    "pairs of reference": "参考的词对数",
    "pairs tied": "得分相同的对数",
    "pairs won": "正例得分更高的对数",
    "pooled above": "之前入池数",
    "positives": "正例数",
    "positives in the top": "前部的正例数",
    "top": "前部样本数",
    "queries": "查询",
    "rank": "名次",
    "rank of the first relevant": "第一个相关文档的名次",
    "recall": "召回率",
    "references": "各参考",
    "relevant": "相关文档",
    "relevant above": "之前相关数",
    "relevant in the first ": "相关文档数，前 ",
    "rated again": "再次评分数",
    "relevant returned": "返回的相关文档",
    "repeated alike": "再次相同数",
    "subtopics covered by the first ": "覆盖的子话题数，前 ",
    "ties": "平局",
    "wins": "胜",
    "relevant so far": "至此的相关文档数",
    "returned": "返回数",
    "returned with gain": "返回且有增益",
    "right": "判对数",
    "right guesses": "判断正确的样本数",
    "right guesses of ": "判断正确的样本数 ",
    "shared": "共有数",
    "tokens of candidate": "候选的词元数",
    "tokens of reference": "参考的词元数",
    "true label": "真实类别",
    "unjudged in the first ": "未判定数，前 ",
    "unknown relevant in the first ": "用户未知的相关文档数，前 ",
}

_WORDS = re.compile(r"\\text\{([^}]*)\}")


def words_of(formula: str) -> list[str]:
    """The words in a formula."""
    return _WORDS.findall(formula)


def typeset(key: str, *, language: str = "en") -> str:
    """The formula of a measure, such as `ranking.nDCG`, on a line of its own."""
    formula = FORMULAS[key]
    if language == "zh":
        formula = _WORDS.sub(lambda found: rf"\text{{{CHINESE[found[1]]}}}", formula)
    return f'<div class="formula" data-search-exclude>{convert(formula, display="block")}</div>'
