"""What goes wrong with curves and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["CURVES"]

CURVES: dict[str, Template] = {
    "curve-kind": "there is no curve {kind!r}[near?; did you mean {near}?][near!; the kinds are {kinds:all}]",
    "curve-nothing": "curve: give at least one batch",
    "curve-data": "curve: {kind} needs batches[results? or results], not {given}",
    "curve-families": "curve: the data is about {one} and about {other}; give one kind of data",
    "curve-option": "curve: {kind} takes no {name!r}[options?; it takes {options:all}]",
    "curve-system-twice": "curve: two systems are called {system!r}; give each its own name",
    "curve-by": "curve: by must be 'width' or 'count', not {given!r}",
    "curve-no-relevant": "query {query!r} has no relevant document, so it has no precision-recall curve",
    "curve-no-cutoff": "{measure} has no cutoff by rank; draw one that is written with @, such as nDCG, DCG, CG, P, R"
    " or Success",
    "curve-infinite": "a histogram needs finite scores, and that of row {row} is infinite",
    "curve-no-amount": "latency: {measure} is no time and no amount; draw Latency, Service, EngineTime, Lag or Bytes",
    "curve-no-times": "latency: no request of {system} has a value of {measure}",
    "curve-one-system": "queries: give two systems or more; the first is the one that the others are compared with",
    "curve-one-measure": "queries: name one measure, not {names:and}",
    "picture-extra": "{form} needs {package}, which is not installed; pip install 'cranfield[[plot]' or pip install"
    " {package}, or write SVG",
    "picture-font": "{form}: this machine has no font for the text of a picture; install one (DejaVu Sans or Liberation"
    " Sans, in Debian fonts-dejavu), or write SVG",
    "picture-font-chinese": "{form}: this machine has no font with Chinese letters; install one (Noto Sans CJK, in"
    " Debian fonts-noto-cjk), or write SVG",
    "plot-kind": "there is no picture {kind!r}[near?; did you mean {near}?][near!; the kinds are {kinds:all}]",
    "plot-option": "{option} is for {kinds:and}, not for {kind}; leave it out",
    "plot-no-groups": "{option}: pictures are of all the data; leave it out",
    "plot-binary": "a {form} file is nothing for a terminal; name a file with -o",
    "plot-next": "this is a sketch; -o {kind}.svg draws it, and -o {kind}.csv gives the data",
    "picture-size": "there is no size {given!r}; the sizes are {sizes:all}",
    "picture-of-what": "the table does not say what it is; name the kind of picture",
    "picture-language": "there is no language {given!r}; there are {languages:all}",
    "picture-kind": "there is no picture {kind!r}[near?; did you mean {near}?][near!; the kinds are {kinds:all}]",
    "curve-not-there": "the results have no {measure}; they have {names:listed}",
}
