"""What an explanation shows of the data adds up to the steps, and is what other tools find."""

import random
from collections import Counter

import pytest

from cranfield import explain, labels, overview, text
from cranfield.core.exhibit import Listing
from cranfield.report.document.html import render_document
from cranfield.report.document.text import render_page
from cranfield.report.explanation import page_of

rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")

WORDS = ["the", "cat", "sat", "on", "a", "mat", "dog", "naïve", "玫瑰", "x1", "İ"]


def shown(told, key):
    return [each for each in told.exhibits if each.key == key]


def rows(exhibit):
    assert isinstance(exhibit, Listing)
    return list(zip(*exhibit.columns.values(), strict=True))


def steps_of(told):
    return {each.name: each.value for each in told.steps}


def lines(made, count, most):
    return "\n".join(" ".join(made.choices(WORDS, k=made.randrange(most))) for _ in range(made.randrange(1, count)))


def test_the_union_of_common_subsequences_as_its_paper_works_it_out():
    # Lin 2004, section 3.2: the reference sentence w1 ... w5 meets two candidate sentences, and 4 of its words are hit
    told = explain(
        text(candidates=["w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"], references=["w1 w2 w3 w4 w5"]), "ROUGE-Lsum", "1"
    )
    (pairs,), (unions,), (hits,) = (
        map(rows, shown(told, key)) for key in ("shown-sentence-pairs", "shown-unions", "shown-hits")
    )
    assert pairs == [(1, 1, "w1 w2"), (1, 2, "w1 w3 w5")]
    assert unions == [(1, 5, 4, "w1 w2 w3 w5")]
    assert sorted(hits) == [("w1", 1, 2, 1, 0), ("w2", 1, 1, 1, 0), ("w3", 1, 1, 1, 0), ("w5", 1, 1, 1, 0)]
    assert steps_of(told)["recall"] == 4 / 5


def test_a_word_counts_no_more_often_than_the_candidate_has_it():
    told = explain(text(candidates=["the bird"], references=["the cat\nthe dog\n\nthe bird"]), "ROUGE-Lsum", "1")
    (hits,) = map(rows, shown(told, "shown-hits"))
    assert hits == [("the", 3, 1, 1, 2), ("bird", 1, 1, 1, 0)]
    assert steps_of(told)["shared"] == 2
    assert [row[0] for row in rows(shown(told, "shown-unions")[0])] == [1, 2, 4]  # lines are numbered as they stand


@pytest.mark.parametrize("seed", range(40))
def test_unions_are_those_of_rouge_score_and_add_up(seed):
    made = random.Random(seed)
    candidate, references = lines(made, 5, 7), [lines(made, 5, 7) for _ in range(made.randrange(1, 3))]
    told = explain(text(candidates=[candidate], references=[references]), "ROUGE-Lsum(tokenize='none')", "1")
    listed = rows(shown(told, "shown-sentences")[0])
    mine = [words.split() for name, _, words in listed if name == "candidate"]
    theirs = {at: words.split() for name, at, words in listed if name == "reference"}
    unions = {row[0]: row for each in shown(told, "shown-unions") for row in rows(each)}
    for at, words in theirs.items():
        expected = rouge_scorer._union_lcs(words, mine) if mine else []
        if unions:
            assert unions[at] == (at, len(words), len(expected), " ".join(expected) or None)
    counted = sum(row[3] for each in shown(told, "shown-hits") for row in rows(each))
    assert counted == steps_of(told)["shared"]


@pytest.mark.parametrize("setting", ["", "(whitespace=True)", "(lowercase=True, char_order=3)", "(word_order=2)"])
@pytest.mark.parametrize("seed", range(10))
def test_character_n_grams_add_up_to_the_counts_of_each_length(seed, setting):
    made = random.Random(seed)
    candidate, *references = (lines(made, 2, 8) + made.choice(["", "!", "  The"]) for _ in range(made.randrange(2, 5)))
    told = explain(text(candidates=[candidate], references=[references]), f"chrF{setting}", "1")
    steps, seen = steps_of(told), 0
    for key, kind in (("shown-orders-of-characters", "character"), ("shown-orders-of-words", "word")):
        for each in shown(told, key):
            for n, held, wanted, both, clipped, precision, recall in rows(each):
                name = f"{n:,} {kind}{'s' * (n != 1)}"
                assert (held, wanted, both) == tuple(
                    steps[f"{name}, {side}"] for side in ("candidate", "reference", "both")
                )
                assert (precision, recall) == (both / held if held else None, both / wanted)
                seen += both + clipped
    counted = [row for each in shown(told, "shown-clipped") for row in rows(each)]
    assert all(
        there > wanted > 0 and kept == wanted and cut == there - wanted for *_, there, wanted, kept, cut in counted
    )
    assert seen or not shown(told, "shown-matched")


