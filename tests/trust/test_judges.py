"""What `judges` finds, beside plain loops and other libraries."""

from __future__ import annotations

import fnmatch
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr, ttest_rel
from sklearn.metrics import cohen_kappa_score, roc_auc_score

import cranfield as cf
from cranfield.trust.judges import judges
from trust.made_judges import made

HUMAN, JUDGE, RUNS = made()
FOUND = judges(HUMAN, JUDGE, RUNS, ["nDCG@10", "AP"], resamples=200)
ONE = FOUND["judge"]
PAIRS = [(query, doc) for query in HUMAN for doc in HUMAN[query]]
OURS = np.array([HUMAN[query][doc] for query, doc in PAIRS])
THEIRS = np.array([JUDGE[query][doc] for query, doc in PAIRS])


def test_counts():
    assert vars(ONE.counts) == {
        "human": 320, "judge": 480, "shared": 320, "human_queries": 16, "judge_queries": 24, "shared_queries": 16,
    }  # fmt: skip


def test_coefficients_are_those_of_scikit_learn():
    value = {name: each.value for name, each in ONE.estimates.items()}
    assert value["Agreement"] == (OURS == THEIRS).mean()
    assert value["Kappa"] == pytest.approx(cohen_kappa_score(OURS, THEIRS))
    assert value["Kappa(weights='quadratic')"] == pytest.approx(cohen_kappa_score(OURS, THEIRS, weights="quadratic"))
    assert ONE.separates.value == pytest.approx(roc_auc_score(OURS >= 1, THEIRS))
    assert all(each.low < each.value < each.high for each in ONE.estimates.values())
    assert ONE.separates.low < ONE.separates.value < ONE.separates.high


def test_the_constant_judge_is_the_best_one():
    values, counts = np.unique(OURS, return_counts=True)
    assert ONE.constant["Agreement"] == (counts.max() / len(OURS), float(values[counts.argmax()]))
    assert ONE.constant["Kappa"][0] == pytest.approx(0)
    for name in ("AC2", "Alpha"):
        tried = []
        for grade in values:
            batch = cf.ratings(
                item=[" ".join(each) for each in PAIRS] * 2, rater=["a"] * len(PAIRS) + ["b"] * len(PAIRS),
                value=[*OURS.tolist(), *[int(grade)] * len(PAIRS)],
            )  # fmt: skip
            tried.append(cf.evaluate(batch, [name])[name].value)
        assert ONE.constant[name][0] == pytest.approx(max(tried))


def test_intervals_draw_whole_queries():
    # in one query the judge is always wrong, in the others always right: drawing pairs would hide how shaky that is
    human = {f"q{at}": {f"d{doc}": doc % 2 for doc in range(50)} for at in range(12)}
    judge = {query: {doc: 1 - grade if query == "q0" else grade for doc, grade in docs.items()}
             for query, docs in human.items()}  # fmt: skip
    found = judges(human, judge, resamples=500)["judge"].estimates["Agreement"]
    assert found.value == 11 / 12
    assert found.low <= 0.76
    assert found.high == 1.0


def test_grades_one_by_one():
    rows, columns, cells = ONE.confusion
    assert rows == columns == (0.0, 1.0, 2.0, 3.0)
    for one in range(4):
        for two in range(4):
            assert cells[one][two] == ((one == OURS) & (two == THEIRS)).sum()
    for each in ONE.grades:
        there = THEIRS[each.grade == OURS]
        assert each.count == len(there)
        assert (each.alike, each.over, each.under) == pytest.approx(
            [(there == each.grade).mean(), (there > each.grade).mean(), (there < each.grade).mean()]
        )
        assert each.bias.value == pytest.approx(there.mean() - each.grade)
        assert each.bias.low <= each.bias.value <= each.bias.high
    assert ONE.bias.value == pytest.approx((THEIRS - OURS).mean())


