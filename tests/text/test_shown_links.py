"""The links that are drawn have exactly the matches, chunks, lengths and edits that were measured."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import explain, text
from cranfield.core.exhibit import Links
from cranfield.measures.text.shown_links import chunks_of, common_words
from cranfield.report.document.blocks import LinkedWords
from cranfield.report.document.drawing import in_order, linked

WORDS = ["the", "cat", "cats", "sat", "sits", "sitting", "on", "mat", "car", "automobile", "猫", "a"]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


def told(candidate, reference, measure):
    return explain(text(candidates=[candidate], references=[reference]), measure, "1")


def steps(explanation):
    return {each.key: each.value for each in explanation.steps}


def linked_in(explanation):
    return next((each for each in explanation.exhibits if isinstance(each, Links)), None)


@settings(max_examples=150, deadline=None)
@given(candidate=texts, reference=texts, stages=st.sampled_from(["exact", "stem", "synonym"]))
def test_an_alignment_has_the_matches_and_chunks_of_the_score(candidate, reference, stages):
    explanation = told(candidate, reference, f"METEOR(stages='{stages}')")
    numbers, shown = steps(explanation), linked_in(explanation)
    if not numbers["linked-words"]:
        assert shown is None
        return
    assert len(shown.links) == numbers["linked-words"]
    assert len(chunks_of(shown.links)) == numbers["chunks"] == shown.fields["chunks"]
    assert (
        len({above for above, _, _ in shown.links}) == len({below for _, below, _ in shown.links}) == len(shown.links)
    )
    for above, below, how in shown.links:
        assert (shown.above[above] == shown.below[below]) == (how == "")
        assert how in ("", "stem", "synonym")[: ["exact", "stem", "synonym"].index(stages) + 1]


@settings(max_examples=150, deadline=None)
@given(candidate=texts, reference=texts, measure=st.sampled_from(["ROUGE-L", "ROUGE-W", "ROUGE-W(weight=2)"]))
def test_a_subsequence_is_as_long_and_worth_as_much_as_was_measured(candidate, reference, measure):
    explanation = told(candidate, reference, measure)
    shown, weight = linked_in(explanation), {"ROUGE-L": 1, "ROUGE-W": 1.2}.get(measure, 2)
    if shown is None:
        assert steps(explanation)["shared"] == 0
        return
    assert in_order(shown.links)
    assert all(shown.above[above] == shown.below[below] for above, below, _ in shown.links)
    worth = sum(len(chunk) ** weight for chunk in chunks_of(shown.links))
    measured = steps(explanation)["shared"]
    # the table of the paper begins a run anew behind a word that could also have been skipped
    assert worth == pytest.approx(measured) or (weight > 1 and worth >= measured - 1e-9)


@settings(max_examples=100, deadline=None)
@given(candidate=texts, reference=texts)
def test_words_that_are_not_kept_are_the_edits(candidate, reference):
    explanation = told(candidate, reference, "TER")
    shown = linked_in(explanation)
    kept = sum(how == "=" for _, _, how in shown.links)
    replaced = len(shown.links) - kept
    alone = len(shown.above) + len(shown.below) - 2 * len(shown.links)
    assert replaced + alone + shown.fields["shifts"] == steps(explanation)["edits"]


def test_long_texts_are_aligned_too():
    rng = random.Random(5)
    words = [rng.choice(WORDS) for _ in range(60)]
    moved = words[30:45] + words[:30] + words[45:]
    explanation = told(" ".join(words), " ".join(moved), "METEOR")
    shown = linked_in(explanation)
    assert shown is None or len(shown.links) == steps(explanation)["linked-words"]


@settings(max_examples=100)
@given(candidate=texts, reference=texts, width=st.integers(24, 120))
def test_linked_words_stand_below_each_other_and_fit(candidate, reference, width):
    above, below = candidate.split(), reference.split()
    links = common_words(above, below)
    lines = linked(LinkedWords("", ("candidate", "reference"), above, below, links), width)
    upper, lower = lines[::4], lines[2::4]
    assert " ".join(line[11:] for line in upper).split() == above
    assert " ".join(line[11:] for line in lower).split() == below
    assert sum(line.count("│") for line in lines) == len(links)
    if "猫" in candidate + reference:
        return  # wide characters take two columns
    for top, middle, bottom in zip(upper, lines[1::4], lower, strict=True):
        for at, sign in enumerate(middle):
            if sign == "│":
                assert top[at:].split(" ")[0] == bottom[at:].split(" ")[0]
    assert max(map(len, lines)) <= max(width, 11 + max(map(len, above + below)))
