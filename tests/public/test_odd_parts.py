"""Whatever is given to those who measure parts, on disk or on an engine, is refused in our words or used."""

import importlib
import inspect
from dataclasses import fields

import pyarrow as pa
import pytest

import cranfield.scale
from cranfield import InputError
from cranfield.core.states.drawn import Draws
from cranfield.scale import Labels, Ranking, Survey, Text, evaluate_texts
from public.calls import QRELS
from public.trying import outcome, try_every_place

TABLE = pa.table({
    "y": [1, 0, 1, 0], "p": [0.5, 0.25, 0.125, 0.75], "s": ["a", "a", "b", "b"], "g": [1, 1, 0, 0],
    "c": ["x", "x", "z", "z"], "w": [1.0, 2.0, 1.0, 2.0],
})  # fmt: skip
RUN = pa.table({"query": ["q1", "q1", "q2"], "doc": ["d1", "d2", "d1"], "score": [2.0, 1.0, 1.0]})
TEXTS = pa.table({"id": ["1", "2"], "c": ["a b", "c"], "r": [["a b"], ["c d"]]})
CLICKS = Labels(truth="y", score="p", group="s")
SURVEY = CLICKS.survey(TABLE)
PLAN = CLICKS.plan([SURVEY], ["AUC", "GAUC"], draws=Draws(5, 1))
SENT = [PLAN.states(TABLE, cut) for cut in PLAN.cuts]
RANKED = Ranking.of(QRELS)
RANKS = RANKED.plan(["AP"])
WORDS = Text("c", "r", "id")
SCORED = WORDS.plan(["BLEU"])


def made_and_used(**options):
    source = Labels(**options)
    plan = source.plan([source.survey(TABLE)], ["Accuracy"])
    return plan.results([plan.states(TABLE)])


def texts_made_and_used(**options):
    return Text(**options).plan(["BLEU"]).states(TEXTS)


