"""What goes wrong with measures, policies and evaluations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["ERRORS"]

ERRORS: dict[str, Template] = {
    # names of measures
    "name-taken": "{measure}: the name {name} already belongs to {holder}; choose another one",
    "unknown-family": "unknown family {name!r}; there are {families:all}[; did you mean {near}?]",
    "several-measures": "{text!r} stands for {count} measures ({first} to {last}); use parse_all",
    "no-measure": "a measure must be text or a measure, not {given}",
    "two-measures-one-name": "two different measures are written {name}; give their functions names of their own (def)",
    "ambiguous-measure": "{text!r} is a measure of {families:and}; say which family you mean",
    "refused-measure": "{name} {why:said}",
    "refused-user-model": "follows a model of the user's patience that Cranfield does not have; ERR, nERR and INST are"
    " the nearest",
    "refused-sdcg": "divides by a constant instead of the query's best ranking; nDCG and DCG are the nearest",
    "refused-hits": "is refused: ranx means the mean number of relevant documents in the first k; NumRelRet@k is their"
    " sum over all queries and Success@k the share of queries that have one",
    "refused-spbleu": "is BLEU on the pieces of a SentencePiece model, which Cranfield does not download: fetch the"
    " model once, pip install 'cranfield[[spm]' and write BLEU(tokenize='spm:FILE')",
    "refused-all": "is no name of a measure; did you mean all_trec (everything trec_eval knows) or official?",
    "measure-of-another-family": "unknown measure {name!r} of {family}; it is one of {home}: use {command} or {call}",
    "measures-in-one": "{text!r} names several measures; name them one by one: {parts:and}",
    "unreadable-measure": "cannot read {text!r} as a measure; write it like nDCG@10 or P(rel=2)@5",
    "unknown-measure": "unknown measure {name!r}[; did you mean {near}?][near!; `cranfield measures` lists all]",
    "rel-twice": "{text}: rel is given twice; write it once",
    "cutoff-twice": "{text}: the cutoff is given twice; write it once, behind the @",
    "already-set": "{text}: {alias} already sets {name}; write {measure} with the parameters you want",
    "no-suffix": "{text}: {alias} takes no parameter behind its name[; for a cutoff write {example}]",
    "unreadable-suffix": "{text}: cannot read {suffix!r} behind {alias}",
    "no-cutoff": "{text}: {measure} takes no cutoff",
    "unreadable-parameters": "cannot read the parameters of {text!r}; write {measure}(name=value), where name is one of"
    " [{options:all}][options!none]",
    "odd-range": "{text}: the range {part} must go up, to at most {most:,} cutoffs; write it like nDCG@1..10",
    "unreadable-cutoff": "cannot read the cutoff {at!r} of {text!r}; write a number, as in nDCG@10"
    "[several?, and name several measures one by one]",
    "accuracy-without-docs": "Accuracy: docs must be given, the size of the collection; write Accuracy(docs=100000)"
    " (the accuracy of ir_measures, which compares pairs, is not here)",
    "setf-beta": "{text}: ir_measures takes beta for its own square; write F(beta={beta}), or its root",
    # measures of a user's own
    "register-class": "register: takes a class of a measure, not {given!r:.60}; write @register above class MyMeasure",
    "register-lacking": "register: {measure} lacks its {lacking:and}; a measure says what it is",
    "register-abstract": "register: {measure} does not say how to do {methods:and}; write these methods",
    "lacks-about": "{measure} does not say what its values are of; write a method {method} that gives their names and"
    " which of them have none",
    "plugin-broken": "the measure {name} of another package ({value}) cannot be loaded: {error}; mend or remove it",
    # parameters
    "no-such-parameter": "{measure}: there is no parameter {name!r}; it takes [{options:all}][options!none]"
    "[; did you mean {near}?]",
    "bad-parameter": "{measure}: {name} must be {rule}, not {given:clip 60}[; {why:said}][; did you mean {near}?]",
    "too-large": "it is too large",
    "negative-gain": "gains must not be negative",
    "geometric-below-zero": "{measure}: mean='geometric' needs values that are never negative, and these can be",
    "geometric-of-one": "{measure}: average='micro' divides once, so there is no mean to be geometric",
    "needs-docs": "Accuracy: docs must be given, the size of the collection; write Accuracy(docs=100000)",
    "needs-multiple": "Rprec_mult: multiple must be given, how many times R; write Rprec_mult@0.5",
    "needs-cutoff": "{measure}: k must be given, how many results count; write {measure}@10",
    "cutoff-too-large": "{measure}: k must be at most {most:,} where alpha is so small, not {given:,}; choose"
    " a smaller one",
    "needs-recall": "IPrec: recall must be given, the recall level; write IPrec@0.1",
    "not-together": "{measure}: {one} is not used together with {other}; give one of them",
    "docs-for-d": "Utility: [d?d needs docs, the number of documents in the collection][d!docs is only used with d];"
    " write Utility(d=0.1, docs=100000) or leave both out",
    "base-without-jarvelin": "{measure}: base is only used by discount='jarvelin'; with log2 it would cancel out or"
    " mislead",
    "vocabulary-for-expected": "{measure}: vocabulary and over='expected' need each other; write"
    " {measure}-{n}(over='expected', vocabulary=50000)",
    "smooth-value-unused": "{measure}: smooth_value is only used by smooth='floor' and smooth='add-k'",
    "odd-tokens": "the tokeniser {name} must give texts (a list of them, or one with blanks between), not {kind}; check"
    " what it returns",
    "no-jieba": "tokenize='jieba' needs jieba; install it with pip install 'cranfield[[zh]', or use 'zh' (characters)",
    "no-mecab": "tokenize={name!r} needs MeCab and its dictionary; install them with pip install 'cranfield[[{extra}]',"
    " or use 'char'",
    "needs-model-file": "its SentencePiece model is a download, and Cranfield downloads nothing: fetch the model once"
    " (sacrebleu does), pip install 'cranfield[[spm]' and write 'spm:FILE'",
    "no-sentencepiece": "tokenize='spm:...' needs sentencepiece; install it with pip install 'cranfield[[spm]'",
    "no-model-file": "tokenize='spm:{path}': there is no file {path}; name the SentencePiece model by its path",
    "odd-model-file": "tokenize='spm:{path}': {path} is no SentencePiece model; name the .model file",
    # parameters and data
    "docs-too-few": "{measure}: docs must be the size of the collection, not {docs}; query {query} alone needs"
    " {needed}",
    "gain-too-large": "{measure}: 2^{top:exact} is too large a number; use gain='linear' or a map of gains",
    "gains-not-addable": "{measure}: gains must be at most {most:g}, not {given:g}, to be added up; divide all grades"
    " by the same number",
    "gains-too-small": "{measure}: gains above 0 must be at least {least:g}, not {given:g}, to keep their digits;"
    " multiply all grades by the same number",
    "grade-too-large": "{measure}: 2^{top:exact} is too large a number; grades must be at most {most}",
    "grade-beyond-profile": "{measure}: in {profile} grades end at {most:exact}, not at {seen:exact}; give the scale,"
    " as in {measure}(max_grade={seen:exact})",
    "grade-beyond-scale": "{measure}: max_grade must be at least {seen:exact}, the highest grade given, not"
    " {given:exact}",
    # labels
    "no-label": "{who}: there is no label {given!r} in the data; there are {names:quotes}[; did you mean {near}?]",
    "several-labels": "{who}: the data has {count} labels ({names:quotes}); [{way_out:said}, or ]name one with"
    " {example!r:=positive}",
    "give-each-score": "give a score for each",
    "choose-any-average": "choose an average",
    "choose-average": "choose average='macro', 'micro' or 'weighted'",
    "which-positive": "{who}: which label is the positive one of {names:quotes}? name it with {example!r:=positive}",
    "positive-of-average": "{measure}: positive is for average='binary'; average={average!r} is about all labels",
    "positive-of-all": "{measure}: positive is for one label against the rest; an average is about all labels",
    "no-score-of-label": "there is no score for the label {label!r}; there are scores for {names:quotes}",
    "needs-all-scores": "{measure}: needs a score for each label, but there is only one; give them by label with"
    " {=score=...}",
    "labels-without-scores": "{measure}: the truth has {without:quotes}, but there are only scores for {names:quotes}",
    "no-probability": "{measure}: the score must be a probability from 0 to 1, not {given:.6g} (row {row})",
    "truth-no-number": "{measure}: true labels must be numbers, not {value:quoted}",
    "one-score-needed": "{measure}: needs one score for each example, not one for each label; name one column",
    "score-too-large": "{measure}: the score of row {row} is too large to be summed up; check it, or clip scores first",
    "no-such-label": "there is no label {unit!r} to explain; there are {names:quotes}",
    "no-such-session": "there is no session {unit!r} to explain",
    "confusion-too-wide": "confusion: {count:,} labels are too many to put beside each other, at most {most:,};"
    " results as JSON list the pairs that occur",
    "confusion-without-guess": "confusion: the data has no guess; give the predicted labels with {=guess=...}",
    "curve-without-score": "curve: the data has no score; give the scores with {=score=...}",
    # policies
    "bad-decision": "policy: {name} must be one of {choices:all}, not {given}[; did you mean {near}?]",
    "bad-switch": "policy: {name} must be True or False, not {given}",
    "bad-depth": "policy: depth must be a whole number of at least 1, not {given:clip}",
    "expected-ties-cut": "policy: {=ties='expected'} cannot be cut at a depth; use the cutoff of the measure, as in"
    " AP@100",
    "unknown-profile": "unknown profile {name!r}; there are {profiles:all}[; did you mean {near}?]",
    "unknown-decision": "policy: there is no {name!r}[; did you mean {near}?][near!; there are {names:all}]",
    # evaluation
    "no-measure-asked": "no measure was asked for; name at least one, such as nDCG@10",
    "no-batch": "{who}: the data must be a batch, not {kind}; make one with ranking(qrels, run)",
    "column-length": "column {name} has {rows} units, the batch has {units}",
    "odd-offsets": "offsets must run from 0 to {rows}, the number of rows",
    "data-lacks": "{measure}: the data has no {missing:all}; {remedy:said}",
    "give-subtopics": "give judgments of subtopics, lines of query, subtopic, document and grade, with"
    " {=qrels_format=ndeval} if they are not recognised",
    "give-document-groups": "give a file of documents and their groups with {=document_groups=...}",
    "document-groups-judged-only": "{=document_groups=...} is about all documents, and {=judged_only=True} removes"
    " those that nobody judged; leave one of them out",
    "document-groups-dict": "document_groups must be a file, a table or a dict of documents and groups, not {given}",
    "beyond-kept": "{measure}: only the first {most:,} results of a query are kept for it, and k is {given:,}; choose a"
    " smaller one",
    "document-groups-strangers": "not one document of the run has a group: it has {ours:clip}, the groups have"
    " {theirs:clip}; do both files use the same document ids?",
    "give-known": "give a file of known documents with {=known=...}",
    "give-candidates": "give the generated texts with {=candidates=...}",
    "give-given": "give the values of other tools with {=given=...}",
    "give-nuggets": "give the nuggets and their assignments with {=nuggets=...}",
    "weights-of-orders": "{measure}: weights are one for each order up to n={n}, not {count}; write"
    " {measure}(n=2, weights=(0.5, 0.5))",
    "no-given-values": "{measure}: no values {column!r} were given[; there are {there:all}][; did you mean {near}?];"
    " give them with {=given=...}",
    "give-reference": "give the references with {=references=...}; Distinct, Entropy and SelfBLEU need none",
    "give-guess": "give the predicted labels with {=guess=...}",
    "give-score": "give the scores with {=score=...}",
    "give-group": "give the session of each example with {=group=...}",
    "give-column": "give it with the data",
    "no-expected-ties": "{measure}: has no closed form for {=ties='expected'}; choose another tie rule",
    "no-groups-of-units": "groups: measures of {family} take the group of each example from {=group=...}, as GAUC does,"
    " or {=by=...}",
    "groups-kind": "groups must be a dict of query and group, not {kind}; cranfield.groups(path) reads a file",
    "group-of-unit": "groups: ids and groups must be texts, not {unit} with {group}; convert them with str()",
    "groups-elsewhere": "groups: none of the {noun} has a group; check that both use the same ids",
    "nothing-predicted": "there is nothing to compare the truth with; name a column with {=guess=...} or {=score=...}",
    # states
    "merge-other-measure": "{measure}: cannot be merged with a state of {other}; merge states of the same measure",
    "merge-other-kind": "{measure}: cannot be merged with a {kind}; merge states of the same measure",
    "merge-other-policy": "{measure}: the partitions were made with {name}={mine} and with {name}={theirs}; use one"
    " policy for both",
    "merge-other-pool": "{measure} compares every candidate with all others, so collections that were loaded separately"
    " cannot be merged; load all candidates at once",
    "merge-twice": "unit {unit} is in both partitions; split the data between units, not inside one",
    "merge-one-lacks": "{measure}: only one of the partitions has {lacking}s; give both or none",
    "merge-other-scores": "{measure}: the partitions have scores of different labels",
    "merge-one-score": "{measure}: one partition has a score for each label, the other has one score",
    "draw-weights": "{measure}: the weights must be for a population of {size:,}, not of the shape {shape}",
    "draw-groups": "{measure}: there are no groups to draw; give them with the data, as in {=group=...}",
    "draw-from-sums": "{measure}: only sums were kept, so nothing can be drawn from them again",
    "groups-of-labels": "groups of labels have no value; give the groups of the examples as {=group=...}",
    "state-with-function": "{measure}: a measure with a function of yours cannot be written down; send it with pickle",
    "no-state": "the table is no state: nothing beside its schema says so; give what state.to_arrow() made",
    "state-of-unknown": "the state is of {name}, which is no measure of {family} here; load what defines it first",
    # comparison
    "bad-test": "test must be one of {tests:all}, not {given!r}",
    "bad-by": "by must be 'group' or nothing, not {given}",
    "other-units": "{measure}: {one} and {other} must be judged on the same {noun:noun}; they share {both:,}[, only"
    " {one} has {mine:listed}][, only {other} has {theirs:listed}]; evaluate both on the same ones",
    "other-truth": "{measure}: {one} and {other} must have the same truth in the same order",
    # units
    "in-judgments": "in the judgments",
    "in-data": "in the data",
    "unit-unjudged": "{noun:one} {unit!r} has no judgments, so nothing can be said of its answer",
    "unit-left-out": "the run does not answer {noun:one} {unit!r}, which {=missing=skip} leaves out; {=missing=zero}"
    " would count it as 0",
    "no-such-unit": "there is no {noun:one} {unit!r} {whole:said}[; did you mean {near}?][; they start with {first}]",
    # reports
    "sort-by-unknown": "sort: {measure} is not among the measures; they are {names:listed}",
}
