"""`trec_eval` from its arguments to its output and exit status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from cranfield.compat.trec_eval.options import CALCULATION, INPUT, TrecEvalError, parse_options
from cranfield.io.bytes.identity import printed_over
from cranfield.words import say, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cranfield.compat.trec_eval.options import Options
    from cranfield.compat.trec_eval.requests import Request

__all__ = ["run"]

_FORMATS = ("qrels", "qrels_jg", "prefs", "qrels_prefs")
_ANY_FORMAT = ("runid", "num_q")


def run(arguments: Sequence[str], *, out: TextIO | None = None, err: TextIO | None = None) -> int:
    """Run a command line of trec_eval and give its exit status."""
    out, err = out or sys.stdout, err or sys.stderr
    try:
        options = parse_options(list(arguments))
        if options.wants_version:
            err.write(f"trec_eval version {'10.0' if options.version == 10 else '9.0.8'} as Cranfield computes it\n")
        elif options.wants_help:
            from cranfield.compat.trec_eval.manual import manual  # noqa: PLC0415 (only -h needs it)

            out.write(manual(options))
        else:
            _evaluate(options, out, err)
    except TrecEvalError as error:
        out.flush()
        err.write(f"cranfield trec_eval: {error}\n")
        return error.status
    return 0


def _evaluate(options: Options, out: TextIO, err: TextIO) -> None:
    from cranfield.compat.trec_eval.requests import requests  # noqa: PLC0415 (a wrong option needs neither)

    late = None
    try:
        wanted, notes = requests(options)
    except TrecEvalError as error:
        if error.status != CALCULATION:
            raise
        wanted, notes, late = [], [], error  # what is wrong with the files comes first
    err.writelines(f"note: {say('te-unused-parameters', note)}\n" for note in notes)
    if options.rel_format not in _FORMATS:
        raise TrecEvalError("te-judgment-format", INPUT, formats=list(_FORMATS), given=options.rel_format)
    if options.results_format != "trec_results":
        raise TrecEvalError("te-results-format", INPUT, given=options.results_format)
    written = printed_over([*options.files, options.zscores])
    if written is not None:
        raise TrecEvalError("te-output-is-input", INPUT, path="standard input" if written == "-" else written)
    # numpy and pyarrow are loaded from here on
    from cranfield.compat.trec_eval.evaluate import evaluate  # noqa: PLC0415
    from cranfield.compat.trec_eval.inputs import read  # noqa: PLC0415
    from cranfield.compat.trec_eval.output import render  # noqa: PLC0415
    from cranfield.compat.trec_eval.topics import choose  # noqa: PLC0415
    from cranfield.compat.trec_eval.zscores import ZScores  # noqa: PLC0415

    found = read(options)
    zscores = None if options.zscores is None else ZScores(options.zscores)
    if late is not None:
        raise late
    _refuse_other_formats(wanted, options)
    topics = choose(found, options, joined=any(request.entry.name not in _ANY_FORMAT for request in wanted))
    if topics.names:
        lines = evaluate(wanted, topics, found.runid, zscores)
        summary = options.summary and topics.stopped is None
        told = render(lines, topics.names, per_query=options.per_query, summary=summary, zscores=zscores is not None)
        out.writelines(_harmless(told) if out.isatty() else told)
    if topics.stopped is not None:
        raise topics.stopped


def _harmless(blocks: Iterable[str]) -> Iterator[str]:
    """Lines for a terminal, which ids must not steer; files and pipes get their bytes as trec_eval writes them.

    No field holds a blank, so that all tabs and ends of lines are ours.
    """
    for block in blocks:
        yield "\n".join("\t".join(map(visible, line.split("\t"))) for line in block.split("\n"))


def _refuse_other_formats(wanted: Sequence[Request], options: Options) -> None:
    for request in wanted:
        entry = request.entry
        given = "prefs" if options.rel_format == "qrels_prefs" else options.rel_format
        if entry.format != given and entry.name not in _ANY_FORMAT:
            facts = {"measure": entry.name, "needed": entry.format, "given": options.rel_format}
            raise TrecEvalError("te-other-judgments", CALCULATION, **facts)
