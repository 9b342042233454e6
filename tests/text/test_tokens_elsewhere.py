"""Tokenisers that come as extras: the words are sacrebleu's, and what is missing is said."""

import sys

import pytest
import sentencepiece
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab
from sacrebleu.tokenizers.tokenizer_ko_mecab import TokenizerKoMecab

from cranfield import MeasureError, evaluate, text
from cranfield.measures.text.tokens import find_tokenizer, mecab

JAPANESE = ["吾輩は猫である。名前はまだ無い。", " どこで生れたか\u3000とんと見当がつかぬ。", "", "ABC 123 テスト", "猫"]
KOREAN = ["나는 고양이로소이다. 이름은 아직 없다.", "  어디서 태어났는지\u3000모른다.", "", "ABC 123 시험", "고양이"]


@pytest.mark.parametrize(
    ("name", "peer", "texts"),
    [("ja-mecab", TokenizerJaMecab, JAPANESE), ("ko-mecab", TokenizerKoMecab, KOREAN)],
)
def test_words_and_scores_are_those_of_sacrebleu(name, peer, texts):
    theirs = peer()
    for one in texts:
        assert find_tokenizer(name).split(one) == theirs(one).split()
    candidates, references = [texts[1], texts[0], texts[3], texts[4]], [texts[0], texts[0], texts[3], texts[4]]
    result = evaluate(text(candidates=candidates, references=references), [f"BLEU(tokenize={name!r})"])
    wanted = BLEU(tokenize=name)
    score = wanted.corpus_score(candidates, [references])
    (found,) = result.values()
    assert found.value == pytest.approx(score.score, abs=1e-9)
    (signature,) = result.signature.scores.values()
    assert signature["sacrebleu"] == str(wanted.get_signature())


def test_a_missing_dictionary_is_said(monkeypatch):
    mecab._tagger.cache_clear()
    monkeypatch.setitem(sys.modules, "ipadic", None)
    with pytest.raises(MeasureError) as caught:
        find_tokenizer("ja-mecab").split("猫")
    mecab._tagger.cache_clear()
    assert str(caught.value) == (
        "tokenize='ja-mecab' needs MeCab and its dictionary; install them with pip install 'cranfield[ja]', or use"
        " 'char'"
    )


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pieces")
    (folder / "text.txt").write_text("the cat sat on the mat\nthe dog sat on the cat\na mat is on the dog\n" * 20)
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text.txt"),
        model_prefix=str(folder / "own"),
        vocab_size=30,
        minloglevel=2,
        hard_vocab_limit=False,
    )
    return folder / "own.model"


def test_pieces_are_those_of_the_model(model):
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(model))
    one = "the cats sat  on mats"
    assert find_tokenizer(f"spm:{model}").split(one) == pieces.encode(one, out_type=str)
    candidates, references = [one, "a dog sat"], ["the cat sat on the mat", "the dog sat"]
    (found,) = evaluate(text(candidates=candidates, references=references), [f"BLEU(tokenize='spm:{model}')"]).values()
    cut = [[" ".join(pieces.encode(each, out_type=str)) for each in side] for side in (candidates, references)]
    assert found.value == pytest.approx(BLEU(tokenize="none").corpus_score(cut[0], [cut[1]]).score, abs=1e-9)


def test_models_that_are_not_there_are_said(tmp_path):
    batch = text(candidates=["a"], references=["a"])
    with pytest.raises(MeasureError, match="there is no file nowhere; name the SentencePiece model by its path"):
        evaluate(batch, ["BLEU(tokenize='spm:nowhere')"])
    (tmp_path / "odd.model").write_text("no model")
    with pytest.raises(MeasureError, match=r"odd\.model is no SentencePiece model; name the \.model file"):
        evaluate(batch, [f"BLEU(tokenize='spm:{tmp_path / 'odd.model'}')"])
    with pytest.raises(MeasureError) as caught:
        evaluate(batch, ["BLEU(tokenize='flores200')"])
    assert str(caught.value).endswith(
        "not 'flores200'; its SentencePiece model is a download, and Cranfield downloads nothing: fetch the model once"
        " (sacrebleu does), pip install 'cranfield[spm]' and write 'spm:FILE'"
    )
