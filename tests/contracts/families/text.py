"""Texts: words that repeat, punctuation, entities, numbers, odd blanks, Chinese, empty texts."""

from functools import lru_cache

import numpy as np
from hypothesis import strategies as st

from contracts.families.samples import Made, Samples, Wanted
from cranfield import Policy, parse, text
from oracles.averages import counted, mean_of
from oracles.text import answers, bleu, chrf, cider, meteor, rouge, ter, variety
from text.made_text import BLANKS, ODD, WORDS

NAN = float("nan")
SHARED = "stem=True, tokenize='none', multi='average', mean='geometric'"
WRITTEN = {
    "BLEU": ["BLEU", "BLEU-2", "BLEU(tokenize='none', lowercase=True)", "BLEU(smooth='floor', smooth_value=0.2)",
             "BLEU(effective_order='yes')", "BLEU-3(smooth='none', effective_order='no')", "BLEU(smooth='add-k')",
             "BLEU-2(smooth='add-k', smooth_value=2, tokenize='char')", "BLEU(smooth='floor', effective_order='yes')"],
    "NgramPrecision": ["NgramPrecision", "NgramPrecision(n=2, tokenize='none', lowercase=True)",
                       "NgramPrecision(lowercase=True)"],
    "chrF": ["chrF", "chrF(beta=1, char_order=3, word_order=1, lowercase=True)",
             "chrF(whitespace=True, eps_smoothing=True)"],
    "chrF++": ["chrF++", "chrF++(beta=3, char_order=2, word_order=1, lowercase=True)",
               "chrF++(whitespace=True, eps_smoothing=True)"],
    "TER": ["TER", "TER(normalized=True, no_punct=True, asian_support=True, case_sensitive=True)",
            "TER(case_sensitive=True)", "TER(no_punct=True)", "TER(normalized=True)"],
    "ROUGE": ["ROUGE-1", "ROUGE-2(part='p', stem=True)", "ROUGE-1(tokenize='char', multi='average', part='r')",
              "ROUGE-1(mean='geometric')", "ROUGE-2(multi='pooled')", "ROUGE-3", "ROUGE-1(stem=True)"],
    "ROUGE-L": ["ROUGE-L", "ROUGE-L(part='r', tokenize='13a')", f"ROUGE-L({SHARED})"],
    "ROUGE-Lsum": ["ROUGE-Lsum", "ROUGE-Lsum(part='p', tokenize='intl')", f"ROUGE-Lsum({SHARED})"],
    "ROUGE-W": ["ROUGE-W", "ROUGE-W(weight=2, part='p')", f"ROUGE-W({SHARED})",
                "ROUGE-W-1.2(part='r')", "ROUGE-W(weight=2, multi='pooled')"],
    "ROUGE-S": ["ROUGE-S", "ROUGE-S(gap=0)", "ROUGE-S(gap='any', part='r')", f"ROUGE-S({SHARED})"],
    "ROUGE-SU": ["ROUGE-SU", "ROUGE-SU4(part='p')", "ROUGE-SU(gap='any')", f"ROUGE-SU({SHARED})",
                 "ROUGE-SU(gap=1, part='r')"],
    "METEOR": ["METEOR", "METEOR(alpha=0.5, beta=1, gamma=0.2, stages='stem', tokenize='none', mean='geometric')",
               "METEOR(stages='exact')"],
    "WER": ["WER", "WER(lowercase=True, tokenize='char')"],
    "CER": ["CER", "CER(lowercase=True, ignore_blanks=True)"],
    "ExactMatch": ["ExactMatch", "ExactMatch(normalize='none', mean='geometric')"],
    "TokenF1": ["TokenF1", "TokenF1(normalize='none', tokenize='char', mean='geometric')"],
    "CIDEr": ["CIDEr", "CIDEr(n=2)", "CIDEr(weights=(1, 0, 0, 0))",
              "CIDEr(n=2, weights=(3, 1), tokenize='none', lowercase=True, mean='geometric')"],
    "CIDEr-D": ["CIDEr-D", "CIDEr-D(n=2)", "CIDEr-D(weights=(1, 0, 0, 0))",
                "CIDEr-D(n=2, weights=(0, 1), tokenize='none', lowercase=True, mean='geometric')",
                "CIDEr-D(sigma=1)"],
    "Given": ["Given", "Given(column='other')"],
    "GivenLoss": ["GivenLoss", "GivenLoss(column='other')"],
    "NuggetRecall": ["NuggetRecall", "NuggetRecall(importance='all', support='partial', mean='geometric')",
                     "NuggetRecall(importance='weighted')"],
    "Distinct": ["Distinct-1", "Distinct-2(over='tokens', tokenize='none', lowercase=True)", "Distinct-1(level='text')",
                 "Distinct-2(over='expected', vocabulary=100)", "Distinct-1(over='expected', vocabulary=9)",
                 "Distinct-2(level='text')"],
    "Entropy": ["Entropy-1", "Entropy-2(base=2, tokenize='none', lowercase=True)"],
    "SelfBLEU": ["SelfBLEU", "SelfBLEU-2(smooth='none', tokenize='none', lowercase=True, mean='geometric')"],
}  # fmt: skip
# what two words have in common besides being equal
STEMS = {"cats": "cat", "runs": "run", "running": "run"}
SYNONYMS = ({"car", "automobile"},)


