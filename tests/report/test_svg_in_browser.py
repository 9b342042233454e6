"""In a real browser no text leaves its picture or lies on another; skipped where there is no Chromium."""

import html
import re
import shutil
import subprocess

import pytest

from cranfield import curve, evaluate, labels, ranking
from cranfield.demo import JUDGMENTS, RUNS
from cranfield.report.pictures.choose import picture
from cranfield.report.svg.draw import render_svg
from cranfield.report.svg.style import SIZES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NAMES = (
    ["a", "b", "c"],
    [f"a-very-long-name-of-a-run-with-{at}-many-parts-tuned-twice.final.run" for at in range(3)],
    ["检索系统甲", "检索系统乙（第二版，使用同义词扩展与重排序）", "<img src=x onerror=document.title='ran'>"],
)
# a text may touch the line box of its neighbour, but not its letters
SCRIPT = """<script>
const found = [];
for (const one of document.querySelectorAll('.picture')) {
  const frame = one.querySelector('svg').getBoundingClientRect(), seen = [];
  for (const text of one.querySelectorAll('text')) {
    const box = text.getBoundingClientRect();
    const beside = box.left < frame.left - 1 || box.right > frame.right + 1;
    if (beside || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
      found.push(one.dataset.name + ': outside: ' + text.textContent);
    for (const [other, said] of seen) {
      const x = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const y = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (x > 1 && y > 0.35 * Math.min(box.height, other.height))
        found.push(one.dataset.name + ': on each other: ' + text.textContent + ', ' + said);
    }
    seen.push([box, text.textContent]);
  }
}
const report = document.createElement('pre');
report.id = 'report';
report.textContent = document.querySelectorAll('.picture').length + '\\n' + found.join('\\n');
document.body.replaceChildren(report);
</script>"""


def pictures(names):
    systems = [ranking(JUDGMENTS, run, system=name) for run, name in zip(RUNS, names, strict=True)]
    results = [evaluate(each, ["AP"]) for each in systems]
    truth = ["yes" if at % 3 else "no" for at in range(60)]
    scored = [
        labels(truth=truth, guess=truth[::-1], score=[(at * 7 * step) % 60 / 60 for at in range(60)], system=name)
        for step, name in enumerate(names, 1)
    ]
    yield picture(curve(systems, "pr"))
    yield picture(curve(systems, "pr", query="q01"), language="zh")
    yield picture(curve(systems, "gain", measure=["nDCG", "P"]))
    yield picture(curve(results, "queries"))
    yield picture(curve(results, "queries"), kind="scatter")
    for kind in ("roc", "prc", "calibration", "scores", "confusion"):
        yield picture(curve(scored, kind), language="zh" if kind == "roc" else "en")


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
@pytest.mark.parametrize("fonts", ["", "text { font-family: monospace !important }"], ids=["usual", "wide"])
def test_text_has_its_room_in_a_browser(tmp_path, fonts):
    parts = [
        f'<div class="picture" data-name="{html.escape(f"{names[0]} {shown.title} {size}")}">{svg}</div>'
        for names in NAMES
        for shown in pictures(names)
        for size in SIZES
        for svg in [render_svg(shown, size=size, heading="A heading that is longer than the picture is wide " * 3)]
    ]
    page = tmp_path / "all.html"
    page.write_text(
        f"<meta charset=utf-8><title>quiet</title><style>{fonts}</style><body>{''.join(parts)}{SCRIPT}",
        encoding="utf-8",
    )
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
               "--virtual-time-budget=10000", "--dump-dom", page.as_uri()]  # fmt: skip
    shown = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert "<title>quiet</title>" in shown
    report = html.unescape(re.search(r'<pre id="report">(.*?)</pre>', shown, re.DOTALL)[1])
    count, *faults = report.strip().split("\n")
    assert int(count) == len(parts)
    assert faults == []