CALLS = {
    "Labels": (made_and_used, (), {
        "truth": "y", "guess": "g", "score": None, "group": "s", "by": "c", "weight": "w", "classes": ["0", "1"],
        "threshold": None, "positive": None, "policy": "default", "system": "s",
    }),
    "Labels.survey": (CLICKS.survey, (TABLE,), {}),
    "Labels.plan": (CLICKS.plan, ([SURVEY], ["AUC", "GAUC"]), {
        "units": False, "max_group_rows": 5, "adapt": None, "draws": Draws(5, 1),
    }),
    "Labels.needs": (CLICKS.needs, (["AUC"],), {"drawn": False}),
    "Labels.evaluate": (CLICKS.evaluate, (TABLE, ["AUC"]), {
        "memory": "64MB", "units": False, "max_group_rows": 5, "input_format": None, "adapt": None, "progress": None,
        "draws": Draws(5, 1),
    }),
    "Survey.from_json": (Survey.from_json, (SURVEY.to_json(),), {}),
    "Survey.together": (Survey.together, ([SURVEY],), {}),
    "LabelsPlan.states": (PLAN.states, (TABLE, PLAN.cuts[0]), {"bucket": 0, "above": (1, 2)}),
    "LabelsPlan.sides": (PLAN.sides, (TABLE,), {}),
    "LabelsPlan.values": (PLAN.values, (TABLE,), {}),
    "LabelsPlan.results": (PLAN.results, (SENT,), {"inputs": ()}),
    "LabelsPlan.largest": (PLAN.largest, (SENT,), {}),
    "Ranking.of": (Ranking.of, (QRELS,), {"policy": "default", "known": None, "columns": None, "system": "s"}),
    "Ranking.plan": (RANKED.plan, (["AP"],), {}),
    "RankingPlan.states": (RANKS.states, (RUN,), {"cut": None, "bucket": 0}),
    "RankingPlan.batch": (RANKS.batch, ([RANKS.states(RUN)],), {"inputs": {"name": "x"}}),
    "RankingPlan.results": (RANKS.results, ([RANKS.states(RUN)],), {"inputs": ()}),
    "Text": (texts_made_and_used, (), {
        "candidates": "c", "references": ["r"], "ids": "id", "blank_references": "keep", "policy": "default",
        "system": "s",
    }),
    "Text.plan": (WORDS.plan, (["BLEU"],), {"units": False, "draws": Draws(5, 1)}),
    "Text.batch": (WORDS.batch, (TEXTS,), {}),
    "TextPlan.states": (SCORED.states, (TEXTS,), {"cut": None, "bucket": [0, 1]}),
    "TextPlan.values": (SCORED.values, (TEXTS,), {}),
    "TextPlan.results": (SCORED.results, ([SCORED.states(TEXTS)],), {"inputs": ()}),
    "evaluate_texts": (evaluate_texts, (["BLEU"],), {
        "candidates": "c", "references": "r", "data": TEXTS, "ids": "id", "blank_references": "keep", "tabs": None,
        "policy": "default", "input_format": None, "system": "s", "units": False, "draws": Draws(5, 1),
        "progress": None,
    }),
}  # fmt: skip
# without a session: no DataFrame is given, so that all that can be done is to refuse
ON_SPARK = {
    "labels": {"df": None, "truth": "y", "score": ["a", "b"], "system": None},
    "ranking": {"qrels": QRELS, "run_df": None, "policy": "default", "known": None, "columns": None, "system": "s"},
    "text": {"df": None, "candidates": "c", "references": "r", "ids": "id"},
    "evaluate": {
        "data": None, "measures": ["AUC"], "per_query": None, "partitions": 2, "max_group_rows": 5, "adapt": None,
        "draws": (5, 1), "progress": None,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_refused_in_our_words_or_used(name):
    try_every_place(name, *CALLS[name])


@pytest.mark.parametrize("name", CALLS)
def test_the_good_calls_are_good(name):
    assert outcome(*CALLS[name]) == ""


@pytest.fixture
def spark():
    pytest.importorskip("pyspark", reason="there is no pyspark; make test installs it where it may")
    return importlib.import_module("cranfield.spark")


@pytest.mark.parametrize("name", ON_SPARK)
def test_a_wrong_argument_is_refused_in_our_words_on_spark(name, spark):
    options, call = ON_SPARK[name], getattr(spark, name)
    assert outcome(call, (), options) != ""
    try_every_place(name, call, (), options)


def test_every_public_function_and_keyword_is_tried():
    tried = {name.partition(".")[0] for name in CALLS}
    plans = {"LabelsPlan", "RankingPlan", "TextPlan", "Cut", "Draws", "Largest", "WIRE"}  # which are made by others
    assert set(cranfield.scale.__all__) - plans == tried - plans
    for name, (call, arguments, keywords) in CALLS.items():
        if name in ("Labels", "Text"):
            assert {each.name for each in fields(getattr(cranfield.scale, name))} == set(keywords), name
        else:
            asked = list(inspect.signature(call).parameters)
            assert set(asked) == {*asked[: len(arguments)], *keywords}, name


def test_every_public_function_and_keyword_is_tried_on_spark(spark):
    for name, options in ON_SPARK.items():
        asked = inspect.signature(getattr(spark, name)).parameters
        assert {each for each in asked if each != "options"} == set(options), name


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Labels(truth=5), "Labels: truth must be text, not 5"),
        (lambda: Survey.from_json("[1, 2]"), "what a part sent cannot be read again (ValueError: "),
        (lambda: PLAN.results([TABLE]), "what a part sent cannot be read again (KeyError: 'measure'); give it as plan"),
        (lambda: PLAN.results([SENT[0]]), "the parts that were measured have 0 rows, and 4 were surveyed"),
        (lambda: PLAN.states(TABLE, bucket="a"), "states: bucket must be the number of a bucket, or a list of such"),
        (lambda: CLICKS.evaluate(TABLE, memory="much"), "evaluate: memory must be "),
    ],
)
def test_the_sentences(call, sentence):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(sentence)


def test_the_sentences_on_spark(spark):
    with pytest.raises(InputError, match=r"^evaluate of cranfield\.spark takes what labels, ranking or text"):
        spark.evaluate(TABLE)
    with pytest.raises(InputError, match=r"^evaluate: partitions must be a whole number from 1"):
        spark.evaluate(TABLE, partitions=0)
