"""Texts in bounded memory give what the whole gives: lines and tables, numbers, notes and refusals."""

import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, MeasureError, evaluate, text
from cranfield.cli.main import run
from cranfield.scale import evaluate_texts, texts
from scale.test_text_parts import told

NAMED = ["BLEU", "chrF", "ROUGE-L", "TER", "Distinct-2", "Entropy"]
WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat", "with", "red", "blue", "猫", "été", "to", "and", "saw", "it"]


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Parts of a few segments."""
    monkeypatch.setattr(texts, "_SEGMENTS", 7)


def made(count=60, seed=0):
    chance = random.Random(seed)
    gold = [" ".join(chance.choices(WORDS, k=chance.randint(1, 9))) for _ in range(count)]
    found = [" ".join(word for word in each.split() if chance.random() < 0.8) for each in gold]
    return gold, [each[::-1] for each in gold], found


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / name for name in ("gold.txt", "more.txt", "system.txt")]
    for path, lines in zip(paths, made(), strict=True):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return paths


@pytest.mark.parametrize("units", [True, False])
def test_lines_give_what_the_whole_gives(files, units):
    gold, more, system = files
    whole = evaluate(text(candidates=system, references=[gold, more]), NAMED)
    found = evaluate_texts(NAMED, candidates=system, references=[gold, more], system="system", units=units)
    assert told(found, units=units) == told(whole, units=units)
    assert found.signature.inputs == whole.signature.inputs


@pytest.mark.parametrize("ids", [None, "id"])
def test_tables_give_what_the_whole_gives(tmp_path, ids):
    gold, more, system = made(50, 1)
    both = [list(pair) for pair in zip(gold, more, strict=True)]
    table = pa.table({"id": [f"s{at * 7 % 50}" for at in range(50)], "c": system, "r": both})
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=11)
    given = {"data": tmp_path / "t.parquet", "candidates": "c", "references": "r", "ids": ids}
    whole = evaluate(text(**given), NAMED)
    assert told(evaluate_texts(NAMED, **given, units=True), units=True) == told(whole, units=True)


def test_what_cannot_be_is_refused_as_in_the_whole(files, tmp_path):
    gold, _, system = files
    short = tmp_path / "short.txt"
    short.write_text("\n".join(made()[0][:-1]) + "\n", encoding="utf-8")
    tabbed = tmp_path / "tabbed.txt"
    tabbed.write_text("".join(f"{one}\t{one}\n" for one in made()[0]), encoding="utf-8")
    for references in (short, tabbed):
        with pytest.raises(InputError) as whole:
            text(candidates=system, references=references)
        with pytest.raises(InputError) as caught:
            evaluate_texts(["BLEU"], candidates=system, references=references)
        assert str(caught.value) == str(whole.value)
    split = evaluate_texts(["BLEU"], candidates=system, references=tabbed, tabs="split")
    whole = evaluate(text(candidates=system, references=tabbed, tabs="split"), ["BLEU"])
    assert split["BLEU"].value == whole["BLEU"].value
    with pytest.raises(MeasureError, match="SelfBLEU needs all rows at once"):
        evaluate_texts(["SelfBLEU"], candidates=system, references=gold)
    pq.write_table(pa.table({"c": ["a"] * 9 + [None], "r": ["a"] * 10}), tmp_path / "null.parquet")
    with pytest.raises(InputError, match="10"):
        evaluate_texts(["BLEU"], data=tmp_path / "null.parquet", candidates="c", references="r")


def test_the_command_prints_the_same(files, capsys):
    gold, more, system = map(str, files)
    words = ["text", gold, system, "--ref", more, "-m", "BLEU", "-m", "chrF", "--lowercase", "--digits", "12", "-q"]
    (files[0].parent / "groups.tsv").write_text("1\ta\n")
    printed = []
    for memory in ((), ("--memory", "100MB")):
        assert run([*words, *memory]) == 0
        printed.append(capsys.readouterr())
    assert printed[0] == printed[1]
    assert run([*words, "--memory", "100MB", "--groups", str(files[0].parent / "groups.tsv")]) == 2
    assert "in bounded memory texts are files of references and systems" in capsys.readouterr().err
    assert run([*words, "--memory", "lots"]) == 2
    assert "cannot read 'lots' as an amount of memory" in capsys.readouterr().err
