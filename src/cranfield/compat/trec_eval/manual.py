"""What -h prints: the options and the measures that were asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.compat.trec_eval.requests import requests

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.options import Options

__all__ = ["manual"]

_OPTIONS = """\
usage: cranfield trec_eval [options] QRELS RUN

Evaluate a run exactly as trec_eval does. The version is 10.0, or 9.0.8 with --as 9; RUN may be - for standard input.

  -q            print each query too               (--query_eval_wanted)
  -c            count judged topics that the run does not answer, as 0  (--complete_rel_info_wanted)
  -n            no summary                         (--nosummary)
  -l N          the lowest grade that is relevant  (--level_for_rel)            [default: 1]
  -J            leave unjudged documents out       (--Judged_docs_only)
  -M N          only the first N results           (--Max_retrieved_per_topic)
  -N N          documents in the collection        (--Number_docs_in_coll)
  -m MEASURE    a measure or a set of them, such as P.5,10, official, all_trec or set  (--measure)
  -R FORMAT     format of QRELS: qrels, qrels_jg, prefs or qrels_prefs  (--Rel_info_format)
  -T FORMAT     format of RUN: trec_results        (--Results_format)
  -Z FILE       print deviations from the means in FILE  (--Zscore)
  -D N.QUERY    evaluate this query only           (--Debug_level)
  -o            accepted and without effect, as in trec_eval
  -v            the version                        (--version)
  -h            this text, and the measures given with -m  (--help)
  --as VERSION  9 or 10                                                         [default: 10]
"""


_PLAIN = {"runid": "The last field of the run.", "relstring": "The first grades of the ranking, as a text."}


def manual(options: Options) -> str:
    """The options, then a paragraph for each measure."""
    if not options.measures:
        return _OPTIONS + "\nName measures with -m to have them described.\n"
    told: dict[str, str] = {}
    for request in requests(options)[0]:
        told.setdefault(request.entry.name, _paragraph(request))
    return _OPTIONS + "".join(f"\n{text}" for text in told.values())


def _paragraph(request: object) -> str:
    entry, measures = request.entry, request.measures  # type: ignore[attr-defined]
    if not measures:
        return f"{entry.name}\n  {_PLAIN.get(entry.name, 'How many preferences between documents the run fulfils.')}\n"
    measure = measures[0]
    return f"{entry.name}\n  {measure.describe()}\n  {measure.formula}\n  In Cranfield: {measure}\n"
