"""The page about explanations shows what each family explains, and its Python is true."""

from __future__ import annotations

import re

from cranfield.core.registry import registry, unregister
from page_commands import ROOT, files_of, shown_on

PAGE = ROOT / "docs" / "explain.md"


def test_the_page_shows_commands_and_files():
    assert len(shown_on(PAGE)) >= 9
    assert set(files_of(PAGE)) == {"qrels.txt", "old.run", "new.run", "reference.txt", "system.txt", "clicks.csv"}


def test_the_python_examples_are_true():
    names: dict[str, object] = {}
    try:
        for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
            exec(compile(block, "docs/explain.md", "exec"), names)
            for line in block.splitlines():
                code, _, comment = line.partition("#")
                if re.match(r"\s*[\[(]", comment) and "=" not in code:
                    value = re.match(r"\s*([\[(].*[\])])", comment)[1]
                    assert eval(code, names) == eval(value), line
    finally:
        unregister(registry("ranking")["Gaps"])
