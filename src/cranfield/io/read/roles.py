"""Which column of a table is the query, the document, the score or the grade, and the rank."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cranfield.errors import InputError, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from cranfield.io.read.input import Wanted

__all__ = [
    "GROUPED", "OtherKindError", "choose_columns", "given_columns", "holds_numbers", "holds_text", "list_of",
    "named_like", "names_grades", "query_key", "says_grade", "value_role",
]  # fmt: skip

# Names are compared without case and punctuation, earlier ones win: a table with both `qid` and `query`
# keeps the id in the first and the words of the query in the second.
_QUERY = (
    "qid", "queryid", "querynumber", "topicid", "topicnumber", "topicno", "topic", "query", "querytext", "question",
    "userinput",
)  # fmt: skip
_DOC = (
    "docno", "docid", "documentid", "corpusid", "did", "pid", "passageid", "itemid", "docuri", "doc", "document",
    "passage",
)  # fmt: skip
_SCORE = ("score", "sim", "similarity", "value")
_SUBTOPIC = ("subtopic", "subtopicid", "subtopicnumber", "aspect", "aspectid", "intent", "intentid", "facet", "facetid")
_GRADE = (
    "relevance", "rel", "grade", "label", "relevancelabel", "judgment", "judgement", "gain", "minrelevance", "rating",
    "score", "value",
)  # fmt: skip
_RANK = ("rank", "position", "pos", "docposition")
# lists of documents that say whether they are the answer or what it should be
_LISTS = {
    "run": (
        "retrievedids", "retrieveddocids", "retrieveddocumentids", "retrievedcontextids", "retrievednodeids",
        "retrievedchunkids", "retrievedcontext", "retrieveddocs", "retrieveddocuments", "retrieved", "rankeddocids",
        "rankedids", "ctxs",
    ),
    "qrels": (
        "expectedids", "expecteddocids", "referencecontextids", "referenceids", "relevantids", "relevantdocids",
        "relevantdocs", "relevantdocuments", "expectedretrievedcontext", "groundtruthids", "groundtruthdocids",
        "groundtruthcontext", "goldids", "golddocids", "positiveids", "positivedocids",
        "positivepassages", "positivectxs",
    ),
    "texts": (
        "contexts", "retrievedcontexts", "referencecontexts", "retrievedtexts", "expectedtexts", "retrievedpassages",
        "negativepassages", "negativectxs", "hardnegativectxs",
    ),
}  # fmt: skip
_SCORES = ("retrievedscores", "retrievalscores", "similarityscores", "similarities")
_GROUP = ("group", "groupid", "category", "type", "class", "cluster", "domain")
_GRADE_ONLY = frozenset(_GRADE) - frozenset(_SCORE)
_RUN_ONLY = frozenset((*_RANK, "tag", "runid", "runtag", "system"))

_ROLES = {
    "run": {"query": _QUERY, "doc": _DOC, "score": _SCORE, "rank": _RANK},
    "qrels": {"query": _QUERY, "doc": _DOC, "grade": _GRADE, "subtopic": _SUBTOPIC},
    "groups": {"query": _QUERY, "group": _GROUP},
    "document groups": {"query": _DOC, "group": _GROUP},  # the role is that of what has a group
}
GROUPED = {"groups": "query", "document groups": "document"}  # what has a group, in inputs of these kinds
_SAYABLE = 200  # characters of a name in an example
_BY_NAME = ("labels", "ratings", "cost", "texts")  # whose columns are only those that were named


class OtherKindError(InputError):
    """An input that looks like one of another kind: the field `looks` says which."""


def value_role(kind: str) -> str:
    """What the number of a row is: the score of a run, the grade of a judgment."""
    return "score" if kind == "run" else "grade"


def holds_numbers(role: str) -> bool:
    """Whether the column of a role of labels holds scores or weights, and no labels."""
    return role.startswith("score") or role == "weight"


def holds_text(role: str) -> bool:
    """Whether the column of a role of cost holds words; all others hold numbers, and both may be missing."""
    return role in ("query", "kind", "phase", "error")


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def named_like(name: str, kind: str, role: str, *, several: bool = False) -> bool:
    """Whether a column name is one of those that people use for a role, or for several of it in a list."""
    plain, synonyms = _plain(name), _ROLES[kind].get(role, ())
    return plain in synonyms or (
        several and (plain.removesuffix("s") in synonyms or (role == "score" and plain in _SCORES))
    )


def list_of(name: str) -> str | None:
    """Whether a list of this name is of a run, of judgments or of texts; None where it does not say so."""
    plain = _plain(name)
    return next((kind for kind, names in _LISTS.items() if plain in names), None)


def query_key(record: Iterable[str]) -> str | None:
    """The key of the query, ids before words."""
    plain = {_plain(name): name for name in record}
    return next((plain[name] for name in _QUERY if name in plain), None)


def choose_columns(
    names: Sequence[str], wanted: Wanted, source: str = "", numeric: Collection[int] | None = None
) -> dict[str, int]:
    """The position of each role among the column names; a run needs a score or a rank.

    `numeric` are the positions of columns that hold numbers, where that is known: advice names only what would work.
    """
    chosen = _chosen(names, wanted.kind, source, wanted.columns, numeric)
    wanted.chosen.update({role: names[at] for role, at in chosen.items()})
    return chosen


def names_grades(wanted: Wanted) -> bool:
    """Whether the column of the grades says that they are grades, by its name or because it was named as such."""
    given = {wanted.columns.get("grade"), wanted.columns.get("qrels.grade")}
    name = wanted.chosen.get("grade")
    return name is not None and (name in given or says_grade(name))


def _chosen(
    names: Sequence[str], kind: str, source: str, columns: Mapping[str, str], numeric: Collection[int] | None
) -> dict[str, int]:
    if kind in _BY_NAME:
        return {role: _named(names, role, name, source) for role, name in columns.items()}
    chosen: dict[str, int] = {}
    given = given_columns(columns, kind)
    plain: dict[str, str] = {}
    for name in names:
        plain.setdefault(_plain(name), name)
    for role, synonyms in _ROLES[kind].items():
        if role in given:
            candidates = [names[_named(names, role, given[role], source, _elsewhere(columns, role, kind))]]
        else:
            candidates = [plain[synonym] for synonym in synonyms if synonym in plain]
        if candidates:
            if list(names).count(candidates[0]) > 1:
                raise InputError("two-columns-for-role", source=source, candidates=candidates[0])
            chosen[role] = list(names).index(candidates[0])
    if kind in GROUPED:
        if len(names) == 2 and "query" in chosen:
            chosen.setdefault("group", 1 - chosen["query"])
        needed = ["query", "group"]
    else:
        value = value_role(kind)
        if value not in given:
            _refuse_other_kind(chosen, names, kind, source)
        needed = ["query", "doc", *([] if "rank" in chosen else [value])]
    missing = [role for role in needed if role not in chosen]
    if missing:
        missing = ["document" if kind == "document groups" and role == "query" else role for role in missing]
        raise _missing(missing, chosen, names, source, numeric, takes_names=kind not in GROUPED)
    return chosen


def _named(names: Sequence[str], role: str, name: str, source: str, elsewhere: dict[str, str] | None = None) -> int:
    """Where a column that the user named is."""
    if name not in names:
        near = nearest(name, names)
        raise InputError(
            "no-such-column", source=source, name=name, role=role, names=names, near=near,
            elsewhere=None if near else elsewhere,
        )  # fmt: skip
    if list(names).count(name) > 1:
        raise InputError("two-columns", source=source, name=name)
    return list(names).index(name)


def _elsewhere(columns: Mapping[str, str], role: str, kind: str) -> dict[str, str] | None:
    """How to name a column for the other file alone, if it was named for both and may be there."""
    other = "qrels" if kind == "run" else "run"
    if role not in _ROLES[other] or f"{kind}.{role}" in columns:
        return None
    return {f"{other}.{role}": columns[role]}


def given_columns(columns: Mapping[str, str], kind: str) -> dict[str, str]:
    """What was said of this kind of input, by role."""
    if not isinstance(columns, Mapping):
        raise InputError("columns-dict", columns=columns)
    given = dict(columns)
    # one mapping may describe both files, so the roles of the other kind pass
    every = {role for each in ("run", "qrels") for role in _ROLES[each]}
    every |= {f"{each}.{role}" for each in ("run", "qrels") for role in _ROLES[each]}
    for role in given:
        if role not in every and role.split(".")[-1] != "part":  # of what has several, which is no column
            raise InputError("unknown-role", roles=list(_ROLES[kind]), role=role, near=nearest(role, every))
    # what is said of one kind of file goes before what is said of both
    ours = f"{kind}."
    given |= {role.removeprefix(ours): name for role, name in given.items() if role.startswith(ours)}
    return {role: given[role] for role in _ROLES[kind] if role in given}


def says_grade(name: str) -> bool:
    """Whether a column name is that of a grade and of nothing else."""
    return _plain(name) in _GRADE_ONLY


def _refuse_other_kind(chosen: Mapping[str, int], names: Sequence[str], kind: str, source: str) -> None:
    """Judgments that were given as a run, and the other way round."""
    plain = {_plain(name) for name in names}
    if kind == "run" and not chosen.keys() & {"score", "rank"} and plain & _GRADE_ONLY:
        raise OtherKindError("judgments-for-run", source=source, looks="qrels", names=names)
    if kind == "qrels" and not plain & _GRADE_ONLY and plain & _RUN_ONLY:
        raise OtherKindError("run-for-judgments", source=source, looks="run", names=names)


def _can_be_given(name: str) -> bool:
    """Whether a column can be named on a command line too, where commas part names and blanks around them go."""
    return len(name) <= _SAYABLE and name.isprintable() and "," not in name and name == name.strip()


def _missing(
    missing: list[str], chosen: Mapping[str, int], names: Sequence[str], source: str, numeric: Collection[int] | None,
    *, takes_names: bool,
) -> InputError:  # fmt: skip
    """What to do about roles that no column is named for: an example only where it could be right."""
    numeric = None if numeric is None else set(numeric)
    free = [at for at in range(len(names)) if at not in chosen.values()]
    example: dict[str, str] = {}
    for role in sorted(missing, key=("score", "grade").__contains__, reverse=True):  # numbers choose first
        suits = [at for at in free if numeric is None or role not in ("score", "grade") or at in numeric]
        # ids are better not taken from numbers that may be scores
        suits.sort(key=lambda at: role not in ("score", "grade") and numeric is not None and at in numeric)
        if suits:
            example[role] = names[suits[0]]
            free.remove(suits[0])
    there = len(example) == len(missing)
    can_be_given = there and takes_names and all(map(_can_be_given, example.values()))
    shown = {role: example[role] for role in missing} if can_be_given else None
    return InputError(
        "no-columns-for-roles",
        source=source,
        roles=" and the ".join(missing),
        names=names,
        example=shown,
        rename=there and not can_be_given,
        them="it" if len(missing) == 1 else "them",
    )
