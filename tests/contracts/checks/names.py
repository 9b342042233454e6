"""Names, parameters and what a measure says about itself."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.checks.states import everything
from cranfield import MeasureError, parse, parse_all


def check_name(measure, samples):
    """What is printed parses to the same measure, in any case, and its aliases lead to it."""
    family, text = samples.name, str(measure)
    assert parse(text, family) == measure
    assert hash(parse(text, family)) == hash(measure)
    assert parse(text.replace(measure.name, measure.name.swapcase(), 1), family) == measure
    for alias in measure.aliases:
        found = parse_all(alias.name, family)
        assert all(type(each) is type(measure) for each in found), alias.name
        assert all(getattr(each, key) == value for each in found for key, value in alias.preset.items()), alias.name


def check_documentation(kind, samples):
    """It says what it is in one sentence of English and one of Chinese, by which formula and from where."""
    assert samples.kinds[kind.name] is kind
    assert re.fullmatch(r"[A-Z0-9].{15,140}\.", kind.describe()), kind.describe()
    assert len(kind.formula) >= 5
    assert len(kind.source) >= 5
    assert re.search(r"[\u4e00-\u9fff].*。$", kind.chinese), kind.chinese
    assert kind.reads
    for name, param in kind.params().items():
        assert param.help, name
        assert param.rule, name


def check_parameters(kind, samples):
    """Every parameter is sampled, changes something, survives printing, and refuses nonsense in a sentence."""
    sampled = {name for each in samples.measures(kind.name) for name in each.changed()}
    expected = set(kind.params()) - ({"mean"} if kind.name in samples.only_arithmetic else set())
    assert sampled == expected, (kind.name, sampled ^ expected)
    for name in expected:
        assert (kind.name, name) in samples.idle or _changes(kind, name, samples), (kind.name, name)
        _check_refusals(kind, name, samples)
    _check_unknown(kind, samples)
    _check_any(kind, samples)


def _changes(kind, name, samples):
    """Whether on some data some setting with the parameter differs from the same without it, or from another."""
    chosen = [dict(each) for each in samples.settings[kind.name] if name in each]
    for seed in range(6):
        for setting in chosen:
            plain = {key: value for key, value in setting.items() if key != name}
            others = [plain, *({**plain, name: each[name]} for each in chosen if each[name] != setting[name])]
            for other in others:
                try:
                    if _numbers(kind(**setting), samples, seed) != _numbers(kind(**other), samples, seed):
                        return True
                except MeasureError:  # it cannot be left out, or not with the rest
                    continue
    return False


def _numbers(measure, samples, seed):
    made = samples.odd(measure, seed, undefined="zero")
    ready = measure.resolve(made.batch)
    return everything(ready, ready.stats(made.batch))


def _check_refusals(kind, name, samples):
    param = kind.params()[name]
    for bad in samples.impossible[name]:
        if bad is None and param.default is None:
            continue
        given = {key: value for key, value in samples.settings[kind.name][0].items() if key != name}
        try:
            kind(**given, **{name: bad})
        except MeasureError as error:
            assert str(error).startswith(f"{kind.name}: {name} must be {param.rule}, not {bad!r}")  # noqa: PT017
        else:
            message = f"{kind.name} takes {name}={bad!r}"
            raise AssertionError(message)


def _check_unknown(kind, samples):
    for action, sentence in (
        (lambda: kind(cutof=3), f"{kind.name}: there is no parameter 'cutof'"),
        (lambda: parse(f"{kind.name}@10", samples.name), f"{kind.name}@10: {kind.name} takes no cutoff"),
    ):
        if "cutoff" in sentence and kind.at is not None:
            continue
        try:
            action()
        except MeasureError as error:
            assert str(error).startswith(sentence), str(error)  # noqa: PT017 (not every check is a test)
        else:
            raise AssertionError(sentence)


def _check_any(kind, samples):
    needed = set(samples.settings[kind.name][0])

    @settings(max_examples=25, database=None)
    @given(data=st.data())
    def survives(data):
        chosen = {each for each in kind.params() if each in needed or data.draw(st.booleans())}
        values = {each: data.draw(samples.possible[each]) for each in sorted(chosen)}
        try:
            measure = kind(**values)
        except MeasureError as error:  # a combination may be refused, and words that other measures know
            of_others = isinstance(values.get("average"), str) and f"{kind.name}: average must be" in str(error)
            assert of_others or "must be" not in str(error), str(error)  # noqa: PT017
            return
        assert parse(str(measure), samples.name) == measure

    survives()
