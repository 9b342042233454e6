"""Targets of data in parts: what is measured on disk or part by part is what the whole gives, or the same refusal."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pyarrow.csv as arrow_csv
from judging import written
from reading import one_short_line

from cranfield import CranfieldError, evaluate, labels, text
from cranfield.scale import Labels, Survey, evaluate_texts
from cranfield.scale.wire import WIRE

__all__ = ["TARGETS"]

CUT = b"\n====\n"
ROLES = {"truth": "y", "score": "p", "group": "s"}
MEASURES = ["AUC", "GAUC", "LogLoss"]
SOURCE = Labels(**ROLES)
GOOD = {"y": [1, 0, 1, 0], "p": [0.5, 0.25, 0.125, 0.75], "s": ["a", "a", "b", "b"]}
PLAN = SOURCE.plan([SOURCE.survey(GOOD)], MEASURES)


def _told(make: Any) -> tuple[str, Any]:
    try:
        results = make()
    except CranfieldError as error:
        one_short_line(error)
        return "refused", error.key
    values = {name: (each.value, each.details) for name, each in results.found.items()}
    return "values", repr((values, [each.as_dict() for each in results.findings]))


def on_disk(data: bytes) -> None:
    """A table of labels: on disk and in memory the same digits; what one refuses the other refuses."""
    with written(data, ".csv") as path:
        whole = _told(lambda: evaluate(labels(path, **ROLES), MEASURES))
        parts = _told(lambda: SOURCE.evaluate(path, MEASURES, memory="64MB"))
    assert whole[0] == parts[0], f"{whole!s:.200} and {parts!s:.200}"
    assert whole[0] == "refused" or whole == parts, f"{whole!s:.300} and {parts!s:.300}"


def in_parts(data: bytes) -> None:
    """A table of labels, its sessions in parts as any engine would cut it."""
    try:
        table = arrow_csv.read_csv(pa.BufferReader(data))
        odd = [bool(len(str(each)) % 2) for each in table["s"].to_pylist()]
        parts = [table.filter(pa.array([each == side for each in odd], pa.bool_())) for side in (False, True)]
    except (pa.ArrowException, KeyError, UnicodeDecodeError):
        return
    whole = _told(lambda: evaluate(labels(table, **ROLES), ["GAUC", "LogLoss"]))

    def together() -> Any:
        plan = SOURCE.plan([SOURCE.survey(each) for each in parts], ["GAUC", "LogLoss"])
        return plan.results([plan.states(each, cut) for cut in plan.cuts for each in parts])

    found = _told(together)
    assert whole[0] == found[0], f"{whole!s:.200} and {found!s:.200}"
    assert whole[0] == "refused" or whole == found, f"{whole!s:.300} and {found!s:.300}"


def sent(data: bytes) -> None:
    """What came home spoilt: surveys as text, and states as bytes."""
    try:
        Survey.from_json(data.decode("utf-8", "surrogateescape"))
    except CranfieldError as error:
        one_short_line(error)
    (good,) = [PLAN.states(GOOD, cut, bucket=0) for cut in PLAN.cuts if cut.together == "group"]
    rows = good.to_pylist()
    for at, row in enumerate(rows):
        spoilt = [*rows[:at], {**row, "state": data}, *rows[at + 1 :]]
        _told(lambda spoilt=spoilt: PLAN.results([pa.Table.from_pylist(spoilt, schema=WIRE)]))


def texts(data: bytes) -> None:
    """Lines of candidates and references, some at a time and all at once."""
    candidates, _, references = data.partition(CUT)
    names = ["BLEU", "chrF", "ROUGE-L", "Distinct-2"]
    whole = _told(lambda: evaluate(text(candidates=candidates, references=references), names))
    parts = _told(lambda: evaluate_texts(names, candidates=candidates, references=references))
    assert whole[0] == parts[0], f"{whole!s:.200} and {parts!s:.200}"
    assert whole[0] == "refused" or whole == parts, f"{whole!s:.300} and {parts!s:.300}"


def _state(at: int) -> bytes:
    found: bytes = PLAN.states(GOOD, PLAN.cuts[0], bucket=0)["state"][at].as_py()
    return found


_CSV = b"y,p,s\n1,0.5,a\n0,0.25,a\n1,0.125,b\n0,0.75,b\n1,0.5,b\n"

TARGETS: dict[str, tuple[Any, list[bytes]]] = {
    "on disk": (on_disk, [_CSV, _CSV.replace(b"a", b"1").replace(b"b", b"2"), b"s,y,p\nx,true,1\nx,false,0\n"]),
    "in parts": (in_parts, [_CSV, _CSV.replace(b"b", b"bb"), b"y,p,s\n1,-0.0,1\n0,0.0,1\n1,1e300,22\n0,1,22\n"]),
    "sent": (sent, [SOURCE.survey(GOOD).to_json().encode(), _state(0), _state(1), json.dumps({"rows": 4}).encode()]),
    "texts in parts": (texts, [b"the cat\na mat\n" + CUT + b"the cat\nthe mat\n", b"a\tb\n" + CUT + b"a\tb\n"]),
}
