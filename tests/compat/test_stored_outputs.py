"""Line for line what trec_eval 9.0.4 and 10 printed on real runs."""

import pytest

from compat.stored import CASES, DATA, call, edge_cases, stored, without_rbp

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the stored outputs are not here")
EDGES = list(edge_cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_line_is_the_stored_one(case):
    status, out, err = call(*case.arguments)
    assert (status, err) == (0, "")
    assert without_rbp(out).splitlines() == stored(case.expected).splitlines()
    assert without_rbp(out) == stored(case.expected)


@pytest.mark.parametrize(("folder", "tool", "arguments", "status", "expected"), EDGES, ids=lambda each: str(each)[-24:])
def test_odd_files_give_the_stored_lines_and_exit_status(folder, tool, arguments, status, expected):
    found, out, err = call(*arguments)
    assert found == status, (folder, tool, err)
    assert bool(err) == (status != 0)
    if expected.exists():
        assert without_rbp(out) == stored(expected)
    if status:
        assert err.startswith("cranfield trec_eval: ")
        assert err.count("\n") == 1


def test_nothing_is_left_out():
    assert len(CASES) > 60
    assert len(EDGES) > 60
    assert any(status == 4 for *_, status, _ in EDGES)
