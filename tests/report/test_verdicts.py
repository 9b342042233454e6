"""Verdicts as JUnit XML and as a job's summary: every server reads them, and no name can break out of them."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import parse
from cranfield.compare.facts import Facts
from cranfield.compare.gate import check
from cranfield.compare.rules import parse_rule
from cranfield.core.verdict import Verdict
from cranfield.report.github import render_github
from cranfield.report.junit import render_junit
from report_samples import CONTROL, HOSTILE


@pytest.fixture
def verdicts():
    given = Facts(parse("AP"), "new", 0.44, "base", 0.45)
    return check([parse_rule("AP rises"), parse_rule("AP drops 1%"), parse_rule("p of AP < 0.05")], [given])


def test_junit_has_a_case_for_each_rule_and_says_what_failed(verdicts):
    text = render_junit(verdicts)
    whole = ET.fromstring(text)
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="cranfield" tests="3"')
    (suite,) = whole
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    passed, failed, undecided = suite
    assert [(each.tag, each.text) for each in passed] == [
        ("system-out", "AP of new is 0.4400, of base 0.4500 (-0.01, -2.22%)")
    ]
    (failure,) = failed
    assert (failed.get("classname"), failed.get("name")) == (
        "cranfield.fail-if", "fail if 'AP drops 1%' in new against base"
    )  # fmt: skip
    assert failure.tag == "failure"
    assert failure.get("message") == "AP of new is 0.4400, of base 0.4500 (-0.01, -2.22%)"
    assert failure.text == str(verdicts[1])
    assert undecided[0].tag == "error"
    assert undecided[0].get("message") == "there is no p of AP, new against base"


def test_the_summary_of_a_job_is_a_table(verdicts):
    assert render_github(verdicts) == (
        "### Gate: 1 of 3 passed, 1 failed, 1 undecided\n\n"
        "| | rule | numbers |\n|---|---|---|\n"
        "| ✅ | fail if 'AP rises' in new against base | AP of new is 0.4400, of base 0.4500 (-0.01, -2.22%) |\n"
        "| ❌ | fail if 'AP drops 1%' in new against base | AP of new is 0.4400, of base 0.4500 (-0.01, -2.22%) |\n"
        "| ❓ | fail if 'p of AP \\< 0.05' in new against base | there is no p of AP, new against base |\n"
    )
    assert render_github(verdicts[:1], language="zh").startswith("### 门禁：1 条规则中 1 条通过\n\n| | 规则 | 数值 |\n")


texts = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12)).filter(bool)


@settings(max_examples=200)
@given(system=texts, baseline=texts, rule=texts)
def test_no_name_can_break_out(system, baseline, rule):
    given = Facts(parse("AP"), system, 0.44, baseline, 0.45)
    found = [*check([parse_rule("AP drops")], [given]), Verdict(rule, "require", "undecided", system, baseline)]
    whole = ET.fromstring(render_junit(found))
    assert [each.tag for each in whole.iter()] == [
        "testsuites", "testsuite", "testcase", "failure", "testcase", "error"
    ]  # fmt: skip
    shown = render_github(found)
    assert len(shown.splitlines()) == 6
    assert not {each for each in shown if ord(each) in CONTROL} - {"\n"}
    for line in shown.splitlines()[4:]:
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 4
        assert not re.search(r"(?<!\\)(?:\\\\)*<", line)
