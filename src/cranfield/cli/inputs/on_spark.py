"""The data of each family on Spark: `--engine spark --master 'local[2]'`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cranfield.cli.inputs.large_labels import adapted, draws_of
from cranfield.cli.progress import working
from cranfield.errors import InputError, MissingPackageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.result import Results
    from cranfield.io.join.judgments import Judgments

__all__ = ["labels_on_spark", "require_engine", "runs_on_spark", "texts_on_spark"]


def require_engine(given: Given) -> bool:
    """Whether Spark is wanted; what cannot go together is refused before anything starts."""
    if given.master is not None and given.engine != "spark":
        raise InputError("master-without-spark")
    if given.engine != "spark":
        return False
    if given.memory is not None:
        raise InputError("memory-of-spark")
    if "-" in given.files:
        raise InputError("stdin-on-spark")
    if "spark" not in given.inputs.engines:
        raise InputError("no-spark-for-family", family=given.inputs.about)
    left = next((name for name in given.inputs.staying if given.options.get(name)), None)
    if left is not None:
        raise InputError("option-not-on-spark", option="--" + left.replace("_", "-"))
    try:
        import cranfield.spark  # noqa: F401, PLC0415 (an extra)
    except MissingPackageError:
        raise InputError("no-spark") from None
    return True


def _session(given: Given) -> Any:
    from cranfield.spark.files import open_session  # noqa: PLC0415 (an extra)

    return open_session(given.master)


def _require_here(files: Sequence[str], form: str | None, roles: Mapping[str, str]) -> None:
    """Refuse files of this machine that are damaged or lack a column, before Spark starts and says it in its words."""
    from cranfield.io.columns.label_columns import expand  # noqa: PLC0415
    from cranfield.io.read.open import open_input  # noqa: PLC0415

    for each in expand(list(files)):
        if Path(each).is_file():
            open_input(each, "labels", input_format=form, columns=roles).require_columns()


def labels_on_spark(
    given: Given, score: Any, shared: Mapping[str, Any], *, several: bool, per_unit: bool,
    around: dict[str, Any] | None,
) -> list[Results]:  # fmt: skip
    """The results of each column of scores, in one pass."""
    from cranfield.io.labels import predictions_name  # noqa: PLC0415
    from cranfield.scale import Labels  # noqa: PLC0415
    from cranfield.spark import evaluate, labels  # noqa: PLC0415 (an extra)
    from cranfield.spark.files import read_frame  # noqa: PLC0415

    if per_unit:
        raise InputError("units-on-spark")
    scores = list(score.values()) if isinstance(score, dict) else score if several else [score]
    numbers = {each for each in (*scores, shared["weight"]) if each is not None}
    options = {name: each for name, each in shared.items() if name not in ("input_format", "truth")}
    for each in scores if several else [score]:
        _require_here(given.files, shared["input_format"], Labels(truth=shared["truth"], score=each, **options).roles)
    frame = read_frame(_session(given), given.files, form=shared["input_format"], numbers=numbers)
    whole: Any = given.files[0] if len(given.files) == 1 else list(given.files)
    system = score if isinstance(score, str) and shared["guess"] is None else predictions_name(whole)
    data = labels(frame, truth=shared["truth"], score=score, system=None if several else system, **options)
    data = replace(data, inputs=tuple({"name": each} for each in given.files))
    adapt = None if given.inputs.adapt is None else partial(adapted, given)
    with working(given.files[0], "tasks") as progress:
        found = evaluate(data, given.asked or None, adapt=adapt, draws=draws_of(around), progress=progress)
    return list(found) if several else [found]


def runs_on_spark(
    given: Given, gold: Judgments, runs: Sequence[str], names: Sequence[str | None], columns: Mapping[str, str] | None
) -> Iterator[Batch]:
    """One ordinary batch for each run: what is judged of it comes here."""
    from cranfield.io.ranking import system_name  # noqa: PLC0415
    from cranfield.scale import Ranking  # noqa: PLC0415
    from cranfield.spark.files import read_frame  # noqa: PLC0415 (an extra)
    from cranfield.spark.progress import Watch  # noqa: PLC0415
    from cranfield.spark.ranking import batch_of, ranking, read_run, usual_tasks  # noqa: PLC0415

    Ranking.of(gold, policy=given.policy).plan(given.asked or None)  # what cannot be done is said before Spark starts
    session = _session(given)
    form = given.options["run_format"] or given.options["input_format"]
    for run, name in zip(runs, names, strict=True):
        plain = form == "trec" or (
            form is None and not run.lower().endswith((".parquet", ".csv", ".tsv", ".jsonl", "/"))
        )
        frame = read_run(session, run) if plain else read_frame(session, [run], form=form, numbers=("score", "rank"))
        data = ranking(gold, frame, policy=given.policy, columns=columns, system=name or system_name(run))
        data = replace(data, input={"name": run})
        with working(run, "tasks") as progress:
            batch = batch_of(data, usual_tasks(frame), Watch(session, progress))
        yield batch


def texts_on_spark(given: Given, *, per_unit: bool, around: dict[str, Any] | None) -> list[Results]:
    """The results of each field of candidates."""
    from cranfield.core.registry import family  # noqa: PLC0415
    from cranfield.core.spec import parse_named  # noqa: PLC0415
    from cranfield.measures.text import DEFAULTS  # noqa: PLC0415
    from cranfield.spark import evaluate, text  # noqa: PLC0415 (an extra)
    from cranfield.spark.files import read_frame  # noqa: PLC0415

    options = given.options
    if per_unit:
        raise InputError("units-on-spark")
    if not options["candidate"] or not options["references"] or options["ids"] is None:
        raise InputError("texts-on-spark")
    references = options["references"]
    frame, inputs = read_frame(_session(given), given.files, form=options["input_format"]), given.files
    made = [
        text(
            frame, candidates=field, references=references[0] if len(references) == 1 else list(references),
            ids=options["ids"], blank_references=options["blank_references"], policy=given.policy, system=field,
        )
        for field in options["candidate"]
    ]  # fmt: skip
    made = [replace(each, inputs=tuple({"name": name} for name in inputs)) for each in made]
    asked = parse_named(given.asked or DEFAULTS, family("text"))
    measures = given.inputs.adapt(asked, given, None) if given.inputs.adapt else asked  # type: ignore[arg-type]
    with working(given.files[0], "tasks") as progress:
        return [evaluate(each, measures, draws=draws_of(around), progress=progress) for each in made]