def test_character_n_grams_that_match_are_listed_and_blanks_are_seen():
    told = explain(text(candidates=["aa a b"], references=["a ab c"]), "chrF(char_order=2, whitespace=True)", "1")
    ((first, second),) = map(rows, shown(told, "shown-matched"))
    candidate, reference = ("aa a b".replace(" ", "␣"), "a ab c".replace(" ", "␣"))
    for (n, listed), order in ((first, 1), (second, 2)):
        grams = [
            Counter(side[at : at + order] for at in range(len(side) - order + 1)) for side in (candidate, reference)
        ]
        both = grams[0] & grams[1]
        assert n == order
        assert listed.split(" · ") == [gram if often == 1 else f"{gram} ×{often}" for gram, often in both.items()]
    assert rows(shown(told, "shown-clipped")[0])[0] == (1, "a", 3, 2, 2, 1)
    assert rows(shown(told, "shown-only-candidate")[0]) == [(2, "aa · ␣b")]


def three_labels():
    truth = list("aabbcc")
    score = {
        "a": [0.9, 0.4, 0.4, 0.1, 0.2, 0.3],
        "b": [0.1, 0.3, 0.5, 0.6, 0.3, 0.1],
        "c": [0.0, 0.3, 0.1, 0.3, 0.5, 0.6],
    }
    return labels(truth=truth, score=score)


def test_pairs_of_two_labels_are_shown_both_ways():
    told = explain(three_labels(), "AUC(average='ovo')", "a/b")
    both = shown(told, "shown-pairs-of-two")
    assert [(each.fields["label"], each.fields["other"]) for each in both] == [("a", "b"), ("b", "a")]
    won = [sum(each.columns["counts"]) for each in both]
    steps = [each.value for each in told.steps]
    assert steps[2:4] == won == [3.5, 4.0]
    assert told.value == (3.5 / 4 + 4 / 4) / 2
    for language in ("en", "zh"):
        page = render_page(page_of(told, language=language), width=80)
        assert max(map(len, page.splitlines())) <= 80


def test_the_whole_of_several_labels_lists_its_pairs():
    told = overview(three_labels(), "AUC(average='ovo')")
    assert list(told.units) == ["a/b", "a/c", "b/c"]
    assert told.value == pytest.approx(sum(told.units.values()) / 3)
    assert all(pair in render_page(page_of(told), width=80) for pair in told.units)


def test_the_whole_says_what_other_tools_print():
    batch = labels(truth=[1, 0, 1, 0, 0], score=[0.9, 0.8, 0.2, 0.3, 0.1], group=["u", "u", "v", "v", "v"])
    told = overview(batch, "GAUC")
    assert [(each.tools, each.written) for each in told.others] == [
        ("Zhou et al. 2018 (DIN)", "GAUC(weight='rows')")
    ]  # fmt: skip
    assert told.others[0].value == overview(batch, "GAUC(weight='rows')").value == (2 * 1.0 + 3 * 0.5) / 5
    assert f"{told.others[0].value:.1f} here" in render_page(page_of(told), width=100)


def test_curves_and_spreads_are_drawn_as_pictures_in_html_and_as_signs_elsewhere():
    batch = labels(truth=[1, 0, 1, 0], score=[0.9, 0.8, 0.7, 0.1])
    told = explain(batch, "AveragePrecision", "1")
    page = page_of(told)
    assert "┤" in render_page(page, width=80)
    html = render_document(page, title="t")
    assert "┤" not in html
    assert html.count("<svg") == 1
    assert "<script" not in html
    spread = page_of(overview(labels(truth=list("aabbc"), guess=list("abbac")), "Recall(average='macro')"))
    assert "█" in render_page(spread, width=80)
    assert "<svg" in render_document(spread, title="t")
