"""Rankings of very many documents are measured in time and memory that there is."""

from cranfield.compare import completions


def test_one_query_with_very_many_documents_has_a_report(tmp_path, cranfield, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("0 0 d1 1\n0 0 d5 0\n")
    (tmp_path / "r").write_text("".join(f"0 Q0 d{at} 0 {100_000 - at} t\n" for at in range(100_000)))
    done = cranfield("report", "q", "r", "-o", "x.html", "--quiet")
    assert (done.status, done.err) == (0, "")
    assert cranfield("report", "q", "r", "-m", "Rprec", "-o", "x.html", "--quiet").status == 0
    told = "Rprec: with 99,998 unjudged documents of one query, its bounds are not looked for"
    assert told in (tmp_path / "x.html").read_text()


def test_what_cannot_be_settled_of_very_many_documents_is_said(tmp_path, cranfield, monkeypatch):
    monkeypatch.setattr(completions, "_MOST", 10_000)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("0 0 d1 1\n")
    for name, count in (("r", 9), ("s", 100)):
        (tmp_path / name).write_text("".join(f"0 Q0 {name}{at} 0 {count - at} t\n" for at in range(count)))
    done = cranfield("compare", "q", "r", "s", "-m", "Rprec", "--unjudged", columns=400)
    assert done.status == 0
    assert "Rprec of r is 0.0000" in done.out
    assert "with 100 unjudged documents of one query, its bounds are not looked for" in done.out
    assert "with 109 unjudged documents of one query, its bounds are not looked for" in done.out
