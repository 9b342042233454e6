"""What the arguments of public functions must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["ARGUMENTS"]

ARGUMENTS: dict[str, Template] = {
    "bad-argument": "{who}: {name} must be {rule:said}, not {given}",
    "odd-data": "{who}: the data raises {kind} when it is read ({why}); check its types and values",
    "not-there": "{who}: there is no {name} {given}; there are {known:listed}",
    "no-column-of-kind": "there is no column {given} of this kind; there are {known:listed}",
    "no-language": "there is no language {given}; there are {languages:all}",
    "be-text": "text",
    "be-unit": "text or a whole number",
    "be-policy": "a Policy or the name of a profile",
    "be-made-policy": "a Policy",
    "be-profile": "the name of a profile",
    "be-progress": "a function of the bytes read and of all bytes",
    "be-phases": "a function of the phase, of what is done and of all that there is to do",
    "be-switch": "True or False",
    "be-number": "a number",
    "be-share": "a number above 0 and below 1",
    "be-confidence": "a number above 0 and at most 0.999999999",
    "be-fraction": "a number from 0 to 1",
    "be-count": "a whole number of at least 0",
    "be-jobs": "a whole number of at least 1",
    "be-seed": "a whole number from 0 to 2^63",
    "be-draws": "a whole number from 1 to 10,000,000",
    "be-points": "a whole number from 2 to 10001",
    "be-depth": "a whole number from 1 to 100000",
    "be-bins": "a whole number from 1 to 1000",
    "be-level": "a number below 1 and of at least 0.000000001",
    "be-rope": "a number above 0, a difference that nobody would care about",
    "be-system": "the name of a system, or a list of names",
    "be-explanation": "what explain() gives",
    "be-overview": "what overview() gives",
    "be-table": "an Arrow table, such as curve() gives",
    "be-columns": "a dict of texts, of roles to names of columns",
    "be-list": "a list",
    "be-mapping": "a dict",
    "be-family": "the name of a family",
    "be-column-of-data": "a list, an array or the name of a column",
    "be-column": "a dict of columns: arrays, Ragged, Coded or Scores",
    "be-results": "what evaluate() gives",
    "be-state": "what evaluate() keeps of a measure, such as results['AP'].state",
    "be-states": "a list of what evaluate() keeps of a measure",
    "be-result": "a result of evaluate(), such as results['AP']",
    "be-batch": "a batch; make one with ranking(qrels, run)",
    "be-measure": "text or a measure",
    "be-baseline": "what evaluate() gives, or a file of such results",
    "be-names": "a function that gives the names of rows",
    "be-fields": "the name of a field, or a list of names",
    "be-function": "a function",
    "be-drawn": "Draws(resamples, seed), of which there are from 1 to 10,000,000",
    "be-draws-and-seed": "a whole number from 1 to 10,000,000, or that and a seed",
    "be-partitions": "a whole number from 1 to 1,000,000",
    "be-cut": "one of the cuts of the plan",
    "be-bucket": "the number of a bucket, or a list of such",
    "be-above": "how many positives and negatives score higher, two whole numbers",
    "be-names-set": "a frozenset of texts",
}
