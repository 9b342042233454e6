"""What is behind each cell of the table that stands next to other tools in the README: tried, and then said."""

import importlib
import json
import pkgutil
import random
import re
import warnings
from pathlib import Path

import pytest

import cranfield
from cranfield import Policy, agreement, evaluate, pool, ranking
from cranfield.cli.main import COMMANDS, run
from cranfield.compare import bout, corrections, effects, gate, intervals, power
from cranfield.words import LANGUAGES
from io_samples import COMPRESSIONS, MSMARCO, RUNS, run_table
from tool_samples import SAMPLES

ROOT = Path(__file__).parents[1]
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 1}}
RUN = {"q1": {"a": 2.0, "b": 1.0}}
TIED = {"q1": {"a": 1.0, "b": 1.0, "c": 1.0}}
CELLS = {}


def cell(row, *tools):
    """Mark what makes the text of a cell from what was tried."""

    def marked(function):
        for tool in tools:
            CELLS[row, tool] = (function, tool)
        return function

    return marked


def tool(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numba warns about threads and caches when it is imported
        return pytest.importorskip({"ir_measures": "ir_measures", "ranx": "ranx"}.get(name, "pytrec_eval"))


def by_ranx(peer, qrels, held, measure):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numba warns of casts while it compiles, which is no fault of ours
        return peer.evaluate(peer.Qrels(qrels), held, measure, threads=1)


def names_of(name):
    """Every public name of a package and of what is in it."""
    package = tool(name)
    found = {*vars(package)}
    for each in pkgutil.walk_packages(getattr(package, "__path__", []), f"{package.__name__}."):
        if not each.name.endswith("__main__"):
            try:
                found |= {each.name.rsplit(".", 1)[1], *vars(importlib.import_module(each.name))}
            except ImportError:  # what another package would be needed for
                found.add(each.name.rsplit(".", 1)[1])
    return {each.lower() for each in found if not each.startswith("_")}


def has_none(name, *words):
    return "-" if not [each for each in names_of(name) if any(word in each for word in words)] else "something"


@cell("input", "Cranfield")
def our_input(tmp_path, _):
    told = {"trec": "TREC", "csv": "CSV", "tsv": "TSV", "json": "JSON", "jsonl": "JSONL", "parquet": "Parquet",
            "arrow file": "Arrow"}  # fmt: skip
    gold = {"q1": {"007": 1}, "q2": {"d1": 1}}
    for form in told:
        for ending, packed in COMPRESSIONS.items():
            path = tmp_path / f"run{ending}"
            path.write_bytes(packed(RUNS[form][0]))
            assert ranking(gold, path).units == ["q1", "q2"]
    assert ranking(gold, MSMARCO).units == ["q1", "q2"]
    for frame in (run_table(), run_table().to_pandas(), {"q1": {"007": 1.0}}):
        assert ranking(gold, frame).units == ["q1", "q2"]
    assert len({sample.tool for sample in SAMPLES}) > 10
    assert "## Files of other tools" in (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert callable(importlib.import_module("cranfield.io.read.elsewhere").of_place)  # tests/io/test_elsewhere.py
    files = "[files of other tools](docs/formats.md#files-of-other-tools)"
    return f"TREC, MS MARCO, CSV, TSV, JSON, JSONL, Parquet, Arrow, compressed, dicts, dataframes, ir_datasets, {files}"


@cell("input", "trec_eval 9 and 10")
def input_of_trec_eval(tmp_path, _):
    from compat.stored import call

    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 1 t\n")
    (tmp_path / "run.json").write_text(json.dumps(RUN))
    assert call(tmp_path / "qrels", tmp_path / "run")[0] == 0
    assert call(tmp_path / "qrels", tmp_path / "run.json")[0] != 0
    return "TREC"


@cell("input", "pytrec_eval")
def input_of_pytrec_eval(_, name):
    peer = tool(name)
    assert peer.RelevanceEvaluator(peer.parse_qrel(["q1 0 a 1\n"]), {"map"}).evaluate(RUN)["q1"]["map"] == 1
    assert peer.parse_run(["q1 Q0 a 1 2.0 t\n"]) == {"q1": {"a": 2.0}}
    assert {each for each in names_of(name) if each.startswith(("parse", "read", "load"))} == {
        "parse_qrel",
        "parse_run",
    }
    return "TREC, dicts"


@cell("input", "ir_measures")
def input_of_ir_measures(tmp_path, name):
    peer = tool(name)
    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"query_id": ["q1"], "doc_id": ["a"], "relevance": [1]})
    for gold in ({"q1": {"a": 1}}, list(peer.read_trec_qrels(str(tmp_path / "qrels"))), frame):
        assert peer.calc_aggregate([peer.AP], gold, RUN)[peer.AP] == 1
    assert "ir_datasets.load" in Path(peer.__file__).with_name("__main__.py").read_text(encoding="utf-8")
    return "TREC, dicts, tuples, pandas, ir_datasets"


