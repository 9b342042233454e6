"""Texts made by hypothesis: words that repeat, punctuation, entities, numbers, odd blanks, Chinese, empty texts."""

from hypothesis import strategies as st

from cranfield import text

WORDS = ["the", "cat", "The", "cats", "runs", "running", "run", "sat", "on", "a", "mat", "car", "automobile", "news"]
ODD = [
    "it's", "3.5", "1,000", "2020.", ".5", "(hi)", "x-y", "5-6", "&amp;", "&quot;", "&amp;lt;", "<skipped>", "-", "...",
    "U.S.", "$5", "ÄÖ", "ΣΑΣ", "naïve", "你好", "世界。", "，", "“q”", "カタカナ", "한국", "—", "½", "x²", "😀",
    "İ", "€9", "-\n",
]  # fmt: skip
BLANKS = [" ", " ", " ", "  ", "\t", "\u00a0", "\u3000", "\n", "\x85", "\u2028", ""]


@st.composite
def texts(draw, words=(*WORDS, *ODD), blanks=tuple(BLANKS), most=12, starts=("", "", " ", ".")):
    parts = draw(st.lists(st.tuples(st.sampled_from(words), st.sampled_from(blanks)), max_size=most))
    start = draw(st.sampled_from(starts))
    return start + "".join(word + blank for word, blank in parts)


anything = st.one_of(texts(), st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20))
plain = texts(words=tuple(WORDS), blanks=(" ",), most=8, starts=("",))


def segments(one, most=5, most_references=3):
    """Candidates with a varying number of references."""
    return st.lists(st.tuples(one, st.lists(one, min_size=1, max_size=most_references)), min_size=1, max_size=most)


def batch_of(pairs, **options):
    candidates, references = [c for c, _ in pairs], [list(r) for _, r in pairs]
    return text(candidates=candidates, references=references, orientation="segments", **options)
