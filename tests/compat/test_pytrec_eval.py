"""The drop-in for pytrec_eval: its results, without its faults."""

import gc
import tracemalloc

import numpy as np
import pytest

from compat.made import collection, to_the_last_bit
from cranfield.compat import pytrec_eval as ours
from cranfield.errors import CranfieldError

QRELS = {"q1": {"a": 1, "b": 0, "c": 2}, "q2": {"a": 1}, "q3": {}}
RUN = {"q1": {"a": 1.0, "b": 2.0, "z": 3.0}, "q2": {"a": 0.5}, "unjudged": {"a": 1.0}}
PARAMETERS = {"P_3", "P.7,2", "recall_9", "ndcg_cut_3", "map_cut_4", "success_2", "iprec_at_recall_0.25,0.33",
              "Rprec_mult_0.5", "set_F_0.5", "11pt_avg_0.2,0.5", "relative_P_4"}  # fmt: skip


@pytest.fixture
def theirs():
    return pytest.importorskip("pytrec_eval")


@pytest.mark.parametrize("seed", range(25))
def test_random_data_gives_the_same_to_the_last_bit(theirs, seed):
    qrels, run = collection(seed)
    measures = PARAMETERS if seed % 3 == 0 else set(theirs.supported_measures)
    options = {"relevance_level": 1 + seed % 2}
    expected = theirs.RelevanceEvaluator(qrels, measures, **options).evaluate(run)
    found = ours.RelevanceEvaluator(qrels, measures, **options).evaluate(run)
    assert found.keys() == expected.keys()
    for query, values in expected.items():
        assert list(found[query]) == list(values)
        assert found[query] == to_the_last_bit(values)


@pytest.mark.parametrize("seed", range(10))
def test_judged_documents_only(theirs, seed):
    qrels, run = collection(seed)
    measures = set(theirs.supported_measures)
    expected = theirs.RelevanceEvaluator(qrels, measures, judged_docs_only_flag=True).evaluate(run)
    found = ours.RelevanceEvaluator(qrels, measures, judged_docs_only_flag=True).evaluate(run)
    for query, values in expected.items():
        # theirs divides 0 by 0 where no judged document was returned
        defined = {name: value for name, value in values.items() if not np.isnan(value)}
        assert {name: found[query][name] for name in defined} == to_the_last_bit(defined)
        assert all(found[query][name] == 0.0 for name in values.keys() - defined.keys())


def test_the_names_are_the_same(theirs):
    assert ours.supported_measures == set(theirs.supported_measures)
    assert ours.supported_nicknames.keys() <= theirs.supported_nicknames.keys()
    for nickname, names in ours.supported_nicknames.items():
        assert names == set(theirs.supported_nicknames[nickname])


@pytest.mark.parametrize("nickname", ["official", "set", "all_trec"])
def test_nicknames(theirs, nickname):
    expected = theirs.RelevanceEvaluator(QRELS, {nickname}).evaluate(RUN)
    found = ours.RelevanceEvaluator(QRELS, {nickname}).evaluate(RUN)
    assert list(found) == list(expected)
    for query, values in expected.items():
        assert list(found[query]) == list(values)
        assert found[query] == pytest.approx(values, abs=1e-9, rel=0)


@pytest.mark.parametrize("measure", ["map", "num_ret", "gm_map"])
def test_aggregation(theirs, measure):
    values = [0.25, 0.5, -1.0, 3.0]
    expected = theirs.compute_aggregated_measure(measure, values)
    assert ours.compute_aggregated_measure(measure, values) == pytest.approx(expected)
    assert isinstance(ours.compute_aggregated_measure(measure, np.array(values)), float)


def test_aggregating_nothing():
    assert np.isnan(ours.compute_aggregated_measure("map", []))
    assert ours.compute_aggregated_measure("num_ret", []) == 0


