"""Labels on the command line: files of rows, and options that name the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.given import Given, Inputs
from cranfield.cli.inputs.ranking import once, system_names
from cranfield.cli.progress import reading
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["INPUTS"]

OPTIONS = (
    click.option("--truth", metavar="COLUMN", help="the true labels"),
    click.option("--guess", metavar="COLUMN", help="the predicted labels"),
    click.option(
        "--score", "score_columns", multiple=True, metavar="COLUMN",
        help="the scores; several columns are several systems, and LABEL=COLUMN are the scores of several labels",
    ),
    click.option("--group", metavar="COLUMN", help="the session of each row, for GAUC"),
    click.option("--by", metavar="COLUMN", help="show every measure for each value of this column too"),
    click.option("--weight", metavar="COLUMN", help="the weight of each row"),
    click.option("--positive", metavar="LABEL", help="the label that counts as positive  [default: 1 of 0 and 1]"),
    click.option(
        "--threshold", type=float, metavar="N", help="guess the positive label where the score is at least N"
    ),
    click.option("--classes", metavar="LABEL,...", help="all labels that there can be; another one is an error"),
    click.option("--input-format", metavar="FORMAT", help="the format of all inputs, if it is not recognised"),
)  # fmt: skip


_SHARED = ("truth", "guess", "group", "by", "weight", "threshold", "positive", "input_format")


def _scores(texts: tuple[str, ...]) -> tuple[Any, bool]:
    """One column, or {label: column}; or several columns, and whether they are those of several systems."""
    if not texts:
        return None, False
    pairs = [text.partition("=") for text in texts]
    if not all("=" in text for text in texts):
        twice = next((text for text in texts if texts.count(text) > 1), None)
        if twice is not None:
            raise InputError("score-twice", column=twice)
        return (list(texts), True) if len(texts) > 1 else (texts[0], False)
    named = [label for label, _, _ in pairs]
    wrong = next((text for text, (label, _, column) in zip(texts, pairs, strict=True) if not (label and column)), None)
    if wrong is not None:
        raise InputError("unreadable-score", text=wrong)
    twice = next((label for label in named if named.count(label) > 1), None)
    if twice is not None:
        raise InputError("score-label-twice", label=twice)
    return {label: column for label, _, column in pairs}, False


def _asked(given: Given) -> tuple[Any, Any, bool, dict[str, Any]]:
    """The files, the columns of scores, whether they are several systems, and what all systems share."""
    options, files = given.options, given.files
    if not files:
        raise InputError("too-few-files-labels")
    if options["truth"] is None:
        raise InputError("no-truth-option")
    once(files)
    data: Any = files[0] if len(files) == 1 else list(files)
    score, several = _scores(options["score_columns"])
    shared = {name: options[name] for name in _SHARED} | {"policy": given.policy}
    shared["classes"] = None if options["classes"] is None else options["classes"].split(",")
    return data, score, several, shared


def _large(given: Given, *, per_unit: bool, around: dict[str, Any] | None) -> list[Results] | None:
    """The results of data that is too large for memory; None if it is not."""
    from cranfield.cli.inputs.large_labels import large_results  # noqa: PLC0415

    _, score, several, shared = _asked(given)
    if given.engine == "spark":
        from cranfield.cli.inputs.on_spark import labels_on_spark  # noqa: PLC0415 (an extra)

        return labels_on_spark(given, score, shared, several=several, per_unit=per_unit, around=around)
    return large_results(given, score, shared, several=several, per_unit=per_unit, around=around)


def _read(given: Given) -> Iterator[Batch]:
    """One batch for each column of scores; where files are several systems, one for each file."""
    from cranfield.io.labels import each_score, labels  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    options, files = given.options, given.files
    data, score, several, shared = _asked(given)
    if given.apart and not several and len(files) > 1:
        for file, name in zip(files, system_names(files), strict=True):
            with reading(file) as progress:
                yield labels(file, score=score, progress=progress, system=name, **shared)
        return
    with reading(files[0]) as progress:
        if several:
            yield from each_score(data, scores=score, progress=progress, **shared)
        else:
            # a single column is a system by its name, as it is beside others
            system = score if isinstance(score, str) and options["guess"] is None else None
            yield labels(data, score=score, progress=progress, system=system, **shared)


def _with_positive(measures: dict[str, Measure], given: Given, batch: Batch) -> dict[str, Measure]:
    """Name the positive label in every measure that is about one label and does not name it."""
    positive = given.options["positive"]
    if positive is None:
        return measures
    wanted = {
        name: each.replace(positive=positive)
        if "positive" in each.params() and not vars(each)["positive"] and vars(each).get("average") in (None, "binary")
        else each
        for name, each in measures.items()
    }
    _check_positive(batch, positive, given, used=wanted != measures or given.options["threshold"] is not None)
    return wanted


def _check_positive(batch: Batch, positive: str, given: Given, *, used: bool) -> None:
    """Refuse a label that does not exist, and say when no measure is about one label."""
    from cranfield.measures.labels.base import choose_positive  # noqa: PLC0415

    choose_positive("--positive", batch, positive)
    if not used and not given.quiet:
        from cranfield.words import say  # noqa: PLC0415

        click.echo("note: " + say("positive-without-effect", {}, voice="shell"), err=True)


INPUTS = Inputs(
    family="labels",
    files="FILE...",
    about="labels",
    options=OPTIONS,
    read=_read,
    decisions=("zero_division",),
    needs="truth",
    adapt=_with_positive,
    large=_large,
    engines=("spark",),
)
