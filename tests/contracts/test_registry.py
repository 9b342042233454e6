"""Names of rankings that people know, and what cannot be meant."""

from functools import partial

import pytest

import cranfield
from cranfield import MeasureError
from cranfield.core.registry import registry
from cranfield.core.spec import trec_name
from cranfield.measures.ranking.foreign import NICKNAMES

KINDS = registry("ranking")

# some names stand for a measure of labels too
parse, parse_all = partial(cranfield.parse, family="ranking"), partial(cranfield.parse_all, family="ranking")


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
