"""Published scores on real data: WMT, MultEval, WebNLG and ROUGE-1.5.5; skipped where the data is absent."""

import csv
import gzip
import json
import os
import re
from pathlib import Path

import pytest

from cranfield import evaluate, text

DATA = Path(os.environ.get("CRANFIELD_DATA", Path(__file__).parents[3] / "shared" / "data"))
pytestmark = pytest.mark.skipif(not (DATA / "tg_wmt22_enzh").is_dir(), reason="the collection of real texts is absent")


def lines(folder, name):
    return gzip.decompress((DATA / folder / name).read_bytes()).decode().split("\n")[:-1]


def expected(folder, name):
    raw = (DATA / folder / name).read_bytes()
    return json.loads(gzip.decompress(raw) if name.endswith(".gz") else raw)


def published(folder):
    with (DATA / folder / "published.automatic-scores.tsv").open() as file:
        return {(row["system"], row["metric"]): row["score"] for row in csv.DictReader(file, delimiter="\t")}


def assert_published(value, digits):
    places = len(digits.partition(".")[2])
    assert value == pytest.approx(float(digits), abs=max(0.5 * 10**-places, 1e-9))


@pytest.mark.parametrize("system", ["AISP-SJTU", "GTCOM", "HuaweiTSC", "Lan-Bridge", "Online-B", "Online-G"])
def test_wmt22_chinese(system):
    scores = published("tg_wmt22_enzh")
    candidates = lines("tg_wmt22_enzh", f"hyp.{system}.zh.txt.gz")
    gold = {name: lines("tg_wmt22_enzh", f"ref.{name}.zh.txt.gz") for name in "AB"}
    measures = ["BLEU(tokenize='zh')", "chrF"]
    for name, references in {"A": [gold["A"]], "B": [gold["B"]], "all": [gold["B"], gold["A"]]}.items():
        results = evaluate(text(candidates=candidates, references=references), measures)
        assert_published(results[measures[0]].value, scores[system, f"bleu-{name}"])
        assert_published(results["chrF"].value, scores[system, f"chrf-{name}"])


@pytest.mark.parametrize("system", ["ANVITA", "GPT4-5shot", "HW-TSC", "NLLB_MBR_BLEU", "ONLINE-B", "Yishu"])
def test_wmt23_english_with_every_tokeniser(system):
    wanted = expected("tg_wmt23_zhen", "expected.sacrebleu-2.6.0.json.gz")[system]
    batch = text(
        candidates=lines("tg_wmt23_zhen", f"hyp.{system}.en.txt.gz"),
        references=lines("tg_wmt23_zhen", "ref.refA.en.txt.gz"),
    )
    for tokenize, numbers in wanted["bleu"].items():
        name = f"BLEU(tokenize='{tokenize}')"
        results = evaluate(batch, name)
        assert results[name].value == pytest.approx(numbers["score"], rel=1e-9)
        total = results[name].state.total().astype(int).tolist()
        assert total == [numbers["sys_len"], numbers["ref_len"], *numbers["counts"], *numbers["totals"]]
        told = next(iter(results.signature.scores.values()))["sacrebleu"]
        assert told == numbers["signature"]
    scores = published("tg_wmt23_zhen")
    for (name, metric), digits in scores.items():
        if name == system and metric.lower().startswith(("bleu", "chrf")):
            measure = "BLEU" if metric.lower().startswith("bleu") else "chrF"
            assert_published(evaluate(batch, measure)[measure].value, digits)


def test_multeval_with_four_references():
    wanted = expected("tg_multeval", "expected.multi-bleu.perl_and_sacrebleu.json")
    for system in range(4):
        candidates = lines("tg_multeval", f"set1.out.{system}.txt.gz")
        gold = [lines("tg_multeval", f"set1.ref{at}.txt.gz") for at in range(4)]
        sets = {f"ref{at}": [one] for at, one in enumerate(gold)} | {"ref0..3": gold}
        for name, references in sets.items():
            told = wanted.get(f"set1.out.{system} vs {name}")
            if told:
                measure = "BLEU(tokenize='none', smooth='none')"
                value = evaluate(text(candidates=candidates, references=references), measure)[measure].value
                assert f"BLEU = {value:.2f}," in told


def test_webnlg_with_missing_references():
    wanted = expected("tg_webnlg", "expected.json")
    candidates = DATA / "tg_webnlg" / "hypothesis.txt.gz"
    gold = [DATA / "tg_webnlg" / f"reference{at}.txt.gz" for at in range(4)]
    for blank, key in (("skip", "missing_refs_skipped"), ("keep", "missing_refs_as_empty_strings")):
        batch = text(candidates=candidates, references=gold, blank_references=blank)
        score = wanted[f"sacrebleu_13a_{key}"]["score"]
        assert evaluate(batch, "BLEU")["BLEU"].value == pytest.approx(score, rel=1e-9)
    batch = text(candidates=candidates, references=gold, blank_references="skip")
    results = evaluate(batch, ["chrF", "chrF++"])
    assert results["chrF"].value == pytest.approx(wanted["chrf2_missing_skipped"]["score"], rel=1e-9)
    assert results["chrF++"].value == pytest.approx(wanted["chrf++_missing_skipped"]["score"], rel=1e-9)


@pytest.mark.parametrize("stemmed", [False, True])
def test_rouge_155_pair_by_pair(stemmed):
    folder = DATA / "tg_rouge_google"
    name = f"expected.ROUGE-1.5.5.{'stem' if stemmed else 'nostem'}.txt.gz"
    told = gzip.decompress((folder / name).read_bytes()).decode()
    batch = text(candidates=folder / "prediction_large.txt", references=folder / "target_large.txt")
    for measure in ("ROUGE-1", "ROUGE-2", "ROUGE-L"):
        found = re.findall(rf"X {measure} Eval (\d+)\.X R:([\d.]+) P:([\d.]+) F:([\d.]+)", told)
        assert len(found) == 1000
        for part, column in (("r", 1), ("p", 2), ("f", 3)):
            one = f"{measure}(part='{part}', stem={stemmed})"
            values = evaluate(batch, one)[one].values
            apart = [abs(values[int(each[0]) - 1] - float(each[column])) for each in found]
            if not stemmed:
                assert max(apart) < 2e-5  # five digits, cut or rounded
            else:  # another Porter and a list of exceptions
                assert sum(each < 2e-5 for each in apart) >= 950


def test_rouge_score_pair_by_pair():
    wanted = expected("tg_rouge_google", "expected.rouge_score.json.gz")["rouge_score_0.1.2"]
    folder = DATA / "tg_rouge_google"
    batch = text(candidates=folder / "prediction_large.txt", references=folder / "target_large.txt")
    for kind, stemmed in (("nostem", False), ("stem", True)):
        for name, numbers in wanted[kind].items():
            measure = f"{name.replace('rouge', 'ROUGE-')}(stem={stemmed})"
            result = evaluate(batch, measure)[measure]
            assert result.values.tolist() == pytest.approx(numbers["per_pair_f"], abs=1e-12)
