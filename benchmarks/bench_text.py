"""Measures of text next to their peers, each turn in a process of its own that has read the texts.

The texts are real (text_data.py says which), and every table names them.
`--texts FILE` takes those of your own, two lists of strings in JSON, candidates and references:
python benchmarks/bench_text.py bleu --texts mine.json
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from text_data import make_document, make_pairs, make_summaries, source
from turns import Program, take_turns

import report

DATA = Path(__file__).parent / "data"
WORDNET = (Path("/usr/share/wordnet"), DATA / "wordnet")  # Debian's wordnet-base and wordnet-sense-index

TEXTS = """
with open({path!r}, encoding="utf-8") as file:
    candidates, references = json.load(file)
"""
# a first small call, so that nobody's modules and synonyms are loaded during the work
OURS = "from cranfield import evaluate, text\nevaluate(text(candidates=['car'], references=['auto']), {measures!r})\n"
SACREBLEU = "from sacrebleu.metrics import BLEU, CHRF, TER\nBLEU().corpus_score(['a'], [['a']])\n"
SENTENCES = """
metric = BLEU(effective_order=True)
scores = [metric.sentence_score(c, [r]).score for c, r in zip(candidates, references, strict=True)]
answer = sum(scores) / len(scores)
"""
MEAN = "scores = results['BLEU'].values.tolist()\nanswer = sum(scores) / len(scores)"
BLEUSCORE = "import bleuscore\nbleuscore.compute([['a']], ['a'])\n"
ROUGE = """
scorer = {maker}({names!r}, use_stemmer={stem})
scores = [scorer.score(r, c) for c, r in zip(candidates, references, strict=True)]
answer = sum(each[{last!r}].fmeasure for each in scores) / len(scores)
"""
NLTK = """
import nltk
nltk.data.path.insert(0, {folder!r})
from nltk.translate.meteor_score import meteor_score
meteor_score([["car"]], ["auto"])
"""
METEOR = """
scores = [meteor_score([r.lower().split()], c.lower().split()) for c, r in zip(candidates, references, strict=True)]
answer = sum(scores) / len(scores)
"""
FILES = (
    "adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition"
    " noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person"
    " noun.phenomenon noun.plant noun.possession noun.process noun.quantity noun.relation noun.shape noun.state"
    " noun.substance noun.time verb.body verb.change verb.cognition verb.communication verb.competition"
    " verb.consumption verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession verb.social"
    " verb.stative verb.weather adj.ppl"
)


def _ours(path: Path, measures: list[str], work: str = "") -> Program:
    """The last measure's value is the answer."""
    score = f"results = evaluate(text(candidates=candidates, references=references), {measures!r})\n"
    before = TEXTS.format(path=str(path)) + OURS.format(measures=measures)
    return Program(score + (work or f"answer = [results[each].value for each in {measures!r}][-1]"), before)


def _peer(path: Path, before: str, work: str) -> Program:
    return Program(work, TEXTS.format(path=str(path)) + before)


def bleu(scale: float, path: Path | None = None) -> list[dict[str, Any]]:
    """One score for all, and one for each segment: of a test set, and of ten times as much."""
    made = [path] if path else [make_pairs(DATA, round(count * scale)) for count in (2_000, 20_000)]
    return [table for each in made for table in (_corpus_bleu(each), _sentence_bleu(each))]


def _corpus_bleu(path: Path) -> dict[str, Any]:
    rust = "answer = 100 * bleuscore.compute([[each] for each in references], candidates)['bleu']"
    contestants = {
        "cranfield": _ours(path, ["BLEU"]),
        "sacrebleu": _peer(path, SACREBLEU, "answer = BLEU().corpus_score(candidates, [references]).score"),
        "bleuscore (Rust)": _peer(path, BLEUSCORE, rust),
    }
    line = {"work": f"corpus BLEU, {_count(path):,} pairs", "ours": "cranfield",
            "peers": ["sacrebleu", "bleuscore (Rust)"]}  # fmt: skip
    rows = take_turns(contestants, 7, agree=1e-6)
    return {"title": line["work"], "rows": rows, "note": _told(path), "readme": [line]}


def _told(path: Path) -> str:
    """Which texts they are."""
    if "summaries" in path.name or "long" in path.name:
        return "Texts: sentences of the manual, said in other words."
    return f"Texts: {source()}." if path.is_relative_to(DATA) else f"Texts: {path.name}."


def _sentence_bleu(path: Path) -> dict[str, Any]:
    contestants = {
        "cranfield": _ours(path, ["BLEU"], MEAN),
        "sacrebleu": _peer(path, SACREBLEU, SENTENCES),
    }
    line = {"work": f"{_count(path):,} sentence BLEUs", "ours": "cranfield", "peers": ["sacrebleu"]}
    rows = take_turns(contestants, 7, agree=1e-9)
    return {"title": line["work"], "rows": rows, "note": _told(path), "readme": [line]}


