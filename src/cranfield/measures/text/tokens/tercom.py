"""How tercom normalises text before it counts edits; sacrebleu's options."""

from __future__ import annotations

import re

__all__ = ["cut_tercom"]

_MARK = re.compile(r"([ -&(-+/:-@\[-`{-~])")
_AFTER_OTHER = re.compile(r"([^0-9])([.,])")
_BEFORE_OTHER = re.compile(r"([.,])([^0-9])")
_DASH = re.compile(r"([0-9])(-)")
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_PUNCTUATION = re.compile(r'[.,?:;!"()]')
_ASIAN_MARKS = re.compile("([\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb])")
_WIDE_MARKS = re.compile("([\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09])")
# one after the other, as a character of two ranges is set apart twice without a difference
_ASIAN = re.compile("([\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f])")
# only a text that consists of one kind of kana is touched
_KANA = tuple(re.compile(f"^([{low}-{high}]+)$") for low, high in ("\u3040\u309f", "\u30a0\u30ff", "\u31f0\u31ff"))


def _western(text: str) -> str:
    text = text.replace("\n-", "").replace("\n", " ")
    for entity, mark in _ENTITIES:
        text = text.replace(entity, mark)
    text = _MARK.sub(r" \1 ", f" {text} ")
    text = re.sub(r"'s$", " 's", text.replace("'s ", " 's "))
    text = _AFTER_OTHER.sub(r"\1 \2 ", text)
    text = _BEFORE_OTHER.sub(r" \1 \2", text)
    return _DASH.sub(r"\1 \2 ", text)


def _asian(text: str) -> str:
    text = _ASIAN.sub(r" \1 ", text)
    for kana in _KANA:
        text = kana.sub(r" \1 ", text)
    return _WIDE_MARKS.sub(r" \1 ", _ASIAN_MARKS.sub(r" \1 ", text))


def cut_tercom(text: str, *, normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool) -> list[str]:
    """The words that edits are counted in."""
    text = text.rstrip()
    if not text:
        return []
    if not case_sensitive:
        text = text.lower()
    if normalized:
        text = _western(text)
        if asian_support:
            text = _asian(text)
    if no_punct:
        text = _PUNCTUATION.sub("", text)
        if asian_support:
            text = _WIDE_MARKS.sub("", _ASIAN_MARKS.sub("", text))
    return text.split()
