"""Texts on the command line: references first, then systems; or one table that holds both."""

from __future__ import annotations

from pathlib import Path
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
    click.option(
        "--ref", "more", multiple=True, metavar="FILE", help="a further reference for every segment; repeatable"
    ),
    click.option(
        "--candidate", "--candidates", "candidate", multiple=True, metavar="FIELD",
        help="the field of a table that holds the generated text; each of several is a system",
    ),
    click.option(
        "--references", multiple=True, metavar="FIELD",
        help="the field with the reference or a list of them; repeatable",
    ),
    click.option("--ids", metavar="FIELD", help="the field that names the segments"),
    click.option(
        "--given", multiple=True, metavar="FIELD",
        help="a field with values of another tool, such as COMET, to be reported and compared; repeatable",
    ),
    click.option(
        "--nuggets", metavar="FIELD", help="the field with nuggets and their assignments, for NuggetRecall"
    ),
    click.option(
        "--blank-references", type=click.Choice(["keep", "skip"]), default="keep", show_default=True,
        help="an empty reference is an empty text, or stands for no reference",
    ),
    click.option(
        "--tabs", type=click.Choice(["split", "keep"]),
        help="tabs in a file of references join several of a segment, or belong to the text",
    ),
    click.option(
        "--tokenize", metavar="NAME",
        help="how text is cut, for all measures that do not say it themselves: 13a, intl, char, zh, ja-mecab, ...",
    ),
    click.option("--lowercase", is_flag=True, help="compare in lower case, by every measure that can"),
    click.option("--stem", is_flag=True, help="compare stems of words, by every measure that can"),
    click.option("--groups", metavar="FILE", help="unit and group on each line: show the value of each group too"),
    click.option("--input-format", metavar="FORMAT", help="the format of all inputs, if it is not recognised"),
)  # fmt: skip


def _read(given: Given) -> Iterator[Batch]:
    options = given.options
    if options["candidate"] or options["nuggets"]:
        yield from _read_tables(given)
        return
    if options["given"]:
        raise InputError("text-given-of-table")
    if options["references"]:
        raise InputError("text-fields-together")
    if options["ids"] is not None:
        raise InputError("text-ids-of-table")
    yield from _read_lines(given)


def _read_tables(given: Given) -> Iterator[Batch]:
    """Every field with candidates of every table is a system."""
    from cranfield.io.bytes.source import Source  # noqa: PLC0415
    from cranfield.io.read.open import is_file  # noqa: PLC0415
    from cranfield.io.text import text  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    options, fields = given.options, given.options["candidate"] or (None,)
    references = options["references"]
    if not given.files:
        raise InputError("too-few-files-text")
    if options["more"]:
        raise InputError("text-one-table")
    if len(set(fields)) < len(fields):
        raise InputError("field-twice", field=next(each for each in fields if fields.count(each) > 1))
    once(given.files)
    wanted: Any = references[0] if len(references) == 1 else list(references) or None
    for path, name in zip(given.files, system_names(given.files), strict=True):
        source = Source(path) if len(fields) > 1 and is_file(path) else path  # which is read once for each field
        for field in fields:
            system = name if len(fields) == 1 else field if len(given.files) == 1 else f"{name} {field}"
            with reading(path) as progress:
                yield text(
                    data=source, candidates=field, references=wanted, ids=options["ids"], progress=progress,
                    given=options["given"] or None, nuggets=options["nuggets"], system=system, policy=given.policy,
                    **_shared(given),
                )  # fmt: skip


def _shared(given: Given) -> dict[str, Any]:
    return {name: given.options[name] for name in ("blank_references", "input_format", "tabs")}


def _large(given: Given, *, per_unit: bool, around: dict[str, Any] | None) -> list[Results] | None:
    """The results of texts on a cluster or in bounded memory; None if they are read as a whole."""
    if given.engine != "spark":
        return None if given.memory is None else _streamed(given, per_unit=per_unit, around=around)
    from cranfield.cli.inputs.on_spark import texts_on_spark  # noqa: PLC0415 (an extra)

    return texts_on_spark(given, per_unit=per_unit, around=around)


