"""A page as LaTeX with tables in the style of booktabs, for papers and lectures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.document.blocks import Heading, LinkedWords, Prose, Sheet
from cranfield.report.latex import escape
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.document.blocks import Block

__all__ = ["render_page"]

WIDTH = 76
_HEADINGS = {1: "section*", 2: "subsection*", 3: "paragraph"}
_NEEDS = r"% needs \usepackage{booktabs,tabularx,fancyvrb}; Chinese also \usepackage{ctex} and xelatex"
# fonts of LaTeX have no signs to draw with: the nearest ones that every font has
_DRAWN = str.maketrans(
    dict.fromkeys("█▉▊▋▌▍▎▏", "#") | dict.fromkeys("─┴", "-") | {"│": "|", "┤": "|", "└": "+", "●": "o"}
)


def render_page(blocks: Sequence[Block]) -> str:
    """Sections, paragraphs, tables and drawings."""
    return "\n\n".join([_NEEDS, *(_block(block) for block in blocks)]) + "\n"


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return rf"\{_HEADINGS.get(block.level, 'paragraph')}{{{escape(block.text)}}}"
    if isinstance(block, Prose):
        return rf"\noindent\texttt{{{escape(block.text)}}}" if block.code else escape(block.text)
    if isinstance(block, Sheet):
        return _sheet(block)
    if isinstance(block, LinkedWords):
        return _linked(block)
    # no line of a drawing can end the environment, as its signs are ours and names are told in one line
    lines = [visible(line).replace("\\", "/").translate(_DRAWN) for line in block.draw(WIDTH)]
    title = escape(block.title.translate(_DRAWN))  # which names the signs
    return "\n".join([title, r"\begin{Verbatim}[fontsize=\small]", *lines, r"\end{Verbatim}"])


def _sheet(sheet: Sheet) -> str:
    folded = [not each.right and any(len(row[at].text) > WIDTH // 2 for row in sheet.rows)
              for at, each in enumerate(sheet.columns)]  # fmt: skip
    shape = "".join(
        "r" if each.right else "X" if wide else "l" for each, wide in zip(sheet.columns, folded, strict=True)
    )
    begin, end = (r"\begin{tabularx}{\linewidth}", r"\end{tabularx}") if any(folded) else (
        r"\begin{tabular}", r"\end{tabular}"
    )  # fmt: skip
    lines = [escape(sheet.title), ""] if sheet.title else []
    lines += [rf"\noindent{begin}{{{shape}}}", r"\toprule"]
    if sheet.named:
        lines += [" & ".join(escape(each.name) for each in sheet.columns) + r" \\", r"\midrule"]
    for row in sheet.rows:
        texts = (rf"\textbf{{{escape(each.text)}}}" if each.style == "strong" else escape(each.text) for each in row)
        lines.append(" & ".join(texts) + r" \\")
    lines += [r"\bottomrule", end]
    lines += ["", *(escape(each) + r"\\" for each in sheet.below)] if sheet.below else []
    return "\n".join(lines)


def _linked(words: LinkedWords) -> str:
    """Both lines with the numbers of the links above the words."""
    order = sorted(words.links)
    numbers = [{link[side]: str(at) for at, link in enumerate(order, 1)} for side in (0, 1)]
    lines = [escape(words.title) + (r"\\" if words.title else "")]
    for name, side, marks in zip(words.names, (words.above, words.below), numbers, strict=True):
        shown = (
            escape(word) + (rf"\textsuperscript{{{marks[at]}}}" if at in marks else "") for at, word in enumerate(side)
        )
        lines.append(rf"\textit{{{escape(name)}}}: " + " ".join(shown) + r"\\")
    return "\n".join(lines)
