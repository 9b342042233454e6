"""Every page of the site in a language, by its path: written ones from docs/, and those made from the code."""

from __future__ import annotations

import re
from pathlib import Path

from cranfield.core.registry import families, registry
from manual.commands import commands_page
from manual.examples import FILES
from manual.lists import choosing_page, family_table, index_page
from manual.measure_page import file_of, measure_page
from manual.python_reference import python_reference

__all__ = ["DOCS", "NAVIGATION", "pages"]

DOCS = Path(__file__).parents[2] / "docs"
MARKS = "<!-- measures -->", "<!-- end measures -->"
# in both languages: title and page, or title and those below it; None stands for all measures
NAVIGATION = {
    "en": [
        ("Start", "index.md"),
        ("Choosing a measure", "choosing.md"),
        ("What you have", [("Ranked lists", "ranking.md"), ("Labels and scores", "labels.md"), ("Texts", "text.md"),
                           ("Ratings and raters", "ratings.md"), ("Requests to engines", "cost.md"),
                           ("Formats", "formats.md"),
                           ("Larger than memory", "out-of-core.md"), ("On Spark", "spark.md")]),
        ("What you ask", [("Explain a number", "explain.md"), ("Compare systems", "compare.md"),
                          ("What comparisons mean", "significance.md"), ("What to judge next", "pools.md"),
                          ("Let people judge", "judging.md"),
                          ("Measure running engines", "live.md"),
                          ("What a closed loop hides", "coordinated-omission.md"),
                          ("Let a model judge", "judges.md"),
                          ("One page to share", "report.md"),
                          ("Pictures", "plot.md")]),
        ("People judge", "studies.md"),
        ("Measures", None),
        ("Ties, missing, undefined", "policy.md"),
        ("Coming from other tools", [("What changes", "coming-from.md"),
                                     ("Faults not repeated", "trec_eval-faults.md")]),
        ("Reference", [("Commands", "commands.md"), ("Python by example", "python.md"),
                       ("Python reference", "reference.md"), ("Glossary", "glossary.md")]),
        ("Inside", [("Architecture", "architecture.md"), ("Reliability", "reliability.md")]),
    ],
    "zh": [("开始", "index.md"), ("选择指标", "choosing.md"), ("全部指标", None)],
}  # fmt: skip


def pages(language: str = "en") -> dict[str, str]:
    """Path in the site's folder and Markdown."""
    found = {
        "choosing.md": choosing_page(language=language),
        "measures/index.md": index_page(language=language),
        **{f"measures/examples/{name}": content for name, content in FILES.items()},
    }
    for family in families():
        for measure in registry(family).values():
            found[f"measures/{file_of(measure)}"] = measure_page(measure, language=language)
    if language == "zh":
        return found | {path.name: _joined(_across(path.read_text("utf-8"))) for path in (DOCS / "zh").glob("*.md")}
    found |= {"commands.md": commands_page(), "reference.md": python_reference()}
    for path in DOCS.glob("*.md"):
        if path.name != "measures.md":  # in the repository only: the site has a page for each measure
            found[path.name] = _written(path)
    return found


def _written(path: Path) -> str:
    """A page of docs/, with links to the pages of measures where the repository has their descriptions."""
    content = _across(path.read_text("utf-8")).replace("](measures.md)", "](measures/index.md)")
    if MARKS[0] in content:
        before, _, rest = content.partition(MARKS[0])
        content = f"{before}## Measures\n\n{family_table(path.stem)}\n{rest.partition(MARKS[1])[2]}"
    return content


def _across(content: str) -> str:
    """Links to the other language as HTML: each language is a site of its own to mkdocs."""
    content = content.replace("](../measures.md)", "](measures/index.md)")
    return re.sub(r"\[([^]]*)\]\(((?:zh|\.\.)/\w+)\.md\)", r'<a href="\2.html">\1</a>', content)


def _joined(content: str) -> str:
    """Chinese sentences of a paragraph without the blank that a line end would become; blocks stay as they are."""
    parts = re.split(r"(^```.*?^```$)", content, flags=re.DOTALL | re.MULTILINE)
    parts[::2] = [re.sub(r"(?<=[。；！？])\n(?=[^\n])", "", part) for part in parts[::2]]
    return "".join(parts)
