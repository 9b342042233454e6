"""What a report says about how long queries took."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["LATENCY"]

LATENCY: dict[str, Template] = {
    "report-latency": "Latency beside quality",
    "report-latency-hint": "How long requests took[columns?, as the runs themselves say it ({columns:all})]; nothing is"
    " measured here.",
    "report-mean": "mean",
    "report-median": "median",
    "report-p95": "95 % take at most",
    "report-p99": "99 % take at most",
    "report-timed": "requests",
    "report-latency-unread": "{system}: how long its queries took cannot be read: {why}.",
    # what the scripts of the page say
    "report-took": "latency",
}
