"""Write the generated documentation again: docs/measures.md, docs/pictures, and marked parts of other pages.

python tools/make_docs.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from cranfield import curve, judgments, ranking
from cranfield.core.policy import PROFILES, Policy
from cranfield.core.registry import registry
from cranfield.core.spec import parse_all
from cranfield.demo import JUDGMENTS, RUNS
from cranfield.measures.ranking.foreign import NICKNAMES
from cranfield.report.catalogue import names_of, parameters_of, range_of
from cranfield.report.pictures.choose import picture
from cranfield.report.svg.draw import render_svg
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

ROOT = Path(__file__).parent.parent


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _measure(measure: type[Measure]) -> str:
    at = (f"-{measure.dash}" if measure.dash_always else "") + (f"@{measure.at}" if measure.at else "")
    lines = [
        f"## {measure.name}{at}",
        "",
        measure.describe(),
        measure.chinese,
        "",
        f"- Formula: `{measure.formula}`",
        f"- Range: {range_of(measure)}",
    ]
    if measure.undefined_when:
        lines.append(f"- Undefined when {say(measure.undefined_when, {})}")
    lines.append(f"- Source: {measure.source}")
    for tool, names in names_of(measure).items():
        label = "Also" if tool == "cranfield" else f"In {tool}"
        lines.append(f"- {label}: " + ", ".join(f"`{name}`" for name in names))
    if parameters := parameters_of(measure):
        lines += ["", "| parameter | default | must be | meaning |", "|---|---|---|---|"]
        lines += [
            f"| `{name}` | `{default}` | {_cell(rule)} | {_cell(text)} |" for name, default, rule, text in parameters
        ]
    return "\n".join(lines) + "\n"


def measures_page() -> str:
    """Every ranking measure, in English and Chinese."""
    measures = registry("ranking")
    names = sorted(measures, key=str.lower)
    listed = [f"| [{name}](#{_anchor(measures[name])}) | {_cell(measures[name].describe())} |" for name in names]
    nicknames = [
        f"- `{name}`: {len(found)} measures, from `{found[0]}` to `{found[-1]}`"
        for name, found in ((name, parse_all(name, "ranking")) for name in NICKNAMES)
    ]
    intro = [
        "# Measures of ranked lists",
        "",
        "This page is made from the measures themselves by `make docs`; do not edit it.",
        "本页由 `make docs` 根据指标本身生成，请勿手工修改。",
        "",
        "A measure is written `Name(parameter=value, ...)@cutoff`, such as `nDCG@10`, `P(rel=2)@5` or `RBP(p=0.8)`.",
        "指标写作 `名称(参数=值, ...)@截断`，大小写不限；其他工具里的名称也可以直接使用。",
        "Names are matched without regard to case, and the names that other tools use work too.",
        "A name ending in `_...` takes what that tool appends, such as the cutoffs in `P_10` and `ndcg_cut.5,10`.",
        "",
        "| measure | what it says |",
        "|---|---|",
        *listed,
        "",
        "Names for sets of measures:",
        "",
        *nicknames,
        "",
    ]
    return "\n".join(intro) + "\n" + "\n".join(_measure(measures[name]) for name in names)


def family_part(family: str) -> str:
    """Every measure of a family, in English and Chinese."""
    measures = registry(family)
    return "\n".join(_measure(measures[name]) for name in sorted(measures, key=str.lower)).rstrip()


def _anchor(measure: type[Measure]) -> str:
    """The way GitHub makes anchors of headings."""
    return re.sub(r"[^\w-]", "", (measure.name + (measure.at or "")).lower())


def policy_tables() -> str:
    """The decisions with their choices, and what each profile decides."""
    lines = ["| decision | option | choices (default first) | about |", "|---|---|---|---|"]
    for each in fields(Policy):
        choices = each.metadata.get("choices") or (("off", "on") if isinstance(each.default, bool) else ("none", "N"))
        shown = ", ".join(f"`{choice}`" for choice in choices)
        lines.append(f"| `{each.name}` | `--{each.name.replace('_', '-')}` | {shown} | {each.metadata['help']} |")
    lines += ["", "| profile | differs from the default in |", "|---|---|"]
    lines += [
        f"| `{name}` | {'nothing' if str(policy) == 'default' else f'`{policy}`'} |"
        for name, policy in PROFILES.items()
    ]
    return "\n".join(lines)


def demo_screen() -> str:
    """What `cranfield demo` prints in a terminal of 80 columns."""
    environment = {**os.environ, "COLUMNS": "80"}
    command = [sys.executable, "-m", "cranfield", "demo"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return "```console\n$ cranfield demo\n" + done.stdout.split("\nTry next")[0].rstrip() + "\n```"


def replace_part(text: str, name: str, content: str) -> str:
    """The text with the part between `<!-- name -->` and `<!-- end name -->` replaced."""
    start, end = f"<!-- {name} -->", f"<!-- end {name} -->"
    before, _, rest = text.partition(start)
    _, found, after = rest.partition(end)
    if not found:
        message = f"there is no part {name!r}"
        raise ValueError(message)
    return f"{before}{start}\n{content}\n{end}{after}"


def pictures() -> dict[str, str]:
    """Pictures of the built-in collection, by their names."""
    gold = judgments(JUDGMENTS)
    systems = [ranking(gold, run, system=run.stem) for run in RUNS]
    tables = {
        "pr": curve(systems, "pr"),
        "gain": curve(systems, "gain", measure="nDCG", depth=20),
        "queries": curve(systems[1:], "queries", measure="AP"),
    }
    return {name: render_svg(picture(table)) for name, table in tables.items()}


def make_pages() -> dict[str, str]:
    """Every page with a generated part, by its path in the repository."""
    readme, policy = (ROOT / "README.md").read_text("utf-8"), (ROOT / "docs" / "policy.md").read_text("utf-8")
    return {
        "docs/measures.md": measures_page(),
        **{
            f"docs/{family}.md": replace_part(
                (ROOT / "docs" / f"{family}.md").read_text("utf-8"), "measures", family_part(family)
            )
            for family in ("labels", "text", "ratings", "cost")
        },
        "docs/policy.md": replace_part(policy, "decisions", policy_tables()),
        "README.md": replace_part(readme, "demo", demo_screen()),
        **{f"docs/pictures/{name}.svg": svg for name, svg in pictures().items()},
    }


def main() -> None:
    """Write the pages."""
    for path, content in make_pages().items():
        (ROOT / path).parent.mkdir(exist_ok=True)
        (ROOT / path).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
