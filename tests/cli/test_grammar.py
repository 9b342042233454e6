"""Every verb takes the data of every family; measures, options or --family say which it is."""

# ruff: noqa: ISC004 (the sentences stand as they are printed)

import json

import pytest


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("2 0 d1 1\n10 0 d1 1\n10 0 d2 0\n")
    (tmp_path / "a.run").write_text("2 Q0 d1 1 2 t\n10 Q0 d2 1 2 t\n10 Q0 d1 2 1 t\n")
    (tmp_path / "b.run").write_text("2 Q0 d1 1 2 t\n10 Q0 d1 1 2 t\n")
    (tmp_path / "clicks.csv").write_text(
        "click,old,new,session,country\n1,0.2,0.9,s10,de\n0,0.4,0.1,s10,us\n1,0.8,0.7,s9,de\n0,0.3,0.2,s9,us\n0,0.5,0.1,s9,de\n"
    )
    (tmp_path / "reference.txt").write_text("the cat is on the mat\na dog\n")
    (tmp_path / "system.txt").write_text("the cat sat on the mat\na dog\n")
    return tmp_path


CLICKS = ("clicks.csv", "--truth", "click", "--score", "old")


@pytest.mark.parametrize(
    ("data", "measure", "unit"),
    [
        (("qrels.txt", "a.run"), "AP", "query 10"),
        (("reference.txt", "system.txt"), "ROUGE-1", "segment 2"),
        ((*CLICKS, "--group", "session"), "GAUC", "session s9"),
        (CLICKS, "AUC", "label 1"),
    ],
)
@pytest.mark.usefixtures("home")
def test_the_measure_decides_the_family_for_every_verb(cranfield, data, measure, unit):
    (system,) = json.loads(cranfield("eval", *data, "-m", measure, "--format", "json").out)["systems"]
    assert list(system["metrics"]) == [measure]
    told = cranfield("explain", *data, "-m", measure, "--unit", unit.split()[1])
    assert told.status == 0, told.err
    assert told.out.split(" of ")[1].startswith(unit)


@pytest.mark.usefixtures("home")
def test_labels_and_text_are_eval_with_the_family_named(cranfield):
    for verb, data, measure in (("labels", CLICKS, "AUC"), ("text", ("reference.txt", "system.txt"), "BLEU")):
        assert cranfield(verb, *data, "-m", measure).out == cranfield("eval", *data, "-m", measure).out
        assert cranfield(verb, *data).out == cranfield("eval", "--family", verb, *data).out


