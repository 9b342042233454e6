"""What a table of texts shows: parts behind the values, settings in short lines, and options for all measures."""

import io
import json
import sys

import pytest

from cranfield import evaluate, parse, text

REFERENCE = "the cat is on the mat\nthere is a dog\n"
SYSTEM = "the cat sat on the mat\nthere was a dog here\n"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.txt").write_text(REFERENCE)
    (tmp_path / "s.txt").write_text(SYSTEM)
    (tmp_path / "t.txt").write_text(REFERENCE)
    return tmp_path


def test_parts_stand_below_the_values_of_one_system(cranfield):
    out = cranfield("text", "r.txt", "s.txt", "-m", "BLEU", "-m", "ROUGE-1", "-m", "ROUGE-2", "-m", "chrF").out
    lines = out.split("\n")
    assert out.index("measure") < out.index("parts")
    at = next(n for n, line in enumerate(lines) if line.startswith("parts") and "p_1" in line)
    assert lines[at].split() == ["parts", "p_1", "p_2", "p_3", "p_4", "BP", "ratio", "length", "reference"]
    # 5 + 3 of 11 words, 3 + 1 of 9 pairs, 1 of 7, and nothing of 5: halved by smoothing
    assert lines[at + 2].split() == [
        "BLEU", "72.7273", "44.4444", "14.2857", "10.0000", "1.0000", "1.1000", "11", "10",
    ]  # fmt: skip
    at = next(n for n, line in enumerate(lines) if line.split() == ["parts", "precision", "recall", "F"])
    assert lines[at + 2].split() == ["ROUGE-1", "0.7167", "0.7917", "0.7500"]
    assert lines[at + 3].startswith("ROUGE-2")
    assert ["parts", "precision", "recall"] in [line.split() for line in lines]


def test_parts_of_several_systems_are_asked_for_and_can_be_left_out(cranfield):
    several = ("text", "r.txt", "s.txt", "t.txt", "-m", "ROUGE-1")
    assert "parts" not in cranfield(*several).out
    told = [line.split() for line in cranfield(*several, "--parts").out.split("\n")]
    assert ["ROUGE-1,", "s", "0.7167", "0.7917", "0.7500"] in told
    assert ["ROUGE-1,", "t", "1.0000", "1.0000", "1.0000"] in told
    assert "parts" not in cranfield("text", "r.txt", "s.txt", "-m", "ROUGE-1", "--no-parts").out


def test_parts_are_in_json_and_python(cranfield):
    told = json.loads(cranfield("text", "r.txt", "s.txt", "-m", "BLEU", "-m", "TER", "--format", "json").out)
    parts = told["systems"][0]["parts"]
    assert parts["TER"] == {"edits": 3.0, "reference": 10.0}
    candidates, references = SYSTEM.splitlines(), REFERENCE.splitlines()
    results = evaluate(text(candidates=candidates, references=references), ["BLEU", "ROUGE-1(part='p')"])
    assert results["BLEU"].parts == parts["BLEU"]
    assert results["ROUGE-1(part='p')"].parts["precision"] == results["ROUGE-1(part='p')"].value


def test_the_footer_is_short_and_no_word_is_broken(cranfield):
    asked = ("text", "r.txt", "s.txt", "-m", "BLEU", "-m", "METEOR", "-m", "ROUGE-1", "-m", "ROUGE-L")
    out = cranfield(*asked).out
    footer = out[out.index("cranfield 0") :].split("\n")
    assert footer[0].endswith("| 2 segments | nrefs:1 | policy: default")
    assert footer[1:4] == [
        "BLEU: case:mixed eff:auto tok:13a smooth:exp n:4",
        "METEOR: case:lc tok:13a stem:porter-nltk synonyms:wordnet-3.0 weights:0.9,3,0.5",
        "ROUGE-1, ROUGE-L: case:lc tok:rouge stem:no multi:best",
    ]
    assert footer[4].startswith("sha256 s.txt ")
    narrow = cranfield(*asked, columns=40).out
    settings = {word for line in footer[1:4] for word in line.split()}
    assert settings <= set(narrow.split())


def test_signatures_are_whole_when_they_are_asked_for(cranfield):
    out = cranfield("text", "r.txt", "s.txt", "-m", "METEOR", "-m", "BLEU", "--signature", columns=40).out
    lines = out.split("\n")
    signature = (
        "nrefs:1|case:lc|tok:13a|stem:porter-nltk|synonyms:wordnet-3.0|weights:0.9,3,0.5|version:cranfield-0.1.0"
    )
    assert f"METEOR: {signature}" in lines
    assert "BLEU in sacrebleu: nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0" in lines


def test_standard_input_is_named(cranfield, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SYSTEM.encode())))
    out = cranfield("text", "r.txt", "-", "-m", "ROUGE-1").out
    assert out.split("\n")[0].split() == ["measure", "standard", "input"]
    assert "sha256 standard input " in out


def test_options_hold_for_all_measures_that_do_not_say_it_themselves(cranfield):
    asked = ("-m", "BLEU", "-m", "ROUGE-1(stem=False)", "-m", "chrF", "-m", "ROUGE-2(tokenize='none')")
    done = cranfield("text", "r.txt", "s.txt", *asked, "--tokenize", "char", "--lowercase", "--stem")
    assert done.status == 0
    assert "BLEU = BLEU(tokenize='char', lowercase=True)" in " ".join(done.out.split())
    assert "tok:char stem:no" in done.out
    assert "tok:none stem:porter-nltk" in done.out
    assert done.err.split("\n") == [
        "note: --stem does not change BLEU",
        "note: --lowercase does not change ROUGE-1(stem=False), ROUGE-2(tokenize='none')",
        "note: --tokenize and --stem do not change chrF",
        "",
    ]
    bad = cranfield("text", "r.txt", "s.txt", "-m", "BLEU", "--tokenize", "13b")
    assert bad.status == 2
    assert bad.err.endswith("not '13b'; did you mean 13a?\n")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bleu4", "BLEU"), ("BLEU1", "BLEU-1"), ("bleu_2", "BLEU-2"), ("dist2", "Distinct-2"),
        ("distinct_1", "Distinct-1"), ("rouge1", "ROUGE-1"), ("rouge_2", "ROUGE-2"), ("rougeL", "ROUGE-L"),
        ("rouge_l", "ROUGE-L"), ("rougeLsum", "ROUGE-Lsum"), ("sacrebleu", "BLEU"), ("chrfpp", "chrF++"),
        ("self-bleu", "SelfBLEU"), ("ent4", "Entropy-4"), ("rougeSU4", "ROUGE-SU4"), ("chrF2", "chrF"),
        ("bleu2(lowercase=True)", "BLEU-2(lowercase=True)"),
    ],
)  # fmt: skip
def test_names_that_people_type(typed, meant):
    assert parse(typed) == parse(meant)
