"""Make the built-in collection from demo_texts.toml: the same files every time.

    python tools/make_demo.py

Three rankers search the help pages of an outdoor shop. The first pages of their results are pooled and judged by rule
with a few slips, as people would; everything below the pool stays unjudged, as in real collections.
"""

from __future__ import annotations

import json
import math
import random
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE.parent / "src" / "cranfield" / "demo" / "data"
DEPTH = 50  # documents a run lists for a query
POOL = 7  # how far down the judges read
UNJUDGED_QUERY = "q61"  # a query that nobody got to
SLIP = 0.07  # how often a judge is one grade too strict
STOP = frozenset(
    re.findall(
        r"\w+", "a and any are as at be can for from how i in is it my of off on or should the to when with your"
    )
)


def tokens(text: str) -> list[str]:
    """Lower-case words without stop words."""
    return [word for word in re.findall(r"[a-z]+", text.lower()) if word not in STOP]


def stem(word: str) -> str:
    """Cut the commonest endings."""
    for ending in ("ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def make_documents(texts: dict[str, Any]) -> list[dict[str, str]]:
    """One page for each item and kind that the shop has."""
    chance = random.Random(20)  # noqa: S311 (repeatable, not secret)
    documents = []
    for item, about in texts["items"].items():
        relatives = [
            other for other, each in texts["items"].items() if each["family"] == about["family"] and other != item
        ]
        for kind, page in texts["pages"].items():
            if kind in about["lacks"]:
                continue
            body = [*chance.sample(page["bodies"], 2), about["fact"]]
            chance.shuffle(body)
            if relatives and chance.random() < 0.4:
                body.append(f"See also our page on {texts['items'][chance.choice(relatives)]['words']}.")
            title = page["title"].format(item=about["words"])
            documents.append(
                {"id": f"{item}-{kind}", "item": item, "kind": kind, "title": title, "text": " ".join(body)}
            )
    return documents


class BM25:
    """The usual ranking function over title and text."""

    def __init__(self, bags: dict[str, Counter[str]], k1: float = 1.2, b: float = 0.75) -> None:
        self.bags, self.k1, self.b = bags, k1, b
        self.mean = sum(map(Counter.total, bags.values())) / len(bags)
        self.seen = Counter(word for bag in bags.values() for word in bag)

    def search(self, query: dict[str, float]) -> dict[str, float]:
        """Every document that shares a word with the query, with its score."""
        scores: dict[str, float] = {}
        for word, weight in query.items():
            rarity = math.log(1 + (len(self.bags) - self.seen[word] + 0.5) / (self.seen[word] + 0.5))
            for name, bag in self.bags.items():
                if word in bag:
                    length = 1 - self.b + self.b * bag.total() / self.mean
                    part = bag[word] * (self.k1 + 1) / (bag[word] + self.k1 * length)
                    scores[name] = scores.get(name, 0.0) + weight * rarity * part
        return {name: round(score, 3) for name, score in scores.items()}


def make_rankers(documents: list[dict[str, str]], synonyms: dict[str, list[str]]) -> dict[str, Any]:
    """Query text to scores, for three systems of different quality."""
    # words of the title count more: twice here, three times in the better ranker
    titles = {each["id"]: set(tokens(each["title"])) for each in documents}
    plain = BM25({each["id"]: Counter(tokens(each["title"]) * 2 + tokens(each["text"])) for each in documents})
    stems = {each["id"]: Counter(map(stem, tokens(each["title"]) * 3 + tokens(each["text"]))) for each in documents}
    stemmed = BM25(stems)

    def title_words(text: str) -> dict[str, float]:
        counts = {name: len(words.intersection(tokens(text))) for name, words in titles.items()}
        return {name: count for name, count in counts.items() if count}

    def bm25(text: str) -> dict[str, float]:
        return plain.search(dict.fromkeys(tokens(text), 1.0))

    def bm25_synonyms(text: str) -> dict[str, float]:
        query = {stem(word): 1.0 for word in tokens(text)}
        for word in tokens(text):
            for other in synonyms.get(word, []):
                query.setdefault(stem(other), 0.7)
        return stemmed.search(query)

    return {"title-words": title_words, "bm25": bm25, "bm25-synonyms": bm25_synonyms}


def grade(texts: dict[str, Any], query: list[str], document: dict[str, str]) -> int:
    """3 answers the question, 2 helps, 1 is related, 0 does not help."""
    item, kind, _ = query
    if item == "-":
        return 0
    same = document["item"] == item
    kin = texts["items"][document["item"]]["family"] == texts["items"][item]["family"]
    if document["kind"] == kind:
        return 3 if same else 1 if kin else 0
    near = texts["pages"][kind]["near"]
    if same and document["kind"] in near:
        return 2 if document["kind"] == near[0] else 1
    return 0


def make_collection() -> dict[str, str]:
    """All files by name."""
    texts = tomllib.loads((HERE / "demo_texts.toml").read_text(encoding="utf-8"))
    documents = make_documents(texts)
    by_id = {each["id"]: each for each in documents}
    files = {}
    pool: dict[str, set[str]] = {query: set() for query in texts["queries"]}
    for system, search in make_rankers(documents, texts["synonyms"]).items():
        lines = []
        for query, (_, _, text) in texts["queries"].items():
            found = sorted(search(text).items(), key=lambda pair: -pair[1])[:DEPTH]  # ties stay in catalogue order
            pool[query].update(name for name, _ in found[:POOL])
            lines += [f"{query} Q0 {name} {rank} {score} {system}" for rank, (name, score) in enumerate(found, 1)]
        files[f"{system}.run"] = "\n".join(lines) + "\n"
    chance = random.Random(7)  # noqa: S311 (repeatable, not secret)
    judged = []
    for query, meant in texts["queries"].items():
        for name in sorted(pool[query]) if query != UNJUDGED_QUERY else []:
            slipped = chance.random() < SLIP
            judged.append(f"{query} 0 {name} {max(grade(texts, meant, by_id[name]) - slipped, 0)}")
    files["qrels.txt"] = "\n".join(judged) + "\n"
    classes = {
        query: texts["pages"][kind]["class"] if item != "-" else "other"
        for query, (item, kind, _) in texts["queries"].items()
    }
    files["groups.tsv"] = "query\tgroup\n" + "".join(f"{query}\t{name}\n" for query, name in classes.items())
    files["queries.tsv"] = "query\ttext\n" + "".join(
        f"{query}\t{text}\n" for query, (_, _, text) in texts["queries"].items()
    )
    kept = ("id", "title", "text")
    files["docs.jsonl"] = "".join(json.dumps({key: each[key] for key in kept}) + "\n" for each in documents)
    return files


def main() -> None:
    """Write the files into the package."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, content in make_collection().items():
        (TARGET / name).write_text(content, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
