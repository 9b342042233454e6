"""A long batch is measured part by part: the same bits, and memory that stays below five times the text."""

import json
import random
import subprocess
import sys

import numpy as np
import pytest

from cranfield import Policy, evaluate, text
from cranfield.core.states.sums import Sums
from cranfield.measures.text import family

WORDS = ["the", "cat", "Cats", "running", "runs", "it's", "3.5", "(hi)", "&amp;", "你好", "世界。", "-", "ΣΑΣ", "\n"]
MORE = [
    "BLEU(tokenize='intl', lowercase=True)", "BLEU(smooth='floor', n=2)", "chrF(eps_smoothing=True, whitespace=True)",
    "ROUGE-L(stem=True, multi='average')", "ROUGE-2(multi='pooled', mean='geometric')", "TER(normalized=True)",
    "WER(tokenize='char')", "METEOR(mean='geometric')",
]  # fmt: skip

PEAK = """
import ctypes, gc, json, sys
from pathlib import Path
from cranfield import evaluate, text

def memory(of):
    return int(Path("/proc/self/status").read_text().split(of + ":")[1].split()[0]) * 1024

candidates, references, *names = sys.argv[1:]
evaluate(text(candidates=["a b"], references=["a b"]), names)  # what is loaded on first use does not count
found = {}
for name in names:
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    evaluate(text(candidates=candidates, references=references), name)
    found[name] = memory("VmHWM") - before
print(json.dumps(found))
"""


def made(rough, segments, most=3):
    def one():
        return " ".join(rough.choices(WORDS, k=rough.randint(0, 14)))

    return {
        "candidates": [one() for _ in range(segments)],
        "references": [[one() for _ in range(rough.randint(1, most))] for _ in range(segments)],
        "orientation": "segments",
        "ids": [f"s{at}" for at in rough.sample(range(segments), segments)],
    }


def every_measure():
    """All that read texts, and some with other settings."""
    kinds = family.FAMILY.measures.values()
    return [*(each.name for each in kinds if set(each.reads) <= {"candidate", "reference"}), *MORE]


@pytest.mark.parametrize("policy", [Policy(), Policy(undefined="skip")])
def test_parts_give_the_bits_of_the_whole(monkeypatch, policy):
    data = made(random.Random(7), 90) | {"policy": policy}
    names = every_measure()
    whole = evaluate(text(**data), names)
    for size in (1, 300, 2000):
        monkeypatch.setattr(family, "_WHOLE", 0)
        monkeypatch.setattr(family, "_PART", size)
        monkeypatch.setattr(family, "_PARTS", 1 << 30)
        parts = evaluate(text(**data), names)
        assert parts.findings == whole.findings
        for name in names:
            one, other = whole[name], parts[name]
            assert repr(other.value) == repr(one.value), name
            assert list(other.state.units) == list(one.state.units)
            assert type(other.state) is type(one.state)
            if isinstance(one.state, Sums):
                assert other.state.rows.tobytes() == one.state.rows.tobytes(), name
                assert np.array_equal(other.state.undefined, one.state.undefined)


def test_a_long_batch_is_cut_by_its_characters(monkeypatch):
    monkeypatch.setattr(family, "_WHOLE", 20)
    monkeypatch.setattr(family, "_PART", 8)
    batch = text(candidates=["a" * 3, "b" * 2, "c" * 30, "d"], references=["e", "f" * 2, "g", "h"])
    assert [list(part.units) for part in family.FAMILY.parts(batch)] == [["1", "2"], ["3"], ["4"]]
    short = text(candidates=["a" * 10], references=["b" * 10])
    assert list(family.FAMILY.parts(short)) == [short]


def test_what_needs_all_segments_sees_all_of_them():
    batch = text(candidates=["a b", "c"], references=["a", "c"])
    asked = [each.measure for each in evaluate(batch, ["BLEU", "CIDEr", "SelfBLEU", "Distinct-2", "TER"]).values()]
    assert [each.name for each in family.FAMILY.apart(batch, asked)] == ["BLEU", "TER"]


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_memory_stays_below_five_times_the_text(tmp_path):
    rough = random.Random(3)
    words = ["".join(rough.choices("etaoinshrdlu", k=rough.randint(2, 9))) for _ in range(20_000)]
    lines = [" ".join(rough.choices(words[: rough.choice((300, 20_000))], k=22)) for _ in range(38_000)]
    paths = [tmp_path / "candidates.txt", tmp_path / "references.txt"]
    for path, of in zip(paths, (lines, lines[1:] + lines[:1]), strict=True):
        path.write_text("\n".join(of) + "\n")
    size = sum(path.stat().st_size for path in paths)
    assert 9e6 < size < 12e6
    names = ["BLEU", "chrF", "ROUGE-L", "ROUGE-SU4", "WER", "Distinct-2", "CIDEr"]
    done = subprocess.run([sys.executable, "-c", PEAK, *map(str, paths), *names], capture_output=True, check=True)
    times = {name: peak / size for name, peak in json.loads(done.stdout).items()}
    whole = [times.pop(name) for name in ("Distinct-2", "CIDEr")]  # which need the n-grams of all texts at once
    assert max(times.values()) < 5, times
    assert max(whole) < 7, whole