def test_parsing(theirs):
    run, qrel = ["q1 Q0 a 1 0.5 x\n", "q2 Q0 b 1 1e-3 x"], ["q1 0 a 1\n", "q1\t0\tb\t-1\n"]
    assert ours.parse_run(run) == theirs.parse_run(run)
    assert ours.parse_qrel(qrel) == theirs.parse_qrel(qrel)
    assert ours.parse_run(run)["absent"] == {}


@pytest.mark.parametrize(
    ("parse", "lines", "message"),
    [
        (ours.parse_run, ["q1 Q0 a 1 0.5\n"], "lines line 1: a run line must have 6 fields, not 5"),
        (ours.parse_run, ["q Q0 a 1 1 x", "q Q0 a 1 0 x"], "lines line 2: query q lists document a twice; remove one"),
        (ours.parse_run, ["q Q0 a 1 high x"], "lines line 1: the score must be a number, not 'high'"),
        (ours.parse_qrel, ["q1 0 a 1 1"], "lines line 1: a judgment line must have 4 fields, not 5"),
        (ours.parse_qrel, ["q 0 a 1", "q 0 a 1"], "lines line 2: query q judges document a twice; remove one"),
        (ours.parse_qrel, ["q 0 a 0.5"], "lines line 1: the grade must be a number, not '0.5'"),
    ],
)
def test_bad_lines_are_named(parse, lines, message):
    with pytest.raises(CranfieldError) as caught:
        parse(lines)
    assert str(caught.value) == message


def test_numpy_numbers_and_integer_ids_are_welcome():
    qrels = {1: {10: np.int64(1), 11: np.int32(0)}, np.int64(2): {10: np.float32(2.0)}}
    run = {1: {10: np.float32(0.5), 11: np.float64(0.7)}, np.int64(2): {10: np.int64(3)}}
    found = ours.RelevanceEvaluator(qrels, ["map", "P_1"], relevance_level=np.int64(1)).evaluate(run)
    assert found == {1: {"map": 0.5, "P_1": 0.0}, 2: {"map": 1.0, "P_1": 1.0}}


@pytest.mark.parametrize(
    "name", ["nDGC", "ndcg_10", "P_5_10", "P_", "P_x", "P_0", "utility_1", "map_avgjg", "rbp", "ndcg_cut_1.5"]
)
def test_a_wrong_name_is_an_exception(name):
    with pytest.raises(ValueError):  # noqa: PT011 (the messages differ, the kind is the promise)
        ours.RelevanceEvaluator(QRELS, {name})


def test_what_theirs_ignores_is_said():
    with pytest.warns(UserWarning, match="recip_rank takes no parameters; '10' is not used, as in trec_eval"):
        evaluator = ours.RelevanceEvaluator(QRELS, {"recip_rank_10"})
    assert evaluator.evaluate(RUN)["q2"] == {"recip_rank": 1.0}


@pytest.mark.parametrize("level", [0, -1, 1.5, True, "1"])
def test_a_wrong_level_is_an_exception(level):
    with pytest.raises(TypeError, match="relevance_level must be a whole number of at least 1"):
        ours.RelevanceEvaluator(QRELS, {"map"}, relevance_level=level)


def test_a_grade_that_is_no_whole_number_is_an_exception():
    with pytest.raises(TypeError, match=r"query q document a: the grade must be a whole number, not 0.5"):
        ours.RelevanceEvaluator({"q": {"a": 0.5}}, {"map"})


def test_odd_collections():
    evaluator = ours.RelevanceEvaluator(QRELS, {"map", "num_ret"})
    assert evaluator.evaluate({}) == {}
    assert evaluator.evaluate({"other": {"a": 1.0}}) == {}
    assert evaluator.evaluate({"q1": {}}) == {"q1": {"num_ret": 0.0, "map": 0.0}}
    assert ours.RelevanceEvaluator({}, {"map"}).evaluate(RUN) == {}
    assert ours.RelevanceEvaluator(QRELS, []).evaluate(RUN) == {"q1": {}, "q2": {}}
    assert ours.RelevanceEvaluator({"q": {"a": -1}}, {"map"}).evaluate({"q": {"a": 1.0}}) == {"q": {"map": 0.0}}
    assert ours.RelevanceEvaluator({"q": {"a": 1, "b": 10**9}}, "ndcg").evaluate({"q": {"b": 1.0}})["q"]["ndcg"] > 0.9


