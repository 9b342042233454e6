"""Damaged files give a result or a clean error, never another exception."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cranfield import CranfieldError, ranking
from cranfield.io.check import check
from io_samples import COMPRESSIONS, MSMARCO, QRELS_FILES, RUNS

ALL = {**{f"run {name}": data for name, (data, _) in RUNS.items()}, "run msmarco": MSMARCO}
ALL |= {f"qrels {name}": data for name, (data, _) in QRELS_FILES.items()}
SPICE = [b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b"\t", b'"', b"'", b",", b"{", b"}", b"[", b"#", b"nan",
         b"Q0", b"-inf", b"1e999", b"9" * 400, b"\xc2\xa0", b"\\ud800", b"null", b"[" * 3000, b"\x1f\x8b"]  # fmt: skip


@st.composite
def damaged(draw):
    name = draw(st.sampled_from(sorted(ALL)))
    data = ALL[name]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        to = min(len(data), at + draw(st.integers(0, 40)))
        kind = draw(st.sampled_from(["flip", "insert", "remove", "truncate", "splice", "repeat", "encode"]))
        if kind == "flip" and data:
            data = data[:at] + bytes([data[at] ^ (1 << draw(st.integers(0, 7)))]) + data[at + 1 :]
        elif kind == "insert":
            data = data[:at] + draw(st.sampled_from(SPICE)) + data[at:]
        elif kind == "remove":
            data = data[:at] + data[to:]
        elif kind == "truncate":
            data = data[:at]
        elif kind == "splice":
            other = ALL[draw(st.sampled_from(sorted(ALL)))]
            data = data[:at] + other[draw(st.integers(0, len(other))) :]
        elif kind == "repeat":
            data = data[:to] + data[at:]
        else:
            code = draw(st.sampled_from(["utf-16", "latin-1", "utf-8-sig", "utf-32"]))
            data = data.decode("utf-8", "ignore").encode(code, "replace")
    return name.split()[0], COMPRESSIONS[draw(st.sampled_from(["", "", "", ".gz", ".zst", ".xz"]))](data)


def outcome(qrels, run):
    """The message of a clean error, or nothing."""
    try:
        ranking(qrels, run)
    except CranfieldError as error:
        return str(error)
    return ""


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(damaged(), st.booleans())
def test_a_damaged_file_gives_a_result_or_a_clean_error(sample, swapped):
    kind, data = sample
    good = {"run": RUNS["trec"][0], "qrels": QRELS_FILES["trec"][0]}
    given_files = {**good, kind: data}
    qrels, run = (given_files["run"], given_files["qrels"]) if swapped else (given_files["qrels"], given_files["run"])
    message = outcome(qrels, run)
    assert "\n" not in message
    assert len(message) < 400
    for finding in check(qrels, run):
        assert finding.severity in ("error", "warning", "note")
        assert finding.count > 0
        assert len(finding.message) < 400


@settings(max_examples=150)
@given(damaged(), st.data())
def test_a_damaged_compressed_file_gives_a_result_or_a_clean_error(sample, data):
    kind, content = sample
    packed = COMPRESSIONS[data.draw(st.sampled_from(sorted(COMPRESSIONS)))](content)
    at = data.draw(st.integers(0, len(packed)))
    broken = packed[:at] if data.draw(st.booleans()) else packed[:at] + b"\x5a" + packed[at + 1 :]
    files = (QRELS_FILES["trec"][0], broken) if kind == "run" else (broken, RUNS["trec"][0])
    assert len(outcome(*files)) < 400


@pytest.mark.parametrize("name", ["run trec", "run csv", "run jsonl"])
def test_what_ranking_refuses_check_calls_an_error(name):
    qrels, data = QRELS_FILES["trec"][0], ALL[name]
    wrong = [data + b"x\n", data + data, data.replace(b"2.25", b"nan"), data.replace(b"2.25", b"high"), data[:-7]]
    for each in wrong:
        with pytest.raises(CranfieldError):
            ranking(qrels, each)
        assert any(finding.severity == "error" for finding in check(qrels, each))