def test_the_threshold_is_chosen_on_one_half_and_tested_on_the_other():
    found = ONE.threshold
    order = np.random.default_rng(12345).permutation(16)
    queries = list(HUMAN)
    half = {queries[at] for at in order[:8]}
    inside = np.array([query in half for query, _ in PAIRS])
    scores = {
        grade: cohen_kappa_score(OURS[inside] >= 1, THEIRS[inside] >= grade) for grade in (1, 2, 3)
    }  # fmt: skip
    best = max(scores, key=scores.get)
    assert (found.chosen, found.here) == (best, pytest.approx(scores[best]))
    there = cohen_kappa_score(OURS[~inside] >= 1, THEIRS[~inside] >= best)
    assert found.there.value == pytest.approx(there)
    truth, said = OURS[~inside] >= 1, THEIRS[~inside] >= best
    assert found.precision == pytest.approx((truth & said).sum() / said.sum())
    assert found.recall == pytest.approx((truth & said).sum() / truth.sum())
    assert found.there.low < found.there.value < found.there.high
    assert 0 < found.stable <= 1


def test_values_of_systems_are_those_of_evaluate():
    for order in ONE.orders:
        for at, name in enumerate(order.systems):
            for said, values in ((HUMAN, order.human), (JUDGE, order.judge)):
                found = cf.evaluate(cf.ranking(said, RUNS[name]), [order.measure])[order.measure]
                mean = np.mean([found.units[query] for query in HUMAN])
                assert values[at] == pytest.approx(mean)


def test_orders_are_those_of_scipy():
    order = ONE.orders[0]
    assert order.coefficients["tau-b"].value == pytest.approx(kendalltau(order.human, order.judge).statistic)
    top = judges(HUMAN, JUDGE, RUNS, top=3, resamples=50)["judge"].orders[0]
    best = np.argsort(-np.array(top.human))[:3]
    wanted = kendalltau(np.array(top.human)[best], np.array(top.judge)[best]).statistic
    assert top.coefficients["tau-b top 3"].value == pytest.approx(wanted)
    for each in order.coefficients.values():
        assert each.low <= each.value <= each.high


def per_query(said, measure="nDCG@10"):
    found = [cf.evaluate(cf.ranking(said, RUNS[name]), [measure])[measure].units for name in RUNS]
    return np.array([[each[query] for query in HUMAN] for each in found])


def test_verdicts_are_those_of_paired_tests_corrected_by_holm():
    sides = [per_query(HUMAN), per_query(JUDGE)]
    order = ONE.orders[0]
    for values, name in zip(sides, ("human", "judge"), strict=True):
        p = np.array([ttest_rel(values[one], values[two]).pvalue for one, two in combinations(range(4), 2)])
        ranked = np.argsort(p)
        adjusted = np.empty(len(p))
        adjusted[ranked] = np.minimum(np.maximum.accumulate(p[ranked] * np.arange(len(p), 0, -1)), 1)
        assert [getattr(each, f"{name}_p") for each in order.pairs] == pytest.approx(adjusted.tolist())
        for each, small in zip(order.pairs, adjusted < 0.05, strict=True):
            wanted = int(np.sign(getattr(each, name))) if small else 0
            assert getattr(each, f"{name}_verdict") == wanted
    assert sum(order.kinds().values()) == 6
    assert {each.kind for each in order.changed} <= {"lost", "invented", "turned"}


def test_a_judge_that_favours_a_system_is_found_out():
    human, judge, runs = made(3, queries=40, judged=40, favoured="beta")
    found = judges(human, judge, runs, families={"greek": ["a*", "b*"]}, resamples=200)["judge"].orders[0]
    by_name = {each.name: each for each in found.favours}
    assert by_name["beta"].favoured == 1
    assert by_name["beta"].excess.low > 0
    assert by_name["beta"].p < 0.05
    assert by_name["greek"].systems == tuple(name for name in runs if fnmatch.fnmatch(name, "[ab]*"))
    values = [np.array([[cf.evaluate(cf.ranking(said, runs[name]), ["nDCG@10"])["nDCG@10"].units[query]
                         for query in human] for name in runs]) for said in (human, judge)]  # fmt: skip
    more = values[1] - values[0]
    assert by_name["beta"].excess.value == pytest.approx((more[1] - more[[0, 2, 3]].mean(axis=0)).mean())
    assert by_name["greek"].excess.value == pytest.approx((more[:2].mean(axis=0) - more[2:].mean(axis=0)).mean())