def _plain(chance):
    """Words that every tokeniser cuts alike, on one line or two."""
    words = chance.choice(WORDS, chance.integers(0, 8)).tolist()
    return "".join(word + ("\n" if chance.random() < 0.15 else " ") for word in words).strip()


def _rough(chance):
    size = chance.choice([0, 1, 3, 6, 9, 25], p=[0.1, 0.1, 0.3, 0.3, 0.15, 0.05])
    words, blanks = chance.choice([*WORDS, *ODD], size), chance.choice(BLANKS, size)
    return str(chance.choice(["", "", " ", "."])) + "".join(w + b for w, b in zip(words, blanks, strict=True))


def _segments(seed, one):
    chance, found = np.random.default_rng(seed), []
    for _ in range(1 if seed % 5 == 4 else int(chance.integers(3, 9))):
        references = [one(chance) for _ in range(int(chance.integers(1, 4)))]
        found.append((references[-1] if chance.random() < 0.15 else one(chance), references))
    return found


def _outside(candidate):
    """What another tool might have said of a text; nothing about some."""
    return {"score": len(candidate) / 7 - 1 if len(candidate) % 4 else None, "other": -len(candidate.split()) / 3}


def _nuggets(references):
    """Whether each nugget is vital, and how far it is supported."""
    return [(len(one) % 2 == 0, len(one) % 3) for one in references if len(one) % 5]


@lru_cache(maxsize=64)
def _made(seed, one, policy):
    pairs = _segments(seed, one)
    candidates, references = [c for c, _ in pairs], [r for _, r in pairs]
    given = {name: [_outside(each)[name] for each in candidates] for name in ("score", "other")}
    said = ("not_support", "partial_support", "support")
    nuggets = [
        [{"text": "n", "importance": "vital" if vital else "okay", "assignment": said[support]}
         for vital, support in _nuggets(each)]
        for each in references
    ]  # fmt: skip
    batch = text(
        candidates=candidates, references=references, orientation="segments", policy=Policy(**dict(policy)),
        given=given, nuggets=nuggets,
    )  # fmt: skip
    return Made(batch, pairs, seed)


def plain(measure, seed, **policy):  # noqa: ARG001 (all measures take the same texts)
    """Segments of plain words."""
    return _made(seed, _plain, tuple(sorted(policy.items())))


def rough(measure, seed, **policy):  # noqa: ARG001 (all measures take the same texts)
    """Segments with everything odd in them."""
    return _made(seed, _rough, tuple(sorted(policy.items())))


def _cut(one, measure, *, lower):
    tokens = list("".join(one.split())) if measure.tokenize == "char" else one.split()
    tokens = [token.lower() for token in tokens] if lower else tokens
    return [STEMS.get(token, token) for token in tokens] if getattr(measure, "stem", False) else tokens


