"""How things look: sizes for papers and slides, and colours, dashes and markers that can be told apart in grey too."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COLOURS", "DASHES", "QUIET", "SIZES", "STYLES", "Size", "shade"]


@dataclass(frozen=True)
class Size:
    """The room for a picture; lengths are multiples of its unit."""

    width: float
    height: float
    font: float
    unit: str
    columns: int  # panels beside each other


SIZES = {
    "paper": Size(240, 164, 8, "pt", 1),  # a column of a paper with two columns, 3.33 inches
    "wide": Size(504, 224, 9, "pt", 3),  # both columns, 7 inches
    "slide": Size(960, 540, 22, "px", 2),
}

# Okabe and Ito, Color Universal Design, 2008: told apart by the colour-blind; their yellow is too light for lines
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "currentColor", "#777777")
DASHES = ((), (5, 2.5), (1.5, 1.8), (7, 2, 1.5, 2), (9, 2.5), (3, 3), (6, 2, 1.5, 2, 1.5, 2), (1, 3.2))
STYLES = 8
QUIET = "#999999"  # lines for which there is no room to name them


def shade(share: float) -> tuple[str, str]:
    """A colour from white to dark blue, and that of a text on it."""
    kept = min(max(share, 0.0), 1.0)
    red, green, blue = (round(255 + (end - 255) * kept) for end in (8, 48, 107))
    return f"#{red:02x}{green:02x}{blue:02x}", "#ffffff" if kept > 0.45 else "#000000"
