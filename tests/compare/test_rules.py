"""The grammar of rules: what can be said, what is refused, and with which words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import MeasureError, parse
from cranfield.compare.rule import Amount, Choice, Condition, measures_of
from cranfield.compare.rules import parse_rule


def only(text, kind="fail-if"):
    (found,) = parse_rule(text, kind).conditions()
    return found


def test_a_drop_is_an_amount_or_a_share_of_the_baseline():
    assert only("nDCG@10 drops 0.01") == Condition("nDCG@10", parse("nDCG@10"), "drops", Amount(0.01))
    assert only("AP drops 1%").amount == Amount(0.01, percent=True)
    assert only("AP drops by 7 %").amount == Amount(0.07, percent=True)
    assert only("AP drops").amount is None
    assert only("Judged@10 rises .5").way == "rises"


def test_sides_respect_the_direction_of_the_measure_and_may_have_an_amount():
    assert only("TER is worse").way == "worse"
    assert only("AP IS Better by 2e-3").amount == Amount(0.002)
    assert only("nDCG@10 is not better").way == "not better"
    found = only("nDCG@10 is not worse by 0.01", "require")
    assert (found.way, found.amount) == ("not worse", Amount(0.01))


def test_quantities_are_compared_with_numbers():
    assert only("nDCG@10<0.4").quantity == "value"
    found = only("low of nDCG@10 < -0.02")
    assert (found.quantity, found.operator, found.amount) == ("low", "<", Amount(-0.02))
    assert only("change of AP <= -1%").amount == Amount(-0.01, percent=True)
    assert only("high of AP >= 1").operator == ">="
    assert only("p of P(rel=2)@5 < 5%").measure == parse("P(rel=2)@5")


def test_a_bare_quantity_is_about_the_measure_before():
    worse, sure = parse_rule("RR@10 in new is worse against old and p < 0.05").conditions()
    assert worse.measure == sure.measure == parse("RR@10")
    assert (sure.system, sure.baseline, sure.quantity) == ("new", "old", "p")


def test_and_binds_tighter_than_or_and_brackets_group():
    found = parse_rule("AP drops or RR drops and p of RR < 0.05").root
    assert (found.word, found.parts[1].word) == ("or", "and")
    found = parse_rule("(AP drops or (RR drops)) and RR < 1").root
    assert (found.word, found.parts[0].word) == ("and", "or")
    assert isinstance(found, Choice)


def test_measures_keep_their_brackets_quotes_and_the_names_of_other_tools():
    assert only("nDCG(gain={1: 3, 2: 9})@10 drops 1%").measure == parse("nDCG(gain={1: 3, 2: 9})@10")
    assert only("(BLEU(tokenize='none') drops 1)").measure == parse("BLEU(tokenize='none')")
    assert only("ndcg_cut_10 drops 0.01").measure == parse("nDCG@10")
    assert only("ndcg.1=3,2=9 drops 1%").measure == parse("ndcg.1=3,2=9")
    assert only("iprec_at_recall.0.1 < .3").measure == parse("IPrec@0.1")
    assert only("ndcg@10-l2 drops").measure == parse("ndcg@10-l2")


def test_systems_may_have_any_name_in_quotes():
    assert only("AP drops 0.1 in 'my run' against \"and\"").system == "my run"
    assert only("AP in baseline against baseline drops").baseline == "baseline"


def test_the_measures_that_rules_need_are_named_once():
    rules = [parse_rule("map drops 1% and RR < 1"), parse_rule("AP is worse or p of nDCG@10 < 0.05")]
    assert measures_of(rules) == {"map": parse("AP"), "RR": parse("RR"), "nDCG@10": parse("nDCG@10")}


FAULTS = {
    "nDCG@10 dorps 0.01": "cannot read the rule 'nDCG@10 dorps 0.01' at 'dorps', character 9: here comes drops, rises,"
    " is, in, against, <, <=, >, >=; did you mean drops?",
    "nDGC@10 drops": "the rule 'nDGC@10 drops': unknown measure 'nDGC'; did you mean nDCG?",
    "nDCG@10 drops x": "cannot read the rule 'nDCG@10 drops x' at 'x', character 15: here comes and, or, the end",
    "nDCG@10": "the rule 'nDCG@10' ends too soon: here comes drops, rises, is, in, against, <, <=, >, >=",
    "nDCG@10 <": "the rule 'nDCG@10 <' ends too soon: here comes a number",
    "nDCG@10 < 1e999": "cannot read the rule 'nDCG@10 < 1e999' at '1e999', character 11: here comes a number",
    "nDCG@10 == 0.4": "cannot read the rule 'nDCG@10 == 0.4' at '==', character 9: here comes drops, rises, is, in,"
    " against, <, <=, >, >=",
    "nDCG@10 is wors": "cannot read the rule 'nDCG@10 is wors' at 'wors', character 12: here comes worse, better, not;"
    " did you mean worse?",
    "nDCG@10 is better by": "the rule 'nDCG@10 is better by' ends too soon: here comes a number, such as 0.01 or 1%",
    "AP drops -0.01": "cannot read the rule 'AP drops -0.01' at '-0.01', character 10: an amount is above 0, such as"
    " 0.01 or 1%; the word before it says the direction",
    "AP < 4%": "cannot read the rule 'AP < 4%' at '4%', character 6: only change and p are compared with a percentage;"
    " write a number, or 'change of'",
    "p < 0.05": "the rule 'p < 0.05' does not say which measure p is of; write 'p of nDCG@10'",
    "(AP drops or RR drops) and p < 0.05": "the rule '(AP drops or RR drops) and p < 0.05' does not say which measure p"
    " is of (AP or RR); write 'p of RR'",
    "P < 0.05": "the rule 'P < 0.05' could mean precision or a p-value; write p for the p-value, or set_P for the"
    " precision of everything returned",
    "P@5,10 drops": "the rule 'P@5,10 drops': P@5,10 stands for several measures (P@5 to P@10); write a rule for each",
    "official drops": "the rule 'official drops': official stands for several measures (NumQ to P@1000); write a rule"
    " for each",
    "TER drops 0.5": "the rule 'TER drops 0.5' can be read in two ways, because TER is better when it is lower; write"
    " 'is worse by 0.5' or 'is better by 0.5'",
    "TER rises": "the rule 'TER rises' can be read in two ways, because TER is better when it is lower; write 'is"
    " worse' or 'is better'",
    "Judged@10 is worse": "the rule 'Judged@10 is worse': Judged@10 is neither better nor worse when it is higher;"
    " write drops or rises",
    "AP is not worse by 0.01": "the rule 'AP is not worse by 0.01' says what must be shown, and a gate fails if a rule"
    " of this kind holds; give it as require=RULE, or write 'AP is worse by 0.01'",
    "(AP drops": "the rule '(AP drops' ends too soon: here comes ), and, or",
    "AP drops)": "cannot read the rule 'AP drops)' at ')', character 9: here comes and, or, the end",
    "P(rel=2 drops": "cannot read the rule 'P(rel=2 drops' at '(rel=2 drops', character 2: the bracket is not closed",
    "AP in 'new drops": "cannot read the rule \"AP in 'new drops\" at \"'new drops\", character 7: the quote is not"
    " closed",
    "AP in a drops in b": "cannot read the rule 'AP in a drops in b' at 'b', character 18: 'in' is there already; name"
    " one",
    "AP in": "the rule 'AP in' ends too soon: here comes the name of a system",
    "low AP < 1": "cannot read the rule 'low AP < 1' at 'AP', character 5: here comes of, <, <=, >, >=",
    "drops 0.01": "cannot read the rule 'drops 0.01' at 'drops', character 1: here comes a measure, such as nDCG@10, (,"
    " value, baseline, difference, change, low, high, p",
    "": "the rule '' ends too soon: here comes a measure, such as nDCG@10, (, value, baseline, difference, change, low,"
    " high, p",
    "(" * 60 + "AP drops": f"cannot read the rule {'(' * 60 + 'AP drops'!r}: it has more than 50 brackets inside each"
    " other; write several rules",
}  # fmt: skip


@pytest.mark.parametrize("text", FAULTS)
def test_faults_point_at_the_word_and_say_what_is_possible(text):
    with pytest.raises(MeasureError) as caught:
        parse_rule(text)
    assert str(caught.value) == FAULTS[text]


def test_what_would_be_misread_is_refused_as_a_requirement_too():
    with pytest.raises(MeasureError, match="would demand that nothing gets better; give it as fail_if=RULE"):
        parse_rule("AP is not better", "require")
    with pytest.raises(MeasureError, match=r"has no margin; write by how much, as in 'AP is not worse by 0.01', or"):
        parse_rule("AP is not worse", "require")
    with pytest.raises(MeasureError) as caught:
        parse_rule("AP is not worse by 1%")
    assert "give it as --require RULE, or write 'AP is worse by 1%'" in caught.value.told(voice="shell")
    with pytest.raises(MeasureError, match="a rule is of the kind fail-if or require, not 'warn'"):
        parse_rule("AP drops", "warn")
    with pytest.raises(MeasureError, match=r"a rule must be text, such as 'nDCG@10 drops 0.01', not 3"):
        parse_rule(3)


def test_the_family_decides_what_a_name_means():
    assert parse_rule("Precision drops", family="labels").root.measure.family == "labels"
    with pytest.raises(MeasureError, match=r"the rule 'BLEU drops 1': unknown measure 'BLEU' of ranking; it is one of"):
        parse_rule("BLEU drops 1", family="ranking")


WORDS = ["AP", "nDCG@10", "P(rel=2)@5", "drops", "rises", "is", "not", "worse", "better", "by", "and", "or", "(", ")",
         "<", ">=", "0.01", "1%", "p", "of", "low", "in", "new", "'x y'", "-1", "%"]  # fmt: skip


@given(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)))
def test_any_text_is_a_rule_or_refused_in_our_words(text):
    try:
        told = " ".join(each.name for each in parse_rule(text).conditions())
    except MeasureError as error:
        told = str(error)
    assert told
    assert told.isprintable()
