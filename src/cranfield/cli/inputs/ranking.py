"""Rankings on the command line: judgments first, then runs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.given import Given, Inputs
from cranfield.cli.progress import reading
from cranfield.errors import CranfieldError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.finding import Finding
    from cranfield.core.measure import Measure
    from cranfield.io.bytes.source import Source

__all__ = ["INPUTS", "column_map", "once", "read_batches", "system_names"]

OPTIONS = (
    click.option(
        "-l", "--rel", type=float, metavar="N", help="the lowest grade that counts as relevant  [default: 1]"
    ),
    click.option("--groups", metavar="FILE", help="unit and group on each line: show the value of each group too"),
    click.option(
        "--jobs", type=click.IntRange(1, 1024), metavar="N",
        help="how many runs are read at the same time  [default: one a core, if there are many]",
    ),
    click.option(
        "--known", metavar="FILE", help="documents the user already knew, as judgments, for KnownCoverage and Novelty"
    ),
    click.option(
        "--document-groups", metavar="FILE", help="document and group on each line, for AWRF and expected exposure"
    ),
    click.option(
        "--qrels-format", metavar="FORMAT",
        help="their format, if it is not recognised: trec, ndeval, csv, tsv, json, jsonl, parquet, arrow, letor, pairs,"
        " prels, strata",
    ),
    click.option(
        "--cost", multiple=True, metavar="FILE",
        help="what requests cost, as `cranfield live` writes it: one for each run, in the order of the runs",
    ),
    click.option("--run-format", metavar="FORMAT", help="the format of the runs; also msmarco"),
    click.option("--input-format", metavar="FORMAT", help="the format of all inputs, if it is not recognised"),
    click.option(
        "--columns", metavar="ROLE=NAME,...",
        help="the columns of a table, as in query=topic,doc=pid,score=sim,grade=label; run.query or qrels.doc for one",
    ),
)  # fmt: skip


def column_map(text: str | None) -> dict[str, str] | None:
    """Read `query=topic,doc=pid`."""
    if text is None:
        return None
    pairs = [part.partition("=") for part in text.split(",")]
    wrong = next((role + sign + name for role, sign, name in pairs if not (role.strip() and name.strip())), None)
    if wrong is not None:
        raise InputError("unreadable-columns", text=wrong)
    return {role.strip(): name.strip() for role, _, name in pairs}


def _opened(given: Given, path: str) -> Source | str:
    """A file, which a check may want to read again; what is none is opened by its reader."""
    from cranfield.io.bytes.source import Source  # noqa: PLC0415 (pyarrow is loaded only when files are read)
    from cranfield.io.read.open import is_file  # noqa: PLC0415

    if not is_file(path):
        return path
    # every report ends with the hashes, which cost least while the files are read
    given.opened[path] = found = Source(path, hashed="now")
    return found


def once(files: Sequence[str]) -> None:
    """Standard input can be read only once."""
    if list(files).count("-") > 1:
        raise InputError("stdin-twice")


def read_batches(given: Given) -> Iterator[Batch]:
    """One batch for each run; the judgments are read once, and several runs at the same time."""
    from cranfield.io.bytes.threads import cores, in_order  # noqa: PLC0415 (pyarrow is loaded only when files are read)
    from cranfield.io.ranking import judgments, ranking  # noqa: PLC0415

    if len(given.files) < 2:
        raise InputError("too-few-files-ranking")
    qrels, *runs = given.files
    once(given.files)
    options, columns = given.options, column_map(given.options["columns"])
    both = options["input_format"]
    gold = judgments(
        _opened(given, qrels), policy=given.policy, known=options["known"],
        input_format=options["qrels_format"] or both, columns=columns,
    )  # fmt: skip

    if given.pool:
        from cranfield.io.pooled import with_pooled  # noqa: PLC0415

        gold = with_pooled(gold, runs, input_format=options["run_format"] or both, columns=columns)

    if given.engine == "spark":
        from cranfield.cli.inputs.on_spark import runs_on_spark  # noqa: PLC0415 (an extra)

        yield from runs_on_spark(given, gold, runs, system_names(runs), columns)
        return

    def read(named: tuple[str, str | None]) -> Batch:
        run, name = named
        with reading(run, alone=len(runs) == 1) as progress:
            return ranking(
                gold, _opened(given, run), policy=given.policy, run_format=options["run_format"] or both,
                columns=columns, system=name, keep=given.keep or 0,
                document_groups=options["document_groups"], memory=given.memory, progress=progress,
            )  # fmt: skip

    # many runs at the same time, each on its share of the cores; a few one after the other, each on all cores
    jobs = options["jobs"] or (cores() if len(runs) >= 2 * cores() else 1)
    yield from in_order(read, zip(runs, system_names(runs), strict=True), jobs, sharing=True)


def system_names(runs: Sequence[str]) -> list[str | None]:
    """The path itself where the names of two runs would be the same; None leaves the name to the reader."""
    from cranfield.io.ranking import system_name  # noqa: PLC0415

    short = [system_name(run) for run in runs]
    if len(set(runs)) < len(runs):
        raise InputError("file-twice", source=next(run for run in runs if list(runs).count(run) > 1))
    return [name if short.count(name) == 1 else os.fspath(run) for name, run in zip(short, runs, strict=True)]


def _with_threshold(measures: dict[str, Measure], given: Given, _: Batch) -> dict[str, Measure]:
    """--rel for every measure that has a threshold and does not name its own."""
    rel = given.options["rel"]
    if rel is None:
        return measures
    wanted, untouched = {}, []
    for name, measure in measures.items():
        # a measure that works with the grades themselves has no threshold, or one that is off by default
        threshold = measure.params().get("rel")
        if threshold is None or threshold.default is None:
            untouched.append(name)
        elif "rel=" not in name.replace(" ", "") and "rel" not in measure.changed():  # not written with the measure
            measure = measure.replace(rel=rel)  # noqa: PLW2901 (the same measure with another threshold)
        wanted[name] = measure
    if untouched and not given.quiet:
        from cranfield.words import say  # noqa: PLC0415

        click.echo("note: " + say("rel-without-effect", {"names": untouched}, voice="shell"), err=True)
    return wanted


def _check(given: Given, limit: int) -> list[Finding]:
    """Everything odd about judgments and runs, all of it."""
    from cranfield.io.check import check  # noqa: PLC0415

    if not given.files:
        raise InputError("too-few-files-check")
    once(given.files)
    options = given.options
    return check(
        *(given.opened.get(each, each) for each in given.files), input_format=options["input_format"],
        qrels_format=options["qrels_format"], run_format=options["run_format"],
        columns=column_map(options["columns"]), limit=limit,
    )  # fmt: skip


def _costs(given: Given) -> list[Batch | CranfieldError | None]:
    """What each run cost, by files of cost or as the run itself says; what cannot be read does not stop anybody."""
    form, found = given.options["run_format"] or given.options["input_format"], list[Any]()
    files, runs = given.options["cost"], given.files[1:]
    if files and len(files) != len(runs):
        raise InputError("cost-for-each-run", count=len(files), runs=len(runs))
    columns = column_map(given.options["columns"])
    for at, run in enumerate(runs):
        try:
            if files:
                from cranfield.io.cost import cost  # noqa: PLC0415

                found.append(cost(files[at], policy=given.policy))
            else:
                found.append(_cost_of(given.opened.get(run, run), form, columns))
        except CranfieldError as error:
            found.append(error)
    return found


def _cost_of(run: Any, form: str | None, columns: Mapping[str, str] | None) -> Batch | None:
    """What a run says it cost; runs of TREC have no place for it, and need no Arrow to be asked."""
    from cranfield.io.bytes.source import Source  # noqa: PLC0415
    from cranfield.io.read.formats import formats_of  # noqa: PLC0415
    from cranfield.io.read.recognise import recognise  # noqa: PLC0415

    source = run if isinstance(run, Source) else Source(run)
    if recognise(source, "run", input_format=form, columns=columns).name not in formats_of("cost"):
        return None
    from cranfield.io.run_cost import cost_of_run  # noqa: PLC0415

    return cost_of_run(source, input_format=form, columns=columns)


INPUTS = Inputs(
    family="ranking",
    files="QRELS RUN...",
    about="rankings",
    options=OPTIONS,
    read=read_batches,
    decisions=(
        "missing", "undefined", "ties", "duplicates", "negative", "fractions", "nonfinite", "scores", "subtopics",
        "recall_levels", "judged_only", "depth",
    ),
    profiles=True,
    more_files=("groups", "known", "document_groups", "cost"),
    adapt=_with_threshold,
    check=_check,
    costs=_costs,
    engines=("spark",),
    staying=("document_groups",),
)  # fmt: skip
