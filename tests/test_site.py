"""The manual builds, its links lead somewhere, nothing is fetched, and nothing that there is goes undocumented."""

from __future__ import annotations

import html
import importlib
import logging
import re
import sys
from pathlib import Path

import pytest

import cranfield
from cranfield.cli.main import COMMANDS, run
from cranfield.core.registry import families, registry

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tools"))  # where the manual is made
for needed in ("mkdocs", "material", "latex2mathml", "jieba"):
    pytest.importorskip(needed, reason=f"the manual cannot be built: {needed} is not installed (the extra `docs`)")
commands, examples, formulas, links, measure_page, python_reference, site_of, typeset, words = (
    importlib.import_module(f"manual.{name}")
    for name in (
        "commands",
        "examples",
        "formulas",
        "links",
        "measure_page",
        "python_reference",
        "site",
        "typeset",
        "words",
    )
)
MEASURES = [registry(family)[name] for family in families() for name in registry(family)]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, with every warning of mkdocs an error."""
    import warnings

    import jieba

    jieba.setLogLevel(logging.ERROR)
    folder = tmp_path_factory.mktemp("manual")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of mkdocs and its plugins about themselves
        site_of.build(folder / "site", folder / "work")
    return folder / "site"


def text_of(page: Path) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def test_links_lead_somewhere_and_nothing_is_fetched(site):
    assert links.faults(site) == []


def test_a_broken_link_a_missing_heading_and_a_fetch_would_be_noticed(tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="top">A</h1><a href="b.html">b</a><a href="#nowhere">c</a><a href="#top">d</a>'
        '<script src="https://example.org/x.js"></script><a href="https://example.org">e</a>'
    )
    (tmp_path / "a.css").write_text("@import 'https://example.org/font.css';")
    assert links.faults(tmp_path) == [
        "a.html links to b.html, which is not there",
        "a.html links to #nowhere, where no such heading is",
        "a.html fetches https://example.org/x.js",
        "a.css fetches https://example.org/font.css",
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_measure_has_a_page_that_says_everything(site, language):
    folder = site / "zh" / "measures" if language == "zh" else site / "measures"
    index = text_of(folder / "index.html")
    for measure in MEASURES:
        page = folder / measure_page.file_of(measure).replace(".md", ".html")
        text = text_of(page)
        for said in (measure.definition("en"), measure.definition("zh"), measure.formula_in(language), measure.source):
            assert said in text, (page.name, said)
        for name, param in measure.params().items():
            assert name in text
            assert param.help_in(language).replace("`", "") in text, (page.name, name)
        assert "<math" in page.read_text(encoding="utf-8"), page.name
        assert measure.definition(language) in index


def test_every_formula_is_typeset_and_its_words_are_known_in_chinese():
    assert set(formulas.FORMULAS) == {f"{measure.family}.{measure.name}" for measure in MEASURES}
    found = {word for formula in formulas.FORMULAS.values() for word in typeset.words_of(formula)}
    assert found == set(typeset.CHINESE)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: f"{measure.family}.{measure.name}")
def test_the_command_of_a_worked_example_prints_its_numbers(measure, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, content in examples.FILES.items():
        Path(name).write_text(content, encoding="utf-8")
    example = examples.example_of(measure.family, measure.name)
    unit = ["--unit", example.unit[1]] if example.unit else []
    line = ["explain", *example.files, *example.options, "-m", example.asked, *unit, "--format", "markdown"]
    assert run([*line, "--lang", "en"]) == 0, capsys.readouterr().err
    printed = capsys.readouterr().out
    rows = re.findall(r"^\| .*\|$", examples.worked(measure.family, measure.name), re.MULTILINE)
    assert rows
    for row in rows:
        assert row.replace("&#123;", "{") in words.for_site(printed).replace("&#123;", "{")


def test_every_command_and_option_is_documented(site):
    page = (site / "commands.html").read_text(encoding="utf-8")
    text = text_of(site / "commands.html")
    for name, about in COMMANDS.items():
        assert about in text
        part = re.search(rf'<h2 id="{name.replace("_", "-")}">.*?(?=<h2 |$)', page, re.DOTALL)[0]
        for option in commands.options_of(name):
            for written in option.opts:
                assert f"<code>{written}</code>" in part, (name, written)
    for option in ("-q", "-c", "-l", "-J", "-M", "-N", "-m", "-R", "-Z", "--as"):
        assert option in text


def test_verbs_of_a_command_are_documented_with_it():
    page = commands.commands_page()
    for verb in ("new", "invite", "status", "export", "revoke"):
        assert f"### cranfield study {verb} {{ #study-{verb} }}" in page
        for option in commands.options_of(f"study {verb}"):
            assert f"`{option.opts[-1]}`" in page


def test_every_public_name_is_documented(site):
    page = (site / "reference.html").read_text(encoding="utf-8")
    listed = [name for names in python_reference.ROOMS.values() for name in names]
    assert sorted(listed) == sorted(cranfield.__all__)
    for name in cranfield.__all__:
        assert f'id="cranfield-{name.replace("__", "")}"' in page, name
    for path in python_reference.FURTHER:
        for name in importlib.import_module(path).__all__:
            assert f'id="{path.replace(".", "-")}-{name}"' in page, name


@pytest.mark.parametrize("folder", [".", "zh"])
def test_every_question_of_the_catalogue_is_on_the_page_about_choosing(site, folder):
    from cranfield.words.choices import CHOICES

    text = text_of(site / folder / "choosing.html")
    for choice in CHOICES:
        for said in choice.told("zh" if folder == "zh" else "en"):
            assert said in text


def test_no_mark_of_markdown_is_left_in_sentences(site):
    for page in (*site.glob("measures/*.html"), *site.glob("zh/measures/*.html"), site / "commands.html"):
        shown = re.sub(r"<(pre|code|script|style)\b.*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        left = re.search(r".{30}(?:\\[<~_*\[|`]|\*\*|\| ?\|).{0,30}", re.sub(r"<[^>]+>", "", shown))
        assert left is None, f"{page.name}: {left[0]}"


def test_pages_are_in_the_language_they_say(site):
    assert '<html lang="zh"' in (site / "zh" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="en"' in (site / "index.html").read_text(encoding="utf-8")


def test_the_search_finds_its_index_without_a_server(site):
    for folder in (site, site / "zh"):
        index = (folder / "search" / "search_index.js").read_text(encoding="utf-8")
        assert index.startswith("var __index = {")
        assert "nDCG" in index
        assert 'src="assets/iframe-worker.js"' in (folder / "index.html").read_text(encoding="utf-8")
