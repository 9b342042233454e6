"""Data that is not in one file: datasets of Hugging Face, folders, and names of ir_datasets."""

import hashlib
import json
import sys

import pyarrow as pa
import pytest

from cranfield import InputError, evaluate, judgments, labels, ranking, text
from cranfield.cli.main import run as command
from tool_samples import JUDGED, LISTED, RANKED, SCORED, SCORES, TABLE, trec

ROWS = pa.table(
    {"y": [0, 1], "s": [0.25, 0.75], "out": ["a cat", "b"], "answers": [{"text": ["a cat"]}, {"text": ["c"]}]}
)


class Dataset:
    """What is used of a dataset of Hugging Face, whose own class is not needed to read one."""

    def __init__(self, table, fmt=None):
        self._table, self._fmt = table, fmt
        self.features = dict.fromkeys(table.column_names)
        self.num_rows = len(table)

    def with_format(self, fmt):
        return Dataset(self._table, fmt)

    def __getitem__(self, rows):
        assert self._fmt == "arrow"
        assert rows == slice(None)
        return self._table


class Streamed:
    features = None

    def with_format(self, _):
        return self


def saved(folder, *tables):
    """As `save_to_disk` writes it: Arrow streams, and which they are."""
    folder.mkdir(parents=True)
    names = [f"data-{at:05}-of-{len(tables):05}.arrow" for at in range(len(tables))]
    for name, table in zip(names, tables, strict=True):
        with pa.ipc.new_stream(folder / name, table.schema) as writer:
            writer.write_table(table)
    (folder / "state.json").write_text(json.dumps({
        "_data_files": [{"filename": name} for name in names], "_fingerprint": "f", "_format_columns": None,
        "_format_kwargs": {}, "_format_type": None, "_output_all_columns": False, "_split": None}))  # fmt: skip
    (folder / "dataset_info.json").write_text("{}")
    return folder


def value(qrels, run, **options):
    return evaluate(ranking(qrels, run, **options), "nDCG")["nDCG"].units


PLAIN = value(trec(LISTED, "qrels"), trec(SCORED, "run"))


def test_a_dataset_in_memory_is_read():
    data = Dataset(TABLE)
    assert value(data, data) == PLAIN
    assert value({"test": data}, {"test": data}) == PLAIN
    assert value({"test": data, "dev": Dataset(TABLE[:1])}, data, columns={"part": "test"}) == PLAIN
    with pytest.raises(
        InputError, match=r"^the run: has several parts \(test, dev\); say which to read, as in columns="
    ):
        value(data, {"test": data, "dev": data})
    with pytest.raises(InputError, match=r"^the run: has no part 'x'; there are test, dev"):
        value(data, {"test": data, "dev": data}, columns={"part": "x"})
    with pytest.raises(InputError, match="is a dataset that is streamed, without a number of rows; load it as a whole"):
        value(data, Streamed())


def test_labels_and_texts_are_read_from_datasets(tmp_path):
    for data in (Dataset(ROWS), saved(tmp_path / "rows", ROWS), str(saved(tmp_path / "again", ROWS[:1], ROWS[1:]))):
        assert labels(data, truth="y", score="s").array("score").tolist() == [0.25, 0.75]
        batch = text(data=data, candidates="out", references="answers.text")
        assert batch.ragged("reference").values.tolist() == ["a cat", "c"]
    with pytest.raises(InputError, match=r"has several parts \(a, b\); give one of them"):
        labels({"a": Dataset(ROWS), "b": Dataset(ROWS)}, truth="y", score="s")


def test_a_saved_dataset_is_read_and_hashed(tmp_path):
    one, two = saved(tmp_path / "one", TABLE), saved(tmp_path / "two", TABLE[:1], TABLE[1:])
    (tmp_path / "splits" / "x").mkdir(parents=True)
    (tmp_path / "splits" / "dataset_dict.json").write_text('{"splits": ["test", "dev"]}')
    saved(tmp_path / "splits" / "test", TABLE)
    saved(tmp_path / "splits" / "dev", TABLE[:1])
    assert value(one, two) == value(str(two), one) == PLAIN
    assert value(tmp_path / "splits" / "test", one) == PLAIN
    assert value(tmp_path / "splits", tmp_path / "splits", columns={"part": "test"}) == PLAIN
    with pytest.raises(InputError, match=r"splits: has several parts \(test, dev\)"):
        value(tmp_path / "splits", one)
    hashes = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(two.glob("*.arrow"))]
    inputs = evaluate(ranking(one, two), "AP").signature.inputs
    assert inputs[0]["sha256"] == hashlib.sha256(next(one.glob("*.arrow")).read_bytes()).hexdigest()
    assert inputs[1] == {
        "role": "run", "name": str(two), "sha256": hashlib.sha256("".join(hashes).encode()).hexdigest()
    }  # fmt: skip