@pytest.mark.usefixtures("home")
def test_options_settle_names_that_two_families_share(cranfield):
    assert "2 queries" in cranfield("eval", "qrels.txt", "a.run", "-m", "F").out
    guessed = ("--truth", "click", "--guess", "country", "--positive", "de")
    assert "5 examples" in cranfield("eval", "clicks.csv", *guessed, "-m", "F").out


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (("eval", "qrels.txt", "a.run", "--family", "text", "-m", "AP"),
         "unknown measure 'AP' of text; it is one of ranking: use cranfield eval or ranking(...)"),
        (("eval", *CLICKS, "--ties", "rank", "-m", "AUC"),
         "--ties is an option for rankings, and the data is about labels; leave it out, or name the family with"
         " --family"),
        (("eval", "clicks.csv", "-m", "AUC"), "name the column of the true labels with --truth"),
        (("eval", *CLICKS, "--score", "old"), "--score: the column 'old' is given twice; give each once"),
        (("eval", "qrels.txt", "a.run", "-o", "x.html"),
         "x.html: the ending .html stands for no format; use one of .json, .jsonl, .csv, .tsv, .md, .tex, .txt, or name"
         " one with --format"),
        (("eval", "qrels.txt", "a.run", "b.run", "--sort", "BLEU"),
         "sort: BLEU is not among the measures; they are nDCG@10, AP, RR, P@10, R@100, Judged@10"),
        (("eval", "qrels.txt", "a.run", "-m", "nDCG@10..1"),
         "nDCG@10..1: the range 10..1 must go up, to at most 10,000 cutoffs; write it like nDCG@1..10"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_one_sentence(cranfield, home, call, sentence):
    done = cranfield(*call)
    assert (done.status, done.out, done.err) == (2, "", f"cranfield: {sentence}\n")
    assert not (home / "x.html").exists()


@pytest.mark.usefixtures("home")
def test_names_asked_for_come_back_as_keys(cranfield):
    names = ["precision@5", "map", "ndcg_cut_10", "P@5,10", "nDCG@1..3", "recall.5,10"]
    call = ["eval", "qrels.txt", "a.run", *(part for name in names for part in ("-m", name)), "--format"]
    done = json.loads(cranfield(*call, "json").out)
    keys = ["precision@5", "map", "ndcg_cut_10", "P@5", "P@10", "nDCG@1", "nDCG@2", "nDCG@3", "recall_5", "recall_10"]
    assert list(done["systems"][0]["metrics"]) == keys
    assert [done["signature"]["measures"][key] for key in keys[:3]] == ["P@5", "AP", "nDCG@10"]
    assert cranfield(*call, "csv").out.splitlines()[0].split(",")[3:] == keys
    assert cranfield(*call, "table").out.splitlines()[2].split()[0] == "precision@5"


@pytest.mark.usefixtures("home")
def test_topics_and_sessions_sort_as_people_count(cranfield):
    rows = cranfield("eval", "qrels.txt", "a.run", "-m", "AP", "-q", "--format", "csv").out.splitlines()
    assert [row.split(",")[2] for row in rows[1:3]] == ["2", "10"]
    table = cranfield("eval", "qrels.txt", "a.run", "b.run", "-m", "AP", "-q").out.splitlines()
    assert [line.split()[0] for line in table[3:5]] == ["2", "10"]


@pytest.mark.usefixtures("home")
def test_several_scores_are_several_systems_and_values_of_a_column_are_told_apart(cranfield):
    call = ["labels", *CLICKS, "--score", "new", "--group", "session", "--by", "country", "-m", "AUC", "-m", "GAUC"]
    done = json.loads(cranfield(*call, "--format", "json").out)
    old, new = done["systems"]
    assert (old["system"], new["system"]) == ("old", "new")
    assert (old["metrics"]["AUC"], new["metrics"]["AUC"]) == (0.5, 1.0)
    assert new["groups"]["de"] == {"AUC": 1.0, "GAUC": 1.0}
    assert old["groups"]["us"] == {"AUC": None, "GAUC": None}
    assert done["signature"]["inputs"][0]["name"] == "clicks.csv"
    shown = cranfield(*call, "-m", "AUC").out
    assert "  de (3)" in shown
    assert "  us (2)" in shown


def test_many_systems_stand_below_each_other_and_the_best_comes_first(cranfield, home):
    for at in range(7):
        rows = ["10 Q0 d2 1 2 t\n", "10 Q0 d1 2 1 t\n"] if at != 4 else ["10 Q0 d1 1 2 t\n"]
        (home / f"s{at}.run").write_text("2 Q0 d1 1 2 t\n" + "".join(rows))
    runs = [f"s{at}.run" for at in range(7)]
    lines = cranfield("eval", "qrels.txt", *runs, "-m", "AP", "-m", "P@1", "--sort", "map").out.splitlines()
    assert lines[0].split() == ["system", "AP", "P@1"]
    assert lines[2].split() == ["s4", "1.0000*", "1.0000*"]
    assert [line.split()[0] for line in lines[3:9]] == ["s0", "s1", "s2", "s3", "s5", "s6"]
    assert "* best of the column" in lines
    few = cranfield("eval", "qrels.txt", "a.run", "b.run", "-m", "AP", "--sort", "AP").out.splitlines()
    assert few[0].split() == ["measure", "b", "a"]


def test_grades_on_a_long_scale_are_said_once(cranfield, home):
    (home / "ten.txt").write_text("2 0 d1 9\n10 0 d1 1\n")
    err = cranfield("eval", "ten.txt", "a.run", "b.run", "-m", "AP", "-m", "P@5", "-m", "R(rel=3)").err
    sentence = (
        "grades go up to 9, and every grade of at least 1 counts as relevant in AP, P@5; set rel where only higher"
    )
    assert err.count(sentence) == 1
    assert "grades go up" not in cranfield("eval", "ten.txt", "a.run", "-m", "AP", "--rel", "5").err
    assert "grades go up" not in cranfield("eval", "qrels.txt", "a.run", "-m", "AP").err


@pytest.mark.usefixtures("home")
def test_a_segment_is_found_by_its_number(cranfield, home):
    (home / "r.txt").write_text("a b\n" * 12)
    (home / "s.txt").write_text("a b\n" * 11 + "a c\n")
    assert "BLEU of segment 5" in cranfield("explain", "r.txt", "s.txt", "-m", "BLEU", "--segment", "5").out


@pytest.mark.usefixtures("home")
def test_check_reads_the_data_of_every_family(cranfield, home):
    assert cranfield("check", *CLICKS).out == "nothing odd\n"
    (home / "empty.txt").write_text("the cat\n\n")
    assert "1 of 2 candidates is empty" in cranfield("check", "--family", "text", "reference.txt", "empty.txt").out
    (home / "bad.csv").write_text("click,old\n1,x\n")
    bad = cranfield("check", "bad.csv", "--truth", "click", "--score", "old")
    assert bad.status == 1
    assert bad.out.startswith("error: bad.csv: the score must be a number, not 'x'; mend or drop the row (line 2)")
