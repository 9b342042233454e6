"""What goes wrong on a first day is told with the way out, in the words of the command line."""

TEXTS = "the cat sat on the mat today and more\nno dog ran\n"
QRELS = "".join(f"q0{at} 0 d 1\nq0{at} 0 e 0\n" for at in range(1, 4))


def test_texts_without_a_measure_are_told_from_judgments(cranfield, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(TEXTS)
    done = cranfield("eval", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))
    assert done.status != 0
    assert "if these are texts, name a measure such as -m BLEU, or use cranfield text" in done.err


def test_ids_that_differ_in_zeros_are_a_warning_even_if_quiet(cranfield, tmp_path):
    qrels, run = tmp_path / "qrels.txt", tmp_path / "a.run"
    qrels.write_text(QRELS)
    run.write_text("q1 Q0 d 1 1 t\nQ02 Q0 d 1 1 t\nq03 Q0 d 1 1 t\n")
    done = cranfield("eval", str(qrels), str(run), "--quiet")
    assert "2 queries without judgments left out" in done.err
    assert "'Q02' looks like 'q02', which has no answer" in done.err
    run.write_text("q03 Q0 d 1 1 t\nother Q0 d 1 1 t\n")
    assert "looks like" not in cranfield("eval", str(qrels), str(run)).err


def test_trec_eval_names_the_version_that_goes_on(cranfield, tmp_path):
    qrels, run = tmp_path / "qrels.txt", tmp_path / "a.run"
    qrels.write_text(QRELS)
    run.write_text("q03 Q0 d 1 1 t\n")
    assert "with --as 9 it is left out" in cranfield("trec_eval", str(qrels), str(run)).err
    assert cranfield("trec_eval", "--as", "9", str(qrels), str(run)).status == 0


def test_a_measure_is_described_in_one_language(cranfield):
    english, chinese = cranfield("measures", "GAUC").out, cranfield("measures", "GAUC", "--lang", "zh").out
    assert english.replace("─", "").isascii()
    assert "counting alike unless weight" in " ".join(english.split())
    assert "write GAUC(weight='rows')" in " ".join(english.split())
    assert "The mean over sessions" not in chinese
    assert "须为 " not in chinese


def test_explain_can_be_quiet(cranfield, files):
    done = cranfield("explain", files / "qrels.txt", files / "a.run", "-m", "AP", "--quiet")
    assert done.status == 0
    assert done.err == ""


def test_a_result_tells_what_sessions_weigh(cranfield, tmp_path):
    table = tmp_path / "clicks.csv"
    table.write_text("s,y,p\na,1,0.9\na,0,0.2\nb,1,0.1\nb,0,0.4\nb,0,0.05\n")
    given = ("labels", str(table), "--truth", "y", "--score", "p", "--group", "s", "-m")
    assert "GAUC: sessions:alike" in cranfield(*given, "GAUC").out
    assert "sessions:by-rows" in cranfield(*given, "GAUC(weight='rows')").out
