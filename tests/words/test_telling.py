"""The language that sentences are written in: counts, choices, lists, settings, what may be left out."""

import pytest

from cranfield.core.finding import Finding
from cranfield.core.note import Recorder, Step
from cranfield.errors import InputError, MeasureError
from cranfield.words import language_named, noun, say, say_together, singular, step
from cranfield.words.telling import Language, Teller, clip, counted, exact, fields_of

LISTS = {"comma": ", ", "and": " and ", "or": " or ", "more": " and {} more", "rest": ", ..."}
PLAIN = Language({"inner": "it is {size:exact}"}, {}, {"queries": "Anfragen"}, LISTS)


def tell(template, *, voice="python", brief=False, **fields):
    def inside(key, given):
        return Teller(PLAIN, voice, inside).tell(PLAIN.sentences.get(key, key), given)

    return Teller(PLAIN, voice, inside).tell(template, fields, brief=brief)


@pytest.mark.parametrize(
    ("template", "fields", "told"),
    [
        ("{name} is {name!r}", {"name": "a'b"}, "a'b is \"a'b\""),
        ("{count:,}", {"count": 12345}, "12,345"),
        ("{share:.1%}", {"share": 0.125}, "12.5%"),
        ("{count:queries}", {"count": 1}, "1 query"),
        ("{count:queries}", {"count": 2000}, "2,000 queries"),
        ("{count:undefined values}", {"count": 1}, "1 undefined value"),
        ("{count:{noun}}", {"count": 1, "noun": "sessions"}, "1 session"),
        ("{count:has|have}", {"count": 1}, "has"),
        ("{count:has|have}", {"count": 0}, "have"),
        ("{noun:noun} {noun:one}", {"noun": "queries"}, "Anfragen query"),
        ("{noun:noun}", {"noun": "parrots"}, "parrots"),
        ("{rel:exact}", {"rel": 2.0}, "2"),
        ("{rel:exact}", {"rel": 0.1}, "0.1"),
        ("{text:clip}", {"text": "x" * 41}, "x" * 39 + "…"),
        ("{text:clip 60}", {"text": "x" * 61}, "x" * 59 + "…"),
        ("{text:quoted}", {"text": "a\nb"}, r"'a\nb'"),
        ("{why:said}", {"why": "inner", "size": 3.0}, "it is 3"),
        ("{why:said}", {"why": "words of my own {size}", "size": 3}, "words of my own 3"),
        ("{a.real}", {"a": 3}, "3"),
    ],
)
def test_fields_are_written_as_the_format_says(template, fields, told):
    assert tell(template, **fields) == told


