"""Everything is said by a key: each is known, each is used, and each gets the fields that its sentence needs."""

import ast
import importlib
import pkgutil

import pytest

from cranfield.core.registry import families, registry
from cranfield.words import language_named
from cranfield.words.telling import fields_of
from words.scan import Use, modules, said_by_templates, texts, uses

ENGLISH = language_named("en")
NOT_YET = ("compat/trec_eval/inputs.py",)  # still writes sentences
SAID = [use for name, tree in modules(without=("words", *NOT_YET)).items() for use in uses(tree, name)]

# keys that come from elsewhere: what they may be stands in one table or in another error
ELSEWHERE = {
    ("measures/ranking/base.py", "self.step"),
    ("measures/cost/latency.py", "self.step"),
    ("measures/text/distinct.py", "_STEPS[self.over]"),
    ("measures/text/rouge.py", "_STEPS[self.part]"),
    ("measures/text/chrf.py", "step"),
    ("measures/text/bleu.py", "matches"),
    ("errors.py", "self.key"),
    ("io/bytes/source.py", "key"),
    ("io/columns/encode.py", "key"),
    ("io/join/prepare.py", "key"),
    ("io/read/cells.py", "key"),
    ("io/read/recognise.py", "key"),
    ("io/read/strangers.py", "key"),
    ("io/check.py", "error.key"),
    ("io/check.py", "wording"),
    ("io/read/trec_lines.py", "key"),
    ("core/compared.py", "self.key"),
    ("core/finding.py", "self.wording or self.key"),
    ("compare/bout.py", "error.key"),
    ("compare/gate.py", "key"),
    ("compare/rules.py", "key"),
    ("compare/settle.py", "key"),
    ("core/verdict.py", "self.key"),
    ("core/verdict.py", "_KINDS[self.kind]"),
    ("core/verdict.py", "_STATUSES[self.status]"),
    ("cli/check.py", "error.key"),
    ("cli/engines/demo.py", "key"),
    ("cli/engines/rates.py", "found.ended"),
    ("cli/engines/rates.py", "verdict"),
    ("cli/engines/swept.py", "key"),
    ("cli/studies/status.py", "key"),
    ("compat/pytrec_eval.py", "key"),
    ("report/agreement.py", "key"),
    ("judge/store/database.py", "key"),
    ("live/engine_file.py", "error.key"),
    ("live/failure.py", "self.key"),
    ("report/comparison_grids.py", "corner"),
    ("report/comparison_parts.py", "_MOVED[direction]"),
    ("report/comparison_words.py", "note.key"),
    ("report/comparison_words.py", "_TESTS.get(each, each)"),
    ("report/html/findings.py", "_SEVERITIES[severity]"),
    ("report/html/latency.py", "key"),
    ("report/html/markup.py", "key"),
    ("report/html/overview.py", "_STATUSES[each.status]"),
    ("report/html/overview.py", "key"),
    ("report/judged_systems.py", "_VERDICTS[each.kind]"),
    ("report/power.py", "key"),
    ("report/told/data.py", "each.why"),
    ("report/told/data.py", "exhibit.key"),
    ("compare/poisson.py", "error.key"),
    ("report/told/data.py", "key"),
    ("report/told/exhibits.py", "exhibit.key"),
    ("report/told/mean.py", "_HOW[told.measure.summed]"),
    ("report/told/unit.py", "key"),
    ("judge/web/security.py", "key"),
    ("judge/web/site.py", "key"),
    ("judge/web/demo.py", "key"),
    ("judge/web/seen.py", "key"),
    ("judge/web/pages/judging.py", "key"),
}


def faults(use: Use) -> list[str]:
    """What is wrong with what is said, as far as it can be seen."""
    if not use.keys:
        return [] if (use.where, use.written) in ELSEWHERE else [f"{use.where}: the key {use.written} is no constant"]
    found = []
    known = ENGLISH.steps if use.kind == "step" else ENGLISH.sentences
    for key in use.keys:
        if key not in known:
            found.append(f"{use.where}: nothing is said for the {use.kind} {key!r}")
            continue
        templates = known[key] if use.kind == "step" else (known[key],)
        for template in templates:
            lacking = set() if callable(template) or use.fields is None else set(fields_of(template)[0]) - use.fields
            found += [f"{use.where}: {key} needs {name}" for name in sorted(lacking)]
    return found


