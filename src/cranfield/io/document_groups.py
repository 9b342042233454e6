"""Which group each document belongs to, for measures of how exposure is shared among groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.ranked import judgment_rows
from cranfield.errors import InputError
from cranfield.io.groups import Groups, groups_of
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["DEPTH", "with_document_groups"]

DEPTH = 1000  # ranks whose groups are kept: of each a number, so that memory does not grow with the run


def with_document_groups(batch: Batch, given: Any, *, keep: int) -> Batch:
    """The batch with the groups of its first documents and of its judged ones; `keep` is what was asked to be kept."""
    if batch.policy.judged_only:
        raise InputError("document-groups-judged-only")
    found = _groups(given)
    names = sorted(set(found.values()), key=str.encode)
    code = {name: at for at, name in enumerate(names)}
    top, rows = batch.ragged("top"), judgment_rows(batch)
    documents = batch.row_names() if batch.row_names is not None else ()
    first = _codes(top.values.tolist(), found, code)
    judged = _codes((documents[row] for row in rows.values.tolist()), found, code)
    columns: dict[str, Any] = {**batch.columns, "document_group": top.like(first), "judged_group": rows.like(judged)}
    if keep < DEPTH:
        for name in ("top", "top_score"):
            columns[name] = batch.ragged(name).head(keep)
    if not keep:
        del columns["top"], columns["top_score"]
    findings = batch.findings
    source = dict(found.source or {}) if isinstance(found.source, Mapping) else {}
    source["role"] = "document groups"
    lacking = int(np.count_nonzero(first < 0))
    if lacking == len(first) and lacking:
        raise InputError("document-groups-strangers", source=source.get("name", ""), theirs=next(iter(found)),
                         ours=str(top.values[0]))  # fmt: skip
    if lacking:
        counted = {"total": len(first)}
        findings += (Finding("document-without-group", lacking, counted, "warning", source=source.get("name")),)
    facts = {**batch.facts, "document_groups": tuple(names)}
    return replace(batch, columns=columns, facts=facts, findings=findings, inputs=(*batch.inputs, source))


def _groups(given: Any) -> Groups:
    """The groups from a dict, or from whatever a file of them can be."""
    if not isinstance(given, Mapping):
        return groups_of(given, "document")
    if not given or not all(isinstance(each, str | int) for pair in given.items() for each in pair):
        raise InputError("document-groups-dict", given=shown(given))
    found = Groups({str(doc): str(group) for doc, group in given.items()})
    found.source = {"role": "groups", "name": "dict"}
    return found


def _codes(documents: Iterable[str], found: Mapping[str, str], code: Mapping[str, int]) -> NDArray[np.int32]:
    """The number of the group of each document, -1 for none."""
    return np.array([code[found[each]] if each in found else -1 for each in documents], np.int32)
