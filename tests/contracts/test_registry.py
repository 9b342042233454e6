"""Every measure is described, sampled, has an oracle, validates its parameters and survives being written down."""

import re
from functools import partial

import pytest
from hypothesis import assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import cranfield
from contracts.samples import IMPOSSIBLE, NAMES, ORACLES, POSSIBLE, SETTINGS, measures_of, settings_of
from cranfield import MeasureError
from cranfield.core.registry import registry
from cranfield.core.spec import trec_name
from cranfield.measures.ranking.foreign import NICKNAMES

KINDS = registry("ranking")

# some names stand for a measure of labels too
parse, parse_all = partial(cranfield.parse, family="ranking"), partial(cranfield.parse_all, family="ranking")


def test_no_measure_is_left_out_of_the_contracts():
    assert set(NAMES) == set(ORACLES) == set(SETTINGS)


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_is_sampled(name):
    sampled = {parameter for setting in settings_of(name) for parameter in setting}
    expected = set(KINDS[name].params())
    if KINDS[name].bounds[0] < 0:
        expected.discard("mean")  # only the arithmetic mean makes sense
    assert sampled == expected


@pytest.mark.parametrize("name", NAMES)
def test_every_measure_describes_itself(name):
    kind = KINDS[name]
    assert re.fullmatch(r"[A-Z0-9].{15,140}\.", kind.describe())
    assert len(kind.formula) >= 5
    assert len(kind.source) >= 5
    assert re.search(r"[\u4e00-\u9fff].*。$", kind.chinese)
    assert kind.better in ("higher", "lower", None)
    assert kind.bounds[0] < kind.bounds[1]
    assert kind.reads
    assert all(param.help and param.rule for param in kind.params().values())


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_parses_to_the_same_measure(name):
    for measure in measures_of(name):
        assert parse(str(measure)) == measure
        assert hash(parse(str(measure))) == hash(measure)
        assert parse(str(measure).replace(name, name.swapcase(), 1)) == measure


