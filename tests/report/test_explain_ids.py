"""An explanation names unjudged documents where it shows them."""

from cranfield import explain, ranking
from cranfield.cli import main as entry

QRELS, RUN = {"q1": {"d1": 1}}, {"q1": {"x9": 3.0, "d1": 2.0, "x8": 1.0}}


def test_unjudged_documents_keep_their_ids(tmp_path, capsys):
    (tmp_path / "q").write_text("q1 0 d1 1\n")
    (tmp_path / "a.run").write_text("q1 Q0 x9 0 3 t\nq1 Q0 d1 0 2 t\n")
    assert entry.run(["explain", str(tmp_path / "q"), str(tmp_path / "a.run"), "-m", "AP", "--query", "q1"]) == 0
    assert ["1", "x9", "3", "-"] in [line.split()[:4] for line in capsys.readouterr().out.splitlines()]


def test_ids_are_shown_as_far_as_they_were_kept():
    def names(batch, measure="AP"):
        return {rank: gap[0] for rank, gap in explain(batch, measure, "q1").context.gaps.items()}

    assert names(ranking(QRELS, RUN, keep=2)) == {1: "x9"}
    assert names(ranking(QRELS, RUN, keep=9)) == {1: "x9", 3: "x8"}
    assert names(ranking(QRELS, RUN)) == {}
    assert names(ranking(QRELS, RUN, keep=9), "AP(judged_only=True)") == {}
