"""Settings stand in sentences as {=name=value}, so that Python and a shell each read what they can write."""

import inspect
import re

import pytest

from cranfield import MeasureError, labels, ranking, text
from cranfield.words import LANGUAGES, language_named, say
from cranfield.words.en import commands, compat, gate

# what only the command line says may name its options, and so may a page that a command wrote
OF_COMMANDS = {*commands.COMMANDS, *compat.COMPAT, *gate.GATE, "report-no-text", "report-no-bounds"}
# what has no option: systems are named by their files, references are read from files of one orientation
IN_PYTHON_ONLY = {"system", "orientation", "policy", "keep", "docs"}
WRITTEN = re.compile(r"\{=[^{}]*\}|\{\w*(?:!r)?:=\w+\}")
NAMES = {name for door in (labels, ranking, text) for name in inspect.signature(door).parameters} - IN_PYTHON_ONLY
ASIDE = re.compile(rf"(?<![\w-])--[a-z]|\b(?:{'|'.join(sorted(NAMES))})=(?!=)|\bset \w+ to\b")


def templates(language):
    known = language_named(language)
    for key, template in known.sentences.items():
        if key not in OF_COMMANDS and isinstance(template, str):
            yield key, template


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_writes_a_setting_in_another_way(language):
    found = {key: template for key, template in templates(language) if ASIDE.search(WRITTEN.sub("", template))}
    assert {*found} <= {"list-array-column"}, found


def test_the_rule_sees_a_setting_that_is_written_by_hand():
    for wrong in ("name it with positive={example!r}", "give score=...", "use --guess", "set blank_references to skip"):
        assert ASIDE.search(WRITTEN.sub("", wrong)), wrong
    assert not ASIDE.search(WRITTEN.sub("", "name it with {example!r:=positive} or {=guess=...}"))


def test_a_label_is_named_as_each_voice_writes_it():
    fields = {"who": "F1", "names": ["ham", "not spam"], "example": "not spam"}
    assert say("which-positive", fields).endswith("name it with positive='not spam'")
    assert say("which-positive", fields, voice="shell").endswith("name it with --positive 'not spam'")
    assert say("give-score", {}, voice="shell").endswith("with --score")
    assert say("give-score", {}).endswith("with score=...")
    assert MeasureError("which-positive", **fields).told(voice="shell").endswith("--positive 'not spam'")


@pytest.mark.parametrize(("count", "one"), [(1, "1 reference is empty"), (3, "3 references are empty")])
def test_empty_texts_are_counted_in_grammar(count, one):
    told = say("empty-reference", {"count": count, "kept": True}, voice="shell")
    assert told.startswith(one)
    assert "set --blank-references skip" in told
    other = say("empty-candidate", {"count": count, "total": 3})
    assert other.startswith(
        "1 of 3 candidates is empty; it is" if count == 1 else "3 of 3 candidates are empty; they are"
    )
