"""The csv module has one limit for the whole process, which may be the user's own."""

import csv

import pytest

from cranfield import InputError, text
from cranfield.io.read import delimited
from cranfield.io.read.open import open_input


def test_reading_leaves_the_limit_of_cells_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "texts.csv"
    path.write_text('c,r\n"a\nb",x\n"c\nd"\n', encoding="utf-8")
    asked, real = [], delimited._lines_of
    monkeypatch.setattr(delimited, "_lines_of", lambda *given, **named: (asked.append(1), real(*given, **named))[1])
    before = csv.field_size_limit(100_000)
    try:
        with pytest.raises(InputError):
            text(data=path, candidates="c", references="r")
        given = open_input(str(tmp_path / "texts.csv"), "texts", columns={"c": "c"})
        assert given.lines([0]) == [3]
        assert csv.field_size_limit() == 100_000
        assert asked
    finally:
        csv.field_size_limit(before)
