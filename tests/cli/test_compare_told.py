"""What `cranfield compare` tells around its numbers: losses, failures, footers, what a baseline can and cannot do."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from cranfield import compare, demo, evaluate, ranking

QRELS, TITLE, BM25, SYNONYMS = demo.JUDGMENTS, *demo.RUNS
WORSE = (QRELS, BM25, TITLE)


def one_line(text):
    return " ".join(text.split())


@pytest.fixture
def scores(tmp_path):
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 60)
    rows = [f"{each},{rng.random() * 0.7 + 0.3 * each:.3f},{rng.random() * 0.8 + 0.2 * each:.3f}" for each in truth]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["truth,old,new", *rows]) + "\n")
    return path


def test_a_stored_auc_is_shown_and_says_why_it_has_no_interval(cranfield, scores, tmp_path):
    stored = tmp_path / "old.json"
    assert (
        cranfield("labels", scores, "--truth", "truth", "--score", "old", "-m", "AUC", "-q", "-o", stored).status == 0
    )
    asked = ("--truth", "truth", "--score", "new", "--baseline", stored, "--require", "AUC is not worse by 0.02")
    outcome = cranfield("compare", scores, *asked)
    assert outcome.status == 2
    assert re.search(r"^AUC +0\.\d{4} +0\.\d{4} +[+-]0\.\d{4}$", outcome.out, re.MULTILINE)
    why = "because no file of results holds the data that AUC is tested with; give the data of both systems instead"
    assert why in one_line(outcome.out)
    assert "give the data of both systems instead (two runs, files or score columns)" in outcome.err


def test_a_stored_value_stands_beside_what_can_be_tested(cranfield, scores, tmp_path):
    first, *rows = scores.read_text().splitlines()
    scores.write_text("\n".join([f"{first},session", *(f"{row},s{at // 10}" for at, row in enumerate(rows))]) + "\n")
    stored = tmp_path / "old.json"
    asked = ("--truth", "truth", "--group", "session", "-m", "GAUC", "-m", "AUC")
    assert cranfield("labels", scores, *asked, "--score", "old", "-q", "-o", stored).status == 0
    outcome = cranfield("compare", scores, *asked, "--score", "new", "--baseline", stored)
    assert outcome.status == 0
    tested, untested = outcome.out.split("Values without a test")
    assert "GAUC" in tested
    assert re.search(r"^AUC +0\.\d{4} +0\.\d{4} +[+-]0\.\d{4}$", untested, re.MULTILINE)
    whole = json.loads(cranfield("compare", scores, *asked, "--score", "new", "--baseline", stored, "--format",
                                 "json").out)  # fmt: skip
    assert ([*whole["measures"]], [each["measure"] for each in whole["values"]]) == (["GAUC"], ["AUC"])


def test_failed_rules_go_to_standard_error_whatever_else_is_written(cranfield, tmp_path):
    for form in ((), ("--format", "json"), ("-o", tmp_path / "gate.xml"), ("-o", tmp_path / "gate.md")):
        outcome = cranfield("compare", *WORSE, "--fail-if", "AP drops 0.001", "--quiet", *form)
        assert outcome.status == 1
        (line,) = [each for each in outcome.err.splitlines() if each.startswith("failed: ")]
        assert line.startswith(
            "failed: fail if 'AP drops 0.001' in title-words against bm25: AP of title-words is 0.35"
        )


def test_losses_are_shown_beside_gains_and_of_failed_measures(cranfield):
    plain = cranfield("compare", *WORSE, "-m", "P@5", "--quiet").out
    assert plain.index("P@5: the queries that gained most") < plain.index("P@5: the queries that lost most")
    failed = cranfield("compare", *WORSE, "-m", "P@5", "--fail-if", "MAP drops 0.001", "--quiet").out
    assert "MAP: the queries that lost most" in failed
    assert "MAP: the queries that gained most" not in failed
    many = cranfield("compare", QRELS, *demo.RUNS, "--fail-if", "AP < 0.4 in title-words", "--quiet").out
    assert "the queries that" not in many.replace("AP: the queries that lost most", "")
    assert "the queries that" not in cranfield("compare", *WORSE, "--moved", 0, "--fail-if", "AP drops").out
    units = cranfield("compare", *WORSE, "-m", "AP", "-q", "--quiet").out
    assert re.search(r"^query +bm25 +title-words +change$", units, re.MULTILINE)
    values = [evaluate(ranking(QRELS, run), "AP")["AP"].units["q05"] for run in (BM25, TITLE)]
    assert re.search(rf"^q05 .* {values[1] - values[0]:+.4f}$", units, re.MULTILINE)


def test_a_baseline_brings_its_measures_and_is_stale_before_it_lacks_one(cranfield, tmp_path):
    stored, fewer = tmp_path / "results.json", tmp_path / "fewer.txt"
    assert cranfield("eval", QRELS, BM25, "-m", "AP", "-m", "P@5", "-q", "-o", stored).status == 0
    found = cranfield("compare", "--baseline", stored, QRELS, SYNONYMS, "--format", "json")
    assert found.status == 0
    assert list(json.loads(found.out)["measures"]) == ["AP", "P@5"]
    fewer.write_text("".join(QRELS.read_text().splitlines(keepends=True)[30:]))
    stale = cranfield("compare", "--baseline", stored, fewer, SYNONYMS, "-m", "RR")
    assert (stale.status, "the baseline is stale" in stale.err) == (2, True)
    assert "has no RR, only AP" in cranfield("compare", "--baseline", stored, QRELS, SYNONYMS, "-m", "RR").err


def test_sacrebleu_alone_chooses_its_test_and_contradictions_are_refused_unread(cranfield, tmp_path):
    for name, line in (("r", "the cat sat on the mat"), ("a", "the cat sat"), ("b", "a cat sat on the mat")):
        (tmp_path / name).write_text(f"{line}\n" * 5)
    files = [tmp_path / name for name in "rab"]
    outcome = cranfield("compare", *files, "-m", "BLEU", "--as", "sacrebleu", "--resamples", 50, "--format", "json")
    assert json.loads(outcome.out)["measures"]["BLEU"]["pairs"][0]["test"] == "bootstrap"
    nowhere = [tmp_path / "absent" for _ in range(3)]
    refused = cranfield("compare", *nowhere, "-m", "BLEU", "--as", "sacrebleu", "--test", "wilcoxon")
    assert refused.err.startswith("cranfield: sacrebleu has the tests bootstrap and randomization, not wilcoxon")


def test_the_footer_tells_only_what_was_used(cranfield):
    assert "resamples" not in cranfield("eval", QRELS, BM25, "-m", "AP", "--ci").out
    assert "resamples" in cranfield("eval", QRELS, BM25, "-m", "AP", "--ci", "--interval", "bca").out
    assert "t-test" not in cranfield("compare", *WORSE, "-m", "AP", "--query", "q01").out
    wilcoxon = cranfield("compare", *WORSE, "-m", "AP", "--test", "delong", "--interval", "t").out
    assert "AP: tested by t, not by delong, which is not for anything but an AUC of examples" in one_line(wilcoxon)


def test_one_query_of_several_systems_is_laid_beside_the_baseline(cranfield):
    shown = cranfield("compare", QRELS, *demo.RUNS, "-m", "AP", "--query", "q01", "--against", "bm25", "--quiet")
    heads = [line.split()[1:3] for line in shown.out.splitlines() if line.startswith("measure")]
    assert (shown.status, heads) == (0, [["bm25", "title-words"], ["bm25", "bm25-synonyms"]])


def test_corrected_p_is_told_and_intervals_are_said_not_to_be(cranfield):
    several = one_line(cranfield("compare", QRELS, *demo.RUNS, "-m", "AP").out)
    assert "p (holm)" in several
    assert "p is corrected for the number of comparisons (Holm); intervals, and how many queries are needed" in several
    assert "is corrected" not in cranfield("compare", *WORSE, "-m", "AP").out
    whole = json.loads(cranfield("compare", QRELS, *demo.RUNS, "-m", "AP", "--format", "json").out)["measures"]["AP"]
    assert whole["correction"] == "holm"
    assert all(pair["p"] <= pair["adjusted"] for pair in whole["pairs"])


def test_only_unjudged_documents_that_can_matter_are_counted(cranfield):
    told = cranfield("compare", *WORSE, "-m", "P@10", "-m", "nDCG@10", "--unjudged", "--format", "json").out
    rows = json.loads(told)["bounds"]
    judged = {(line.split()[0], line.split()[2]) for line in QRELS.read_text().splitlines()}
    queries = {query for query, _ in judged}
    by_query: dict[str, list[tuple[float, str]]] = {}
    for query, _, doc, _, score, _ in map(str.split, BM25.read_text().splitlines()):
        by_query.setdefault(query, []).append((float(score), doc))
    ranked = [
        (query, doc, at) for query in queries for at, (_, doc) in enumerate(sorted(by_query.get(query, ()))[::-1])
    ]
    unjudged = [at for query, doc, at in ranked if (query, doc) not in judged]
    inside = [at for at in unjudged if at < 10]
    found = {each["measure"]: each["unjudged"] for each in rows if each["system"] == "bm25"}
    assert 0 < len(inside) < len(unjudged)
    # a document below the cutoff cannot change P@10, but it belongs into the ideal ranking of nDCG@10
    assert found == {"P@10": len(inside), "nDCG@10": len(unjudged)}


def test_intervals_of_values_stay_inside_the_measure(cranfield, tmp_path):
    (tmp_path / "q").write_text("".join(f"q{n} 0 d 1\n" for n in range(6)))
    for name, good in (("a", 5), ("b", 6)):
        (tmp_path / name).write_text("".join(f"q{n} Q0 {'d' if n < good else 'x'} 1 1 r\n" for n in range(6)))
    outcome = cranfield("compare", tmp_path / "q", tmp_path / "a", tmp_path / "b", "-m", "RR")
    assert "0.8333 [0.405, 1.000]" in outcome.out
    told = one_line(outcome.out)
    assert told.count("RR: intervals cut at the bounds of the measure") == 1
    assert "RR: 6 queries are few; intervals and tests by t are rough for fewer than 10" in told
    assert (
        "cut at the bounds of the measure" in cranfield("eval", tmp_path / "q", tmp_path / "a", "-m", "RR", "--ci").out
    )


def test_an_xml_file_is_among_the_endings(cranfield):
    assert ".xml" in cranfield("compare", *WORSE, "-o", "page.odt").err
    assert ".xml" in cranfield("compare", "--help").out
    assert ".xml" not in cranfield("power", *WORSE, "-o", "page.odt").err


def test_marks_that_are_not_shown_have_no_legend(cranfield, tmp_path):
    runs = []
    for at in range(9):
        source = (BM25, TITLE, SYNONYMS)[at % 3]
        runs.append(tmp_path / f"s{at}.run")
        runs[-1].write_text(source.read_text() + f"q61 Q0 none{at} 9999 -1000 x\n")
    outcome = cranfield("compare", QRELS, *runs, "-m", "AP", "--pairs", "all", "--quiet").out
    assert "+/?/−" in outcome
    assert not re.search("Cohen|†|raised letters", outcome)
    orders = cranfield("correlate", QRELS, *runs, *demo.RUNS, *(), "-m", "AP", "-m", "P@5", "--quiet")
    assert all(re.search(rf"^s{at} ", orders.out, re.MULTILINE) for at in range(9))


def test_units_of_labels_are_called_by_their_noun(cranfield, scores):
    first, *rows = scores.read_text().splitlines()
    grouped = [f"{first},session", *(f"{row},s{at // 10}" for at, row in enumerate(rows))]
    scores.write_text("\n".join(grouped) + "\n")
    asked = ("--truth", "truth", "--score", "old", "--score", "new", "--group", "session", "-m", "GAUC")
    outcome = cranfield("labels", scores, *asked, "-q", "--quiet")
    assert "GAUC, each session" in outcome.out
    assert "each example" not in outcome.out


def test_tests_that_disagree_name_the_pair_where_all_are_compared():
    qrels = {f"q{n}": {"d": 1} for n in range(12)}
    found = None
    for seed in range(200):
        rng = np.random.default_rng(seed)
        made = [
            evaluate(ranking(qrels, {q: {"d": 1.0, **{f"x{m}": 2.0 for m in range(rng.integers(0, 6))}} for q in qrels},
                             system=name), "RR")
            for name in "abc"
        ]  # fmt: skip
        contest = compare(made, pairs="all", correction="none", resamples=200)["RR"]
        apart = [f"{pair.system} − {pair.baseline}" for pair in contest.pairs if pair.disagree]
        if apart:
            found = [note.told() for note in contest.notes if note.key == "compare-disagree"]
            assert found == [
                "RR: the t-test and the randomization test decide differently about " + ", ".join(apart)
                + "; take neither as proof"
            ]  # fmt: skip
            break
    assert found
