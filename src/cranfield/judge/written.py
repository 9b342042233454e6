"""Judgments of a study as text: one grade a document with the rule that made it, and every answer as it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.report.page import separated
from cranfield.words import say

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.judge.store.facts import Qrels

__all__ = ["judgments_csv", "judgments_rows", "qrels_lines", "qrels_told"]

_RULES = {
    "median": "rule-median", "majority": "rule-majority", "mean": "rule-mean", "adjudicated": "rule-adjudicated",
    "dawid-skene": "rule-dawid-skene",
}  # fmt: skip
_ROUNDED = 6  # decimals of a mean in a file of lines


def qrels_told(qrels: Qrels, title: str) -> list[str]:
    """By which rule the grades were made, and what is not among them."""
    facts = {
        "rule": qrels.rule, "dimension": qrels.dimension, "count": len(qrels.table), "decided": qrels.decided,
        "gold": qrels.gold, "title": " ".join(title.split()),  # a line of comment is one line
    }  # fmt: skip
    lines = [say("export-by-rule", {**facts, "how": _RULES[qrels.rule]})]
    if qrels.disputed:
        lines.append(say("export-disputed", {"count": qrels.disputed, "left_out": qrels.left_out}))
    if qrels.uncovered:
        lines.append(say("export-uncovered", {"count": qrels.uncovered}))
    if qrels.few_answers or qrels.few_items:
        lines.append(say("export-few", {"items": qrels.few_answers, "people": qrels.few_items}))
    return lines


def qrels_lines(qrels: Qrels, source: str) -> str:
    """TREC's four fields, which have no place for blanks."""
    lines = []
    for row in qrels.table.to_pylist():
        for name in (row["query"], row["doc"]):
            if name.split() != [name] or name.startswith("#"):
                raise InputError("export-blank", source=source, name=name)
        grade = row["grade"]
        shown = str(int(grade)) if grade.is_integer() else f"{grade:.{_ROUNDED}f}".rstrip("0")
        lines.append(f"{row['query']} 0 {row['doc']} {shown}\n")
    return "".join(lines)


def judgments_rows(table: pa.Table) -> list[dict[str, Any]]:
    """Raw judgments with times that every program reads."""
    return [row | {"at": _time(row["at"])} for row in table.to_pylist()]


def judgments_csv(table: pa.Table, *, spreadsheet: bool = False) -> str:
    """Raw judgments below a header; what annotators wrote may begin as a formula does."""
    return separated(judgments_rows(table), ",", spreadsheet=spreadsheet, names=table.column_names)


def _time(moment: Any) -> str:
    return str(moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
