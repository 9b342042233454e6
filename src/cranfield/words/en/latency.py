"""What a report says about how long queries took."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["LATENCY"]

LATENCY: dict[str, Template] = {
    "report-latency": "Latency beside quality",
    "report-latency-hint": "How long queries took as the runs themselves say it ({columns:all}); nothing is measured"
    " here.",
    "report-median": "median",
    "report-p95": "95 % take at most",
    "report-longest": "longest",
    "report-timed": "queries with a time",
    "report-latency-varied": "{system}: the rows of {count:queries} do not agree on {column}; the largest counts.",
    "report-latency-no-unit": "{system}: {column} does not say its unit; the numbers are as they were given.",
    "report-latency-unread": "{system}: how long its queries took cannot be read: {why}.",
    # what the scripts of the page say
    "report-took": "latency",
}