def _corpus(raw, loop):
    """A measure of the counts of all segments together, with each segment by itself beside it."""
    units = {str(at): loop([each], alone=True) for at, each in enumerate(raw, 1)}
    return Wanted(loop(raw, alone=False), units, frozenset(name for name, value in units.items() if value is None))


def _averaged(measure, values, undefined):
    units = {str(at): counted(value, measure.worst, undefined, measure.mean) for at, value in enumerate(values, 1)}
    lacking = frozenset(str(at) for at, value in enumerate(values, 1) if value is None)
    return Wanted(mean_of(units.values(), measure.mean), units, lacking)


def _bleu(measure, raw):
    cut = [(_cut(c, measure, lower=measure.lowercase), [_cut(r, measure, lower=measure.lowercase) for r in refs])
           for c, refs in raw]  # fmt: skip
    if measure.name == "NgramPrecision":

        def share(pairs, *, alone):  # noqa: ARG001
            found = [bleu.clipped(*pair, measure.n) for pair in pairs]
            total = sum(t for _, t in found)
            return sum(m for m, _ in found) / total if total else None

        return _corpus(cut, share)

    def score(pairs, *, alone):
        effective = measure.effective_order == "yes" or (alone and measure.effective_order == "auto")
        return bleu.oracle(pairs, measure.n, measure.smooth, measure.smooth_value, effective=effective)

    return _corpus(cut, score)


def _chrf(measure, raw):
    def score(found):
        return chrf.score(found, measure.beta, every_order=measure.eps_smoothing)

    best = []
    for candidate, references in raw:
        sides = [[one.lower() if measure.lowercase else one for one in (candidate, each)] for each in references]
        counts = [chrf.counts(*side, measure.char_order, measure.word_order, whitespace=measure.whitespace)
                  for side in sides]  # fmt: skip
        best.append(max(counts, key=score))
    summed = [tuple(sum(each[order][part] for each in best) for part in range(3)) for order in range(len(best[0]))]
    return Wanted(score(summed), {str(at): score(each) for at, each in enumerate(best, 1)})


def _rouge(measure, raw):
    gap = {"any": None}.get(vars(measure).get("gap"), vars(measure).get("gap"))
    loop = {
        "ROUGE": lambda c, r: rouge.rouge_n(c, r, measure.n), "ROUGE-L": rouge.rouge_l,
        "ROUGE-W": lambda c, r: rouge.rouge_w(c, r, measure.weight), "ROUGE-Lsum": rouge.rouge_lsum,
        "ROUGE-S": lambda c, r: rouge.rouge_s(c, r, gap),
        "ROUGE-SU": lambda c, r: rouge.rouge_s(c, r, gap, single=True),
    }[measure.name]  # fmt: skip
    if vars(measure).get("counting") == "1.5.5" or measure.multi == "pooled":
        return _rouge_155(measure, raw, gap)

    def cut(one):
        if measure.name == "ROUGE-Lsum":
            return [_cut(line, measure, lower=True) for line in one.split("\n")]
        return _cut(one, measure, lower=True)

    part, values = "prf".index(measure.part), []
    for candidate, references in raw:
        found = [loop(cut(candidate), cut(each)) for each in references]
        best = max(found, key=lambda each: each[2])[part]
        values.append(best if measure.multi == "best" else sum(each[part] for each in found) / len(found))
    return values


def _rouge_155(measure, raw, gap):
    """Counts of all references added up, as the program has them."""
    program, lines = vars(measure).get("counting") == "1.5.5", measure.name == "ROUGE-W"
    loop = {
        "ROUGE": lambda c, r: rouge.counts_n(c, r, measure.n),
        "ROUGE-W": lambda c, r: rouge.counts_w(c, r, measure.weight, program=program),
        "ROUGE-SU": lambda c, r: rouge.counts_su(c, r, gap, program=program),
    }[measure.name]  # fmt: skip

    def cut(one):
        found = [_cut(line, measure, lower=True) for line in one.split("\n")]
        return found if lines and program else [token for line in found for token in line]

    values = []
    for candidate, references in raw:
        counts = [loop(cut(candidate), cut(each)) for each in references]
        p, r, _ = rouge.shares(*(sum(each) for each in zip(*counts, strict=True)))
        if lines:
            p, r = (each ** (1 / measure.weight) for each in (p, r))
        values.append((p, r, rouge.f_of(p, r))["prf".index(measure.part)])
    return values


