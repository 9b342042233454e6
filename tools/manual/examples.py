"""The worked example of every measure: small files, one command, and what it shows when the page is built."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cranfield import cost, each_rated, evaluate, explain, labels, overview, ranking, ratings, text
from cranfield.core.registry import registry
from cranfield.report.document import markdown
from cranfield.report.document.blocks import Heading
from cranfield.report.explanation import page_of
from cranfield.report.told.unit import definition_blocks
from manual.words import for_site

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["FILES", "Example", "example_of", "worked"]

FILES = {
    "qrels.txt": "q1 0 A 3\nq1 0 B 0\nq1 0 C 1\nq1 0 D 2\nq1 0 E 0\nq2 0 F 1\nq2 0 G 0\n",
    "run.txt": "q1 Q0 D 1 9.0 demo\nq1 Q0 B 2 8.5 demo\nq1 Q0 X 3 8.0 demo\nq1 Q0 A 4 7.2 demo\nq1 Q0 Y 5 5.5 demo\n"
    "q2 Q0 G 1 3.0 demo\nq2 Q0 F 2 2.0 demo\n",
    "known.txt": "q1 0 A 1\n",
    "groups.txt": "A north\nB south\nC north\nD south\nX south\nF north\nG south\n",
    "subtopics.txt": "q1 1 A 1\nq1 1 B 0\nq1 1 D 1\nq1 2 A 0\nq1 2 D 1\n"
    "q1 3 A 1\nq1 3 C 1\nq2 1 F 1\nq2 2 F 1\nq2 2 G 1\n",
    "clicks.csv": "truth,guess,score,session\n1,1,0.9,s1\n0,1,0.8,s1\n1,1,0.8,s1\n0,0,0.1,s1\n1,0,0.4,s2\n0,0,0.2,s2\n",
    "fruit.csv": "truth,guess,apple,pear,plum\napple,apple,0.7,0.2,0.1\npear,apple,0.5,0.3,0.2\nplum,pear,0.1,0.6,0.3\n"
    "plum,plum,0.2,0.2,0.6\n",
    "reference.txt": "the cat is on the mat\nit rains in the north today\n",
    "grades.csv": "doc,who,grade\nA,ann,3\nA,bo,3\nB,ann,0\nB,bo,1\nC,ann,1\nC,bo,1\nD,ann,2\nD,bo,3\nE,ann,0\n"
    "E,bo,0\nD,ann,1\n",
    "pairs.csv": "doc,who,left,right,winner\nA,ann,old,new,new\nA,bo,old,new,tie\nB,ann,new,old,new\n"
    "C,ann,old,new,old\nC,bo,old,new,old\nD,bo,new,old,new\n",
    "scored.jsonl": '{"output": "the cat sat on the mat", "target": "the cat is on the mat", "comet": 0.91}\n'
    '{"output": "it is raining", "target": "it rains today", "comet": 0.78}\n',
    "assigned.jsonl": '{"nuggets": [{"text": "opened in 1889", "importance": "vital", "assignment": "support"},'
    ' {"text": "330 metres high", "importance": "vital", "assignment": "partial_support"},'
    ' {"text": "painted brown", "importance": "okay", "assignment": "not_support"}]}\n',
    "requests.csv": "query,sent,ended,engine,timeout,error,bytes,results\n"
    + "".join(
        f"q{at:02},{at / 10},{at / 10 + (7 * at % 24 + 8) / 1000},{(7 * at % 24 + 5) / 1000},2,,{900 + 13 * at},10\n"
        for at in range(1, 24)
    )
    + "q24,2.4,2.401,,2,refused,,\n",
    "changes.csv": "query,kind,sent,ended\n"
    + "".join(
        f"t{at:02},freshness-{('add', 'update', 'delete')[at % 3]},{at},{at + (11 * at % 24 + 1) / 25}\n"
        for at in range(1, 25)
    ),
    "index.csv": "query,kind,value,results\nindex,space,52428800,40960\n",
    "system.txt": "the cat sat on the the mat\nit is raining in the north\n",
}
# what the example asks for, where the bare name is not the best to show
ASKED = {
    "ranking.Accuracy": "Accuracy(docs=1000)",
    **{f"ranking.{name}": f"{name}@5" for name in ("P", "R", "nDCG", "DCG", "IDCG", "CG", "nCG", "ERR", "Judged")},
    **{f"ranking.{name}": f"{name}@5" for name in ("KnownCoverage", "Novelty", "Unjudged", "relative_P", "NumRelRet")},
    **{f"ranking.{name}": f"{name}@5" for name in ("alpha_DCG", "alpha_nDCG", "ERR_IA", "nERR_IA", "P_IA", "StRecall")},
    **{f"ranking.{name}": f"{name}@5" for name in ("BPM", "Q", "nERR")},
    "ranking.Success": "Success@3",
    "ranking.IPrec": "IPrec@0.5",
    "ranking.Rprec_mult": "Rprec_mult@0.5",
    "ranking.RBP": "RBP(p=0.5)@5",
    "labels.TopK": "TopK@2",
    "text.BLEU": "BLEU-2",
    "text.Distinct": "Distinct-2",
    "text.Entropy": "Entropy-2",
    "text.NgramPrecision": "NgramPrecision-2",
    "text.ROUGE": "ROUGE-2",
    "text.SelfBLEU": "SelfBLEU-2",
    "text.CIDEr": "CIDEr(n=2)",
    "text.CIDEr-D": "CIDEr-D(n=2)",
    "text.Given": "Given(column='comet')",
    "text.GivenLoss": "GivenLoss(column='comet')",
}
PREFERENCES = ("ratings.BradleyTerry", "ratings.WinRate")
SEVERAL = ("labels.TopK", *PREFERENCES)  # measures that are shown with more than two labels, or side by side


@dataclass(frozen=True)
class Example:
    """A command, and the part of it that names the unit."""

    asked: str
    files: tuple[str, ...]
    options: tuple[str, ...] = ()
    unit: tuple[str, str] | None = None  # what it is and its name; None is the whole

    @property
    def command(self) -> str:
        """What a reader types."""
        unit = (f"--{self.unit[0]}", self.unit[1]) if self.unit else ()
        return shlex.join(["cranfield", "explain", *self.files, *self.options, "-m", self.asked, *unit])


@lru_cache
def _batch(family: str, *, several: bool = False, subtopics: bool = False, name: str = "", beside: str = "") -> Batch:
    with TemporaryDirectory() as folder:
        place = Path(folder)
        for file, content in FILES.items():
            (place / file).write_text(content, encoding="utf-8")
        if family == "ranking":
            if subtopics:
                return ranking(place / "subtopics.txt", place / "run.txt", keep=10)
            return ranking(place / "qrels.txt", place / "run.txt", known=place / "known.txt", keep=10,
                           document_groups=place / "groups.txt")  # fmt: skip
        if family == "ratings" and several:
            return each_rated(
                place / "pairs.csv", item="doc", rater="who", value="winner", system="left", other="right"
            )[0]
        if family == "ratings":
            return ratings(place / "grades.csv", item="doc", rater="who", value="grade")
        if beside == "given":
            return text(data=place / "scored.jsonl", candidates="output", references="target", given="comet")
        if beside == "support":
            return text(data=place / "assigned.jsonl", nuggets="nuggets")
        if family == "cost":
            return cost(place / {"Freshness": "changes.csv", "Space": "index.csv"}.get(name, "requests.csv"))
        if family == "text":
            return text(candidates=place / "system.txt", references=place / "reference.txt")
        if several:
            scores = {name: name for name in ("apple", "pear", "plum")}
            return labels(place / "fruit.csv", truth="truth", guess="guess", score=scores)
        return labels(place / "clicks.csv", truth="truth", guess="guess", score="score", group="session")


def _beside(family: str, name: str) -> str:
    """What a measure of texts reads that files of lines do not hold, if anything."""
    return next((each for each in registry(family)[name].reads if each in ("given", "support")), "")


def example_of(family: str, name: str) -> Example:
    """The example of a measure."""
    key = f"{family}.{name}"
    asked = ASKED.get(key, name)
    if family == "ranking":
        known = ("--known", "known.txt") if "known" in registry(family)[name].reads else ()
        if "document_group" in registry(family)[name].reads:
            known = ("--document-groups", "groups.txt")
        judged = "subtopics.txt" if "subtopic" in registry(family)[name].reads else "qrels.txt"
        return Example(asked, (judged, "run.txt"), known, ("query", "q1"))
    if key in PREFERENCES:
        given = ("--item", "doc", "--rater", "who", "--value", "winner", "--system", "left", "--other", "right")
        return Example(f"{asked}(system='new')", ("pairs.csv",), given, ("unit", "A new old"))
    if family == "ratings":
        given = ("--item", "doc", "--rater", "who", "--value", "grade")
        return Example(asked, ("grades.csv",), given, ("unit", "D"))
    if family == "text" and (beside := _beside(family, name)):
        files, options = {
            "given": ("scored.jsonl", ("--candidate", "output", "--references", "target", "--given", "comet")),
            "support": ("assigned.jsonl", ("--nuggets", "nuggets")),
        }[beside]
        return Example(asked, (files,), options, ("segment", "1"))
    if family == "cost":
        file = {"Freshness": "changes.csv", "Space": "index.csv"}.get(name, "requests.csv")
        unit = {"changes.csv": ("unit", "t05"), "index.csv": ("unit", "index")}.get(file, ("unit", "q05"))
        return Example(asked, (file,), ("--family", "cost"), None if name == "Latency" else unit)
    if family == "text":
        return Example(asked, ("reference.txt", "system.txt"), (), ("segment", "1"))
    units = evaluate(_batch(family, several=key in SEVERAL), asked)[asked].units
    unit = next((("session", each) for each in units if each == "s1"), None)
    unit = unit or next((("label", each) for each in units if each in ("1", "plum")), None)
    if key in SEVERAL:
        given = ("--score", "apple=apple", "--score", "pear=pear", "--score", "plum=plum")
        return Example(asked, ("fruit.csv",), ("--truth", "truth", "--guess", "guess", *given), unit)
    given = ("--truth", "truth", "--guess", "guess", "--score", "score", "--group", "session")
    return Example(asked, ("clicks.csv",), given, unit)


def worked(family: str, name: str, *, language: str = "en") -> str:
    """What the command shows below definition and formula, as Markdown."""
    example = example_of(family, name)
    shown = name if family == "cost" else ""
    subtopics = "subtopics.txt" in example.files
    beside = _beside(family, name)
    batch = _batch(family, several=f"{family}.{name}" in SEVERAL, subtopics=subtopics, name=shown, beside=beside)
    if example.unit:
        told = explain(batch, example.asked, example.unit[1])
        # the page says in words who differs; here are numbers
        told = replace(told, others=tuple(other for other in told.others if other.written))
    else:
        told = overview(batch, example.asked)
    blocks = page_of(told, language=language)
    blocks = blocks[1 + len(definition_blocks(told.measure, language=language)) :]
    lowered = [Heading(each.text, each.level + 1) if isinstance(each, Heading) else each for each in blocks]
    return for_site(markdown.render_page(lowered))
