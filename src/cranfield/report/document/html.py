"""A page as HTML: one document without script or anything from elsewhere, or a fragment for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.document.blocks import Drawing, Heading, LinkedWords, Prose, Sheet
from cranfield.report.document.drawing import columns_of, in_order, numbered, stretches
from cranfield.report.svg.draw import render_svg
from cranfield.report.svg.text import escaped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.document.blocks import Block

__all__ = ["render_document", "render_fragment"]

WIDTH = 76  # of drawings
# colours of the reader's system; everything is inside .cranfield, so that a notebook keeps its own looks
STYLE = """
.cranfield{--ink:#1c2430;--faint:#5c6675;--line:#d5dae1;--paper:#fff;--mark:#0b57a4;--soft:#f3f5f8;
color:var(--ink);background:var(--paper);
font:15px/1.5 system-ui,"Noto Sans","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;
overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){.cranfield{--ink:#e4e8ee;--faint:#a3adba;--line:#3a4350;--paper:#14181e;
--mark:#84b9f5;--soft:#1d232b}}
.cranfield h1{font-size:1.45em;margin:1.8em 0 .4em}.cranfield>style+h1{margin-top:.2em}
.cranfield p:not(.faint)+.faint,.cranfield pre+.faint{margin-top:1.2em}
.cranfield h2{font-size:1.12em;margin:1.4em 0 .4em}
.cranfield h3{font-size:1em;margin:1.1em 0 .3em}.cranfield p{margin:.3em 0;max-width:60em}
.cranfield .faint,.cranfield figcaption{color:var(--faint)}.cranfield .wide{overflow-x:auto;margin:.5em 0}
.cranfield table{border-collapse:collapse;color:inherit;font-size:1em;
font-variant-numeric:tabular-nums;background:none;margin:0}
.cranfield th,.cranfield td{padding:.2em .8em .2em 0;text-align:left;vertical-align:top;border:0;
border-bottom:1px solid var(--line);color:inherit;background:none;font-size:1em}
.cranfield th,.cranfield td:first-child{overflow-wrap:break-word}.cranfield td.faint:last-child{min-width:11em}
.cranfield th{font-weight:600;vertical-align:bottom}.cranfield .right{text-align:right;white-space:nowrap}
.cranfield .strong{font-weight:700}.cranfield td.strong.right{color:var(--mark)}
.cranfield code,.cranfield pre{font-family:ui-monospace,"DejaVu Sans Mono","Noto Sans Mono CJK SC",monospace}
.cranfield code{background:var(--soft);padding:.15em .4em;border-radius:3px;color:inherit;white-space:pre-wrap}
.cranfield pre{line-height:1.2;margin:.4em 0;color:inherit;background:none;white-space:pre;overflow-x:auto}
.cranfield figure{margin:.8em 0}.cranfield figure svg{width:100%;max-width:420px;height:auto;display:block}
.cranfield .words td,.cranfield .words th{border:0;padding:0 .35em;text-align:center;
white-space:nowrap}.cranfield .words th{color:var(--faint);font-weight:400;text-align:left}
.cranfield .words .link{color:var(--mark);line-height:1.1}.cranfield .linked{background:var(--soft);border-radius:3px}
"""


def render_document(blocks: Sequence[Block], *, title: str, language: str = "en") -> str:
    """A whole document."""
    named = {"zh": "zh-CN"}.get(language, language)
    return (
        f'<!DOCTYPE html>\n<html lang="{named}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escaped(title)}</title>\n"
        "<style>html{background:#fff}@media(prefers-color-scheme:dark){html{background:#14181e}}"
        "body{margin:1.2em auto;max-width:64em;padding:0 1em}</style>\n</head>\n<body>\n"
        f"{render_fragment(blocks)}</body>\n</html>\n"
    )


def render_fragment(blocks: Sequence[Block]) -> str:
    """A piece of a page, with its own style."""
    return f'<div class="cranfield">\n<style>{STYLE}</style>\n' + "".join(map(_block, blocks)) + "</div>\n"


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{escaped(block.text)}</h{block.level}>\n"
    if isinstance(block, Prose):
        inner = f"<code>{escaped(block.text)}</code>" if block.code else escaped(block.text)
        return f'<p class="faint">{inner}</p>\n' if block.faint else f"<p>{inner}</p>\n"
    if isinstance(block, Sheet):
        return _sheet(block)
    drawn = _linked(block) if isinstance(block, LinkedWords) else _drawn(block)
    title = f"<figcaption>{escaped(block.title)}</figcaption>\n" if block.title else ""
    return f"<figure>\n{title}{drawn}</figure>\n"


def _drawn(drawing: Drawing) -> str:
    if drawing.picture is not None:  # it escapes what it draws, and inside of HTML it needs no namespace
        drawn = render_svg(drawing.picture, size="paper", background=None, unit="")
        return drawn.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    lines = "\n".join(escaped(line) for line in drawing.draw(WIDTH))
    return f'<pre role="img" aria-label="{escaped(drawing.title)}">{lines}</pre>\n'


def _sheet(sheet: Sheet) -> str:
    sides = ["right" if each.right else "" for each in sheet.columns]
    head = "".join(
        f"<th{_class(side)}>{escaped(each.name)}</th>" for side, each in zip(sides, sheet.columns, strict=True)
    )
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td{_class(side, each.style)}>{escaped(each.text)}{each.drawn}</td>"
            for side, each in zip(sides, row, strict=True)
        )
        + "</tr>\n"
        for row in sheet.rows
    )
    title = f"<p>{escaped(sheet.title)}</p>\n" if sheet.title else ""
    top = f"<thead><tr>{head}</tr></thead>\n" if sheet.named else ""
    below = "".join(f'<p class="faint">{escaped(each)}</p>\n' for each in sheet.below)
    return f'{title}<div class="wide"><table>\n{top}<tbody>\n{rows}</tbody>\n</table></div>\n{below}'


def _class(*names: str) -> str:
    given = " ".join(name for name in names if name)
    return f' class="{given}"' if given else ""


def _linked(words: LinkedWords) -> str:
    """Tables of words below each other; links are bars where none crosses, and numbers where some do."""
    if in_order(words.links):
        return "".join(
            _rows((words.names[0], "", words.names[1]), some) for some in stretches(columns_of(words), WIDTH)
        )
    above, below = numbered(words)
    lines = [_rows((words.names[0], ""), some) for some in stretches(above, WIDTH)]
    return "".join(lines + [_rows(("", words.names[1]), some) for some in stretches(below, WIDTH)])


def _rows(names: Sequence[str], columns: Sequence[tuple[str, ...]]) -> str:
    """One row of cells for each line; the line of links stands beside no name."""
    links = names.index("")
    lines = []
    for at, name in enumerate(names):
        cells = "".join(
            f"<td{_class('link' if at == links else 'linked' if each[links] else '')}>{escaped(each[at])}</td>"
            for each in columns
        )
        lines.append(f"<tr><th>{escaped(name)}</th>{cells}</tr>\n")
    return f'<div class="wide"><table class="words"><tbody>\n{"".join(lines)}</tbody></table></div>\n'
