"""What pages can say of the store is said in Chinese too."""

from __future__ import annotations

import re
from pathlib import Path

from cranfield.judge import store
from cranfield.words import language_named

# whose errors come up while people judge and admins look
SHOWN = ("answers", "assignment", "checked", "database", "disputes", "export", "leases", "people", "steps")
# what is said before any page is there, or of items as they are added
BEFORE = {"item-id", "no-postgres", "not-writable", "study-address", "study-missing", "study-there"}


def test_every_refusal_that_a_page_can_show_is_in_chinese():
    keys = set()
    for name in SHOWN:
        source = (Path(store.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
        keys |= set(re.findall(r'Study(?:Unavailable)?Error\(\s*"([a-z-]+)"', source))
        keys |= set(re.findall(r'\d+: "(study-[a-z-]+)"', source))  # by the codes of SQLite
    assert len(keys) > 25
    assert sorted(keys - BEFORE - language_named("zh").sentences.keys()) == []
