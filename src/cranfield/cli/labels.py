"""`cranfield labels`: truth and predictions in, numbers out."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.output import (
    choose_format,
    output_options,
    refuse_overwriting,
    terminal_width,
    uses_colour,
    write_results,
    write_text,
)
from cranfield.cli.policy import label_policy_from, label_policy_options
from cranfield.cli.progress import reading
from cranfield.errors import InputError, MeasureError

if TYPE_CHECKING:
    from cranfield.core.batch import Batch
    from cranfield.core.evaluate import Explanation
    from cranfield.core.measure import Measure

__all__ = ["command", "default_measures"]

_AVERAGED = [(name, average) for average in ("macro", "micro", "weighted") for name in ("Precision", "Recall", "F1")]
OF_GUESSES = ("Accuracy", "BalancedAccuracy", "MCC", *(f"{name}(average='{average}')" for name, average in _AVERAGED))
OF_SCORES = ("AUC", "AveragePrecision")
OF_ALL_SCORES = ("AUC(average='ovr')", "AUC(average='ovo')", "AveragePrecision(average='macro')", "TopK")


def default_measures(batch: Batch) -> list[str]:
    """What the data allows: the classification report, and how well the scores tell labels apart."""
    from cranfield.core.coded import Scores  # noqa: PLC0415 (numpy is loaded only when it is needed)

    wanted = [*OF_GUESSES] if "guess" in batch else []
    if "score" in batch:
        wanted += OF_ALL_SCORES if isinstance(batch.columns["score"], Scores) else OF_SCORES
        wanted += ["GAUC"] if "group" in batch else []
    if not wanted:
        message = "there is nothing to compare the truth with; name a column with --guess or --score"
        raise InputError(message)
    return wanted


def _with_positive(measures: list[Measure], positive: str | None) -> list[Measure]:
    """Name the positive label in every measure that is about one label and does not name it."""
    if positive is None:
        return measures
    return [
        each.replace(positive=positive)
        if "positive" in each.params() and not vars(each)["positive"] and vars(each).get("average") in (None, "binary")
        else each
        for each in measures
    ]


def _scores(texts: tuple[str, ...]) -> Any:
    """One column, several in the order of the labels, or label=column."""
    if not texts:
        return None
    if all("=" in text for text in texts):
        pairs = [text.partition("=") for text in texts]
        named = [label for label, _, _ in pairs]
        wrong = next(
            (text for text, (label, _, column) in zip(texts, pairs, strict=True) if not (label and column)), None
        )
        if wrong is not None:
            message = f"--score: cannot read {wrong!r}; write it like LABEL=COLUMN"
            raise InputError(message)
        twice = next((label for label in named if named.count(label) > 1), None)
        if twice is not None:
            message = f"--score: the label {twice!r} is given twice; give each label one column"
            raise InputError(message)
        return {label: column for label, _, column in pairs}
    return texts[0] if len(texts) == 1 else list(texts)


@click.command("labels", context_settings={"max_content_width": 100})
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--truth", required=True, metavar="COLUMN", help="the true labels")
@click.option("--guess", metavar="COLUMN", help="the predicted labels")
@click.option(
    "--score", "scores", multiple=True, metavar="COLUMN",
    help="the scores; for several labels repeat it in their order, or write LABEL=COLUMN",
)  # fmt: skip
@click.option("--group", metavar="COLUMN", help="the session of each row, for GAUC")
@click.option("--weight", metavar="COLUMN", help="the weight of each row")
@click.option("--positive", metavar="LABEL", help="the label that counts as positive  [default: 1 of 0 and 1]")
@click.option("--threshold", type=float, metavar="N", help="guess the positive label where the score is at least N")
@click.option("--classes", metavar="LABEL,...", help="all labels that there can be; another one is an error")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE",
    help="such as AUC, GAUC, \"F1(average='macro')\" or TopK@5; may be repeated  [default: what the columns allow]",
)  # fmt: skip
@click.option("-q", "--per-unit", is_flag=True, help="show each label or session too, and the confusion matrix")
@click.option("--explain", metavar="UNIT", help="show every step to the value of one label or session instead")
@output_options
@click.option("--input-format", metavar="FORMAT", help="csv, tsv, jsonl, parquet or arrow, if it is not recognised")
@label_policy_options
def command(
    *, files: tuple[str, ...], truth: str, guess: str | None, scores: tuple[str, ...], group: str | None,
    weight: str | None, positive: str | None, threshold: float | None, classes: str | None,
    measures: tuple[str, ...], form: str | None, output: str | None, digits: int, quiet: bool,
    input_format: str | None, explain: str | None, per_unit: bool, **options: Any,
) -> None:  # fmt: skip
    """Judge predicted labels and scores: accuracy, F1, AUC, GAUC.

    FILE holds one row for each example: CSV, TSV, JSONL, Parquet or Arrow, plain or compressed; several files or a
    quoted pattern such as 'logs/*.parquet' are one input, and - is standard input.

    \b
    cranfield labels predictions.csv --truth y --guess yhat
    cranfield labels clicks.parquet --truth click --score ctr --group session -m AUC -m GAUC
    """  # noqa: D301 (click's mark for lines that stay as they are)
    refuse_overwriting(output, files)
    if files.count("-") > 1:
        message = "standard input (-) can be given only once"
        raise InputError(message)
    chosen = choose_format(form, output)
    if explain is not None and chosen not in ("table", "json"):
        message = f"--explain: the format must be table or json, not {chosen}"
        raise InputError(message)
    policy = label_policy_from(options)

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy and pyarrow are loaded only when needed)
    from cranfield.core.spec import parse_all  # noqa: PLC0415
    from cranfield.io.labels import labels  # noqa: PLC0415

    wanted = parse_all(measures, "labels")
    with reading(files[0]) as progress:
        batch = labels(
            files[0] if len(files) == 1 else list(files), truth=truth, guess=guess, score=_scores(scores), group=group,
            weight=weight, classes=None if classes is None else classes.split(","), threshold=threshold,
            positive=positive, policy=policy, input_format=input_format, progress=progress,
        )  # fmt: skip
    asked = wanted or parse_all(default_measures(batch), "labels")
    wanted = _with_positive(asked, positive)
    if positive is not None:
        _check_positive(batch, positive, used=wanted != asked or threshold is not None, quiet=quiet)
    if explain is not None:
        told = _explained(batch, wanted, explain, only=bool(measures))
        write_text(_shown(told, chosen, output), output)
        return
    # the report of a classifier is its labels and its confusions; sessions may be millions
    detailed = per_unit or (not measures and "guess" in batch and "group" not in batch)
    write_results([evaluate(batch, wanted)], chosen, output=output, per_query=detailed, digits=digits, quiet=quiet)


def _check_positive(batch: Batch, positive: str, *, used: bool, quiet: bool) -> None:
    """Refuse a label that does not exist, and say when no measure is about one label."""
    from cranfield.measures.labels.accuracy import Accuracy  # noqa: PLC0415
    from cranfield.measures.labels.base import choose_positive  # noqa: PLC0415

    try:
        choose_positive(Accuracy(), batch, positive)
    except MeasureError as error:
        message = "--positive" + str(error).removeprefix("Accuracy")
        raise MeasureError(message) from None
    if not used and not quiet:
        click.echo("note: --positive changes nothing; the measures are about all labels or name their own", err=True)


def _explained(batch: Batch, measures: list[Measure], unit: str, *, only: bool) -> list[Explanation]:
    """The steps of each measure; of those that nobody asked for by name, the ones that have the unit."""
    from cranfield.core.evaluate import explain  # noqa: PLC0415

    told, faults = [], []
    for measure in measures:
        try:
            told.append(explain(batch, measure, unit))
        except InputError as fault:
            if only:
                raise
            faults.append(fault)
    if not told:
        raise faults[0]
    return told


def _shown(told: list[Explanation], form: str, output: str | None) -> str:
    if form == "json":
        listed = [
            {
                "measure": str(each.measure),
                "unit": each.unit,
                "value": _finite(each.value),
                "steps": [
                    {"name": step.name, "values": [_finite(value) for value in step.values], "how": step.how}
                    for step in each.steps
                ],
            }
            for each in told
        ]
        return json.dumps({"explanations": listed}, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    from cranfield.report.steps import render_steps  # noqa: PLC0415

    return "".join(
        render_steps(each, {}, width=terminal_width(), colour=uses_colour(output), noun="unit") for each in told
    )


def _finite(value: float) -> float | None:
    """JSON has no nan."""
    return value if math.isfinite(value) else None