@pytest.mark.parametrize("name", NAMES)
@hypothesis_settings(max_examples=40)
@given(data=st.data())
def test_any_parameters_survive_printing_and_parsing(name, data):
    kind = KINDS[name]
    needed = set(SETTINGS[name][0])
    chosen = {each for each in kind.params() if each in needed or data.draw(st.booleans())}
    values = {each: data.draw(POSSIBLE[each]) for each in sorted(chosen)}
    measure, refusal = None, ""
    try:
        measure = kind(**values)
    except MeasureError as error:
        refusal = str(error)
    assert "must be" not in refusal  # each value is possible, only a combination may be refused
    assume(measure is not None)
    assert parse(str(measure)) == measure


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_is_validated_with_a_message_that_says_the_rule(name):
    kind = KINDS[name]
    for parameter, param in kind.params().items():
        for bad in IMPOSSIBLE[parameter]:
            if bad is None and kind.params()[parameter].default is None:
                continue
            with pytest.raises(MeasureError) as caught:
                kind(**{**SETTINGS[name][0], parameter: bad})
            assert str(caught.value).startswith(f"{name}: {parameter} must be {param.rule}, not {bad!r}")


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_that_does_not_exist_is_refused(name):
    with pytest.raises(MeasureError, match=f"^{name}: there is no parameter 'cutof'; it takes"):
        KINDS[name](cutof=3)
    if KINDS[name].at is None:
        with pytest.raises(MeasureError, match=f"{name}@10: {name} takes no cutoff"):
            parse(f"{name}@10")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Accuracy", "Accuracy: docs must be given, the size of the collection; write Accuracy(docs=100000)"),
        ("IPrec", "IPrec: recall must be given, the recall level; write IPrec@0.1"),
        ("Rprec_mult(rel=1)", "Rprec_mult: multiple must be given, how many times R; write Rprec_mult@0.5"),
        ("Utility(d=1)", "Utility: d needs docs, the number of documents in the collection; write"),
        ("Utility(docs=9)", "Utility: docs is only used with d; write Utility(d=0.1, docs=100000) or leave both out"),
        ("RBP(rel=1, max_grade=2)", "RBP: max_grade is not used together with rel; give one of them"),
        ("RBP(scale='topic', max_grade=2)", "RBP: max_grade is not used together with scale='topic'; give one of them"),
        ("RBP(scale='topic', rel=2)", "RBP: scale='topic' is not used together with rel; give one of them"),
        ("nDCG(base=3)", "nDCG: base is only used by discount='jarvelin'"),
        (
            "P(average='micro', mean='geometric')",
            "P: average='micro' divides once, so there is no mean to be geometric",
        ),
        ("T11U(mean='geometric')", "T11U: mean='geometric' needs values that are never negative, and these can be"),
        ("recip_rank.10", "recip_rank.10: recip_rank takes no parameter behind its name; for a cutoff write RR@10"),
        ("bpref_5", "bpref_5: Bpref takes no parameter behind its name"),
        ("map.10", "map.10: map takes no parameter behind its name; for a cutoff write AP@10"),
        ("ndcg_10", "ndcg_10: cannot read '10' behind nDCG"),
        ("utility.1,2", "utility.1,2: cannot read '1,2' behind Utility"),
        ("set_F.x", "set_F.x: cannot read 'x' behind set_F"),
        ("nDGC", "unknown measure 'nDGC'; did you mean nDCG?"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(text, message):
    with pytest.raises(MeasureError) as caught:
        parse_all(text)
    assert str(caught.value).startswith(message)


def test_every_alias_leads_to_its_measure():
    for kind in KINDS.values():
        for alias in kind.aliases:
            found = parse_all(alias.name)
            assert all(type(each) is kind for each in found)
            assert all(getattr(each, n) == v for each in found for n, v in alias.preset.items())


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("map", "AP"), ("MAP", "AP"), ("gm_map", "AP(mean='geometric')"), ("GMAP", "AP(mean='geometric')"),
        ("ndcg_cut_10", "nDCG@10"), ("P_10", "P@10"), ("recip_rank", "RR"), ("mrr@10", "RR@10"),
        ("recall_1000", "R@1000"), ("11pt_avg", "IAP"), ("11pt", "IAP"), ("iprec_at_recall_0.10", "IPrec@0.1"),
        ("set_F", "F"), ("SetF", "F"), ("set_F.4", "F(beta=2)"), ("f1@5", "F@5"), ("success_5", "Success@5"),
        ("hit_rate@5", "Success@5"), ("coverage@10", "Success@10"), ("HitRate@3", "Success@3"),
        ("precision@5", "P@5"), ("recall@10", "R@10"), ("average_precision", "AP"), ("reciprocal_rank", "RR"),
        ("ndcg@10", "nDCG@10"), ("r-precision", "Rprec"), ("map-l2", "AP(rel=2)"), ("ndcg@10-l2", "nDCG(rel=2)@10"),
        ("ndcg_burges@5", "nDCG(gain='exp')@5"), ("dcg_burges", "DCG(gain='exp')"),
        ("rbp.95", "RBP(p=0.95)"), ("rbp.5", "RBP(p=0.5)"), ("rbp.05", "RBP(p=0.05)"), ("rbp.p=0.7", "RBP(p=0.7)"),
        ("rbp_resid", "RBPResidual"), ("rbp_resid.p=0.9", "RBPResidual(p=0.9)"),
        ("unj_5", "Unjudged@5"), ("utility.2,-1,0,0", "Utility(a=2)"),
        ("Rprec_mult.0.5", "Rprec_mult@0.5"), ("ndcg.1=3,2=9", "nDCG(gain={1: 3, 2: 9})"), ("bpref", "Bpref"),
        ("BPref", "Bpref"), ("gm_bpref", "Bpref(mean='geometric')"), ("SetP", "P"), ("SetR", "R"),
        ("SetAP", "set_map"), ("SetRelP", "relative_P"), ("relative_P_5", "relative_P@5"), ("num_q", "NumQ"),
        ("num_nonrel_judged_ret", "NumNonrelJudgedRet"), ("IPrec@0.1", "IPrec(recall=0.1)"),
        ("Judged@10", "Judged(k=10)"),
    ],
)  # fmt: skip
def test_names_that_people_know_are_the_same_objects(text, same):
    assert parse(text) == parse(same)


def test_lists_of_cutoffs_and_bare_names_give_several_measures():
    assert [str(each) for each in parse_all("ndcg_cut.5,10")] == ["nDCG@5", "nDCG@10"]
    assert [str(each) for each in parse_all("unj")] == ["Unjudged@5", "Unjudged@10", "Unjudged@20"]
    assert len(parse_all("iprec_at_recall")) == 11
    assert [str(each) for each in parse_all("Rprec_mult")][::9] == ["Rprec_mult@0.2", "Rprec_mult@2"]


@pytest.mark.parametrize("nickname", NICKNAMES)
def test_nicknames_name_what_trec_eval_prints(nickname):
    measures = parse_all(nickname)
    names = [trec_name(each) for each in measures]
    assert [parse(name) for name in names] == measures
    assert {"num_q", "num_ret", "num_rel", "num_rel_ret"} < set(names)
    assert len(set(names)) == len(names)
