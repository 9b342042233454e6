"""Doors that are tried in a process whose memory is watched."""

import json
import subprocess
import sys

MOST = 400  # megabytes of memory

DOORS = {
    "run": "ranking({'q': {'d': 1}}, path)",
    "qrels": "ranking(path, {'q': {'d': 1}})",
    "known": "judgments({'q': {'d': 1}}, known=path)",
    "labels": "labels(path, truth='truth', guess='guess')",
    "text": "text(candidates=path, references=path)",
    "texts": "text(data=path, candidates='c', references='r')",
    "groups": "groups(path)",
    "check a run": "check({'q': {'d': 1}}, path)",
    "check judgments": "check(path, {'q': {'d': 1}})",
    "trec_eval": "trec_eval([path, good])",
    "trec_eval run": "trec_eval([good, path])",
    "trec_eval groups": "trec_eval(['-R', 'qrels_jg', path, good])",
    "trec_eval preferences": "trec_eval(['-R', 'prefs', path, good])",
    "trec_eval means": "trec_eval(['-Z', path, good, run])",
    "a stream": "ranking({'q': {'d': 1}}, gzip.open(path) if path.endswith('gz') else open(path, 'rb'))",
}

# doors to tables of query, doc, score and group, by the public function that they are
TABLES = {
    "run": DOORS["run"],
    "qrels": DOORS["qrels"],
    "known": DOORS["known"],
    "pooled": "judgments({'q': {'d': 1}}, pooled=[path])",
    "document groups": "ranking({'q': {'d': 1}}, {'q': {'d': 1}}, document_groups=path)",
    "labels": "labels(path, truth='query', guess='doc')",
    "texts": "text(data=path, candidates='query', references='doc')",
    "groups": DOORS["groups"],
    "ratings": "ratings(path, item='query', rater='doc', value='score')",
    "each_rated": "each_rated(path, item='query', rater='doc', value='score', system='group')",
    "cost": "cost(path, columns={'query': 'query', 'latency': 'score'}, time_unit='ms')",
    "clicks": "clicks(path, query='query', doc='doc', position='score', click='group')",
    "interleaving": "interleaving(path, impression='query', team='doc', click='score')",
    "overlap": "overlap(path, {'q': {'d': 1}})",
    "pool": "pool([path, {'q': {'d': 1}}])",
    "pool: judged": "pool([{'q': {'d': 1}}], qrels=path)",
    "pool: queries": "pool([{'q': {'d': 1}}], queries=path)",
    "pool: docs": "pool([{'q': {'d': 1}}], docs=path)",
    "race": "race([{'q': {'d': 1}}, path], {'q': {'d': 1}}, measure='P@2')",
    "judges": "judges(path, {'q': {'d': 1}}, [{'q': {'d': 1}}], 'nDCG')",
    "judges: judge": "judges({'q': {'d': 1}}, path, [{'q': {'d': 1}}], 'nDCG')",
    "judges: ratings": "judges(path, path, item='query', value='score', rater='doc')",
    "judges: docs": "judges({'q': {'d': 1}}, {'q': {'d': 1}}, [{'q': {'d': 1}}], 'nDCG', docs=path)",
    "live": "live(lambda query, size: ['d'], path, duration=0.01)",
    "check a run": DOORS["check a run"],
    "check judgments": DOORS["check judgments"],
}
# public functions that take no file, but what those above made of one
NO_FILES = {
    "agreement", "bounds", "changes", "compare", "confusion", "correlate", "curve", "difference", "evaluate", "explain",
    "from_arrow", "interval", "intervals", "median_judgments", "moved", "overview", "paired", "parse", "parse_all",
    "picture", "poisson_interval", "poisson_paired", "poisson_weights", "power", "precision_recall_curve",
    "rater_orders", "register", "robustness", "roc_curve", "settle",
}  # fmt: skip

LIMITED = """
import ctypes, gc, gzip, io, json, sys
import pyarrow as pa
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from cranfield import (clicks, cost, each_rated, groups, interleaving, judges, judgments, labels, live, overlap, pool,
                       race, ranking, ratings, text)
from cranfield.compat.trec_eval.program import run as trec_eval_program
from cranfield.errors import CranfieldError
from cranfield.io.bytes import source
from cranfield.io.check import check

source._TIMES = int(sys.argv[1])
good, run = sys.argv[2:]

def trec_eval(arguments):
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        trec_eval_program(arguments)
    return told.getvalue()

found = {}
for name, door, path in json.load(sys.stdin):
    gc.collect()
    pa.default_memory_pool().release_unused()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    try:
        told = eval(door)
        told = "\\n".join(map(str, told)) if isinstance(told, list) else str(told)[:1000]
    except CranfieldError as error:
        told = str(error)
    found[name] = told, int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024
print(json.dumps(found))
"""


def tried(cases, tmp_path, times=100):
    """What each case said, by name, once it is sure that none took more memory than it may."""
    good, run = tmp_path / "good.txt", tmp_path / "run.txt"
    good.write_bytes(b"q 0 d 1\n")
    run.write_bytes(b"q Q0 d 1 1 t\n")
    command = [sys.executable, "-c", LIMITED, str(times), str(good), str(run)]
    done = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    large = {name: each for name, each in found.items() if each[1] > MOST}
    assert not large, large
    broken = [told for told, _ in found.values() if "Traceback" in told]
    assert not broken, broken
    return {name: told for name, (told, _) in found.items()}
