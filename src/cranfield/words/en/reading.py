"""What cannot be read, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["READING"]

READING: dict[str, Template] = {
    "caption-twice": "has {name:quoted} a second time with another text; remove one",
    "caption-no-json": "must be a JSON object on each line, with an id, a title and a text",
    "caption-no-fields": "must have an id and a text or a title; there are {names:listed}; call them id, title"
    " and text",
    "caption-utf-8": "must be UTF-8 text; convert the file to UTF-8",
    "caption-one-field": "must be an id and a text with a tab between them, not {text:quoted}; mend or remove the line",
    "holds-no-groups": "holds no groups; expected lines of query and group",
    "truth-has-no-rows": "the truth has no rows; give at least one example",
    "list-of-labels": "{who} must be a list of labels, not {given!r:.80}",
    "labels-each-once": "{who} must be labels, each once, not {list!r:.80}",
    "score-has-columns-but-labels": "the score has {width} columns, but there are {count} labels ({join}); give"
    " {=score=...} by label, or all labels with {=classes=...}",
    "needs-one-score-each-example": "threshold: needs one score for each example and no guess; give"
    " {=score=...} and leave {=guess=...} out",
    "needs-two-labels-know-positive": "threshold: needs two labels and to know the positive one; give"
    " {names!r:=positive}",
    "weight-one-column-array-shape": "the weight must be one column, not an array of shape {shape}",
    "weight-of-row": "row {given}: the weight must be a number of at least 0, not {values:g}; mend the row",
    "weights-all-0": "the weights are all 0; at least one example must count",
    "weights-add-up-at-most": "the weights must add up to at most {heaviest:g}; divide them all by the same number",
    "dict-holds-no-label": "score: the dict holds no label; give {{label: column}}",
    "has-rows-truth-has": "the {role} has {count:,} rows, the truth has {expected:,}; give one for each example",
    "has-label-which-one-classes": "row {given}: the {role} has the label {unknown!r:.40}, which is not one of"
    " the classes {join}; mend the row or add the class",
    "known-elsewhere": "none of its queries has judgments (it has {theirs:clip}, the judgments have"
    " {ours:clip}); check that both use the same ids",
    "holds-only-blank-lines-comments": "holds only blank lines and comments; expected judgments",
    "looks-like-run": "looks like a run; known documents are written as judgments: query 0 document 1",
    "was-decided-when-judgments-were": "policy: {name} was decided when the judgments were prepared; prepare"
    " them with this policy",
    "candidate-text": "candidate {given} must be text, not {kind}; an empty answer is ''",
    "no-candidates-no-references": "there are no candidates and no references; give at least one segment",
    "ids-candidates": "text: there are {count:,} ids for {count2:,} candidates; give one for each",
    "id-given-twice": "text: the id {name!r} is given twice; ids must differ",
    "references-segment-texts": "text: the references of segment {names} must be texts, not {kind}",
    "text-needs-candidates": "text: there are no candidates; give the generated texts, or nuggets alone",
    "given-length": "text: {name} has {count:,} values and there are {units:,} segments; give one for each",
    "given-number": "text: {name} of segment {unit} must be a number, not {value}; mend it, or leave it empty for none",
    "given-mapping": "text: {=given=...} must be lists of numbers by name, such as COMET, not {kind}",
    "nuggets-list": "text: the nuggets of segment {unit} must be a list of records with text, importance and"
    " assignment, not {given}",
    "nugget-field": "text: a nugget of segment {unit} must have the {field} {choices:or}, [not {given}][given!and has"
    " none][; did you mean {near}?]",
    "segment-has-no-reference": "text: segment {names} has no reference; give at least one, or leave the segment out",
    "segment-holds-half-surrogate-pair": "text: {role} of segment {units} holds half a surrogate pair and is no"
    " valid Unicode; mend the text",
    "data-name-field": "text: with data, {role} must be the name of a field, not {kind}",
    "no-named-columns": "must be a table with named columns, not {name} ({first_sentence})",
    "open-quote": "a quote opens here that is never closed; close it, write it twice inside a quoted cell, or save the"
    " table as JSONL",
    "tabs-in-references": "every line holds {references} texts, as where references are joined by tabs; say"
    " {=tabs=split} for {references} references a segment, or {=tabs=keep} if the tabs belong to the text",
    "unknown-tabs": "tabs must be one of {choices:list}, not {given:quoted}[; did you mean {near}?]",
    "has-header-but-no-rows": "has a header but no rows; check the file",
    "unreadable-table": "cannot be read as {found} ({first_sentence}); check the file",
    "header-names-columns-but": "the header names {expected} columns, but here are {actual}: {text:quoted}; mend"
    " the line or quote the separator",
    "has-line-longer-than-mb": "has a line longer than {given} MB; check the quotes and the line ends",
    "json-object-on-line": "must be a JSON object, not {shown}; mend or remove the line",
    "groups-shape": "must be an object {{query: group}}; write it so",
    "utf-8-text": "must be UTF-8 text; convert the file to UTF-8",
    "not-json-at": "is not JSON ({msg} at character {colno}); mend the file",
    "member-too-long": "a member of the JSON document is longer than {limit} MB; write one object a line, or Parquet",
    "not-json": "is not JSON ({error}); mend the file",
    "lists-query-twice-text-number": "lists query {twice:quoted} twice, as text and as a number; merge the two",
    "json-shape": "must be an object {shape}; write it so",
    "lists-query-twice": "lists query {twice:quoted} twice; merge the two",
    "holds-nothing": "holds no {value}; expected {shape}",
    "query-hold-object": "query {query:quoted} must hold an object {{document: {value}}}, not {shown}; use the"
    " shape {shape}",
    "list-of-documents": "{what}; for scores use the shape {shape}",
    "query-lists-document-twice": "query {query:quoted} lists document {twice:quoted} twice; remove one",
    "path-dict-arrow-table-dataframe": "{memory} must be a path, a dict {mapping}, an Arrow table or a"
    " dataframe, not {name}",
    "dataframe-lazy-one": "{memory} must be a dataframe, not a lazy one ({name}); call its collect() first",
    "line-have-query-group": "a line must have a {what} and its group, not {text!r}; put a tab between them",
    "utf-8-groups": "must be UTF-8 text; convert the file",
    "msmarco-format-runs": "msmarco is a format of runs; MS MARCO's judgments are trec, and each file can have"
    " its own format",
    "table-of-fields": "is a {form} table; give it as data and name its fields, as in {=candidates='output'}"
    " {=references='targets'}",
    "binary-text-neither-parquet-nor": "is binary, not text, and neither Parquet nor Arrow; check that it is the"
    " right file",
    "fields-separated-by-commas-but": "the fields are separated by commas but no header names the columns that are"
    " needed; add a first line such as query,doc,{given}",
    "contains-carriage-return": "contains a carriage return; convert the line ends to LF",
    "3-columns-read-query-document": "3 columns are read as query, document and rank, and {shown} is no rank;"
    " for scores add a first line query doc score",
    "cell-missing": "the {role} is missing (null); fill it in or drop the row",
    "text-whole-number-true-false": "the {role} must be text, a whole number or true or false, not {value:quoted}",
    "group-text": "{what} {query:quoted}: a group must be a text, not {shown}",
    "weight-on-line": "the weight must be a number of at least 0, not {found:g}; mend the row",
    "list-first-line": "{name!r} must be a list as in the first line, not {record:quoted}; mend the line",
    "rank-whole-number": "the rank must be a whole number, not {shown}; mend the line",
    "lacks-key": "has no {name!r}; every line must have the keys of the first",
    "lists-one-length": "the lists must be of one length, not {counts}; mend the line",
    "object-first-line": "result {place}: must be an object as in the first line, not {each:quoted}",
    "pair-needed": "result {place}: must be a document and its {role} as in the first line, not {shown:quoted};"
    " mend it",
    "odd-result": "result {place}: {what}",
    "damaged-table": "is not a whole {what} table ({why}); write or copy it again",
    "damaged-column": "is not a whole Arrow column ({why}); make it again",
    "table-has-no-rows": "has no rows; check the table",
    "holds-text-utf-8": "holds text that is not UTF-8; convert it",
    "two-columns": "has two columns {name:quoted}; rename or remove one",
    "columns-dict": "{=columns}: must be a dict such as {{'query': 'topic'}}, not {columns!r:.60}",
    "two-columns-for-role": "has two columns {candidates:quoted}; rename or remove one",
    "ends-lines-carriage-returns-only": "ends its lines with carriage returns only; convert them to line feeds",
    "utf-8-shown": "must be UTF-8 text, not {shown}; convert the file to UTF-8",
    "text-whole-number": "the {role} must be text or a whole number, not {shown}; convert it to a string",
    "value-number": "the {what} must be a number, not {shown}; convert it to a number",
    "number-on-line": "the {role} must be a number, not {given:quoted}; mend or remove the line",
    "id-empty": "the {role} is empty; fill it in or drop the row",
    "ids-valid-unicode": "the ids must be valid Unicode, not {replaced}; mend the id",
    "one-column-array-shape": "the {role} must be one column, not an array of shape {shape}; take one column of it",
    "wrong-kind-of-cell": "the {role} must be text, a whole number or a truth value, not {kind}; convert the column",
    "numbers-needed": "the {role} must be numbers; convert the column",
    "list-array-column": "the {role} must be a list, an array or a column, not {given:quoted}; with the name of"
    " a column, give the table first, as in labels(table, truth='y')",
    "numbers-not-kind": "the {role} must be numbers, not {kind}; convert the column",
    "have-one-row-each-example": "the {role} must have one row for each example, not the shape {shape}",
    "name-column-when-table-given": "the {wrong} must be the name of a column when a table is given, not"
    " {wanted!r:.60}",
    "column-twice": "column {wanted!r} is given for the {join}; each needs its own",
    "file-has-no-rows": "has no rows; check the file",
    "list-files-empty": "the list of files is empty; give at least one",
    "no-column-for-role": "there is no column {name!r} for the {role}; there are {join}",
    "no-file-matches-pattern": "no file matches the pattern; check the path",
    "lists-references-texts": "there are {count:candidates} and {count2} lists of references with {lengths}"
    " texts; there must be {count} lists, one for each candidate, or lists with {count} references, one for every"
    " candidate",
    "unequal-lengths": "there {count:is|are} {count:candidates} ({candidates}) but {references:references}"
    " ({others}); both must be of one length, line by line[none?; is the right file given]",
    "texts-lists-texts-mixture": "must be texts or lists of texts, not a mixture with {wrong!r:.40}; put every"
    " reference into a list",
    "candidates-lists-references-can-read": "{count} candidates and {count} lists of {count} references can be"
    " read in two ways: one list for each candidate (orientation='segments'), or {count} lists with one reference"
    " for every candidate (orientation='aligned'); say which",
    "path-list-texts": "text: {role} must be a path or a list of texts, not {name}",
    "missing-refused": "does not answer {count:,} of {total:,} judged queries ({names:few}); {=missing=error}"
    " refuses that, {=missing=zero} or skip allows it",
    "holds-judgments-subtopics": "holds judgments of subtopics (query {query} judges one document for {one} and"
    " for {other}); read them with {=subtopics=best} or {=qrels_format=ndeval}, or give one judgment for each query and"
    " document",
    "subtopics-refused": "holds judgments of subtopics, which {=subtopics=error} refuses; choose {=subtopics=best}",
    "subtopics-of-some": "query {query:clip}: either all queries must have subtopics or none; give each a subtopic",
    "subtopic-judged-twice": "query {query:clip} judges document {doc:clip} twice for subtopic {subtopic:clip}[ (first"
    " {before})]; remove one or choose {=duplicates=first}, last or best",
    "has-no-ranks-every-document": "has no ranks for every document; choose another tie rule than rank",
    "ids-column": "the {role} must be text or a whole number, not {kind}; convert the column to strings",
    "number-column": "the {role} must be a number, not {kind}; convert the column to numbers",
    "number-nan": "the {role} is nan, which has no place in an order; mend or drop the row",
    "number-in-row": "the {role} must be a number, not {text:quoted}; mend or drop the row",
    "rank-in-row": "the rank must be a whole number; mend the row",
    "weight-in-row": "the weight must be a number of at least 0, not {as_py:g}; mend the row",
    "utf-8-in-row": "the {what} must be UTF-8 text, not {shown}; convert the file to UTF-8",
    "file-empty": "is empty; check that it is the right file",
    "is-directory": "is a directory; give a file",
    "no-such-file": "there is no such file; check the path",
    "not-readable": "cannot be read ({given}); check its permissions",
    "damaged-file": "is not a whole .{compression} file ({error}); copy or compress it again",
    "file-changed": "was changed while it was read; read it again when nothing writes to it any more",
    "unpacks-too-far": "is more than {times} times as large when it is unpacked, which data hardly ever is; if it is"
    " meant so, unpack it yourself and give that file",
    "not-readable-file": "cannot be read ({error}); check the file",
    "uneven-rows": "the {role} has {sizes} numbers, but {sizes2} in row 1; give one for each label",
    "order-lost": "the {role} {other} cannot be told from {one} in 64-bit floating point; subtract the same"
    " number from all",
    "weight-lost": "the {role} {other} cannot be told from {one} in 64-bit floating point; give weights as floats, or"
    " divide all of them by the same number",
    "number-of-value": "the {role} must be a number, not {value:quoted}; mend or drop the row",
    "label-nan": "the {role} is nan; fill it in or drop the row",
    "two-groups": "{what} {query} is in group {group} and in {other}[ ({before})]; keep one",
    "grade-finite": "query {query:clip} document {doc:clip} has the grade {grade:g}; a grade must be a finite number",
    "grade-negative": "query {query:clip} document {doc:clip} has the grade {grade:g}; negative grades are"
    " refused by {=negative=error}",
    "grade-fraction": "query {query:clip} document {doc:clip} has the grade {grade:g}; fractions are refused by"
    " {=fractions=error}",
    "judged-twice": "query {query:clip} judges document {doc:clip} twice[ (first {before})]; remove one or"
    " choose {=duplicates=first}, last or best",
    "listed-twice": "query {query:clip} lists document {doc:clip} twice[ (first {before})]; remove one or choose"
    " {=duplicates=first}, last or best",
    "score-finite": "the score of document {doc:clip} is {score}; scores must be finite numbers"
    " ({=nonfinite=sort} keeps them, nan last)",
    "is-feather-1": "is a Feather file of version 1; write it again as Arrow, Parquet or CSV",
    "is-utf-16": "is UTF-16 text; save it as UTF-8",
    "is-zip": "is a zip archive or an Excel file; unpack it and give the file inside, or save it as CSV",
    "is-pickle": "is a Python pickle; write it as JSON, CSV or Parquet",
    "unknown-format": "the input format must be one of {formats:all}, not {given!r}[; did you mean {near}?]",
    "unknown-role": "{=columns}: the role must be one of {roles:all}, not {role!r}[; did you mean {near}?]",
    "judgments-for-run": "looks like judgments (columns {names:listed}), not a run; give the judgments first,"
    " then the run",
    "run-for-judgments": "looks like a run (columns {names:listed}), not judgments; give the judgments first,"
    " then the run",
    "no-overlap": "none of its {count:,} queries has judgments (it has {theirs:few}, the judgments have"
    " {ours:few}); check that both files belong together",
    "msmarco-fields": "an MS MARCO run line must have 3 fields (query document rank)",
    "run-fields": "a run line must have 6 fields (query Q0 document rank score tag)",
    "judgment-fields": "a judgment line must have 4 fields (query 0 document grade)",
    "subtopic-fields": "a judgment line must have 4 fields (query subtopic document grade)",
    "odd-line": "{rule:said}, not {count}: {shown:quoted}; mend or remove the line"
    "[texts?; if these are texts, name a measure such as -m BLEU, or use cranfield text]",
    "odd-layout": "{rule:said}, not {count}: {shown:quoted}; check the file, or add a header and give a CSV"
    "[texts?; if these are texts, name a measure such as -m BLEU, or use cranfield text]",
    "line-too-long": "is longer than {limit} MB; check that line ends were not lost",
    "line-with-nul": "contains a NUL byte; the file is damaged or not text, write it again as UTF-8",
    "rank-on-line": "the rank must be a whole number, not {written:quoted}; mend or remove the line",
    "rank-too-large": "the rank must be below 2^63, not {written:quoted}; mend or remove the line",
    "value-on-line": "the {role} must be a number, not {written:quoted}; mend or remove the line",
    "ids-not-utf-8": "the ids must be UTF-8 text, not {shown:quoted}; convert the file to UTF-8",
    "lines-of-run": "looks like a run (6 fields a line), not judgments; give the judgments first, then the run",
    "lines-of-judgments": "looks like judgments (4 fields a line), not a run; give the judgments first, then the run",
    "unknown-orientation": "text: orientation must be one of {choices:all}, not {given!r}[; did you mean {near}?]",
    "unknown-blank-references": "text: blank_references must be one of {choices:all}, not {given!r}[; did you"
    " mean {near}?]",
    "no-such-column": "there is no column {name:quoted} for the {role}; there are {names:listed}[; did you mean"
    " {near}?][elsewhere?; if only the other file has it, write {elsewhere:columns}]",
    "nothing-but-comments": "holds only blank lines and comments; expected {expected}",
    "no-columns-for-roles": "has no column for the {roles}; there are {names:listed}; [example?name {them}, as in"
    " {example:columns}][example!add {them} to the file][rename?, or rename what is there]",
}
