"""Collections made by hypothesis: ties, gaps, unjudged, negative, graded and fractional judgments, unicode ids."""

from dataclasses import dataclass
from zlib import crc32

import pyarrow as pa
from hypothesis import strategies as st

from contracts.samples import ORACLES
from cranfield import Policy, ranking
from oracles.user_models import SCALED

DOCS = ["d1", "d2", "d10", "D3", "文档", "é", "e\u0301", "😀", "a-b", "z/9", "ß", "_"]
GROUPS = {
    "d1": "x", "d2": "y", "d10": "x", "D3": "z", "文档": "y", "é": "x", "e\u0301": "z", "😀": "z", "a-b": "y",
    "z/9": "x",
    "ß": "y", "_": "x", "d5": "y",
}  # fmt: skip
QUERIES = ["q1", "10", "9", "查询", "ñ"]
SUBTOPICS = ["1", "2", "10", "方面"]
SCORES = [-1.5, 0.0, 0.25, 0.5, 1.0, 1e9]
GRADES = [-2, -1, 0, 1, 1, 2, 3, 0.5, 1.5, 7.5]
WHOLE_GRADES = [-2, -1, 0, 0, 1, 1, 2, 3, 4]


@dataclass
class Collection:
    qrels: dict
    run: dict
    known: dict

    def batch(self, *, told=False, **changes):
        """With `told`, the judgments tell subtopics apart, and collapse to the same ones."""
        judged = by_subtopic(self.qrels) if told else self.qrels
        groups = None if not told or changes.get("judged_only") else GROUPS
        return ranking(judged, self.run, policy=Policy(**changes), known=self.known, document_groups=groups)

    @property
    def subtopics(self):
        """By query, {subtopic: {document: grade}} whose best grades are those of the judgments."""
        found = {query: {} for query in self.qrels}
        for query, subtopic, doc, grade in _apart(self.qrels):
            found[query].setdefault(subtopic, {})[doc] = grade
        return found

    @property
    def max_grade(self):
        return max([0, *(grade for grades in self.qrels.values() for grade in grades.values())]) or 1.0


def _apart(qrels):
    """Each document judged for some subtopics, which depend on names alone; its best grade is that of the judgments."""
    for query, doc, grade in [(query, doc, grade) for query, docs in qrels.items() for doc, grade in docs.items()]:
        chance = crc32(f"{query} {doc}".encode())
        own = chance % len(SUBTOPICS)
        for at, name in enumerate(SUBTOPICS):
            if at == own:
                yield query, name, doc, grade
            elif chance >> (8 + at) & 1:
                yield query, name, doc, grade if chance >> (16 + at) & 1 else min(grade, 0)


def by_subtopic(qrels):
    """Judgments as a table that tells subtopics apart, with the documents in the same order."""
    columns = zip(*_apart(qrels), strict=True)
    return pa.table(dict(zip(("query", "subtopic", "doc", "grade"), map(list, columns), strict=True)))


@st.composite
def collections(draw, grades=tuple(GRADES), docs=tuple(DOCS), scores=tuple(SCORES), most=12):
    """Judgments for some queries and a run that answers at least one of them."""
    queries = draw(st.lists(st.sampled_from(QUERIES), min_size=1, max_size=4, unique=True))
    judgments = st.dictionaries(st.sampled_from(docs), st.sampled_from(grades), min_size=1, max_size=most)
    results = st.dictionaries(st.sampled_from(docs), st.sampled_from(scores), min_size=1, max_size=most)
    qrels = {query: draw(judgments) for query in queries}
    answered = [query for query in queries[1:] if draw(st.booleans())]
    run = {query: draw(results) for query in [*answered, queries[0]]}
    known = {query: {doc: 1 for doc in grades if draw(st.booleans())} for query, grades in qrels.items()}
    known = {query: listed for query, listed in known.items() if listed} or {queries[0]: {"d1": 1}}
    return Collection(qrels, run, known)


def survivable(collection):
    """Give every query a judgment that is not negative: without one, pytrec_eval can end the whole process."""
    for grades in collection.qrels.values():
        if max(grades.values()) < 0:
            grades["d1"] = 0
    return collection


def untied(collection):
    """Give every document of a ranking a score of its own."""
    for query, scores in collection.run.items():
        collection.run[query] = {doc: float(place) for place, doc in enumerate(ordered(scores))}
    return collection


def ordered(scores):
    """Best first; of equal scores the id that is larger in byte order (trec_eval's rule)."""
    return sorted(scores, key=lambda doc: (scores[doc], doc.encode()), reverse=True)


def oracle_of(measure, collection, query):
    """The plain loop of a measure and its parameters, ready to be called with judgments and a ranking."""
    params = measure.changed()
    for name in ("mean", "average", "judged_only"):
        params.pop(name, None)
    if isinstance(params.get("gain"), tuple):
        params["gain"] = dict(params["gain"])
    if measure.name in ("ERR", "RBP", *SCALED):
        params.setdefault("max_grade", collection.max_grade)
    if measure.name in ("KnownCoverage", "Novelty"):
        params["known"] = set(collection.known.get(query, ()))
    if "subtopic" in measure.reads:
        params["subtopics"] = collection.subtopics[query]
    if "document_group" in measure.reads:
        params["groups"] = GROUPS
    return ORACLES[measure.name].oracle, params


def averaged_as_asked(measure, value):
    """A single value under a geometric mean is floored, and otherwise itself."""
    geometric = getattr(measure, "mean", "arithmetic") == "geometric"
    return value if value is None or not geometric else max(value, 0.00001)


def answers(measure, collection, query):
    """What the run returned for the query, without unjudged documents if the measure wants that."""
    scores = collection.run.get(query, {})
    if getattr(measure, "judged_only", False):
        return {doc: score for doc, score in scores.items() if collection.qrels[query].get(doc, -1) >= 0}
    return scores
