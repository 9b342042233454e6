"""Reports of rankings, texts and labels alike: readable in Chinese, in the dark, on a phone, on paper and to axe."""

from __future__ import annotations

import re

import pytest

# names that people chose, measures, and what is written in commands; everything else is told in the language
NAMES = re.compile(
    r"nDCG|Judged|Rprec|BLEU|ROUGE|chrF|Accuracy|AUC|macro|average|cranfield[^\n]*|--[\w-]+|[\w./-]+\.(txt|run|csv|tsv"
    r"|jsonl)|title-words|bm25(-synonyms)?|\b[a-z]+-[a-z0-9-]+|\b(old|new|first|second|calibration|scores|device|bm|zh)\b"
    r"|\w+=\S+|[^\n]*version:[^\n]*|Cohen|Holm|Bpref|randomization|[Dd]e[Ll]ong|sha256|tok|eff|case|nrefs|smooth|version|seed"
)


@pytest.fixture(params=["report", "texts_report", "labels_report"])
def page_of(request):
    return request.getfixturevalue(request.param)


def serious(page):
    """What axe finds that keeps people from reading."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page.bring_to_front()
    page.route("**", lambda route: route.abort())
    script = axe.Axe().axe_script
    found = page.evaluate(f"async () => {{ {script}; return await axe.run({{resultTypes: ['violations']}}); }}")
    return [
        (each["id"], each["nodes"][0]["html"][:200])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [
        (1280, "light", "en"),
        (390, "dark", "zh"),
        pytest.param(1280, "light", "zh", marks=pytest.mark.slow),
        pytest.param(390, "dark", "en", marks=pytest.mark.slow),
        pytest.param(1280, "dark", "en", marks=pytest.mark.slow),
        pytest.param(1280, "dark", "zh", marks=pytest.mark.slow),
    ],
)
def test_it_fits_the_screen_and_axe_finds_nothing_serious(look, page_of, width, scheme, language):
    page = look(page_of, viewport={"width": width, "height": 800}, color_scheme=scheme)
    if language == "zh":
        page.click("#language")
    for each in page.locator("details:not([open]) > summary").all():
        if each.is_visible():
            each.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page) == []


def test_a_chinese_page_is_chinese(look, page_of):
    page = look(page_of)
    page.click("#language")
    assert page.get_attribute("html", "lang") == "zh-CN"
    for each in page.locator("details:not([open]) > summary").all():
        if each.is_visible():
            each.click()
    places = "h2, h3, h4, thead th, p, li, legend, label > span, button, figcaption, summary, option, svg text"
    told = page.evaluate(
        """(places) => [...document.querySelectorAll(places)].filter((each) => each.checkVisibility()
        && !each.closest('.rankings, .segments, #document, .unit-name, pre, code, [lang=en]')
        && !each.matches('button:has([lang=en])'))
        .map((each) => (each.innerText ?? each.textContent).trim())""",
        places,
    )
    assert len(told) > 60
    english = [each for each in told if re.search(r"[A-Za-z]{4,}", NAMES.sub("", each))]
    assert english == [], english


def test_the_dark_page_is_dark_to_its_pictures(look, page_of):
    """Lines and letters of pictures take the colours of the page, so that they can be seen on a dark one."""
    page = look(page_of, color_scheme="dark")
    ink, paper = page.evaluate(
        "[getComputedStyle(document.querySelector('figure .en svg text')).fill,"
        " getComputedStyle(document.documentElement).backgroundColor]"
    )
    bright = [sum(map(int, re.findall(r"\d+", each)[:3])) / 3 for each in (ink, paper)]
    assert bright[0] - bright[1] > 120


def test_it_prints_what_is_on_the_screen(look, page_of):
    page = look(page_of)
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.emulate_media(media="print")
    assert not page.is_visible("#units .controls")
    assert page.is_visible("#units table")
    assert page.is_visible("#curves svg")