def test_a_folder_that_is_no_dataset_is_refused_in_one_sentence(tmp_path):
    broken = saved(tmp_path / "broken", TABLE)
    for state, message in {
        "{": "broken/state.json: is not JSON (",
        "[]": "broken/state.json: does not say which files the dataset has; save it again with save_to_disk",
        '{"_data_files": [{"filename": "../x"}]}': "broken/state.json: does not say which files the dataset has",
        '{"_data_files": [{"filename": "gone.arrow"}]}': "broken/gone.arrow: there is no such file; check the path",
    }.items():
        (broken / "state.json").write_text(state)
        with pytest.raises(InputError) as fault:
            judgments(broken)
        assert message in str(fault.value)
    (tmp_path / "beir" / "qrels").mkdir(parents=True)
    (tmp_path / "beir" / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n")
    with pytest.raises(InputError, match=r"beir: is a folder of BEIR; give the judgments in it, qrels/test\.tsv$"):
        judgments(tmp_path / "beir")
    with pytest.raises(InputError, match=r": is a directory; give a file$"):
        ranking({"q": {"d": 1}}, tmp_path)


def test_the_command_takes_folders(tmp_path, capfd):
    one = saved(tmp_path / "one", TABLE)
    for verb in (["eval", "-m", "RR"], ["check"], ["report", "-o", str(tmp_path / "page.html")], ["compare"]):
        two = [str(saved(tmp_path / "two", TABLE))] if verb[0] == "compare" else []
        assert command([*verb, str(one), str(one), *two]) == 0, capfd.readouterr().err
    assert (
        command(["text", "--candidate", "out", "--references", "answers.text", str(saved(tmp_path / "t", ROWS))]) == 0
    )


def test_real_datasets_of_hugging_face_are_read(tmp_path):
    datasets = pytest.importorskip("datasets")
    made = datasets.Dataset.from_list(SCORES)
    made.save_to_disk(tmp_path / "saved", num_shards=2)
    datasets.DatasetDict({"test": made}).save_to_disk(tmp_path / "splits")
    for data in (made, made.select(range(len(SCORES))), tmp_path / "saved", tmp_path / "splits"):
        assert value(data, data) == PLAIN


@pytest.fixture
def registered(tmp_path):
    """Datasets of ir_datasets that need no download."""
    irds = pytest.importorskip("ir_datasets")
    from ir_datasets.datasets.base import Dataset as Held
    from ir_datasets.formats import TrecPrels, TrecQrels, TrecScoredDocs, TrecSubQrels
    from ir_datasets.util import LocalDownload

    def held(name, content, made):
        (tmp_path / name).write_bytes(content)
        irds.registry.register(f"cranfield-test/{name}", Held(made(LocalDownload(tmp_path / name))))

    grades = dict.fromkeys(range(-1, 5), "")
    held("qrels", trec([(q, d, g) for q, docs in JUDGED.items() for d, g in docs.items()], "qrels"),
         lambda file: TrecQrels(file, grades))  # fmt: skip
    held("run", trec(SCORED, "run"), TrecScoredDocs)
    held("prels", b"q d 2 1 0.5\n", lambda file: TrecPrels(file, grades))
    held("sub", b"q 1 d 2\nq 2 d 1\n", lambda file: TrecSubQrels(file, grades))
    held("broken", b"q 0 d\n", lambda file: TrecQrels(file, grades))
    yield
    for name in ("qrels", "run", "prels", "sub", "broken"):
        del irds.registry._registered[f"cranfield-test/{name}"]


@pytest.mark.usefixtures("registered")
def test_names_of_ir_datasets_stand_for_judgments_and_runs(capfd):
    assert value("irds:cranfield-test/qrels", "irds:cranfield-test/run") == value(JUDGED, RANKED)
    batch = ranking("irds:cranfield-test/qrels", RANKED)
    assert batch.inputs[0] == {"role": "judgments", "name": "irds:cranfield-test/qrels"}
    for verb in (["eval", "-m", "RR"], ["check"], ["explain", "-m", "RR", "--query", "jazz"]):
        assert command([*verb, "irds:cranfield-test/qrels", "irds:cranfield-test/run"]) == 0
    capfd.readouterr()
    assert value("irds:cranfield-test/prels", {"q": {"d": 1}}, qrels_format="prels") == {"q": 1}
    assert evaluate(ranking("irds:cranfield-test/sub", {"q": {"d": 1}}), "StRecall@5")["StRecall@5"].value == 1


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "qrel",
            "irds:cranfield-test/qrel: ir_datasets knows no such dataset; did you mean irds:cranfield-test/qrels?",
        ),
        ("run", "irds:cranfield-test/run: has no judgments; name another dataset"),
        ("prels", "irds:cranfield-test/prels: holds sampled judgments; qrels_format=prels reads their grades without"),
        ("broken", "irds:cranfield-test/broken: ir_datasets cannot give it ("),
    ],
)
def test_names_that_give_no_judgments_are_refused(name, message):
    with pytest.raises(InputError) as fault:
        judgments(f"irds:cranfield-test/{name}")
    assert str(fault.value).startswith(message)
    assert "\n" not in str(fault.value)
    with pytest.raises(InputError, match="has no scored documents to read as a run; name another dataset"):
        ranking({"q": {"d": 1}}, "irds:cranfield-test/qrels")
    with pytest.raises(InputError, match="names judgments or a run, and this is about something else; give a file"):
        labels("irds:cranfield-test/qrels", truth="y")


def test_without_ir_datasets_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    with pytest.raises(InputError) as fault:
        judgments("irds:vaswani")
    assert str(fault.value) == (
        "irds:vaswani: needs ir_datasets, which is not installed; pip install 'cranfield[irds]'"
    )
