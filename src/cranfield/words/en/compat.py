"""What goes wrong where other tools are imitated: trec_eval (te-) and pytrec_eval."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COMPAT"]

COMPAT: dict[str, Template] = {
    "te-told": "{told}",
    # the command line of trec_eval
    "te-two-files": "expected two files, the judgments and the run, not {count}; see cranfield trec_eval -h",
    "te-no-option": "there is no option {option}; see cranfield trec_eval -h",
    "te-odd-option": "the option {option} [could be {fitting:or}][fitting!does not exist][; did you mean {near}?];"
    " see cranfield trec_eval -h",
    "te-option-without-value": "the option {option} takes no value; see cranfield trec_eval -h",
    "te-option-needs-value": "the option {option} needs a value; see cranfield trec_eval -h",
    "te-as": "--as must be 9 or 10, the version of trec_eval, not {given!r}",
    "te-below-zero": "{option} must be at least 0, not {given}",
    "te-judgment-format": "-R must be one of {formats:all}, not {given!r}",
    "te-not-written": "the results cannot be written: {why}",
    "te-output-is-input": "{path}: is one of the inputs; choose another file for the results",
    "te-results-format": "-T must be trec_results, not {given!r}",
    # its measures
    "te-no-measure": "there is no measure {name!r}[; did you mean {near}?]",
    "te-other-version": "trec_eval {version} has no measure {name!r}, version {other} has",
    "te-refused-measure": "{name}: {told}",
    "te-other-judgments": "{measure} needs judgments in the format {needed}, not {given}; see -R",
    "te-no-parameters": "{word}: the parameters behind the dot are missing",
    "te-unused-parameters": "{measure} takes no parameters; {text!r} is not used, as in trec_eval",
    "te-cutoff": "{name}.{text}: a cutoff must be at least 1, not {given}",
    "te-value-twice": "{name}.{text}: the same value is given twice",
    "te-set-f": "set_F.{text}: the weight of recall must be at least 0, not {given:g}",
    "te-utility": "utility: there must be 4 coefficients, not {found}; write utility.1,-1,0,0",
    "te-utility-docs": "utility: the fourth coefficient needs the number of documents in the collection; give it with"
    " -N",
    "te-pairs": "{name}.{text}: parameters must be pairs such as 1=3,2=9",
    "te-rbp-gains": "rbp.{text}: grades cannot be given other gains here; only p can be set, as in rbp.p=0.8",
    # its data
    "te-no-common-topic": "no topic has both results and judgments; check that both files belong together",
    "te-no-topic": "no judged topic is called {name!r}",
    "te-unanswered": "topic {topic} is judged but the run does not answer it; with -c it counts as 0, and with"
    " --as 9 it is left out",
    "te-only-negative": "topic {topic}, the first, has only negative judgments, so nothing can be counted",
    "te-blank-line": "is blank; judgments must not have blank lines",
    "te-not-utf8": "must be UTF-8 text; convert the file to UTF-8",
    "te-fields": "must have {count} fields ({names}), not {found}",
    "te-only-comments": "holds only comments; expected judgments",
    "te-no-run": "holds only blank lines and comments; expected a run",
    "te-lists-twice": "{path} line {line}: query {topic} lists document {document} twice (first on line {first})",
    "te-judges-twice": "{path} line {line}: query {topic} judges document {document} twice (first on line {first})",
    "te-twice-in-group": "topic {topic} judges document {document} twice in group {group}",
    "te-level": "the level must be a number, not {given}",
    "te-two-levels": "topic {topic}, judge {judge}: a document has two levels; give it one",
    "te-level-0": "topic {topic}, judge {judge}: document {document} has level 0 and another one; give it one",
    "te-sittings": "topic {topic}, judge {judge}: the sittings contradict each other; a judge's preferences must agree",
    "te-zscores": "{error}; -Z takes lines of topic, measure, mean and deviation",
    # pytrec_eval
    "line-fields": "a {kind} line must have {count} fields, not {found}",
    "line-number": "the {role} must be a number, not {text!r}",
    "line-lists-twice": "query {query} lists document {document} twice; remove one",
    "line-judges-twice": "query {query} judges document {document} twice; remove one",
    "unsupported-measure": "unsupported measure {name}[; did you mean {near}?]",
    "unsupported-format": "unsupported measure {name}; it needs another format of judgments",
    "unsupported-parameter": "unsupported measure {name}_{parameters}: cannot read {part!r} behind {name}",
    "unused-parameters": "{measure} takes no parameters; {text!r} is not used, as in trec_eval; see cranfield's own"
    " measures for a cutoff, such as RR@10",
}
