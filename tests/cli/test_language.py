"""Reports speak the language that is asked for, or that of the locale."""

import re

import pytest

from cranfield import demo

CHINESE = re.compile("[\u4e00-\u9fff]")
DATA = (demo.JUDGMENTS, *demo.RUNS)
MEASURES = ("-m", "AP", "-m", "P@5")
CALLS = {
    "compare": ("compare", *DATA, *MEASURES),
    "one query": ("compare", *DATA[:3], *MEASURES, "--query", "q05"),
    "unjudged": ("compare", *DATA[:3], "-m", "P@5", "--unjudged"),
    "groups": ("compare", *DATA[:3], *MEASURES, "--groups", demo.FOLDER / "groups.tsv", "--resamples", 200),
    "rules": ("compare", *DATA[:3], "--fail-if", "AP drops 0.9", "--format", "github"),
    "correlate": ("correlate", *DATA, *MEASURES),
    "judgments": ("correlate", *DATA, *MEASURES, "--judgments", "100%,50%", "--repeats", 2),
    "power": ("power", *DATA[:3], *MEASURES, "--difference", 0.01),
}


@pytest.fixture(autouse=True)
def _no_locale(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", CALLS)
def test_a_report_is_told_in_chinese_where_it_is_asked_for_or_the_locale_is(cranfield, monkeypatch, name):
    english, chinese = (cranfield(*CALLS[name], "--quiet", "--lang", each) for each in ("en", "zh"))
    assert (english.status, chinese.status) == (0, 0)
    assert not CHINESE.search(english.out)
    assert len(CHINESE.findall(chinese.out)) > 10
    assert cranfield(*CALLS[name], "--quiet").out == english.out
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert cranfield(*CALLS[name], "--quiet").out == chinese.out
    assert cranfield(*CALLS[name], "--quiet", "--lang", "en").out == english.out


@pytest.mark.parametrize("name", ["compare", "correlate", "power"])
def test_numbers_are_the_same_in_both_languages(cranfield, name):
    english, chinese = (cranfield(*CALLS[name], "--format", "csv", "--lang", each).out for each in ("en", "zh"))
    assert re.findall(r"\d+\.\d+", english) == re.findall(r"\d+\.\d+", chinese)