def test_a_measure_of_which_less_is_better_turns_nothing_round():
    runs = {name: RUNS[name] for name in ("alpha", "delta")}
    up = judges(HUMAN, JUDGE, runs, "P@5", resamples=50)["judge"].orders[0]
    assert (up.higher, up.pairs[0].human_verdict) == (True, 1)


def test_length_counts_only_among_what_people_grade_alike():
    rng = np.random.default_rng(5)
    human, judge, docs = {}, {}, {}
    for at in range(30):
        for doc in range(20):
            name = f"d{at}-{doc}"
            grade = int(rng.integers(0, 3))
            length = int(rng.integers(10, 400)) + 300 * grade  # good documents are long
            docs[name] = "x" * length
            human.setdefault(f"q{at}", {})[name] = grade
            judge.setdefault(f"q{at}", {})[name] = grade + int(rng.random() < 0.2)
    fair = judges(human, judge, docs=captions(docs), resamples=300)["judge"]
    assert fair.length_effect.low < 0 < fair.length_effect.high
    for query, said in judge.items():
        judge[query] = {name: human[query][name] + int(len(docs[name]) % 300 > 200) for name in said}
    partial = judges(human, judge, docs=captions(docs), resamples=300)["judge"]
    assert sum(each.count for each in partial.lengths) == 600
    assert len(partial.lengths) == 4


def captions(docs):
    return "".join(f"{name}\t{text}\n" for name, text in docs.items()).encode()


def test_the_length_effect_of_one_grade_is_spearman():
    rng = np.random.default_rng(1)
    human = {f"q{at}": {f"d{at}-{doc}": 1 for doc in range(10)} for at in range(6)}
    human["q0"]["d0-0"] = 0  # something else, alone at its grade
    docs = {name: "x" * int(rng.integers(1, 60)) for said in human.values() for name in said}
    judge = {query: {name: int(len(docs[name]) > 30) + int(rng.integers(0, 2)) for name in said}
             for query, said in human.items()}  # fmt: skip
    found = judges(human, judge, docs=captions(docs), resamples=50)["judge"].length_effect
    names = [(query, name) for query in human for name in human[query]]
    ranks = [np.array(each, float) for each in (
        [judge[query][name] for query, name in names], [len(docs[name]) for _, name in names]
    )]  # fmt: skip
    from scipy.stats import rankdata

    one, two = (rankdata(each) for each in ranks)
    same = np.array([human[query][name] == 1 for query, name in names])
    one, two = one[same] - one[same].mean(), two[same] - two[same].mean()
    assert found.value == pytest.approx(one @ two / np.sqrt((one @ one) * (two @ two)))
    assert found.value == pytest.approx(spearmanr(ranks[0], ranks[1]).statistic, abs=0.05)


def test_asked_again_in_the_same_file_or_in_another():
    text = "q1 0 a 1\nq1 0 b 0\nq1 0 a 1\nq2 0 a 2\nq2 0 a 0\n"
    found = judges({"q1": {"a": 1, "b": 0}, "q2": {"a": 1}}, text.encode(), resamples=50)["judge"]
    assert found.repeats.count == 2
    assert found.repeats.estimates["Agreement"].value == 0.5
    assert found.counts.judge == 3  # the first counts
    second = {query: dict(docs) for query, docs in JUDGE.items()}
    second["q00"]["d0"] = 3 - second["q00"]["d0"]
    found = judges(HUMAN, JUDGE, again=second, resamples=50)["judge"].repeats
    assert found.count == 480
    assert found.estimates["Agreement"].value == pytest.approx(479 / 480)


def test_people_who_judged_twice_are_told_too():
    found = judges(b"q1 0 a 1\nq1 0 a 0\nq1 0 b 0\nq2 0 a 1\n", {"q1": {"a": 1, "b": 1}, "q2": {"a": 0}}, resamples=50)
    assert found.human_repeats.count == 1


@pytest.mark.parametrize("given", [{0: 0, 1: 1, 2: 1, 3: 2}, "0=0,1=1,2=1,3=2", "0..1=0, 1..3=1,3=2"])
def test_a_map_takes_the_judge_to_the_scale_of_people(given):
    mapped = {query: {doc: {0: 0, 1: 1, 2: 1, 3: 2}[grade] for doc, grade in docs.items()}
              for query, docs in JUDGE.items()}  # fmt: skip
    one = judges(HUMAN, JUDGE, RUNS, mapping=given, resamples=50)["judge"]
    two = judges(HUMAN, mapped, RUNS, resamples=50)["judge"]
    assert one.confusion == two.confusion
    assert one.orders[0].judge == two.orders[0].judge
    assert one.about["map"]


