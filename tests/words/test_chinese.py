"""Every step and every finding is told in Chinese too, with the same fields; every template can be told."""

import re
from string import Formatter

import pytest

from cranfield.words import LANGUAGES, language_named
from cranfield.words.en import cost, diversity, labels, ranking, ratings, text, user_models
from cranfield.words.en.agreement import AGREEMENT
from cranfield.words.en.clicked import CLICKED
from cranfield.words.en.compare import COMPARE
from cranfield.words.en.contests import CONTESTS
from cranfield.words.en.data import DATA
from cranfield.words.en.elsewhere import ELSEWHERE
from cranfield.words.en.explaining import EXPLAINING
from cranfield.words.en.findings import FINDINGS
from cranfield.words.en.judges import JUDGES
from cranfield.words.en.latency import LATENCY
from cranfield.words.en.limits import LIMITS
from cranfield.words.en.live import FAILURES, LIVE
from cranfield.words.en.overlap import OVERLAP
from cranfield.words.en.pictures import PICTURES
from cranfield.words.en.pools import POOLS
from cranfield.words.en.reporting import REPORTING
from cranfield.words.en.sample import SAMPLE
from cranfield.words.en.status import STATUS
from cranfield.words.en.studies import STUDIES
from cranfield.words.en.verdicts import VERDICTS
from cranfield.words.en.web import WEB
from cranfield.words.telling import Teller, fields_of
from cranfield.words.zh.reasons import REASONS

ENGLISH, CHINESE = language_named("en"), language_named("zh")
# names of parameters and functions stay as they are
LATIN = {
    "a", "add", "alpha", "b", "beta", "c", "csv", "d", "exp", "floor", "gamma", "jarvelin", "k", "log", "max", "min",
    "n", "p", "r", "rel", "s", "sqrt", "tokenize", "zh", "all", "positive", "max_grade", "nan",
    "tau", "sacrebleu", "docs", "unjudged",
    "trec_eval", "skip", "blank_references", "cranfield", "measures", "explain", "map", "plot", "recip_rank",
    "official", "hits", "study", "serve", "eval", "export", "agreement", "system", "overlap", "judges",
    "zero_division", "ca", "verify", "false", "largest", "id", "ids", "scores", "answer", "timeout", "http",
}  # fmt: skip
# what the pages of `cranfield serve` may have to say of a study
ON_PAGES = (
    "study-busy", "study-full", "study-disk", "study-server", "study-read-only", "item-not-yours", "annotator-name",
    "annotator-alike", "annotator-there", "annotator-none", "answer-value", "answer-reason", "adjudicator-role",
    "annotator-revoked", "annotator-role", "annotator-unknown", "answer-dimension", "answer-event",
    "answer-event-again", "answer-kind", "answer-long", "answer-side", "answer-span", "answer-time",
    "export-dimension", "export-names", "export-preferences", "export-rule", "item-unknown", "study-damaged",
    "study-newer", "study-no-study", "study-not-opened", "study-setting",
)  # fmt: skip


def sample(name, spec):
    """A value that a format can show."""
    if spec in ("few", "listed", "all", "and", "or", "quotes"):
        return ["a", "b", "c", "d", "e", "f", "g"]
    if spec == "columns":
        return {"query": "a"}
    if spec == "said":
        return "left-out"
    return "queries" if name == "noun" else 3


def samples(template):
    """Fields of every kind for a template."""
    if callable(template):
        return {
            "source": "a.run", "line": 3, "row": None, "lines": (1, 2, 3, 4), "details": {"sessions": "3"},
        }  # fmt: skip
    found = {}
    for _, name, spec, _ in Formatter().parse(re.sub(r"\[\w+[?!]", "[", template)):
        if name and not name.startswith("="):
            found[name] = sample(name, spec)
            found |= {inner: sample(inner, "") for _, inner, _, _ in Formatter().parse(spec) if inner}
    return found


def tell(language, template, fields, **more):
    if callable(template):
        wanted = template.__code__.co_varnames[: template.__code__.co_argcount]
        return template(**{name: fields[name] for name in wanted if name in fields})
    return Teller(language, say=lambda key, given: tell(language, language.sentences[key], given)).tell(
        template, fields, **more
    )


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_template_can_be_told_with_and_without_what_may_be_left_out(name):
    language = language_named(name)
    templates = [*language.sentences.values(), *(part for pair in language.steps.values() for part in pair)]
    for template in templates:
        fields = samples(template)
        assert tell(language, template, fields), template
        if isinstance(template, str):
            needed = {each: fields[each] for each in fields_of(template)[0]}
            assert "None" not in tell(language, template, needed), template
            told = re.sub(
                r"\{(label|query|document|'query')[^{}]*\}", "", tell(language, template, fields)
            )  # shapes of data
            assert not re.search(r"[{}]", told), template


def test_every_step_is_told_in_chinese_with_the_same_fields():
    assert CHINESE.steps.keys() == ENGLISH.steps.keys()
    for key, templates in ENGLISH.steps.items():
        for ours, theirs in zip(templates, CHINESE.steps[key], strict=True):
            assert _all(ours) == _all(theirs), key
            assert set(fields_of(theirs)[0]) <= set(fields_of(ours)[0]), key  # and none that may be missing


def test_every_finding_is_told_in_chinese_with_the_same_fields():
    told = FINDINGS | CONTESTS | DATA | PICTURES | REPORTING | STATUS | VERDICTS | COMPARE | EXPLAINING | ELSEWHERE
    told |= CLICKED | OVERLAP | user_models.FORMULAS
    told |= LATENCY | LIMITS | FAILURES | LIVE | POOLS | AGREEMENT | SAMPLE | WEB | JUDGES
    told |= {key: ENGLISH.sentences[key] for key in REASONS} | {key: STUDIES[key] for key in ON_PAGES}
    told |= cost.COST
    told |= diversity.FORMULAS | ranking.FORMULAS | labels.FORMULAS | text.FORMULAS | ratings.FORMULAS | ratings.RATINGS
    assert CHINESE.sentences.keys() == told.keys()
    for key, theirs in CHINESE.sentences.items():
        ours = ENGLISH.sentences[key]
        assert callable(ours) == callable(theirs), key
        if isinstance(ours, str):
            assert _all(ours) == _all(theirs), key
            assert set(fields_of(theirs)[0]) <= set(fields_of(ours)[0]), key


def _all(template):
    needed, optional = fields_of(template)
    return {*needed, *optional}


def test_chinese_is_chinese():
    for key, template in [*CHINESE.sentences.items(), *((key, how) for key, (_, how) in CHINESE.steps.items())]:
        left = re.sub(r"\{[^}]*\}|--\w+|\w+=\S+|\[\w+[?!]", "", str(template))
        words = set(re.findall(r"(?<![\w-])[a-z_]{2,}(?![\w-])", left))
        assert not isinstance(template, str) or words <= LATIN, (key, words)
        assert not re.search(r"[,;:?!] ", re.sub(r"max\(.*?\)", "", left)), key  # nor its stops


def test_lists_are_joined_as_in_chinese():
    template = "{names:all}；{names:and}；{names:few}；{more:listed}"
    told = tell(CHINESE, template, {"names": ["a", "b", "c", "d"], "more": [str(n) for n in range(14)]})
    assert told == "a、b、c、d；a和b和c和d；a、b、c等；0、1、2、3、4、5、6、7、8、9、10、11及另外 2 个"