@cell("input", "ranx")
def input_of_ranx(_, name):
    peer = tool(name)
    kinds = {each.removeprefix("from_") for each in dir(peer.Qrels) if each.startswith("from_")}
    assert kinds == {"df", "dict", "file", "ir_datasets", "parquet"}
    told = peer.Run.from_file.__doc__
    assert all(f'"{each}"' in told for each in ("json", "trec", "lz4"))
    return "TREC, JSON, LZ4, Parquet, dicts, pandas, ir_datasets"


@cell("ties", "Cranfield")
def our_ties(*_):
    rules = ["docid-desc", "docid-asc", "rank", "input", "expected"]
    help_of = {each.name: each.metadata for each in Policy.__dataclass_fields__.values()}
    assert list(help_of["ties"]["choices"]) == rules
    tied = b"q1 Q0 b 1 1 t\nq1 Q0 a 2 1 t\nq1 Q0 c 3 1 t\n"
    found = [evaluate(ranking(QRELS, tied, policy=Policy(ties=rule)), ["RR", "RR@3", "P@1"]) for rule in rules]
    assert all(each["RR"].units == each["RR@3"].units for each in found)  # one place, so they agree
    assert len({each["RR"].units["q1"] for each in found}) >= 3
    return f"{ {5: 'five'}[len(rules)] } rules, one place"


@cell("ties", "trec_eval 9 and 10", "pytrec_eval")
def ties_of_trec_eval(_, name):
    # pytrec_eval is trec_eval's own code; tests/compat compares stored outputs of both versions
    peer = tool(name)
    found = peer.RelevanceEvaluator({"q1": {"a": 1}}, {"recip_rank", "P.1,2,3", "map"}).evaluate(TIED)["q1"]
    assert found["recip_rank"] == found["map"] == pytest.approx(1 / 3)
    assert (found["P_1"], found["P_2"]) == (0, 0)
    return "one rule"


@cell("ties", "ir_measures")
def ties_of_ir_measures(_, name):
    peer = tool(name)
    found = peer.calc_aggregate([peer.RR, peer.RR @ 10], {"q1": {"a": 1}}, TIED)
    assert found[peer.RR] != found[peer.RR @ 10]
    return "differs between measures"


@cell("ties", "ranx")
def ties_of_ranx(_, name):
    peer = tool(name)

    def kept(depth):
        source, qrels, answers, first = random.Random(depth), {}, {}, {}
        for query in map(str, range(20)):
            docs = [f"d{at}" for at in range(depth)]
            wanted = source.choice(docs)
            qrels[query], answers[query] = {wanted: 1}, dict.fromkeys(docs, 1.0)
            first[query] = 1 / (docs.index(wanted) + 1)
        held = peer.Run(answers)
        by_ranx(peer, qrels, held, "mrr")
        return {query: float(value) for query, value in held.scores["mrr"].items()} == pytest.approx(first)

    assert kept(15)
    assert not kept(16)
    return "unstable beyond 15 documents"


UNANSWERED = "judged query without an answer"


@cell(UNANSWERED, "Cranfield")
def our_unanswered(*_):
    batch = ranking(QRELS, RUN)
    assert evaluate(batch, "RR")["RR"].units == {"q1": 1, "q2": 0}
    assert [each.examples for each in batch.findings if each.key == "missing-query"] == [("q2",)]
    return "scores 0 and is named"


@cell(UNANSWERED, "trec_eval 9 and 10")
def unanswered_in_trec_eval(tmp_path, _):
    from compat.stored import call

    (tmp_path / "qrels").write_text("q1 0 a 1\nq2 0 a 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 1 t\n")
    status, out, _ = call("--as", "9", "-m", "map", tmp_path / "qrels", tmp_path / "run")
    assert (status, out.split()) == (0, ["map", "all", "1.0000"])
    assert call("--as", "10", "-m", "map", tmp_path / "qrels", tmp_path / "run")[0] != 0
    return "left out (9), error (10)"


@cell(UNANSWERED, "pytrec_eval")
def unanswered_in_pytrec_eval(_, name):
    assert {*tool(name).RelevanceEvaluator(QRELS, {"map"}).evaluate(RUN)} == {"q1"}
    return "left out"


