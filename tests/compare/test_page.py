"""What the page about comparisons shows is what comes out."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "significance.md").read_text(encoding="utf-8")


def test_the_examples_of_the_page_are_true():
    names = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        code = "\n".join(line for line in block.split("\n") if "found.table()" not in line)
        exec(compile(code, "docs/significance.md", "exec"), names)
    pair, found = names["pair"], names["found"]
    assert (pair.baseline_value, pair.value) == (0.5, 0.8)
    assert pair.difference == pytest.approx(0.3)
    assert (round(pair.low, 2), round(pair.high, 2), round(pair.p, 3)) == (-0.01, 0.61, 0.055)
    assert {name: round(p, 2) for name, p in pair.others.items()} == {"randomization": 0.11, "mcnemar": 0.11}
    assert not pair.disagree
    assert (pair.wins, pair.ties, pair.losses) == (8, 10, 2)
    assert found.to_arrow().num_rows == 2
    assert (names["honest"], round(names["theirs"], 4)) == (1, 0.0001)


def test_the_page_names_every_choice():
    from cranfield.compare.asked import _CHOICES

    for choices in _CHOICES.values():
        for each in choices:
            assert each in PAGE
