"""PNG and PDF from a picture, through small extras that need no browser: resvg-py and svg2pdf-py."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.report.svg.draw import render_svg
from cranfield.report.svg.style import SIZES

if TYPE_CHECKING:
    from cranfield.report.svg.picture import Picture

__all__ = ["render_pdf", "render_png"]

_INCH = {"pt": 72, "px": 96}
_DOTS = 300  # of a printed inch


def _needed(module: str, package: str, form: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise InputError("picture-extra", form=form, package=package) from None


def render_png(picture: Picture, *, size: str = "paper", heading: str = "") -> bytes:
    """A picture of dots: 300 an inch on paper, one a pixel and twice that on slides."""
    resvg = _needed("resvg_py", "resvg-py", "PNG")
    svg = render_svg(picture, size=size, heading=heading, unit="")  # it reads no other unit than its own
    zoom = 2.0 if SIZES[size].unit == "px" else _DOTS / _INCH["pt"]
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=zoom))


def render_pdf(picture: Picture, *, size: str = "paper", heading: str = "") -> bytes:
    """Lines and text that stay sharp, with the letters that are used of each font; a unit is a point."""
    converter = _needed("svg2pdf_py", "svg2pdf-py", "PDF")
    svg = render_svg(picture, size=size, heading=heading, unit="")
    return bytes(converter.svg_to_pdf(svg, converter.FontDatabase.system()))
