"""PNG and PDF from a picture, through small extras that need no browser: resvg-py and svg2pdf-py."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.report.svg.draw import render_svg
from cranfield.report.svg.style import SIZES
from cranfield.report.svg.text import FONTS, family_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.report.svg.picture import Picture

__all__ = ["render_pdf", "render_png"]

_INCH = {"pt": 72, "px": 96}
_DOTS = 300  # of a printed inch


def _needed(module: str, package: str, form: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise InputError("picture-extra", form=form, package=package) from None


def _png(svg: str, zoom: float = 1.0) -> bytes:
    return bytes(_needed("resvg_py", "resvg-py", "PNG").svg_to_bytes(svg_string=svg, zoom=zoom))


def _pdf(svg: str) -> bytes:
    converter = _needed("svg2pdf_py", "svg2pdf-py", "PDF")
    return bytes(converter.svg_to_pdf(svg, converter.FontDatabase.system()))


@cache
def _has_letters(convert: Callable[[str], bytes], sample: str) -> bool:
    """Whether a converter finds a font for a letter; without one it draws nothing and says nothing."""
    fonts = family_of(sample) or FONTS
    with_text, without = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="15" font-family="{fonts}">{each}'
        "</text></svg>"
        for each in (sample, "")
    )
    return convert(with_text) != convert(without)


def _with_letters(convert: Callable[[str], bytes], svg: str, form: str) -> None:
    if not _has_letters(convert, "x"):
        raise InputError("picture-font", form=form)
    if family_of(svg) and not _has_letters(convert, "中"):
        raise InputError("picture-font-chinese", form=form)


def render_png(picture: Picture, *, size: str = "paper", heading: str = "") -> bytes:
    """A picture of dots: 300 an inch on paper, one a pixel and twice that on slides."""
    svg = render_svg(picture, size=size, heading=heading, unit="")  # it reads no other unit than its own
    _with_letters(_png, svg, "PNG")
    return _png(svg, 2.0 if SIZES[size].unit == "px" else _DOTS / _INCH["pt"])


def render_pdf(picture: Picture, *, size: str = "paper", heading: str = "") -> bytes:
    """Lines and text that stay sharp, with the letters that are used of each font; a unit is a point."""
    svg = render_svg(picture, size=size, heading=heading, unit="")
    _with_letters(_pdf, svg, "PDF")
    return _pdf(svg)
