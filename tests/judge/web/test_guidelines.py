"""Guidelines are shown as headings, lists, paragraphs and bold words, and never as markup of their own."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from cranfield.judge.web.guidelines import blocks_of

TEXT = """# How to judge

Give **0** for no help,
and 2 * 3 * 4 stays.
- one **point**
  goes on
- <img src=x onerror=alert(1)>

1. first
2) second
"""


def test_a_little_markdown_becomes_blocks():
    told = [(each.kind, ["".join(f"[{words}]" if bold else words for words, bold in row) for row in each.rows])
            for each in blocks_of(TEXT)]  # fmt: skip
    assert told == [
        ("heading", ["How to judge"]),
        ("paragraph", ["Give [0] for no help,", "and 2 * 3 * 4 stays."]),
        ("points", ["one [point] goes on", "<img src=x onerror=alert(1)>"]),
        ("numbers", ["first", "second"]),
    ]


def test_the_page_shows_them_escaped(serve):
    page = serve(guidelines=TEXT).client("ann").ask("GET", "/judge").text
    assert "<h3>How to judge</h3>" in page
    assert "<strong>0</strong>" in page
    assert "<li>&lt;img src=x onerror=alert(1)&gt;</li>" in page
    assert "<img" not in page


def test_what_is_missing_in_a_form_is_told_in_the_language_of_the_page(serve):
    client = serve(language="zh").client("boss", "admin")
    assert "请先填写姓名。" in client.ask("POST", "/admin/invite", form={"name": " ", "role": "annotator"}).text
    assert "还有一项没有回答。" in client.ask("POST", "/admin/disputes", form={"item": "x"}).text