def _meteor(measure, raw):
    def kind(word, other):
        if word == other:
            return 0
        if measure.stages != "exact" and STEMS.get(word, word) == STEMS.get(other, other):
            return 1
        return 2 if measure.stages == "synonym" and any({word, other} <= each for each in SYNONYMS) else None

    weights = (measure.alpha, measure.beta, measure.gamma)
    return [
        max(meteor.oracle(_cut(c, measure, lower=True), _cut(r, measure, lower=True), kind, *weights) for r in refs)
        for c, refs in raw
    ]


def _variety(measure, raw, undefined):
    texts = [_cut(candidate, measure, lower=measure.lowercase) for candidate, _ in raw]
    if measure.name == "SelfBLEU":
        if len(texts) < 2:
            return Wanted(None, {"1": None}, frozenset({"1"}))
        return _averaged(measure, variety.self_bleu(texts, measure.n, measure.smooth), undefined)
    if measure.name == "Entropy":
        return _corpus(texts, lambda some, alone: variety.entropy(some, measure.n, measure.base))  # noqa: ARG005
    told = _corpus(
        texts, lambda some, alone: variety.distinct(some, measure.n, measure.over, measure.vocabulary)  # noqa: ARG005
    )  # fmt: skip
    return told if measure.level == "corpus" else Wanted(mean_of(told.units.values()), told.units, told.undefined)


def _ter(measure, raw):
    def words(one):
        return (one if measure.case_sensitive else one.lower()).split()

    cut = [(words(c), [words(each) for each in refs]) for c, refs in raw]
    return _corpus(cut, lambda pairs, alone: ter.oracle(pairs))  # noqa: ARG005


def _error_rate(measure, raw):
    def cut(one):
        one = one.lower() if measure.lowercase else one
        if measure.name == "WER":
            return list("".join(one.split())) if measure.tokenize == "char" else one.split()
        return list("".join(one.split())) if measure.ignore_blanks else list(one.strip())

    pairs = [(cut(c), [cut(each) for each in refs]) for c, refs in raw]
    return _corpus(pairs, lambda some, alone: answers.error_rate(some))  # noqa: ARG005


def _answers(measure, raw):
    change = answers.normal if measure.normalize == "squad" else str
    pairs = [(change(c), [change(each) for each in refs]) for c, refs in raw]
    if measure.name == "ExactMatch":
        return [answers.exact(*pair) for pair in pairs]

    def cut(one):
        return list("".join(one.split())) if measure.tokenize == "char" else one.split()

    return [answers.token_f1(*pair, cut) for pair in pairs]


def _cider(measure, raw):
    pairs = [(_cut(c, measure, lower=measure.lowercase), [_cut(r, measure, lower=measure.lowercase) for r in refs])
             for c, refs in raw]  # fmt: skip
    values = cider.oracle(pairs, measure.n, measure.weights, sigma=vars(measure).get("sigma"))
    if values[0] is None:
        return Wanted(None, {"1": None}, frozenset({"1"}))
    return _averaged(measure, values, "skip")


def _beside(measure, raw):
    if measure.name == "NuggetRecall":
        partial = measure.support == "partial"
        return [answers.nugget_recall(_nuggets(refs), measure.importance, partial=partial) for _, refs in raw]
    return [_outside(candidate)[measure.column] for candidate, _ in raw]


def oracle(measure, made):
    """The plain loop of each segment and of all together."""
    undefined = made.batch.policy.undefined
    if measure.name in ("WER", "CER"):
        return _error_rate(measure, made.raw)
    if measure.name.startswith("CIDEr"):
        return _cider(measure, made.raw)
    if measure.name in ("ExactMatch", "TokenF1"):
        return _averaged(measure, _answers(measure, made.raw), undefined)
    if measure.name in ("Given", "GivenLoss", "NuggetRecall"):
        undefined = undefined if measure.name == "NuggetRecall" else "skip"
        return _averaged(measure, _beside(measure, made.raw), undefined)
    if measure.name in ("BLEU", "NgramPrecision"):
        return _bleu(measure, made.raw)
    if measure.name.startswith("chrF"):
        return _chrf(measure, made.raw)
    if measure.name == "TER":
        return _ter(measure, made.raw)
    if measure.name in ("Distinct", "Entropy", "SelfBLEU"):
        return _variety(measure, made.raw, undefined)
    loop = _meteor if measure.name == "METEOR" else _rouge
    return _averaged(measure, loop(measure, made.raw), undefined)


