"""Titles and texts of the documents that are shown, as far as there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.words.telling import clip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.report.html.material import Material

__all__ = ["captions_data"]

_LONGEST_TEXT, _LONGEST_TITLE = 700, 200
_MOST_CAPTIONS = 40_000
_TITLES, _TEXTS = 2_000_000, 3_000_000  # characters for all of them


def captions_data(material: Material, docs: Sequence[str], nearest: NDArray[np.int64]) -> dict[str, Any]:
    """Titles and texts by the number of the document, those that stand first before others."""
    if material.documents is None:
        return {}
    asked = np.argsort(nearest, kind="stable")[:_MOST_CAPTIONS].tolist()
    found = material.documents({docs[at] for at in asked})
    titles: dict[int, str] = {}
    texts: dict[int, str] = {}
    room = [_TITLES, _TEXTS]
    left, cut = [len(docs) - len(asked)] * 2, [0, 0]  # of titles and of texts
    for at in asked:
        if (caption := found.get(docs[at])) is None:
            continue
        for which, (held, whole, most) in enumerate(
            ((titles, caption.title, _LONGEST_TITLE), (texts, caption.text, _LONGEST_TEXT))
        ):
            short = clip(whole, most)
            room[which] -= len(short)
            if short and room[which] >= 0:
                held[at] = short
                cut[which] += short != whole
            left[which] += bool(short) and room[which] < 0
    return {
        "titles": titles, "texts": texts, "unknown": len(asked) - len(found), "asked": len(asked),
        "cut_titles": _LONGEST_TITLE if cut[0] else None, "cut_texts": _LONGEST_TEXT if cut[1] else None,
        "left_titles": left[0] if titles else 0, "left_texts": left[1] if texts else 0,
    }  # fmt: skip
