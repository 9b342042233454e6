"""A comparison as data: tables, facts, refusals in plain words, and published numbers."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import cranfield
from compare.given import given, judged
from cranfield import MeasureError, compare, evaluate, moved, ranking, text
from cranfield.compare.facts import facts_between

COVID = Path(__file__).parents[3] / "shared" / "data" / "ir_covid_r1"


def test_power_is_said_of_every_pair():
    from statsmodels.stats.power import TTestPower

    one, two = judged(1), judged(2)
    pair = compare([one, two], "AP")["AP"].pairs[0]
    gaps = two["AP"].values - one["AP"].values
    spread = gaps.std(ddof=1)
    assert pair.needed == int(np.ceil(TTestPower().solve_power(abs(gaps.mean()) / spread, None, 0.05, 0.8)))
    assert TTestPower().power(pair.detectable / spread, 40, 0.05) == pytest.approx(0.8, abs=1e-6)


def test_a_rope_says_how_probable_it_is_that_nobody_would_care():
    pair = compare([judged(1), judged(2)], "AP", rope=0.02)["AP"].pairs[0]
    assert 0 < pair.probability_negligible < 1
    wide = compare([judged(1), judged(2)], "AP", rope=5)["AP"].pairs[0]
    assert wide.probability_negligible == pytest.approx(1)


def test_everything_is_a_tidy_table():
    found = compare([judged(1), judged(2), judged(3)], rope=0.01)
    table = found.to_arrow()
    assert table.num_rows == 4
    assert {"measure", "baseline", "system", "difference", "low", "high", "p", "adjusted", "p_randomization", "wins",
            "delta", "detectable", "needed", "seed", "comparisons"} <= set(table.column_names)  # fmt: skip
    values = found.estimates()
    assert values.num_rows == 6
    assert values["value"].to_pylist()[0] == found["nDCG@10"].estimate("s1").value
    lone = compare([judged(1, queries=1), judged(2, queries=1)]).to_arrow()
    assert lone.schema.equals(compare([judged(1), judged(2)]).to_arrow().schema)  # also where all is null


def test_facts_for_rules_are_the_numbers_of_the_pairs():
    one, two = judged(1), judged(2, 0.6)
    found = compare([one, two], "AP", correction="none")
    (facts,) = found.facts()
    pair = found["AP"].pairs[0]
    assert (facts.low, facts.high, facts.p, facts.units) == (pair.low, pair.high, pair.adjusted, 40)
    assert facts.difference == pytest.approx(pair.difference)
    assert facts_between(one, two, cranfield.parse("AP")) == facts
    assert facts_between(one, one, cranfield.parse("AP")).p == 1  # of the same name


def test_the_units_that_moved_most_come_first():
    qrels = {f"q{n}": {"d": 1} for n in (1, 2, 10, 11, 12)}
    one = evaluate(ranking(qrels, {q: ["d"] for q in qrels}, system="one"), "RR")
    run = {"q1": ["d"], "q2": ["x", "d"], "q10": ["x", "d"], "q11": ["x"], "q12": ["d"]}
    two = evaluate(ranking(qrels, run, system="two"), "RR")
    found = moved(one, two, "RR")
    assert found == [("q11", 1.0, 0.0, -1.0), ("q10", 1.0, 0.5, -0.5), ("q2", 1.0, 0.5, -0.5)]
    assert (found[0].unit, found[0].before, found[0].after, found[0].change) == found[0]
    assert moved(one, two, "RR", limit=1) == found[:1]
    assert moved(one, one, "RR") == []
    with pytest.raises(MeasureError, match="limit must be a whole number of at least 0, not -1"):
        moved(one, two, "RR", limit=-1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"test": "anova"}, "test must be one of t, randomization, bootstrap, wilcoxon, sign, delong, mcnemar, not"),
        ({"test": "wilcoxn"}, "did you mean wilcoxon?"),
        ({"alternative": "greater"}, "alternative must be one of two-sided, better, worse, not 'greater'"),
        ({"correction": "fdr"}, "correction must be one of holm, bonferroni, bh, none, maxt, tukey, not 'fdr'"),
        ({"pairs": "each"}, "pairs must be one of baseline, all, not 'each'"),
        ({"correction": "tukey"}, "Tukey's test is for all pairs of systems; add pairs=all, or choose correction=holm"),
        ({"baseline": "s3"}, "there is no system 's3' to compare with; there are s1, s2"),
        ({"baseline": ["s1", "s2"]}, "2 systems are all baselines, so nothing is compared"),
        ({"confidence": 1}, "confidence must be a number above 0 and at most 0.999999999, not 1"),
        ({"resamples": 0}, "resamples must be a whole number from 1 to 10,000,000, not 0"),
        ({"seed": -1}, "seed must be a whole number from 0 to 2^63, not -1"),
        ({"rope": 0}, "rope must be a number above 0"),
        ({"as_": "sacrebleu", "test": "t"}, "sacrebleu has the tests bootstrap and randomization, not t"),
        ({"as_": "sacrebleu", "test": "bootstrap", "alternative": "better"}, "sacrebleu tests both sides"),
        ({"measures": "RR"}, "RR was not computed for s1; compute it for all systems"),
    ],
)
def test_impossible_wishes_are_refused(options, message):
    with pytest.raises(MeasureError) as caught:
        compare([judged(1), judged(2)], **options)
    assert message in str(caught.value)


def test_what_cannot_be_compared_is_told_in_plain_words():
    one = judged(1)
    with pytest.raises(MeasureError, match="a comparison needs at least two systems, not 1; give another one"):
        compare([one])
    with pytest.raises(MeasureError, match="a comparison needs at least two systems, not 1"):
        compare(one)
    with pytest.raises(MeasureError, match="two systems are called 's1'; name them with system="):
        compare([one, one])
    with pytest.raises(MeasureError, match=r"compare: takes the results of systems, not dict; make them with evaluate"):
        compare([one, {}])
    with pytest.raises(MeasureError) as caught:
        compare([one, judged(2, queries=38)])
    assert str(caught.value) == (
        "nDCG@10: s1 and s2 must be judged on the same queries; they share 38, only s1 has q38, q39;"
        " evaluate both on the same ones"
    )
    counts = [judged(seed, measures=["NumRet"]) for seed in (1, 2)]
    with pytest.raises(MeasureError, match="NumRet does not say which system is better, so none can be worse"):
        compare(counts, alternative="worse")
    assert compare(counts)["NumRet"].best == ()
    lone = compare([judged(1, queries=1), judged(2, queries=1)])["AP"].pairs[0]
    assert (lone.p, lone.low, lone.significant) == (None, None, False)
    assert lone.reason.told() == "1 query with a value; at least two are needed"
    with pytest.raises(MeasureError, match="the systems share no measure; compute the same for all of them"):
        compare([judged(1, measures=["AP"]), judged(2, measures=["RR"])])


def test_sacrebleus_digits_come_with_a_word_of_warning():
    references = ["a b c d e", "b c d e f g", "a a b d e f"] * 4
    systems = [
        evaluate(
            text(candidates=[each.replace(letter, "z") for each in references], references=references, system=letter),
            "BLEU",
        )
        for letter in "ab"
    ]
    contest = compare(systems, test="bootstrap", as_="sacrebleu", resamples=500)["BLEU"]
    assert contest.notes[0].told().startswith("BLEU: p as sacrebleu has it, where trials that tie")
    assert contest.pairs[0].others == {}


@pytest.mark.skipif(not COVID.exists(), reason="the shared data is not here")
def test_the_published_tests_of_trec_covid_are_reproduced():
    from cranfield.compare.differences import gaps_between, wilcoxon

    lines = gzip.decompress((COVID / "all_systems.te904.per_topic.tsv.gz").read_bytes()).decode().splitlines()
    head, *rows = [line.split("\t") for line in lines]
    expected = json.loads((COVID / "expected" / "significance.scipy.json").read_text())["pairs"]
    assert len(expected) > 5
    for title, wanted in expected.items():
        (one, two), name = title.split(" / ")[0].split(" vs "), title.split(" / ")[1]
        # they subtract the second from the first
        systems = [
            given([float(row[head.index(name)]) for row in rows if row[0] == each and row[1] != "all"], each)
            for each in (two, one)
        ]
        pair = compare(systems)["Given"].pairs[0]
        assert (pair.wins, pair.losses, pair.ties) == tuple(wanted["wins_losses_ties"])
        if wanted["identical"]:
            assert (pair.p, pair.reason.key) == (1, "compare-no-difference")
            continue
        assert (pair.statistic, pair.p, pair.d) == pytest.approx((wanted["t"], wanted["t_p"], wanted["cohen_d"]))
        assert (pair.low, pair.high) == pytest.approx(wanted["ci95"])
        assert pair.others["randomization"] == pytest.approx(
            wanted["randomization_p_200k_(tolerance 0.005)"], abs=0.015
        )
        assert compare(systems, test="sign")["Given"].pairs[0].p == pytest.approx(wanted["sign_test_p"])
        gaps = gaps_between(*(each["Given"].values for each in systems))
        found = wilcoxon(gaps, exact=False, continuity=False)[1]
        # they rank 0.3 - 0.2 above 0.2 - 0.1; differences of four decimals are the same to us
        assert found == pytest.approx(wanted["wilcoxon_p_normal_approx"], abs=0.01)
        rounded = np.round(gaps.values, 4)
        assert found == pytest.approx(stats.wilcoxon(rounded, method="approx").pvalue, rel=1e-9)


def test_a_comparison_is_asked_by_any_name_of_a_measure():
    qrels = {f"q{n}": {"good": 1, "bad": 0} for n in range(4)}
    runs = [{q: {"good": n % 2, "bad": 0.5} for n, q in enumerate(qrels)}, {q: {"good": 1, "bad": 0.5} for q in qrels}]
    batches = [ranking(qrels, run, system=name) for run, name in zip(runs, "ab", strict=True)]
    found = compare([evaluate(each, ["AP", "P@1"]) for each in batches])
    assert found["MAP"] is found["map"] is found["AP"]
    assert "MAP" in found
    assert "RR" not in found
    with pytest.raises(KeyError) as raised:
        found["RR"]
    assert str(raised.value) == "'RR' was not compared; there are AP, P@1"
    assert not found.findings
    uneven = compare([evaluate(batches[0], ["AP", "P@1"]), evaluate(batches[1], ["AP", "RR"])])
    assert [each.told() for each in uneven.findings] == [
        "left out, as not all systems have them: P@1, RR; compute the same measures for all"
    ]
    assert "P@1, RR" in uneven.table()
