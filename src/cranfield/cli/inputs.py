"""Options about the inputs, and the batches that they lead to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.progress import reading
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.policy import Policy

__all__ = ["column_map", "input_format_options", "input_formats", "input_options", "read_batches"]


def input_format_options(command: Any) -> Any:
    """Give a command --qrels-format, --run-format, --input-format and --columns."""
    columns = click.option(
        "--columns", metavar="ROLE=NAME,...",
        help="the columns of a table, as in query=topic,doc=pid,score=sim,grade=label; run.query or qrels.doc for one",
    )  # fmt: skip
    both = click.option("--input-format", metavar="FORMAT", help="the same for the judgments and the runs")
    run = click.option("--run-format", metavar="FORMAT", help="the format of the runs; also msmarco")
    qrels = click.option(
        "--qrels-format", metavar="FORMAT",
        help="the format of the judgments, if it is not recognised: trec, csv, tsv, jsonl, json, parquet or arrow",
    )  # fmt: skip
    return qrels(run(both(columns(command))))


def input_formats(options: dict[str, Any]) -> dict[str, Any]:
    """The formats of judgments and runs; their options are taken out of `options`."""
    both = options.pop("input_format")
    return {name: options.pop(name) or both for name in ("qrels_format", "run_format")}


def input_options(command: Any) -> Any:
    """The same, and --known."""
    known = click.option(
        "--known", metavar="FILE", help="documents the user already knew, as judgments, for KnownCoverage and Novelty"
    )
    return known(input_format_options(command))


def column_map(text: str | None) -> dict[str, str] | None:
    """Read `query=topic,doc=pid`."""
    if text is None:
        return None
    pairs = [part.partition("=") for part in text.split(",")]
    wrong = next((role + sign + name for role, sign, name in pairs if not (role.strip() and name.strip())), None)
    if wrong is not None:
        message = f"--columns: cannot read {wrong!r}; write it like query=topic,doc=pid"
        raise InputError(message)
    return {role.strip(): name.strip() for role, _, name in pairs}


def read_batches(
    qrels: str, runs: Sequence[str], *, policy: Policy, known: str | None = None, qrels_format: str | None = None,
    run_format: str | None = None, columns: dict[str, str] | None = None, jobs: int | None = None,
) -> Iterator[Batch]:  # fmt: skip
    """One batch for each run; the judgments are read once, and several runs at the same time."""
    from cranfield.io.bytes.source import Source  # noqa: PLC0415
    from cranfield.io.bytes.threads import cores, in_order  # noqa: PLC0415 (pyarrow is loaded only when files are read)
    from cranfield.io.ranking import judgments, ranking  # noqa: PLC0415

    if [qrels, *runs].count("-") > 1:
        message = "standard input (-) can be given only once"
        raise InputError(message)
    # every report ends with the hashes, which cost least while the files are read
    gold = judgments(
        Source(qrels, hashed="now"), policy=policy, known=known, input_format=qrels_format, columns=columns
    )

    def read(named: tuple[str, str | None]) -> Batch:
        run, name = named
        with reading(run, alone=len(runs) == 1) as progress:
            return ranking(
                gold,
                Source(run, hashed="now"),
                policy=policy,
                run_format=run_format,
                columns=columns,
                system=name,
                progress=progress,
            )

    # many runs at the same time, each on its share of the cores; a few one after the other, each on all cores
    jobs = jobs or (cores() if len(runs) >= 2 * cores() else 1)
    yield from in_order(read, zip(runs, system_names(runs), strict=True), jobs, sharing=True)


def system_names(runs: Sequence[str]) -> list[str | None]:
    """The path itself where the names of two runs would be the same; None leaves the name to the reader."""
    from cranfield.io.ranking import system_name  # noqa: PLC0415

    short = [system_name(run) for run in runs]
    if len(set(runs)) < len(runs):
        twice = next(run for run in runs if list(runs).count(run) > 1)
        message = f"{twice}: the run is given twice; give each run once"
        raise InputError(message)
    return [name if short.count(name) == 1 else os.fspath(run) for name, run in zip(short, runs, strict=True)]
