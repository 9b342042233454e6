"""Pairs and sampled judgments in memory: the grades of the same lines in a file, whatever holds them."""

from typing import NamedTuple

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import InputError, evaluate, judgments, ranking


class Sampled(NamedTuple):
    query_id: str
    doc_id: str
    relevance: float
    method: int
    iprob: float


ROWS = [("q1", "d1", 2.0), ("q1", "d2", 0.0), ("q2", "d1", 1.0), ("q2", "é", -1.0)]
RUN = {"q1": ["d3", "d1", "d2"], "q2": ["é", "d1"]}
MEASURES = ["nDCG", "AP", "infAP", "P@2"]
LINES = {
    "pairs": lambda q, d, _: (q, d),
    "prels": lambda q, d, g: (q, d, g, 1, 0.25),
    "strata": lambda q, d, g: (q, 0, d, 3, g),
}
FIELDS = {"prels": lambda g: (g, 1, 0.25), "strata": lambda g: (3, g)}
NAMED = {
    "prels": lambda g: {"grade": g, "method": 1, "probability": 0.25},
    "strata": lambda g: {"stratum": 3, "rel": g},
}


def nested(rows, made):
    found = {}
    for query, doc, grade in rows:
        found.setdefault(query, {})[doc] = made(grade)
    return found


def objects(form):
    beside = {"pairs": lambda _: {}, **NAMED}[form]
    return [{"query": q, "doc": d, **beside(g)} for q, d, g in ROWS]


def held(form):
    """The same judgments in everything that may hold them."""
    lines = [LINES[form](*row) for row in ROWS]
    yield "rows", lines
    yield "lists", tuple(map(list, lines))
    yield "objects", objects(form)
    yield "Arrow", pa.Table.from_pylist(objects(form))
    yield "batch", pa.Table.from_pylist(objects(form)).to_batches()[0]
    yield "pandas", pd.DataFrame(objects(form))
    if form == "pairs":
        yield "dict of lists", {q: list(docs) for q, docs in nested(ROWS, float).items()}
        yield "dict of sets", {q: set(docs) for q, docs in nested(ROWS, float).items()}
    else:
        yield "dict of tuples", nested(ROWS, FIELDS[form])
        yield "dict of lists", nested(ROWS, lambda grade: list(FIELDS[form](grade)))
        yield "dict of objects", nested(ROWS, NAMED[form])
    if form == "prels":
        yield "named tuples", [Sampled(*line) for line in lines]


def values(qrels, **options):
    results = evaluate(ranking(qrels, RUN, **options), MEASURES)
    return {name: results[name].units for name in MEASURES}


@pytest.mark.parametrize("form", LINES)
def test_what_is_in_memory_measures_as_the_file_does(form, tmp_path):
    path = tmp_path / "judged.txt"
    path.write_text("".join(f"{' '.join(map(str, LINES[form](*row)))}\n" for row in ROWS), encoding="utf-8")
    expected = values(path, qrels_format=form)
    assert expected["nDCG"]["q1"] > 0
    for name, qrels in held(form):
        assert values(qrels, qrels_format=form) == expected, name
        gold = judgments(qrels, input_format=form)
        assert evaluate(ranking(gold, RUN), "nDCG")["nDCG"].units == expected["nDCG"], name


@pytest.mark.parametrize("form", NAMED)
def test_tables_with_names_for_their_columns_need_no_name_for_their_form(form):
    expected = values(nested(ROWS, float))
    for qrels in (objects(form), pa.Table.from_pylist(objects(form)), pd.DataFrame(objects(form))):
        assert values(qrels) == expected