def test_fractional_grades_of_any_scale_are_mapped_by_a_line():
    wide = {query: {doc: grade * 2.5 + 1 for doc, grade in docs.items()} for query, docs in JUDGE.items()}
    one = judges(HUMAN, wide, RUNS, mapping="linear", resamples=50)["judge"]
    assert one.estimates["Agreement"].value == pytest.approx(ONE.estimates["Agreement"].value)
    assert one.orders[0].judge == pytest.approx(ONE.orders[0].judge)
    as_it_is = judges(HUMAN, wide, RUNS, "AP", resamples=50)["judge"]
    assert as_it_is.separates.value == pytest.approx(ONE.separates.value)
    assert any(each.key == "judges-other-scale" for each in as_it_is.remarks)


def test_several_judges_and_a_name_for_each():
    found = judges(HUMAN, [JUDGE, HUMAN], RUNS, names=["model", "people again"], resamples=50)
    assert [each.name for each in found.judges] == ["model", "people again"]
    same = found["people again"]
    assert same.estimates["Kappa"].value == 1.0
    assert same.orders[0].kinds() == {"same": 6, "lost": 0, "invented": 0, "turned": 0}
    assert judges(HUMAN, {"model": JUDGE}, resamples=50).judges[0].name == "model"


def test_ratings_of_texts_by_several_people():
    rng = np.random.default_rng(2)
    rows = {"id": [], "model": [], "who": [], "score": [], "answer": []}
    theirs = {"id": [], "model": [], "score": [], "answer": []}
    for at in range(40):
        for model, skill in (("small", 2.0), ("large", 3.2)):
            truth = skill + rng.normal(0, 0.7)
            answer = "word " * int(rng.integers(5, 40))
            if at < 25:
                for who in ("ann", "bob", "cleo"):
                    rows["id"].append(f"p{at}")
                    rows["model"].append(model)
                    rows["who"].append(who)
                    rows["score"].append(int(np.clip(round(truth + rng.normal(0, 0.5)), 1, 5)))
                    rows["answer"].append(answer)
            theirs["id"].append(f"p{at}")
            theirs["model"].append(model)
            theirs["score"].append(int(np.clip(round(truth + 0.5 + rng.normal(0, 0.5)), 1, 5)))
            theirs["answer"].append(answer)
    found = judges(rows, theirs, item="id", value="score", system="model", rater="who", text="answer", resamples=100)
    one = found["judge"]
    median = {}
    for name, model, score in zip(rows["id"], rows["model"], rows["score"], strict=True):
        median.setdefault((model, name), []).append(score)
    said = dict(zip(zip(theirs["model"], theirs["id"], strict=True), theirs["score"], strict=True))
    assert one.estimates["Agreement"].value == np.mean([np.median(each) == said[key] for key, each in median.items()])
    assert one.people["Agreement"].value > 0
    order = one.orders[0]
    assert (order.measure, order.systems) == ("Mean", ("large", "small"))
    wanted = np.mean([np.median(each) for (model, _), each in median.items() if model == "large"])
    assert order.human[0] == pytest.approx(wanted)
    assert (order.means[0].labelled, order.means[0].unlabelled) == (25, 15)
    assert one.length_effect is not None
    assert (found.noun, one.counts.shared) == ("items", 50)


def test_the_same_seed_gives_the_same_numbers():
    again = judges(HUMAN, JUDGE, RUNS, ["nDCG@10", "AP"], resamples=200)
    assert again.table() == FOUND.table()
    other = judges(HUMAN, JUDGE, RUNS, ["nDCG@10", "AP"], resamples=200, seed=1)
    assert other.table() != FOUND.table()


def test_it_shows_itself():
    text = str(FOUND)
    assert text.startswith("judge beside human: how far they agree")
    assert "nDCG@10 corrected: people judged 16 queries, judge 8 more" in text
    assert "<table" in FOUND._repr_html_()
    assert repr(FOUND) == "Judges('human', judge)"