def _streamed(given: Given, *, per_unit: bool, around: dict[str, Any] | None) -> list[Results]:
    """The results of each system, from some segments at a time."""
    from cranfield.cli.inputs.large_labels import draws_of  # noqa: PLC0415 (pyarrow is loaded only when files are read)
    from cranfield.core.registry import family  # noqa: PLC0415
    from cranfield.core.spec import parse_named  # noqa: PLC0415
    from cranfield.io.ranking import system_name  # noqa: PLC0415
    from cranfield.io.spill.memory import memory_limit  # noqa: PLC0415
    from cranfield.measures.text import DEFAULTS  # noqa: PLC0415
    from cranfield.scale.texts import evaluate_texts  # noqa: PLC0415

    memory_limit(given.memory)  # which says what is no amount of memory
    options, fields = given.options, given.options["candidate"]
    references = list(options["references"]) if fields else [*given.files[:1], *options["more"]]
    more = options["groups"] or options["given"] or options["nuggets"]  # what only the whole is asked for
    if more or "-" in given.files or not references or len(given.files) < (1 if fields else 2):
        raise InputError("memory-of-texts")
    asked = _adapted(parse_named(given.asked or DEFAULTS, family("text")), given, None)
    tables = [(path, field) for path in given.files for field in fields] or [(path, None) for path in given.files[1:]]
    found = []
    for path, field in tables:
        name = field if field is not None and len(fields) > 1 else system_name(path)
        with reading(path) as progress:
            found.append(
                evaluate_texts(
                    asked, candidates=field or path, references=references, data=path if field else None,
                    ids=options["ids"], policy=given.policy, system=name, units=per_unit, draws=draws_of(around),
                    progress=progress, **_shared(given),
                )
            )  # fmt: skip
    return found


def _need_no_references(given: Given) -> bool:
    from cranfield.core.registry import family  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.spec import parse_named  # noqa: PLC0415

    asked = parse_named(given.asked, family("text")).values()
    return bool(given.asked) and all("reference" not in each.reads for each in asked)


def _read_lines(given: Given) -> Iterator[Batch]:
    """Files of lines: references first, then systems; a single file is a system if nothing needs references."""
    from cranfield.io.text import text  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    more = given.options["more"]
    if len(given.files) < 2 and not (given.files and not more and _need_no_references(given)):
        raise InputError("too-few-files-text")
    several = len(given.files) > 1
    reference, systems = (given.files[0], given.files[1:]) if several else (None, given.files)
    once([*given.files, *more])
    if reference == "-" and (more or len(systems) > 1):
        raise InputError("text-stdin-references")
    gold: Any = [Path(each) for each in (reference, *more) if each] if more else reference
    for system, named in zip(systems, system_names(systems), strict=True):
        name = "standard input" if system == "-" else named
        with reading(system) as progress:
            yield text(
                candidates=system, references=gold, system=name, progress=progress, policy=given.policy,
                **_shared(given),
            )  # fmt: skip


def _given_values(fields: tuple[str, ...], measures: dict[str, Measure]) -> dict[str, Measure]:
    """The values of other tools by the names of their fields, unless a measure is about them already."""
    from cranfield.core.spec import parse  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.measures.text.given import Given as Values  # noqa: PLC0415

    about = {vars(each).get("column") for each in measures.values() if isinstance(each, Values)}
    return {each: parse("Given", "text").replace(column=each) for each in fields if each not in about}


_OF_MEASURES = ("tokenize", "lowercase", "stem")  # options that are parameters


def _adapted(measures: dict[str, Measure], given: Given, _: Batch | None) -> dict[str, Measure]:
    """What options say about all measures, for those that have such a parameter and do not set it themselves."""
    asked = {name: given.options[name] for name in _OF_MEASURES if given.options[name]}
    wanted = {}
    without: dict[tuple[str, ...], list[str]] = {}
    for name, measure in measures.items():
        mine = {each: value for each, value in asked.items() if each in measure.params()}
        # a parameter that is written with the measure stays, also where it is the default
        said = {*measure.changed(), *(each for each in mine if f"{each}=" in name.replace(" ", ""))}
        wanted[name] = measure.replace(**{each: value for each, value in mine.items() if each not in said})
        if unused := tuple(f"--{each}" for each in asked if each not in mine):
            without.setdefault(unused, []).append(name)
    wanted |= _given_values(given.options["given"], wanted)
    if not given.quiet:
        from cranfield.words import say  # noqa: PLC0415

        for options, names in without.items():
            facts = {"options": list(options), "names": names, "one": len(options) == 1}
            click.echo("note: " + say("options-without-effect", facts, voice="shell"), err=True)
    return wanted


INPUTS = Inputs(
    family="text",
    files="REFERENCE SYSTEM...",
    about="texts",
    options=OPTIONS,
    read=_read,
    more_files=("groups", "more"),
    large=_large,
    engines=("spark",),
    staying=("given", "nuggets", "groups"),
    adapt=_adapted,
)
