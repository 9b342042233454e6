"""The grammar of rules: what must not happen, or must be shown, before something is shipped.

rule       part { or part }               part { and part } binds tighter; brackets group
part       ( rule ) | measured | compared
measured   MEASURE drops|rises [by] [AMOUNT] | MEASURE is [not] worse|better [by AMOUNT]
compared   [QUANTITY of] MEASURE < NUMBER | QUANTITY < NUMBER, of the measure named before; also <= > >=
           a measure and what is said of it may be followed by `in SYSTEM` and `against BASELINE`
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from cranfield.compare.rule import KINDS, QUANTITIES, Amount, Choice, Condition, Rule
from cranfield.compare.tokens import Token, tokens_of
from cranfield.core.arguments import is_number, is_text
from cranfield.core.home import home_of
from cranfield.core.spec import parse_all
from cranfield.errors import MeasureError, nearest
from cranfield.words import shown

if TYPE_CHECKING:
    from cranfield.core.family import Family
    from cranfield.core.measure import Measure

__all__ = ["parse_amount", "parse_rule"]

_OPERATORS = ("<", "<=", ">", ">=")
_AFTER_MEASURE = ("drops", "rises", "is", "in", "against", *_OPERATORS)
_DEEPEST = 50  # brackets in brackets; more would be no rule that a person wrote
_KEYWORDS = {*QUANTITIES, "drops", "rises", "is", "not", "worse", "better", "by", "of", "in", "against", "and", "or"}


def parse_rule(text: str, kind: str = "fail-if", family: str | Family | None = None) -> Rule:
    """The rule that `text` writes; `kind` is `fail-if` for what must not be, `require` for what must be.

    >>> [str(each.measure) for each in parse_rule("RR@10 is worse and p < 0.05").conditions()]
    ['RR@10', 'RR@10']
    """
    if kind not in KINDS:
        raise MeasureError("rule-kind", kind=kind, kinds=KINDS)
    if not isinstance(text, str):
        raise MeasureError("rule-text", given=text)
    return Rule(text, kind, _Parser(text, kind, family).rule())


def parse_amount(given: Any) -> Amount:
    """A number above 0, or a share of the baseline such as '1%'."""
    if not is_text(given) and not is_number(given):
        raise MeasureError("unreadable-amount", given=shown(given))
    token, *rest = tokens_of(given if isinstance(given, str) else repr(float(given)))
    if len(rest) != 1 or not token.starts_number or not 0 < token.number < inf:
        raise MeasureError("unreadable-amount", given=shown(given))
    return Amount(token.number, token.text.endswith("%"))


class _Parser:
    """Reads one rule from left to right."""

    def __init__(self, text: str, kind: str, family: str | Family | None) -> None:
        self.text, self.kind, self.family = text, kind, family
        self.tokens = list(tokens_of(text))
        self.at = self.depth = 0
        self.said: list[Condition] = []  # so far

    def rule(self) -> Choice | Condition:
        """All of it."""
        found = self.either()
        if not self.token.is_end:
            raise self.fault("rule-expected", possible=("and", "or", "the end"))
        return found

    def either(self) -> Choice | Condition:
        return self.joined("or", self.both)

    def both(self) -> Choice | Condition:
        return self.joined("and", self.part)

    def joined(self, word: str, part: Any) -> Choice | Condition:
        parts = [part()]
        while self.takes(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Choice(word, tuple(parts))

    def part(self) -> Choice | Condition:
        if self.takes("("):
            self.depth += 1
            if self.depth > _DEEPEST:
                raise self.fault("rule-deep", most=_DEEPEST)
            found = self.either()
            self.depth -= 1
            if not self.takes(")"):
                raise self.fault("rule-expected", possible=(")", "and", "or"))
            return found
        quantity, bare = self.quantity()
        if bare:
            about = self.said_before(quantity)
        else:
            name, measure = self.measure()
            about = Condition(name, measure, "compare", **self.applied())
        found = self.said_of(about) if quantity is None else self.compared(quantity, about)
        self.said.append(found)
        return found

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def takes(self, *words: str) -> str | None:
        """The next word if it is one of these."""
        if self.token.word not in words:
            return None
        self.at += 1
        return self.tokens[self.at - 1].word

    def quantity(self) -> tuple[str | None, bool]:
        """The quantity that is named, and whether it stands without a measure."""
        word = self.takes(*QUANTITIES)
        if word is None:
            return None, False
        if self.takes("of"):
            return word, False
        if self.token.word in _OPERATORS:
            return word, True
        raise self.fault("rule-expected", possible=("of", *_OPERATORS))

    def said_before(self, quantity: str | None) -> Condition:
        """The one measure that a bare quantity can mean."""
        if len({(each.measure, each.system, each.baseline) for each in self.said}) != 1:
            names = list(dict.fromkeys(each.name for each in self.said))
            example = names[-1] if names else "nDCG@10"
            raise MeasureError("rule-whose", rule=self.text, quantity=quantity, names=names, example=example)
        return self.said[-1]

    def measure(self) -> tuple[str, Measure]:
        token = self.token
        if token.word in _KEYWORDS or not token.is_name:
            raise self.fault("rule-expected", possible=("a measure, such as nDCG@10", "(", *QUANTITIES))
        if token.text == "P" and self.tokens[self.at + 1].word in _OPERATORS:
            raise MeasureError("rule-capital-p", rule=self.text)
        try:
            found = parse_all([token.text], home_of(token.text, self.family))
        except MeasureError as error:
            raise MeasureError("rule-measure", rule=self.text, why=error) from error
        if len(found) != 1:
            raise MeasureError("rule-several", rule=self.text, name=token.text, first=found[0], last=found[-1])
        self.at += 1
        return token.text, found[0]

    def applied(self) -> dict[str, Any]:
        """What `in` and `against` name, if they are there."""
        found: dict[str, Any] = {}
        while word := self.takes("in", "against"):
            key = "system" if word == "in" else "baseline"
            if not self.token.is_name:
                raise self.fault("rule-expected", possible=(f"the name of a {key}",))
            if key in found:
                raise self.fault("rule-named-twice", taken=word)
            found[key] = self.token.text
            self.at += 1
        return found

    def finished(self, about: Condition, **changes: Any) -> Condition:
        """The condition with what `in` and `against` name behind it."""
        names = self.applied()
        twice = next((key for key in names if getattr(about, key) is not None), None)
        if twice is not None:
            self.at -= 1
            raise self.fault("rule-named-twice", taken="in" if twice == "system" else "against")
        return replace(about, **changes, **names)

    def said_of(self, about: Condition) -> Condition:
        """What comes behind a measure."""
        if self.token.word in _OPERATORS:
            return self.compared("value", about)
        way = self.takes("drops", "rises", "is")
        if way is None:
            raise self.fault("rule-expected", possible=_AFTER_MEASURE)
        if way == "is":
            denied = self.takes("not")
            side = self.takes("worse", "better")
            if side is None:
                raise self.fault("rule-expected", possible=("worse", "better", *(() if denied else ("not",))))
            way = f"not {side}" if denied else side
            amount = self.amount() if self.takes("by") else None
        else:
            amount = self.amount() if self.takes("by") or self.token.starts_number else None
        self.refuse_misleading(about, way, amount)
        return self.finished(about, way=way, amount=amount)

    def refuse_misleading(self, about: Condition, way: str, amount: Amount | None) -> None:
        """What two people would read in two ways is refused, with what to write instead."""
        measure, facts = about.measure, {"rule": self.text, "name": about.name, "way": way}
        if way in ("drops", "rises") and measure.better == "lower" and not measure.amount:
            raise MeasureError("rule-lower-is-better", amount=amount, **facts)
        if way not in ("drops", "rises") and measure.better is None:
            raise MeasureError("rule-no-direction", **facts)
        if way == "not worse" and self.kind == "fail-if":
            raise MeasureError("rule-wants-require", amount=amount, **facts)
        if way == "not worse" and amount is None:
            raise MeasureError("rule-wants-margin", **facts)
        if way == "not better" and self.kind == "require":
            raise MeasureError("rule-wants-fail-if", amount=amount, **facts)

    def compared(self, quantity: str, about: Condition) -> Condition:
        operator = self.takes(*_OPERATORS)
        if operator is None:
            raise self.fault("rule-expected", possible=_OPERATORS)
        if self.token.unit and not about.measure.amount:
            raise self.fault("rule-time", name=about.name)
        limit = self.amount(signed=True)
        if limit.percent and quantity not in ("change", "p"):
            self.at -= 1
            raise self.fault("rule-percent")
        return self.finished(about, way="compare", amount=limit, quantity=quantity, operator=operator)

    def amount(self, *, signed: bool = False) -> Amount:
        token = self.token
        if not token.starts_number or not isfinite(token.number):
            raise self.fault("rule-expected", possible=("a number" if signed else "a number, such as 0.01 or 1%",))
        number, percent = token.number, token.text.endswith("%")
        if not signed and not number > 0:
            raise self.fault("rule-amount")
        self.at += 1
        return Amount(number, percent)

    def fault(self, key: str, **fields: Any) -> MeasureError:
        """A word that does not fit: which, where, and what could stand there."""
        token, possible = self.token, fields.get("possible", ())
        if token.is_end and key == "rule-expected":
            key = "rule-ends"
        near = nearest(token.text, [word for word in possible if word.isalpha()]) if token.text else None
        return MeasureError(key, rule=self.text, word=token.text, place=token.place, near=near, **fields)
