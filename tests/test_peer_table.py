"""Every cell of the table in the README that stands next to other tools says what was tried."""

import re

import pytest

from cranfield.core.policy import PROFILES
from peer_cells import CELLS, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def table():
    rows = re.search(r"^\| \| Cranfield .*?\n\n", README, re.DOTALL | re.MULTILINE)[0].strip().split("\n")
    names, _, *cells = ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
    return {(row[0], name): cell for row in cells for name, cell in zip(names[1:], row[1:], strict=True)}


TABLE = table()


def test_every_cell_has_something_behind_it():
    assert set(CELLS) == set(TABLE)


def placed(place):
    """ranx compiles its code when it is first called."""
    marks = pytest.mark.slow if place[1] == "ranx" else ()
    return pytest.param(place, id=f"{place[1]}: {place[0]}", marks=marks)


@pytest.mark.parametrize("place", list(map(placed, TABLE)))
def test_a_cell_says_what_was_tried(place, tmp_path):
    function, name = CELLS[place]
    assert function(tmp_path, name) == TABLE[place]


def test_the_profiles_below_the_table_are_there():
    line = next(each for each in README.split("\n") if each.startswith("`--profile "))
    assert set(re.findall(r"`(?:--profile )?([\w-]+)`", line)) <= {*PROFILES}
