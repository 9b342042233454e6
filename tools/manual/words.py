"""The headings and sentences of generated pages, in both languages."""

from __future__ import annotations

from cranfield.report.markdown import escape

__all__ = ["SAID", "boxed", "for_site", "plain"]

SAID = {
    "en": {
        "ranking": "ranked lists",
        "labels": "labels and scores",
        "text": "generated texts",
        "ratings": "ratings and raters",
        "cost": "requests to engines",
        "family": "Measures",
        "family-page": "../{family}.md",
        "range": "Range",
        "undefined": "Undefined",
        "source": "Source",
        "also": "Also called",
        "in-tool": "In {tool}",
        "parameters": "Parameters",
        "parameter": "parameter",
        "default": "default",
        "rule": "must be",
        "meaning": "meaning",
        "at": "What stands behind the @ is `{at}`, as in `{name}@{at}`.",
        "elsewhere": "Where other tools print another number",
        "choose": "When to use it",
        "ignores": "It does not look at: ",
        "misleads": "It misleads when: ",
        "example": "Worked example",
        "example-says": "Computed when this page was built, from {files}.",
        "and": " and ",
        "other-page": "本页的中文版",
        "all-measures": "All measures",
        "measure": "measure",
        "says": "what it says",
        "all-says": "A measure is written `Name(parameter=value, ...)@cutoff`, such as `nDCG@10`, `P(rel=2)@5` or "
        "`BLEU-4`.\nNames are matched without regard to case, and the names that other tools use work too.",
        "choose-says": "The same table is printed by `cranfield measures --choose`.",
        "data": "The files of the examples",
        "data-says": "The worked examples of all measures use these small files.",
    },
    "zh": {
        "ranking": "排序结果",
        "labels": "类别与得分",
        "text": "生成文本",
        "ratings": "评分与评分者",
        "cost": "对引擎的请求",
        "family": "用于评价",
        "family-page": "index.md#{family}",
        "range": "取值范围",
        "undefined": "何时没有值",
        "source": "出处",
        "also": "又名",
        "in-tool": "{tool} 中的名称",
        "parameters": "参数",
        "parameter": "参数",
        "default": "默认值",
        "rule": "取值要求",
        "meaning": "含义",
        "at": "@ 后面写的是 `{at}`，例如 `{name}@{at}`。",
        "elsewhere": "哪些工具会给出不同的数",
        "choose": "什么时候用",
        "ignores": "不考虑：",
        "misleads": "何时会误导：",
        "example": "算例",
        "example-says": "由 {files} 在生成本页时计算得出。",
        "and": " 和 ",
        "other-page": "This page in English",
        "all-measures": "全部指标",
        "measure": "指标",
        "says": "含义",
        "all-says": "指标写作 `名称(参数=值, ...)@截断`，例如 `nDCG@10`、`P(rel=2)@5` 或 `BLEU-4`。"
        "名称不区分大小写，其他工具里的名称也可以直接使用。",
        "choose-says": "`cranfield measures --choose --lang zh` 打印同样的表。",
        "data": "算例所用的文件",
        "data-says": "所有指标的算例都使用下面这些小文件。",
    },
}


def boxed(kind: str, content: str) -> str:
    """A table with looks of its own."""
    return f'<div class="{kind}" markdown>\n\n{content}\n\n</div>'


def plain(text: str) -> str:
    """A sentence that stands for itself, but for what is quoted as code."""
    pieces = text.split("`")
    return "".join(
        f"`{piece}`" if at % 2 and at < len(pieces) - 1 else for_site(escape(piece)) for at, piece in enumerate(pieces)
    )


def for_site(markdown: str) -> str:
    """Markdown for mkdocs, which takes no backslash before < and ~ and reads braces as attributes."""
    return markdown.replace("\\<", "&lt;").replace("\\~", "~").replace("{", "&#123;")