@pytest.mark.parametrize(
    ("how", "count", "told"),
    [
        ("few", 3, "0, 1, 2"),
        ("few", 4, "0, 1, 2, ..."),
        ("listed", 12, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        ("listed", 14, "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more"),
        ("all", 4, "0, 1, 2, 3"),
        ("and", 3, "0 and 1 and 2"),
        ("or", 2, "0 or 1"),
        ("quotes", 2, "'0', '1'"),
        ("quotes", 8, "'0', '1', '2', '3', '4', '5' and 2 more"),
    ],
)
def test_lists_name_as_many_as_fit(how, count, told):
    assert tell(f"{{names:{how}}}", names=[str(each) for each in range(count)]) == told


def test_a_long_name_in_a_list_is_clipped_and_says_so():
    assert tell("{names:all}", names=["x" * 50]) == "x" * 39 + "…"
    assert tell("{names:quotes}", names=["x" * 50]) == repr("x" * 29 + "…")


def test_what_is_missing_is_left_out():
    template = "no {name}[; did you mean {near}?]"
    assert tell(template, name="a", near="b") == "no a; did you mean b?"
    for nothing in ({}, {"near": None}, {"near": ""}):
        assert tell(template, name="a", **nothing) == "no a"
    assert tell("[{options:all}][options!none]", options=["a", "b"]) == "a, b"
    assert tell("[{options:all}][options!none]", options=[]) == "none"
    assert tell("x[several?, one by one]", several=True) == "x, one by one"
    assert tell("x[several?, one by one]", several=False) == "x"
    assert tell("a[d? + {e}]", d=0.5, e=None) == "a + None"
    assert tell("a[[b] c[[") == "a[b] c["


def test_brackets_and_braces_of_the_user_stay_as_they_are():
    assert tell("{name} [{near}]", name="[[a] {b}", near="[c?d]") == "[[a] {b} [c?d]"


def test_settings_are_written_for_python_and_for_the_shell():
    template = "{=missing=zero}, {=ties='expected'}, {value:=judged_only}, {map:columns}"
    fields = {"value": True, "map": {"query": "a", "doc": "b"}}
    assert (
        tell(template, **fields)
        == "missing=zero, ties='expected', judged_only=True, columns={'query': 'a', 'doc': 'b'}"
    )
    shell = "--missing zero, --ties expected, --judged-only True, --columns query=a,doc=b"
    assert tell(template, voice="shell", **fields) == shell


def test_fields_of_a_template_are_those_it_needs_and_those_it_can_do_without():
    assert fields_of("{b} {a:,} {=ties=rank} {b:=x} {count:{noun}}") == (["b", "a", "count", "noun"], set())
    assert fields_of("{a}[; {b}][c?, {d} {c}][f!{e}]") == (["a", "d", "e"], {"b", "c", "f"})
    assert fields_of("[[a] none") == ([], set())


def test_numbers_are_told_exactly_and_nouns_one_by_one():
    numbers = {2.0: "2", 0.1: "0.1", 3: "3", 1e300: "1e+300", -0.5: "-0.5", 1e15: "1000000000000000"}
    assert [exact(each) for each in numbers] == list(numbers.values())
    assert [singular(each) for each in ("queries", "examples", "pairs")] == ["query", "example", "pair"]
    assert [counted(each, "queries") for each in (0, 1, 1000)] == ["0 queries", "1 query", "1,000 queries"]
    assert clip(None) == "None"


def test_several_systems_share_a_sentence_if_only_the_first_number_differs():
    facts = {"total": 9, "noun": "queries"}
    several = [("a", {"count": 3, **facts}), ("b", {"count": 5, **facts}), ("c", {"count": 3, **facts})]
    told = "a, c 3, b 5 of 9 queries without a group count in no group mean"
    assert say_together("no-group", several) == told
    assert say_together("no-group", [*several, ("d", {"count": 1, **facts, "total": 8})]) is None
    assert say_together("details", [("a", {"details": {}}), ("b", {"details": {}})]) is None  # a function
    assert say_together("left-out", [("a", {}), ("b", {})]) is None  # no number
    assert say_together("words of my own", several) is None
    shares = [("a", {"share": 0.5, "count": 1, "shown": 2})]
    shares += [(name, {"share": 0.25, "count": 1, "shown": 4}) for name in "bcdef"]
    told = "a 50.0%, b, c, d, e and 1 more 25.0% of the first 10 documents are unjudged"
    assert say_together("unjudged-top-10", shares) == told
    ties = [(name, {"count": count, "k": 5, "ties": "rank"}) for name, count in (("a", 1), ("b", 1000))]
    told = "a 1, b 1,000 queries with judged documents in a tie across rank 5; --ties rank decided"
    assert say_together("tie-across-cutoff", ties, voice="shell") == told
    several = [("a", {"count": 1}), ("b", {"count": 1})]
    assert say_together("undefined-without-line", several) == "a, b 1 undefined values have no line in this format"


def test_a_step_of_a_user_speaks_for_itself_even_if_its_name_is_one_of_ours():
    note = Recorder()
    note.unit("first", [3.0], "where the first one is")
    note.unit("precision-of-order", [3.0], "as I say")
    note.unit("my step", [3.0])
    assert [each.told("zh") for each in note.steps] == [
        ("first", "where the first one is"),
        ("precision-of-order", "as I say"),
        ("my step", ""),
    ]
    assert step("sum-over-R", {"name": "AP@5"}) == ("AP@5", "sum / R")


def test_a_step_takes_the_entry_of_its_unit_from_fields_that_are_arrays():
    import numpy as np

    note = Recorder(1)
    note.unit("precision-of-order", np.array([0.0, 50.0]), order=2, share=np.array(["left-out", "share-halved"]),
              halvings=np.array([0, 1]))  # fmt: skip
    assert note.steps == [
        Step("precision-of-order", (50.0,), False, {"order": 2, "share": "share-halved", "halvings": 1})
    ]
    assert note.steps[0].how == "100 / (2^1 x total 2); smoothed by exp, as nothing matches"


def test_a_finding_names_whom_it_is_about_in_each_language():
    finding = Finding("no-group", 3, {"total": 9, "noun": "queries"}, source="groups.tsv", lines=(1, 2, 5, 7))
    assert finding.told() == "groups.tsv: 3 of 9 queries without a group count in no group mean (lines 1, 2, 5, ...)"
    assert finding.told(language="zh") == "groups.tsv：9 个查询中有 3 个没有分组，不计入任何组的平均（第 1、2、5 等行）"
    assert finding.sentence(language="zh") == "9 个查询中有 3 个没有分组，不计入任何组的平均"
    own = Finding("a sentence of my own", 1, subject="Mine@3")
    assert own.told(language="zh") == "Mine@3：a sentence of my own"


def test_what_a_language_lacks_is_said_in_english():
    error = InputError("not-writable", source="a.json", line=3, why="no space")
    assert error.told(language="zh") == "a.json 第 3 行：cannot be written (no space); choose another file"
    assert str(MeasureError("words of my own")) == "words of my own"
    assert noun("queries", language="zh") == noun("query", language="zh") == "查询"
    assert noun("parrots", language="zh") == "parrots"
    assert noun("queries") == "queries"
    facts = {"count": 1, "total": 2, "noun": "labels", "why": "my reason", "treatment": "counted-as", "worst": 0.0}
    assert say("undefined", facts, language="zh") == "2 个类别中有 1 个无定义（my reason），计为 0"


def test_a_language_is_one_value():
    assert language_named("en").sentences.keys() >= language_named("zh").sentences.keys()