def test_evaluating_twice_gives_the_same_and_changes_nothing():
    qrels, run = {q: dict(v) for q, v in QRELS.items()}, {q: dict(v) for q, v in RUN.items()}
    evaluator = ours.RelevanceEvaluator(qrels, ours.supported_measures)
    first = evaluator.evaluate(run)
    evaluator.evaluate({"q1": {"c": 9.0}})
    assert evaluator.evaluate(run) == first
    assert (qrels, run) == (QRELS, RUN)


def test_memory_is_not_leaked():
    qrels, run = collection(3)
    evaluator = ours.RelevanceEvaluator(qrels, {"map", "ndcg"})
    for _ in range(3):
        evaluator.evaluate(run)
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(60):  # lists of freed objects fill up first
            evaluator.evaluate(run)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(60):
            evaluator.evaluate(run)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 20_000  # a leaked run would be 60 times some kilobytes


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ours.RelevanceEvaluator(None, {"map"}),
         "query_relevance must be a dict {query: {document: grade}}, not NoneType"),
        (lambda: ours.RelevanceEvaluator({"q": 1}, {"map"}),
         "query_relevance must be a dict {query: {document: grade}}, but query q holds int"),
        (lambda: ours.RelevanceEvaluator({"q": {"d": 1}}, None),
         "measures must be a set of names, such as {'map'}, not NoneType"),
        (lambda: ours.RelevanceEvaluator({"q": {"d": 1}}, [["map"]]),
         "measures must be a set of names, such as {'map'}; ['map'] is none"),
        (lambda: ours.RelevanceEvaluator({"q": {"d": 1}}, {"map"}).evaluate({"q": 1}),
         "scores must be a dict {query: {document: score}}, but query q holds int"),
        (lambda: ours.RelevanceEvaluator({"q": {"d": 1}}, {"map"}).evaluate({"q": ["d"]}),
         "scores must be a dict {query: {document: score}}, but query q holds list"),
        (lambda: ours.RelevanceEvaluator({"q": {"d": 1}}, {"map"}).evaluate([]),
         "scores must be a dict {query: {document: score}}, not list"),
        (lambda: ours.parse_qrel([b"q 0 d 1"]),
         "line 1: a judgment line must be text, not bytes; open the file as text"),
        (lambda: ours.parse_run(None), "the run lines must be an open file or a list of text, not NoneType"),
    ],
)  # fmt: skip
def test_another_shape_is_a_type_error_with_one_sentence(call, message):
    with pytest.raises(TypeError) as found:
        call()
    assert str(found.value) == message


@pytest.mark.parametrize("number", [10**400, 1j], ids=["too large", "complex"])
def test_what_is_no_number_is_a_value_error_with_one_sentence(number):
    evaluator = ours.RelevanceEvaluator({"q": {"d": 1}}, {"map"})
    with pytest.raises(ValueError, match="query 'q' document 'd' must be a number, not 1"):
        evaluator.evaluate({"q": {"d": number}})


def test_a_grade_beyond_all_numbers_is_refused():
    with pytest.raises(ValueError, match="query 'q' document 'd' must be a number, not 1"):
        ours.RelevanceEvaluator({"q": {"d": 10**400}}, {"map"})


def test_a_recall_level_above_1_is_refused():
    with pytest.raises(ValueError, match=r"recall must be a number of at least 0 and of at most 1, not 5\.0"):
        ours.RelevanceEvaluator({"q": {"d": 1}}, {"iprec_at_recall_5"})
