"""trec_eval's command line, read as getopt reads it: `-qc`, `-M1000`, `-l 2`, `--measure=P.5`, options after files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from cranfield.errors import CranfieldError, nearest

__all__ = ["Options", "TrecEvalError", "leading_float", "leading_int", "parse_options"]

_SHORT = "hvqm:cl:nD:JN:M:R:T:oZ:"
_LONG = {
    "help": "h", "version": "v", "query_eval_wanted": "q", "measure": "m:", "complete_rel_info_wanted": "c",
    "level_for_rel": "l:", "nosummary": "n", "Debug_level": "D:", "Judged_docs_only": "J", "Number_docs_in_coll": "N:",
    "Max_retrieved_per_topic": "M:", "Rel_info_format": "R:", "Results_format": "T:",
    "Output_old_results_format": "o:", "Zscore": "Z:", "as": "as:",
}  # fmt: skip
_INTEGER = re.compile(r"\s*([+-]?)(\d+)", re.ASCII)
_NUMBER = re.compile(r"(?ia)\s*[+-]?(\d+\.?\d*(e[+-]?\d+)?|\.\d+(e[+-]?\d+)?|inf(inity)?|nan)")
USAGE, INPUT, CALCULATION, NOTHING, BAD_ZSCORES = 1, 2, 4, 7, 255
DEEPEST = 10**15  # a cutoff that measures and policies take; no ranking is as long


class TrecEvalError(CranfieldError):
    """A mistake of the user, with the exit status that trec_eval has for it."""

    def __init__(self, key: str, /, status: int = USAGE, **fields: Any) -> None:
        self.status = status
        super().__init__(key, **fields)


@dataclass
class Options:
    """What the command line asks for."""

    version: int = 10
    measures: list[str] = field(default_factory=list)  # as written behind -m
    files: list[str] = field(default_factory=list)
    per_query: bool = False
    summary: bool = True
    complete: bool = False
    judged_only: bool = False
    level: int = 1
    depth: int | None = None
    docs: int = 0
    rel_format: str = "qrels"
    results_format: str = "trec_results"
    zscores: str | None = None
    only_query: str | None = None
    wants_help: bool = False
    wants_version: bool = False


def leading_int(text: str) -> int:
    """The number a text starts with, 0 if it starts with none, in 64 bits: C's atol."""
    found = _INTEGER.match(text)
    if found is None:
        return 0
    sign, digits = found.groups()
    digits = digits.lstrip("0") or "0"
    size = int(digits) if len(digits) < 20 else 2**63  # int() refuses thousands of digits
    return max(-size, -(2**63)) if sign == "-" else min(size, 2**63 - 1)


def leading_float(text: str) -> float:
    """The number a text starts with, 0 if it starts with none: C's atof."""
    found = _NUMBER.match(text)
    return float(found.group()) if found else 0.0


def parse_options(arguments: list[str]) -> Options:
    """The options, or a TrecEvalError with trec_eval's status for wrong usage."""
    options = Options()
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            options.files += waiting
            break
        if word.startswith("--"):
            _long(options, word[2:], waiting)
        elif word.startswith("-") and word != "-":
            _short(options, word[1:], waiting)
        else:
            options.files.append(word)
        if options.wants_version:
            return options
    if not options.wants_help and len(options.files) != 2:
        raise TrecEvalError("te-two-files", count=len(options.files))
    return options


def _short(options: Options, letters: str, waiting: list[str]) -> None:
    for place, letter in enumerate(letters, 1):
        at = _SHORT.find(letter) if letter != ":" else -1
        if at < 0:
            raise TrecEvalError("te-no-option", option=f"-{letter}")
        if _SHORT[at + 1 : at + 2] != ":":
            _apply(options, letter, "")
            continue
        attached = letters[place:]
        _apply(options, letter, attached or _next(f"-{letter}", waiting))
        return


def _long(options: Options, word: str, waiting: list[str]) -> None:
    name, equals, value = word.partition("=")
    fitting = [name] if name in _LONG else [each for each in _LONG if each.startswith(name)]
    if len(fitting) != 1:
        near = None if fitting else nearest(name, _LONG)
        raise TrecEvalError("te-odd-option", option=f"--{name}", fitting=fitting, near=near)
    letter = _LONG[fitting[0]]
    if not letter.endswith(":"):
        if equals:
            raise TrecEvalError("te-option-without-value", option=f"--{fitting[0]}")
        _apply(options, letter, "")
        return
    _apply(options, letter[:-1], value if equals else _next(f"--{fitting[0]}", waiting))


def _next(option: str, waiting: list[str]) -> str:
    if not waiting:
        raise TrecEvalError("te-option-needs-value", option=option)
    return waiting.pop(0)


def _apply(options: Options, letter: str, value: str) -> None:
    match letter:
        case "h":
            options.wants_help = True
        case "v":
            options.wants_version = True
        case "q":
            options.per_query = True
        case "m":
            options.measures.append(value)
        case "c":
            options.complete = True
        case "l":
            options.level = _at_least_zero("-l", value)
        case "n":
            options.summary = False
        case "D":
            # what trec_eval prints at a debug level is its own affair; one query alone can be asked for
            options.only_query = value.partition(".")[2] or None
        case "J":
            options.judged_only = True
        case "N":
            options.docs = leading_int(value)
        case "M":
            options.depth = _at_least_zero("-M", value)
        case "R":
            options.rel_format = value
        case "T":
            options.results_format = value
        case "Z":
            options.zscores = value
        case "as":
            if value not in ("9", "10", "9.0.8", "10.0"):
                raise TrecEvalError("te-as", given=value)
            options.version = int(value.partition(".")[0])
        case _:  # -o has done nothing since version 9
            pass


def _at_least_zero(option: str, value: str) -> int:
    found = leading_int(value)
    if found < 0:
        raise TrecEvalError("te-below-zero", option=option, given=found)
    return found
