"""Measures of text next to their peers, one core each, as ratios; the values are checked to be the same.

python benchmarks/bench_text.py [--pairs 20000] [--summaries 2000]
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import tempfile
import time
from pathlib import Path

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS", "ARROW_NUM_THREADS"):
    os.environ[name] = "1"

WORDNET = Path("/usr/share/wordnet")
FILES = ["adj.all", "adj.pert", "adv.all", "noun.Tops", "noun.act", "noun.animal", "noun.artifact", "noun.attribute",
         "noun.body", "noun.cognition", "noun.communication", "noun.event", "noun.feeling", "noun.food", "noun.group",
         "noun.location", "noun.motive", "noun.object", "noun.person", "noun.phenomenon", "noun.plant",
         "noun.possession", "noun.process", "noun.quantity", "noun.relation", "noun.shape", "noun.state",
         "noun.substance", "noun.time", "verb.body", "verb.change", "verb.cognition", "verb.communication",
         "verb.competition", "verb.consumption", "verb.contact", "verb.creation", "verb.emotion", "verb.motion",
         "verb.perception", "verb.possession", "verb.social", "verb.stative", "verb.weather", "adj.ppl"]  # fmt: skip


def make_words(size: int) -> list[str]:
    """Made-up English: few words are frequent, and many share a stem."""
    rough = random.Random(1)
    common = [
        "the",
        "of",
        "and",
        "to",
        "a",
        "in",
        "is",
        "it",
        "that",
        "for",
        "on",
        "was",
        "with",
        "as",
        "be",
        "at",
        "not",
    ]
    starts = ["".join(rough.choices("bcdfglmnprst", k=1) + rough.choices("aeiou", k=1)) for _ in range(400)]
    found = dict.fromkeys(common)
    while len(found) < size:
        word = "".join(rough.choices(starts, k=rough.choice([1, 2, 2, 3])))
        for ending in ("", "s", "ed", "ing"):
            found[word + ending] = None
    return list(found)[:size]


def make_sentence(rough: random.Random, words: list[str], weights: list[float], length: int) -> str:
    chosen = rough.choices(words, cum_weights=weights, k=length)
    for at in range(5, length, 9):
        chosen[at] += rough.choice([",", ",", ";", " -"])
    return " ".join(chosen).capitalize() + "."


def disturb(rough: random.Random, sentence: str, words: list[str], weights: list[float]) -> str:
    kept = [
        word if rough.random() < 0.75 else rough.choices(words, cum_weights=weights)[0] for word in sentence.split(" ")
    ]
    if len(kept) > 8 and rough.random() < 0.5:
        kept[2:5], kept[5:8] = kept[5:8], kept[2:5]
    return " ".join(kept)


def seconds(work, repeat: int = 1):
    best, result = float("inf"), None
    for _ in range(repeat):
        began = time.process_time()
        result = work()
        best = min(best, time.process_time() - began)
    return best, result


def row(work: str, tool: str, spent: float, ours: float, value: float) -> None:
    print(f"{work:<44}{tool:<18}{spent:>9.3f}{spent / ours:>9.1f}   {value:.6f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--summaries", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=3, help="our own best of so many; peers run once")
    chosen = parser.parse_args()
    import bleuscore
    import pyarrow as pa
    import sacrebleu
    from rouge_score.rouge_scorer import RougeScorer
    from rouge_score_rs import rouge_scorer as rust
    from sacrebleu.metrics import BLEU, CHRF

    from cranfield import evaluate, text

    pa.set_cpu_count(1)
    rough = random.Random(7)
    words = make_words(40_000)
    weights, total = [], 0.0
    for rank in range(len(words)):
        total += 1 / (rank + 3)
        weights.append(total)
    references = [make_sentence(rough, words, weights, rough.randint(8, 40)) for _ in range(chosen.pairs)]
    candidates = [disturb(rough, each, words, weights) for each in references]
    summaries = ["\n".join(make_sentence(rough, words, weights, rough.randint(14, 26)) for _ in range(4))
                 for _ in range(chosen.summaries)]  # fmt: skip
    made = ["\n".join(disturb(rough, line, words, weights) for line in each.split("\n")) for each in summaries]
    evaluate(text(candidates=["a b"], references=["a c"]), ["BLEU", "ROUGE-L", "METEOR", "chrF"])  # load everything

    def ours(texts, gold, measures):
        def work():
            results = evaluate(text(candidates=texts, references=gold), measures)
            return [results[each] for each in measures]

        return seconds(work, chosen.repeat)

    print(f"{'work':<44}{'tool':<18}{'cpu s':>9}{'x ours':>9}   value")
    work = f"corpus BLEU 13a, {chosen.pairs} pairs"
    base, (result,) = ours(candidates, references, ["BLEU"])
    row(work, "cranfield", base, base, result.value)
    spent, score = seconds(lambda: BLEU().corpus_score(candidates, [references]))
    row(work, "sacrebleu", spent, base, score.score)
    assert abs(score.score - result.value) < 1e-9
    spent, found = seconds(lambda: bleuscore.compute([[each] for each in references], candidates))
    row(work, "bleuscore (Rust)", spent, base, 100 * found["bleu"])

    work = f"sentence BLEU, {chosen.pairs} pairs"
    base, values = seconds(
        lambda: evaluate(text(candidates=candidates, references=references), ["BLEU"])["BLEU"].values, chosen.repeat
    )
    row(work, "cranfield", base, base, values.mean())
    spent, found = seconds(
        lambda: [sacrebleu.sentence_bleu(c, [r]).score for c, r in zip(candidates, references, strict=True)]
    )
    row(work, "sacrebleu", spent, base, sum(found) / len(found))
    assert abs(values - found).max() < 1e-9

    few = min(5_000, chosen.pairs)
    work = f"chrF, {few} pairs"
    base, (result,) = ours(candidates[:few], references[:few], ["chrF"])
    row(work, "cranfield", base, base, result.value)
    spent, score = seconds(lambda: CHRF().corpus_score(candidates[:few], [references[:few]]))
    row(work, "sacrebleu", spent, base, score.score)
    assert abs(score.score - result.value) < 1e-9

    for stemmed in (False, True):
        for names in (("rouge1", "rouge2", "rougeL", "rougeLsum"), ("rouge1", "rouge2", "rougeL")):
            work = f"{'+'.join(each[5:] for each in names)}{', stems' * stemmed}, {chosen.summaries} summaries"
            measures = [each.replace("rouge", "ROUGE-") + ("(stem=True)" if stemmed else "") for each in names]
            base, results = ours(made, summaries, measures)
            row(work, "cranfield", base, base, results[-1].value)
            slow = RougeScorer(list(names), use_stemmer=stemmed)
            part = max(len(made) // 4, 1)  # it is slow: a quarter, counted four times
            spent, found = seconds(
                lambda slow=slow, part=part: [
                    slow.score(r, c) for r, c in zip(summaries[:part], made[:part], strict=True)
                ]
            )
            row(
                work,
                "rouge-score",
                spent * len(made) / part,
                base,
                sum(each[names[-1]].fmeasure for each in found) / part,
            )
            fast = rust.RougeScorer(list(names), use_stemmer=stemmed)
            spent, found = seconds(lambda fast=fast: [fast.score(r, c) for r, c in zip(summaries, made, strict=True)])
            row(work, "rouge-score-rs", spent, base, sum(each[names[-1]].fmeasure for each in found) / len(made))

    few = min(5_000, chosen.pairs)
    work = f"METEOR, {few} pairs"
    measure = "METEOR(tokenize='none')"
    base, (result,) = ours(candidates[:few], references[:few], [measure])
    row(work, "cranfield", base, base, result.value)
    with tempfile.TemporaryDirectory() as folder:
        if WORDNET.is_dir():
            place = Path(folder) / "corpora" / "wordnet"
            shutil.copytree(WORDNET, place)
            marks = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}
            lines = [f"{at:02d}\t{each}\t{marks[each.split('.')[0]]}" for at, each in enumerate(FILES)]
            (place / "lexnames").write_text("\n".join(lines) + "\n")
            import nltk
            from nltk.translate.meteor_score import meteor_score

            nltk.data.path.insert(0, folder)
            split = [
                (r.lower().split(), c.lower().split()) for r, c in zip(references[:few], candidates[:few], strict=True)
            ]
            try:
                [meteor_score([r], c) for r, c in split[:500]]  # warm
                spent, found = seconds(lambda: [meteor_score([r], c) for r, c in split])
                row(work, "nltk", spent, base, sum(found) / len(found))
            except (LookupError, OSError) as error:
                print(f"nltk cannot read WordNet here: {error!r:.80}")
        else:
            print("nltk needs WordNet: apt-get install wordnet-base wordnet-sense-index")

    print("\ngrowth of corpus BLEU and ROUGE-L with the number of segments, cpu seconds for 1/4, 1/2 and all")
    for measure in ("BLEU", "ROUGE-L"):
        parts = [ours(candidates[:size], references[:size], [measure])[0]
                 for size in (chosen.pairs // 4, chosen.pairs // 2, chosen.pairs)]  # fmt: skip
        print(f"{measure:<44}" + "".join(f"{each:>9.3f}" for each in parts))
    long = [" ".join(rough.choices(words, cum_weights=weights, k=20_000)) for _ in range(2)]
    for measure in ("BLEU", "chrF", "ROUGE-2", "ROUGE-L", "ROUGE-Lsum", "ROUGE-SU4", "METEOR"):
        spent, _ = seconds(lambda each=measure: evaluate(text(candidates=long[:1], references=long[1:]), each))
        print(f"{'two documents of 20,000 words, ' + measure:<44}{'cranfield':<18}{spent:>9.3f}")


if __name__ == "__main__":
    main()
