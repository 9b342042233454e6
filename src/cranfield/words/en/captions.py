"""What goes wrong with files of queries and documents that a report shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["CAPTIONS"]

CAPTIONS: dict[str, Template] = {
    "caption-csv": "cannot be read as cells with commas between them ({why}); mend the line, or give lines of JSON",
    "no-topics": "has no topics; expected <top> with <num> and <title>, or <topic number=...>; give lines of an id, a"
    " tab and a text, or lines of JSON",
    "topic-without-number": "the topic has no number; write it as <num> 301 or <topic number=...>",
    "topic-without-words": "topic {number:quoted} has no words; write them behind <title>, <query> or <desc>",
}
