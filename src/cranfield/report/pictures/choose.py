"""`picture`: from any tidy table of curves or comparisons to the picture of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cranfield.core.arguments import CHOICE, NAME, Rule, door, optional
from cranfield.core.tidy import facts_of
from cranfield.errors import InputError, MeasureError, nearest
from cranfield.report.pictures import bars, engines, lines, rows
from cranfield.report.svg.convert import render_pdf, render_png
from cranfield.report.svg.draw import render_svg
from cranfield.report.svg.picture import Picture
from cranfield.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    import pyarrow as pa

__all__ = ["KINDS", "Shown", "picture"]

KINDS: dict[str, Callable[..., Picture]] = {
    "pr": lines.pr,
    "pr-query": lines.pr_query,
    "gain": lines.gain,
    "roc": lines.roc,
    "prc": lines.prc,
    "calibration": lines.calibration,
    "robustness": lines.robustness,
    "latency": lines.latency,
    "scores": bars.scores,
    "queries": bars.queries,
    "scatter": bars.scatter,
    "confusion": rows.confusion,
    "intervals": rows.intervals,
    "differences": rows.differences,
    "rates": engines.rates,
    "sweep": engines.sweep,
    "timeline": engines.timeline,
}

# asked by name: pyarrow is loaded only by who makes a table
_TABLE = Rule("be-table", lambda value: type(value).__module__ == "pyarrow.lib" and hasattr(value, "num_columns"))


class Shown(Picture):
    """A picture that a notebook shows by itself, and that can be saved."""

    @door(size=CHOICE, heading=NAME)
    def save(self, path: str | PathLike[str], *, size: str = "paper", heading: str = "") -> None:
        """Write it to a file; the ending says whether it is .svg, .png or .pdf."""
        ending, shape = Path(path).suffix.lower(), {"size": size, "heading": heading}
        if ending not in (".svg", ".png", ".pdf"):
            raise InputError("unknown-ending", source=str(path), ending=ending, endings=[".svg", ".png", ".pdf"])
        if ending == ".svg":
            data = render_svg(self, **shape).encode()
        else:
            data = (render_png if ending == ".png" else render_pdf)(self, **shape)
        try:
            Path(path).write_bytes(data)
        except OSError as error:
            raise InputError("not-writable", source=str(path), why=error.strerror or str(error)) from None

    def _repr_svg_(self) -> str:
        return render_svg(self, size="wide")


@door(table=_TABLE, kind=optional(CHOICE), language=CHOICE)
def picture(table: pa.Table, *, kind: str | None = None, language: str = "en") -> Shown:
    """The picture of a table of `curve`; `kind` draws it as another one, such as queries as a scatter."""
    if language not in LANGUAGES:
        raise MeasureError("picture-language", given=language, languages=LANGUAGES)
    facts = facts_of(table)
    wanted = kind or facts.get("kind")
    if wanted is None:
        raise MeasureError("picture-of-what")
    if wanted not in KINDS:
        raise MeasureError("picture-kind", kind=wanted, kinds=list(KINDS), near=nearest(wanted, KINDS))
    return Shown(**vars(KINDS[wanted](table, facts, language)))
