"""Chinese."""

from __future__ import annotations

from cranfield.words.telling import Language

LANGUAGE = Language({}, {}, {}, {"comma": "、", "and": "和", "or": "或", "more": "及另外 {} 个", "rest": "等"})