SAMPLES = Samples(
    name="text",
    settings={name: [parse(each, "text").changed() for each in written] for name, written in WRITTEN.items()},
    plain=plain,
    rough=rough,
    oracle=oracle,
    policies=({}, {"undefined": "skip"}),
    only_arithmetic=frozenset({"Given", "GivenLoss"}),
    possible={
        "alpha": st.floats(0, 1), "asian_support": st.booleans(), "base": st.floats(1.5, 12), "beta": st.floats(0.1, 8),
        "case_sensitive": st.booleans(), "char_order": st.integers(1, 9), "column": st.sampled_from(["score", "other"]),
        "ignore_blanks": st.booleans(), "importance": st.sampled_from(["vital", "all", "weighted"]),
        "normalize": st.sampled_from(["squad", "none"]), "sigma": st.floats(0.5, 9),
        "support": st.sampled_from(["strict", "partial"]), "weights": st.none(),
        "counting": st.sampled_from(["paper", "1.5.5"]),
        "effective_order": st.sampled_from(["auto", "yes", "no"]), "eps_smoothing": st.booleans(),
        "gamma": st.floats(0, 1), "gap": st.one_of(st.integers(0, 99), st.just("any")),
        "level": st.sampled_from(["corpus", "text"]), "lowercase": st.booleans(),
        "mean": st.sampled_from(["arithmetic", "geometric"]), "multi": st.sampled_from(["best", "average", "pooled"]),
        "n": st.integers(1, 9), "no_punct": st.booleans(), "normalized": st.booleans(),
        "over": st.sampled_from(["ngrams", "tokens", "expected"]), "part": st.sampled_from(["f", "p", "r"]),
        "smooth": st.sampled_from(["none", "exp"]), "smooth_value": st.floats(0, 5),
        "stages": st.sampled_from(["exact", "stem", "synonym"]), "stem": st.booleans(),
        "tokenize": st.sampled_from(["none", "13a", "intl", "char", "zh", "rouge"]),
        "vocabulary": st.integers(1, 10**6), "weight": st.floats(1, 4), "whitespace": st.booleans(),
        "word_order": st.integers(0, 4),
    },
    impossible={
        "alpha": [2, -0.1, NAN, "1"], "asian_support": [1, "yes"], "base": [1, 0, NAN, "2"], "beta": [-1, NAN, True],
        "case_sensitive": [0, None], "column": ["", " ", 3, None], "ignore_blanks": [1, None],
        "importance": ["okay", None],
        "normalize": ["SQuAD", None], "sigma": [0, -1, NAN, "6"], "support": ["half", None],
        "weights": [(1, -1, 1, 1), (0, 0, 0, 0), "1111", 4, (1, 1, "1", 1)],
        "char_order": [0, 1.5, "6"], "counting": ["1.5", 1.5, None],
        "effective_order": [True, "maybe", None],
        "eps_smoothing": [1, None], "gamma": [1.5, -1, NAN], "gap": [-1, 1.5, "all", True, None],
        "level": ["segment", None], "lowercase": [1, "yes", None], "mean": ["harmonic", None],
        "multi": ["worst", None], "n": [0, -1, 1.5, True, "2"], "no_punct": [1, None], "normalized": ["no", 1],
        "over": ["words", None], "part": ["F", "precision", None], "smooth": ["add-1", None, 1],
        "smooth_value": [-1, NAN, "0.1", True], "stages": ["stems", None], "stem": [1, "porter"],
        "tokenize": ["13b", None, 13], "vocabulary": [0, 1.5, "many"], "weight": [0.5, NAN, "2"],
        "whitespace": [1, None], "word_order": [-1, 0.5, None],
    },
)  # fmt: skip
