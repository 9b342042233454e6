"""Explanations as LaTeX can be set by pdflatex: what is drawn has only signs that every font has."""

import re
import shutil
import subprocess

import pytest

from cranfield import difference, evaluate, explain, overview, ranking
from cranfield.report.explanation import render_explanations

QRELS = {"q1": {"d1": 2, "d2": 0, "d3": 1, "d4": 3}, "q2": {"d1": 1}, "q3": {"d2": 1}}
RUN = {"q1": {"d1": 3.0, "d2": 5.0, "d3": 1.0}, "q2": {"d1": 1.0}, "q3": {"d1": 1.0}}
HEAD = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs,tabularx,fancyvrb}\\begin{document}\n"


def page():
    batch = ranking(QRELS, RUN)
    results = evaluate(batch, ["AP", "nDCG"])
    told = [explain(batch, "AP", "q1"), explain(batch, "nDCG", "q1"), overview(batch, "AP")]
    return render_explanations([(each, [results]) for each in told], "latex")


def test_a_page_without_foreign_words_is_plain_ascii():
    shown = page()
    drawn = re.findall(r"\\begin\{Verbatim\}.*?\\end\{Verbatim\}", shown, re.DOTALL)
    assert len(drawn) >= 2
    assert any("o" in each and "|" in each for each in drawn)
    assert any("#" in each for each in drawn)
    assert shown.isascii(), [line for line in shown.split("\n") if not line.isascii()]
    assert "ctex" in shown.split("\n")[0]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_pdflatex_sets_the_page(tmp_path):
    (tmp_path / "page.tex").write_text(HEAD + page() + "\\end{document}\n", encoding="utf-8")
    command = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]


def test_rounding_that_does_not_show_has_no_row():
    other = ranking(QRELS, {"q1": {"d4": 9.0, "d3": 7.0, "d1": 3.0}})
    batch = ranking(QRELS, RUN)
    for measure in ("AP", "nDCG", "DCG"):
        told = difference(explain(batch, measure, "q1"), explain(other, measure, "q1"))
        results = [evaluate(each, [measure]) for each in (batch, other)]
        assert abs(told.rounding) < 1e-12
        assert "rounding" not in render_explanations([(told, results)])
        assert '"rounding"' in render_explanations([(told, results)], "json")