@given(
    rows=st.dictionaries(
        st.tuples(st.sampled_from("abc"), st.text("xyz\u4e2d", min_size=1, max_size=3)), st.integers(-1, 4), min_size=1
    ),
    form=st.sampled_from(sorted(FIELDS)),
)
def test_any_sample_has_the_grades_of_a_plain_dict(rows, form):
    listed = [(query, doc, grade) for (query, doc), grade in rows.items()]
    plain, sampled = judgments(nested(listed, int)), judgments(nested(listed, FIELDS[form]), input_format=form)
    assert sampled.queries == plain.queries
    assert sampled.grade.tolist() == plain.grade.tolist()
    assert sampled.doc_ids.texts() == plain.doc_ids.texts()


ADVICE = "give {query: {document: grade}}, or say qrels_format=prels if it is (grade, method, probability) and"
FAULTS = [
    ({"q": {"d": (3, 1)}}, None, f"query 'q' document 'd' has a list where its grade should be; {ADVICE}"),
    ({"q": {"d": {"stratum": 1, "grade": 1}}}, None, "query 'q' document 'd' has an object where its grade should be;"),
    ({"q": {"d": 1}}, "strata", "query 'q' document 'd' must have (stratum, grade) as strata, not 1; mend it"),
    ({"q": {"d": (1, 1)}}, "prels", "query 'q' document 'd' must have (grade, method, probability) as prels, not a"),
    ({"q": {"d": {"stratum": 1}}}, "strata", "query 'q' document 'd' must have (stratum, grade) as strata, not an obj"),
    ({"q": ["d"]}, "prels", "query 'q' must hold {document: (grade, method, probability)} as prels, not a list; mend"),
    ({"q": {"d": (1, "x")}}, "strata", "the grade of query 'q' document 'd' must be a number, not 'x'; convert it to"),
    ({"q": {"d": (1, None)}}, "strata", "the grade of query 'q' document 'd' must be a number, not null; convert it"),
    ({"q": {"d": (1, float("nan"))}}, "strata", "query q document d has the grade nan; a grade must be"),
    ({"q": {"": (1, 1)}}, "strata", "the doc is empty; fill it in or drop the row"),
    ({"q": "d"}, "pairs", "query 'q' must hold a list of its relevant documents, not 'd'; give {query: [document]}"),
    ({"q": {"d": 1}}, "pairs", "query 'q' must hold a list of its relevant documents, not an object; give {query: ["),
    ([("q", "d"), ("q",)], "pairs", "row 2: a row of pairs must be (query, document), not a list; mend the row"),
    ([("q", "d"), ("q", "d")], "pairs", "row 2: query q judges document d twice (first in row 1); remove one"),
    ([{"query": "q", "doc": "d", "rel": 0}], "pairs", "has grades (rel), and qrels_format=pairs is for pairs without"),
    (pa.table({"query": ["q"], "doc": ["d"], "rel": [0]}), "pairs", "has grades (rel), and qrels_format=pairs is for"),
    (pa.table({"query": ["q"], "doc": ["d"]}), "strata", "has no column for the grade; there are query, doc; add it"),
    (pa.table({"query": pa.array([], pa.string()), "doc": pa.array([], pa.string())}), "pairs", ""),
    ({}, "strata", "holds no judgments; fill it"),
    ({"q": {}}, "prels", "holds no judgments; fill it"),
    ([], "pairs", "holds no judgments; fill it"),
]  # fmt: skip


@pytest.mark.parametrize(("qrels", "form", "message"), FAULTS)
def test_what_is_no_such_judgment_is_refused_in_a_sentence(qrels, form, message):
    with pytest.raises(InputError) as fault:
        judgments(qrels, input_format=form)
    told = str(fault.value)
    assert told.startswith((f"the judgments: {message}", f"dict: {message}")), told
    assert "\n" not in told


def test_a_form_that_nobody_knows_is_refused_in_memory_too():
    with pytest.raises(InputError, match="did you mean strata"):
        ranking({"q": {"d": 1}}, {"q": {"d": 1}}, qrels_format="stratas")
    with pytest.raises(InputError, match="format"):
        ranking({"q": {"d": 1}}, {"q": {"d": 1}}, run_format="stratas")