def test_every_key_is_known_and_gets_its_fields():
    assert len(SAID) > 250
    assert [fault for use in SAID for fault in faults(use)] == []


def test_every_key_is_said_by_somebody():
    written = said_by_templates().union(*(texts(tree) for tree in modules().values()))
    steps = {
        name for family in families() for each in registry(family).values() for name in [getattr(each, "step", "")]
    }
    assert sorted(set(ENGLISH.sentences) - written) == []
    assert sorted(set(ENGLISH.steps) - written) == []
    assert steps - {""} <= set(ENGLISH.steps)


def test_keys_that_come_from_elsewhere_still_do():
    assert {(use.where, use.written) for use in SAID if not use.keys} == ELSEWHERE


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('raise MeasureError("no such measure")', "x.py: nothing is said for the sentence 'no such measure'"),
        ('raise MeasureError(f"{name}: no")', "x.py: the key f'{name}: no' is no constant"),
        ("raise PolicyError(message)", "x.py: the key message is no constant"),
        ('raise MeasureError("rel-twice")', "x.py: rel-twice needs text"),
        ('raise MeasureError("rel-twice", txt=text)', "x.py: rel-twice needs text"),
        ('raise InputError("not-writable", source=path)', "x.py: not-writable needs why"),
        ('Finding("no-group", 3, {"noun": noun})', "x.py: no-group needs total"),
        ('def f():\n facts = {"total": 1}\n return Finding("no-group", 3, facts)', "x.py: no-group needs noun"),
        ('note.unit("hits / R", values)', "x.py: nothing is said for the step 'hits / R'"),
        ('note.rows("sum-over-R", values)', "x.py: sum-over-R needs name"),
        ('note.unit("R" if a else "no", values)', "x.py: nothing is said for the step 'no'"),
        ('say("same-run", {"first": a})', "x.py: same-run needs second"),
    ],
)  # fmt: skip
def test_a_fault_would_be_seen(text, fault):
    assert [each for use in uses(ast.parse(text), "x.py") for each in faults(use)] == [fault]


@pytest.mark.parametrize(
    "text",
    [
        'raise InputError("not-writable", source=path, why=why)',
        'raise MeasureError("rel-twice", **given)',
        'Finding("no-group", 3, {"noun": noun, "total": 9})',
        'def f():\n facts = {"total": 1, "noun": 2}\n return Finding("no-group", 3, facts)',
        'note.unit("R" if a else "N", values)',
    ],
)
def test_what_is_right_is_not_blamed(text):
    assert [each for use in uses(ast.parse(text), "x.py") for each in faults(use)] == []


def test_a_step_of_one_word_needs_no_fields_as_users_may_write_it_too():
    for key, templates in ENGLISH.steps.items():
        if "-" not in key:
            assert [fields_of(each) for each in templates] == [([], set())] * 2, key


@pytest.mark.parametrize("family", families())
def test_why_there_is_no_value_is_a_key(family):
    for measure in registry(family).values():
        assert not measure.undefined_when or measure.undefined_when in ENGLISH.sentences


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_key_is_told_twice(language):
    package = importlib.import_module(f"cranfield.words.{language}")
    modules = [
        importlib.import_module(f"{package.__name__}.{each.name}") for each in pkgutil.iter_modules(package.__path__)
    ]
    told = {name: [] for name in ("sentences", "steps", "texts")}
    for module in modules:
        for name in set(module.__all__) - {"NOUNS"}:
            told[name.lower() if name in ("STEPS", "TEXTS") else "sentences"] += getattr(module, name)
    for kind, keys in told.items():
        assert sorted(keys) == sorted(getattr(language_named(language), kind))