@cell(UNANSWERED, "ir_measures")
def unanswered_in_ir_measures(_, name):
    peer = tool(name)
    assert peer.calc_aggregate([peer.AP], QRELS, RUN)[peer.AP] == 1 / 2
    return "scores 0"


@cell(UNANSWERED, "ranx")
def unanswered_in_ranx(_, name):
    peer = tool(name)
    with pytest.raises(AssertionError):
        by_ranx(peer, QRELS, peer.Run(RUN), "map")
    return "error"


REAL = "is it real?"


@cell(REAL, "Cranfield")
def our_tests(*_):
    assert all(callable(each) for each in (cranfield.compare, cranfield.interval))
    assert all(map(vars, (corrections, intervals, effects, power, gate)))
    assert {"compare", "power"} <= {*COMMANDS}
    return f"{ {7: 'seven'}[len(bout.TESTS)] } tests, corrections, intervals, effects, power, gates"


@cell(REAL, "trec_eval 9 and 10", "pytrec_eval", "ir_measures")
def significance_elsewhere(_, name):
    assert not [each for each in tool("pytrec_eval").supported_measures if "test" in each or "conf" in each]
    return has_none(name, "ttest", "t_test", "signific", "bootstrap", "permut", "wilcoxon", "p_value", "confidence")


@cell(REAL, "ranx")
def significance_in_ranx(_, name):
    peer = tool(name)
    found = {each for each in vars(peer.statistical_tests) if each.endswith("_test")}
    assert found == {"fisher_randomization_test", "paired_student_t_test", "tukey_hsd_test"}
    return f"{ {3: 'three'}[len(found)] } tests"


WHENCE = "where a value comes from"


@cell(WHENCE, "Cranfield")
def our_explanations(tmp_path, _):
    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 1 t\n")
    for language, words in {"en": "relevant", "zh": "相关"}.items():
        out = tmp_path / f"{language}.txt"
        files = [str(tmp_path / "qrels"), str(tmp_path / "run"), "-m", "AP", "--query", "q1"]
        assert run(["explain", *files, "--lang", language, "-o", str(out)]) == 0
        assert words in out.read_text(encoding="utf-8")
    return f"`explain`, in { {2: 'two'}[len(LANGUAGES)] } languages"


@cell(WHENCE, "trec_eval 9 and 10", "pytrec_eval", "ir_measures", "ranx")
def explanations_of_others(_, name):
    return has_none(name, "explain", "explanation", "trace_of", "step_by_step")


MADE = "what a result was made from"


@cell(MADE, "Cranfield")
def our_signature(tmp_path, _):
    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    signed = evaluate(ranking(tmp_path / "qrels", RUN), "AP").signature.as_dict()
    assert signed["cranfield"] == cranfield.__version__
    assert signed["policy"]["ties"] == "docid-desc"
    assert len(signed["inputs"][0]["sha256"]) == 64
    return "version, policy and hashes"


@cell(MADE, "trec_eval 9 and 10")
def signature_of_trec_eval(tmp_path, _):
    from compat.stored import call

    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 1 mine\n")
    out = call(tmp_path / "qrels", tmp_path / "run")[1]
    assert out.split("\n")[0].split() == ["runid", "all", "mine"]
    assert not re.search(r"version|sha|\d+\.\d+\.\d", out)
    return "the run's tag"


@cell(MADE, "pytrec_eval", "ir_measures", "ranx")
def signatures_of_others(_, name):
    peer = tool(name)
    if name == "pytrec_eval":
        found = peer.RelevanceEvaluator(QRELS, {"map"}).evaluate(RUN)["q1"]["map"]
    elif name == "ir_measures":
        found = peer.calc_aggregate([peer.AP], QRELS, RUN)[peer.AP]
    else:
        found = by_ranx(peer, {"q1": QRELS["q1"]}, peer.Run(RUN), "mrr")
    assert isinstance(float(found), float)  # a number, and nothing beside it
    assert not hasattr(found, "signature")
    return has_none(name, "signature_of", "sha256", "provenance")


JUDGES = "people who judge"


@cell(JUDGES, "Cranfield")
def our_judges(*_):
    assert callable(pool)
    assert callable(agreement)
    assert {"pool", "serve", "study", "agreement"} <= {*COMMANDS}
    exported = importlib.import_module("cranfield.cli.studies.export")
    assert exported.command.name == "export"
    return "pools, pages, agreement, qrels"


@cell(JUDGES, "trec_eval 9 and 10", "pytrec_eval", "ir_measures", "ranx")
def judges_of_others(_, name):
    return has_none(name, "annotator", "assessor", "agreement", "kappa", "krippendorff", "make_pool", "pooling")
