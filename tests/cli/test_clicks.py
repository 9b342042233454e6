"""`cranfield clicks` and `cranfield teamdraft` as people use them."""

import csv
import json

import numpy as np

from cranfield import clicks


def test_the_commands_write_what_the_functions_find(cranfield, tmp_path):
    chance = np.random.default_rng(3)
    log = {
        "query": [f"查询{at}" for at in chance.integers(0, 4, 500)],
        "doc": [f"d{at}" for at in chance.integers(0, 6, 500)],
        "position": chance.integers(1, 8, 500).tolist(),
        "click": chance.integers(0, 2, 500).tolist(),
    }
    (tmp_path / "log.csv").write_text(
        "query,doc,position,click\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in zip(*log.values(), strict=True))
    )
    done = cranfield("clicks", tmp_path / "log.csv", "-o", tmp_path / "qrels.txt", "--counts", tmp_path / "counts.csv")
    assert done.status == 0, done.err
    found = clicks(log)
    lines = [line.split() for line in (tmp_path / "qrels.txt").read_text("utf-8").splitlines()]
    assert lines == [[each.query, "0", each.doc, str(each.grade)] for each in found.graded]
    with (tmp_path / "counts.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == len(found.pairs)
    assert "got a grade by clicks over expected clicks, with thresholds 0.5, 1, 2" in done.err
    wins = [(at, team, int((team == "A") == (at < 9))) for at in range(10) for team in "AB"]
    (tmp_path / "teams.csv").write_text("session,ranker,click\n" + "".join(f"{a},{b},{c}\n" for a, b, c in wins))
    given = ("teamdraft", tmp_path / "teams.csv", "--impression", "session", "--team", "ranker")
    assert "A is better" in cranfield(*given).out
    told = json.loads(cranfield(*given, "--format", "json").out)
    assert (told["wins_first"], told["wins_second"], told["impressions"]) == (9, 1, 10)
    refused = cranfield("clicks", tmp_path / "log.csv", "--click", "clicked")
    assert refused.status == 2
    assert "no column 'clicked'" in refused.err


def test_words_with_blanks_are_written_to_a_table(cranfield, tmp_path):
    (tmp_path / "q.jsonl").write_text('{"query_id": "s", "user_query": "red shoes", "query_response_hit_ids": ["d"]}\n')
    (tmp_path / "e.jsonl").write_text(
        '{"query_id": "s", "action_name": "click", "event_attributes": {"object": {"object_id": "d"}}}\n'
    )
    given = ("clicks", tmp_path / "q.jsonl", tmp_path / "e.jsonl", "--min-impressions", "1")
    refused = cranfield(*given)
    assert refused.status == 2
    assert "'red shoes' has blanks in it" in refused.err
    assert cranfield(*given, "-o", tmp_path / "qrels.csv").status == 0
    assert (tmp_path / "qrels.csv").read_text() == "query,doc,grade\nred shoes,d,2\n"
