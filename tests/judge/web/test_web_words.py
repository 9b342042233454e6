"""Every word of the pages comes from words/en and words/zh by its key, with its fields."""

from __future__ import annotations

import re

import pytest

from cranfield.judge.web.pages.judging import SCRIPT_WORDS
from cranfield.judge.web.site import FOLDER
from cranfield.words import language_named
from cranfield.words.telling import fields_of

TEMPLATES = {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "templates").glob("*.html"))}
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "static").glob("*.js"))}
CALL = re.compile(r"""\bt\((?:"([a-z-]+)")?((?:[^()]|\([^()]*\))*)\)""")


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_say_what_is_known_with_its_fields(name):
    sentences = language_named("en").sentences
    for key, given in CALL.findall(TEMPLATES[name]):
        if key:
            needed = set(fields_of(sentences[key])[0])
            assert needed <= set(re.findall(r"\b(\w+)=", given)), key


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_word_stands_in_a_template_itself(name):
    text = re.sub(r"{%.*?%}|{{.*?}}|<script.*?</script>|<kbd>.*?</kbd>", " ", TEMPLATES[name], flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", " ", text)
    assert re.findall(r"[A-Za-z\u4e00-\u9fff]{2,}", text) == []


def test_scripts_say_what_the_page_gives_them_and_nothing_else():
    said = {key for text in SCRIPTS.values() for key in re.findall(r'"(web-[a-z-]+)"', text)}
    assert said == set(SCRIPT_WORDS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_a_script_fills_in_has_plain_fields(language):
    sentences = language_named(language).sentences
    for key in SCRIPT_WORDS:
        assert re.fullmatch(r"(?:[^{}\[\]]|\{\w+\})*", sentences[key]), key


def test_both_languages_are_complete():
    ours = {key for key in language_named("en").sentences if key.startswith(("web-", "demo-"))}
    theirs = {key for key in language_named("zh").sentences if key.startswith(("web-", "demo-"))}
    assert ours == theirs
    assert len(ours) > 100
