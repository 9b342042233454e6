"""Segments are shown in the order of the input, whatever their ids are."""

from cranfield import evaluate, text

IDS = ["z", "10", "a", "9", "\u4e2d", "b"]
OUT = ["the cat", "a dog", "one two", "x", "y z", "the end"]
REF = ["the cat", "a cat", "one", "y", "y z", "an end"]


def given():
    return text(candidates=OUT, references=REF, ids=IDS, system="s")


def made():
    return evaluate(given(), ["BLEU", "ROUGE-1"])


def test_the_batch_keeps_the_order():
    batch = given()
    assert list(batch.units) == IDS
    assert batch.array("candidate").tolist() == OUT
    assert list(made()["BLEU"].state.units) == IDS


def test_segments_without_ids_are_counted():
    batch = text(candidates=["a"] * 12, references=["a"] * 12)
    assert list(batch.units) == [str(at) for at in range(1, 13)]
    assert list(evaluate(batch, "BLEU")["BLEU"].units)[8:10] == ["9", "10"]


def test_units_and_tables_keep_the_order_and_their_values():
    results = made()
    assert list(results["ROUGE-1"].units) == IDS
    assert [results["ROUGE-1"].units[name] for name in ("z", "10", "9")] == [1, 0.5, 0]
    table = results.to_arrow()
    assert table["unit"].to_pylist() == IDS
    assert table["ROUGE-1"].to_pylist() == list(results["ROUGE-1"].units.values())
