"""LaTeX that compiles, whatever a cell, a name or a mark holds."""

import re
import shutil
import subprocess

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cranfield import demo
from cranfield.report.grid import Cell, Grid, Row
from cranfield.report.latex import grid_table
from report_samples import HOSTILE

texts = st.one_of(
    st.sampled_from(HOSTILE), st.text("&%$#_{}\\~^|\"[]<>-ab1 \n\r\t", max_size=8), st.text(max_size=6)
)  # fmt: skip
cells = st.builds(Cell, texts, st.booleans(), texts, st.booleans())
_ESCAPES = re.compile(
    r"\\(?:[&%$#_{}]|quad |dots\{\}|text(?:backslash|asciitilde|asciicircum|bar|quotedbl|less|greater)\{\})"
    r"|\$(?:<|>|-|\\(?:dagger|uparrow|downarrow))\$|\{[\[\]]\}"
)


@example(title="", corner="", columns=("", ""), rows=[Row("", (Cell("", best=False), Cell("]", best=True)))])
@given(
    title=texts, corner=texts, columns=st.tuples(texts, texts),
    rows=st.lists(st.builds(Row, texts, st.tuples(cells, cells), st.booleans()), max_size=4),
)  # fmt: skip
def test_no_text_of_a_table_means_anything_to_latex(title, corner, columns, rows):
    lines = grid_table(Grid(title, corner, columns, tuple(rows))).splitlines()
    lines = lines[1:] if title else lines
    assert lines[0].startswith(r"\begin{tabular}{l")
    assert (lines[1], lines[3], *lines[-2:]) == (r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabular}")
    body = [lines[2], *lines[4:-2]]
    assert len(body) == len(rows) + 1
    for line in body:
        bare = re.sub(r"\\text(?:bf|superscript)\{", "{", line.removesuffix(r" \\"))  # first: {]} is an escape too
        bare = _ESCAPES.sub("", bare)
        assert bare.count("&") == 2
        assert not re.search(r"[\\%$#_~^]", bare)
        assert bare.count("{") == bare.count("}")


@pytest.mark.parametrize(
    "arguments",
    [
        ("correlate", demo.JUDGMENTS, *demo.RUNS, "-m", "AP", "-m", "P@5"),
        ("power", demo.JUDGMENTS, *demo.RUNS, "-m", "AP", "--difference", "1%"),
        ("compare", demo.JUDGMENTS, *demo.RUNS, "-m", "AP", "-m", "P@5"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_percentage_and_place_is_escaped(arguments, cranfield, tmp_path):
    written = cranfield(*arguments, "--format", "latex", "--quiet").out
    for line in written.splitlines():
        assert line.startswith("%") or not re.search(r"(?<!\\)[#%]", line)
    if shutil.which("pdflatex") is None:
        return
    whole = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage{booktabs}"
    (tmp_path / "page.tex").write_text(f"{whole}\\begin{{document}}\n{written}\\end{{document}}\n")
    made = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=tmp_path, capture_output=True,
        check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout[-800:]
