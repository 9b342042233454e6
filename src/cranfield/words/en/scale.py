"""What goes wrong with data in parts, and with parts on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["SCALE"]

SCALE: dict[str, Template] = {
    "units-forgotten": "{measure}: the values of single units were not kept; ask for them with units=True",
    "merge-nothing": "there are no states to merge; give at least one",
    "ranges-overlap": "{measure}: two parts share scores from {low:g} to {high:g}; cut the rows into ranges of the"
    " score that do not overlap",
    "ranges-miscounted": "{measure}: the part with scores from {low:g} to {high:g} was told another number of rows"
    " above it than there are; count positives and negatives of all higher parts",
    "needs-all-rows": "{names:and} {count:needs|need} all rows at once, which data in parts cannot give"
    "[binned?; AUC(exact=False) needs none together]; leave {count:it|them} out, or read the data as a whole",
    "parts-lack-columns": "{measure}: data in parts has no {missing:all}; leave it out, or read the data as a whole",
    "option-not-on-spark": "{option} is not taken to Spark; leave it out, or leave out {=engine=...}",
    "needs-rows-above": "{measure}: needs to know how many positives and negatives score higher than the part; give"
    " above=(positives, negatives)",
    "no-parts": "no part has any rows; give the states of at least one",
    "part-of-other-version": "a part was measured by cranfield {theirs} and the others by {ours}; install one version"
    " everywhere",
    "part-spoilt": "what a part sent cannot be read again ({kind}: {why}); give it as plan.states made it, and surveys"
    " as to_json wrote them",
    "part-of-other-plan": "a part was measured under another plan (other measures, columns or decisions); measure all"
    " parts under one",
    "torn-apart": "{count:{noun}} are in more than one part, so that every number would be wrong; cut the data by a"
    " hash of the column that names them, and let nothing move rows afterwards",
    "parts-lack-rows": "the parts that were measured have {count:rows}, and {total:,} were surveyed; measure each part"
    " once, and the same rows",
    "group-too-large": "the session {name:quoted} has {rows:rows}, more than max_group_rows={most:,}; leave it out if"
    " it is no real one, or allow more",
    "group-rows-of-labels": "max_group_rows is about sessions of labels, and there are none; leave it out",
    "order-of-parts": "{name}={value} looks at the order of the rows, which data in parts does not keep; choose another"
    " {name}",
    "whole-scores-too-large": "the scores are whole numbers up to {largest:,}, and beyond 2^53 parts cannot tell"
    " whether their order is kept; divide them, or give them as float64",
    "bad-memory": "cannot read {given!r} as an amount of memory; write it like 2GB or 500MB",
    "be-memory": "be an amount of memory such as '2GB', or a number of bytes",
    "little-memory": "{given} of memory is too little to read a file in; give at least {least} MB",
    "disk-full": "the disk of {folder} is full after {written:,} MB; what was written is removed; make room, or name"
    " a folder on another disk in TMPDIR",
    "no-temporary-folder": "TMPDIR names {folder}, which is no folder; make it, or name another one",
    "cannot-spill": "rows cannot be written to {folder} ({why}); what was written is removed; name another folder in"
    " TMPDIR, or give more with {=memory=...}",
    "stdin-out-of-core": "standard input (-) is read in memory; give a file, or leave out {=memory=...}",
    "mixed-sessions": "the sessions are whole numbers in some files or parts of them and text in others; give them one"
    " type",
    "session-beyond-memory": "the session {name:quoted} has {rows:rows}, which take about {needed:,} MB at once; give"
    " more with {=memory=...}, or leave the session out if it is no real one",
    "scores-beyond-memory": "{rows:rows} have scores that are nearly equal and take about {needed:,} MB at once; give"
    " more with {=memory=...}, or use AUC(exact=False)",
    "query-beyond-memory": "the query {query:quoted} has {rows:rows}, which take about {needed:,} MB at once; give more"
    " with {=memory=...}",
    "memory-of-texts": "in bounded memory texts are files of references and systems, or tables with fields of both, and"
    " no groups; give these, or leave out {=memory=...}",
    "no-spark": "cranfield.spark needs PySpark; install it with pip install 'cranfield[[spark]' (and Java 17), or add"
    " cranfield to the environment that the cluster gives to Python",
    "no-frame": "evaluate of cranfield.spark takes what labels, ranking or text of cranfield.spark gives, not {kind};"
    " describe the DataFrame with one of them",
    "no-values-of-units": "per_query writes the values of sessions, queries or segments, and no measure of these has"
    " any; ask for GAUC, or leave it out",
    "worker-of-other-version": "a worker has cranfield {theirs} and the driver {ours}; install one version everywhere",
    "worker-failed": "a worker failed with {kind}[what?: {what}]",
    "workers-lack-package": "the workers do not have cranfield; install it there, or send it with"
    " cranfield.spark.ship(spark)",
    "workers-lack-module": "the workers do not have {name}, which cranfield needs there; install it on every worker",
    "spark-path-exists": "there is something where values are to be written already ({what}); name another folder",
    "written-other-units": "{count:,} values were written and there are {total:,} units, so that some were torn apart;"
    " throw them away, and let nothing move rows while Spark works",
    "spark-no-path": "Spark finds nothing there; is it where the workers look too?",
    "spark-types-differ": "the column {name:quoted} is {theirs} in this file and {ours} in others; write the files with"
    " one type, or measure them without Spark",
    "spark-not-started": "Spark did not start, and has said above why; it needs Java 17 or newer (java on the PATH, or"
    " JAVA_HOME) and a cluster that it knows, such as {=master=local[[2]}, yarn, spark://host:7077 or sc://host",
    "spark-not-there": "no Spark answers at {place} ({why}); check the name and that its Connect server runs",
    "spark-failed": "Spark failed: {what}",
    "no-format-on-spark": "Spark is not asked to read {form}; give files of {formats:all}",
    "master-without-spark": "{=master=...} names a cluster for Spark; add {=engine=spark}",
    "memory-of-spark": "Spark has memory of its own; leave out {=memory=...}",
    "stdin-on-spark": "Spark cannot read standard input (-); give a file",
    "no-spark-for-family": "{family} are not measured on Spark; leave out {=engine=...}",
    "units-on-spark": "values of single units stay on the cluster; ask for the whole only, or write them from Python"
    " with the argument per_query",
    "texts-on-spark": "texts on Spark are tables whose segments have ids; give {=candidate=...},"
    " {=references=...} and {=ids=...}",
    "merge-other-draws": "draws of another number, seed or of other labels cannot be merged; measure all parts alike",
    "poisson-names": "poisson_weights takes the names of units as text, not {given}",
    "poisson-no-group": "draws by the name of a unit need names; give the session of each row with {=group=...}",
    "poisson-no-names": "{measure}: its rows have no names to draw them by; give the session of each row with"
    " {=group=...}",
    "poisson-no-sums": "{measure}: its value does not come from sums over units, so that it cannot be drawn by their"
    " names; ask for AUC of unweighted rows or for GAUC, or draw rows in memory by the usual interval",
    "poisson-forgotten": "{measure}: its units were let go and nothing was drawn before; evaluate with draws",
    "poisson-other-draws": "{measure}: {had:,} draws with seed {seed} were made, not {resamples:,} with seed {wanted};"
    " ask for these",
    "poisson-other-units": "{measure}: the systems have values for different units ({one:,} and {two:,}); compare them"
    " on the same ones",
    "no-intervals-out-of-core": "intervals of this kind draw rows again and need them in memory; use"
    " {=interval=poisson}, which draws whole sessions by their names, or leave out the interval or {=memory=...}",
}