def chrf(scale: float, path: Path | None = None) -> list[dict[str, Any]]:
    """One score for all; TER, which takes long, of fewer."""
    found = []
    for name, count in (("chrF", 5_000), ("TER", 500)):
        texts = path or make_pairs(DATA, round(count * scale))
        contestants = {
            "cranfield": _ours(texts, [name]),
            "sacrebleu": _peer(
                texts, SACREBLEU, f"answer = {name.upper()}().corpus_score(candidates, [references]).score"
            ),
        }
        work = f"{name}, {_count(texts):,} pairs"
        line = {"work": work, "ours": "cranfield", "peers": ["sacrebleu"]}
        rows = take_turns(contestants, agree=1e-6)
        found.append({"title": work, "rows": rows, "note": _told(texts), "readme": [line]})
    return found


def rouge(scale: float, path: Path | None = None) -> list[dict[str, Any]]:
    """Without stems and with them."""
    path = path or make_summaries(DATA, round(1_000 * scale))
    found = []
    for names, stem in ((["rouge1", "rouge2", "rougeL"], False), (["rouge1", "rouge2", "rougeL", "rougeLsum"], True)):
        measures = [name.replace("rouge", "ROUGE-") + "(stem=True)" * stem for name in names]
        words = {"names": names, "stem": stem, "last": names[-1]}
        contestants = {
            "cranfield": _ours(path, measures),
            "rouge-score": _peer(
                path, "from rouge_score.rouge_scorer import RougeScorer", ROUGE.format(maker="RougeScorer", **words)
            ),
            "rouge-score-rs (Rust)": _peer(
                path, "from rouge_score_rs import rouge_scorer", ROUGE.format(maker="rouge_scorer.RougeScorer", **words)
            ),
        }
        work = f"ROUGE-{', -'.join(name[5:] for name in names)}{' with stems' * stem}, {_count(path):,} summaries"
        line = {"work": work, "ours": "cranfield", "peers": ["rouge-score", "rouge-score-rs (Rust)"]}
        rows = take_turns(contestants, 3, agree=1e-6)
        found.append({"title": work, "rows": rows, "note": _told(path), "readme": [line]})
    return found


def meteor(scale: float, path: Path | None = None) -> list[dict[str, Any]]:
    """With WordNet, which nltk needs as files."""
    path = path or make_pairs(DATA, round(5_000 * scale))
    contestants = {"cranfield": _ours(path, ["METEOR(tokenize='none')"])}
    folder = _wordnet()
    if folder:
        contestants["nltk"] = _peer(path, NLTK.format(folder=str(folder)), METEOR)
    work = f"METEOR, {_count(path):,} pairs"
    note = "nltk's value is lower: it links words greedily and looks for synonyms of stems." if folder else (
        "Without nltk, which needs WordNet: apt-get install wordnet-base wordnet-sense-index."
    )  # fmt: skip
    line = {"work": work, "ours": "cranfield", "peers": ["nltk"]}
    note = f"{_told(path)} {note}"
    return [{"title": work, "rows": take_turns(contestants), "note": note, "readme": [line] if folder else []}]


def _wordnet() -> Path | None:
    """A folder of nltk's data with Debian's WordNet, which lacks only the names of its files."""
    found = next((folder for folder in WORDNET if folder.is_dir()), None)
    if found is None:
        return None
    place = DATA / "nltk" / "corpora" / "wordnet"
    if not place.is_dir():
        shutil.copytree(found, place)
        marks = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}
        lines = [f"{at:02d}\t{each}\t{marks[each.split('.')[0]]}\n" for at, each in enumerate(FILES.split())]
        (place / "lexnames").write_text("".join(lines))
    return DATA / "nltk"


def long(scale: float) -> list[dict[str, Any]]:
    """Two documents, and growth with the number of segments."""
    words = round(20_000 * scale)
    path = make_document(DATA, words)
    names = ["BLEU", "chrF", "ROUGE-2", "ROUGE-L", "ROUGE-Lsum", "ROUGE-SU4", "METEOR"]
    sizes = [round(20_000 * scale) // part for part in (4, 2, 1)]
    grown = {f"{name}, {size:,} pairs": _ours(make_pairs(DATA, size), [name])
             for name in ("BLEU", "ROUGE-L") for size in sizes}  # fmt: skip
    return [
        {"title": f"Two documents of {words:,} words",
         "rows": take_turns({name: _ours(path, [name]) for name in names}, 3), "note": _told(path)},
        {"title": "Growth", "rows": take_turns(grown, 3), "note": f"Texts: {source()}."},
    ]  # fmt: skip


def _count(path: Path) -> int:
    return len(json.loads(path.read_text("utf-8"))[0])


def main() -> None:
    """Run one section on texts of one's own."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("section", choices=["bleu", "chrf", "rouge", "meteor"])
    parser.add_argument("--texts", type=Path, required=True, help="two lists of strings in JSON")
    chosen = parser.parse_args()
    for table in getattr(sys.modules[__name__], chosen.section)(1.0, chosen.texts):
        print("\n".join(report.table_lines(table)))


if __name__ == "__main__":
    main()
