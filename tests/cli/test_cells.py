"""Text in the cells of a table: as wide as a terminal shows it."""

import pytest

from cranfield.report.cells import fold, justify, styled, width_of
from cranfield.words import visible


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("abc", 3), ("查询", 4), ("é", 1), ("e\u0301", 1), ("a\u200db", 2), ("ｆ", 2)]
)
def test_width_is_that_of_a_terminal(text, width):
    assert width_of(text) == width
    assert width_of(justify(text, 9)) == width_of(justify(text, 9, right=True)) == 9


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("short", ["short"]),
        ("two words", ["two", "words"]),
        ("abcdefghij", ["abcde", "fghij"]),
        ("a bcdefghij", ["a", "bcdef", "ghij"]),
        ("查询系统", ["查询", "系统"]),
        ("  ab cd", ["  ab", "  cd"]),
    ],
)
def test_long_text_is_cut_between_words(text, lines):
    assert fold(text, 5) == lines


def test_control_characters_are_spelt_out():
    assert visible("a\x1b[31mb\n") == "a\\x1b[31mb\\n"
    assert visible("查询 a") == "查询 a"


def test_styles_need_colour():
    assert styled("x", "bold", colour=True) == "\x1b[1mx\x1b[0m"
    assert styled("x", "bold", colour=False) == styled("x", "", colour=True) == "x"
