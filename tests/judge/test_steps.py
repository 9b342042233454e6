"""What a page asks at once is what it would get one by one, all of it or nothing."""

from __future__ import annotations

import pytest

from cranfield.errors import StudyError
from cranfield.judge.store import Settings, Study, steps
from judge.made import answer, items_of, person

HOUR = 3_600_000


def ids(items):
    return [each.id for each in items]


def test_a_step_is_an_answer_what_comes_next_and_how_far_one_is(study):
    ann = person(study, "ann")
    first = study.ahead(ann, count=3)
    assert (ids(first.items), first.receipt, first.undone) == (ids(study.next_items(ann, 3)), None, None)
    assert first.progress == study.progress(ann)
    held = ids(first.items)[1:]
    step = study.record_and_go_on(ann, answer(first.items[0], 2), count=1, have=held)
    assert (step.receipt.known, step.receipt.late) == (False, False)
    assert [each.output.id for each in step.items] == ["d3"]
    assert step.progress == study.progress(ann)
    assert (step.progress.done, step.progress.total) == (1, 10)
    back = study.undo_and_go_on(ann, event="back", count=2, have=held)
    assert back.undone == first.items[0]
    assert [each.output.id for each in back.items] == ["d3", "d4"]  # beside the one that was taken back
    assert study.undo_and_go_on(ann, event="back", count=1, have=held).undone == first.items[0]
    assert study.undo_and_go_on(ann, event="more", count=1, have=held).undone is None


def test_the_same_answer_again_is_known_and_gets_what_comes_next_all_the_same(study):
    ann = person(study, "ann")
    item = study.ahead(ann, count=1).items[0]
    said = answer(item, 1)
    once, twice = (study.record_and_go_on(ann, said, count=2) for _ in range(2))
    assert (once.receipt.number, once.items) == (twice.receipt.number, twice.items)
    assert twice.receipt.known


def test_an_answer_is_not_kept_when_what_comes_next_fails(study, monkeypatch):
    ann = person(study, "ann")
    item = study.ahead(ann, count=1).items[0]
    with monkeypatch.context() as broken:
        broken.setattr(steps, "progress_in", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            study.record_and_go_on(ann, answer(item, 1), count=1)
    assert len(study.judgments()) == 0
    assert study.record_and_go_on(ann, answer(item, 1), count=1).receipt.known is False


def test_what_lapsed_meanwhile_is_late_or_not_as_when_asked_one_by_one(study):
    ann, bob, cem = (person(study, name) for name in ("ann", "bob", "cem"))
    item = study.ahead(ann, count=1, now=0).items[0]
    for each in (bob, cem):
        study.record_and_go_on(each, answer(study.ahead(each, count=1, now=HOUR).items[0], 3), count=1, now=HOUR)
    assert study.record_and_go_on(ann, answer(item, 1), count=1, now=HOUR + 1).receipt.late
    with pytest.raises(StudyError, match="was not given to you"):
        study.record_and_go_on(ann, answer(items_of(1)[0], 1), count=1)


@pytest.mark.parametrize("gold_share", [0.0, 0.5])
def test_the_count_of_what_is_left_is_that_of_a_plain_loop(place, gold_share):
    settings = Settings.of_grades(overlap=2, gold_share=gold_share, repeat_share=0.2, repeat_gap=2, shared_first=2)
    with Study.create(place, settings) as study:
        study.add_items(items_of(8))
        study.add_items(items_of(3, start=8, gold={"relevance": 1}))
        people = [person(study, name) for name in ("ann", "bob", "cem")]
        kinds = ["grade", "skip", "grade", "cannot"]
        for turn in range(14):
            for at, each in enumerate(people):
                now = turn * 400_000
                ahead = study.ahead(each, count=2, now=now)
                if ahead.items and (turn + at) % 5:
                    kind = kinds[(turn + at) % 4]
                    said = answer(ahead.items[0], 1, kind=kind, reason="torn" if kind == "cannot" else "")
                    study.record_and_go_on(each, said, count=1, have=ids(ahead.items[1:]), now=now + 1)
                assert study.progress(each).left == left_by_hand(study, each), (turn, at)


def left_by_hand(study, annotator):
    with study.database.reading() as connection:
        items = connection.exec_driver_sql("SELECT number, gold, repeat_of, taken FROM items").all()
        rows = connection.exec_driver_sql(f"SELECT item, state FROM assignments WHERE annotator = {annotator}").all()
    mine = dict(tuple(row) for row in rows)
    count = 0
    for number, gold, repeat_of, taken in items:
        state = mine.get(number)
        free = gold is None and repeat_of is None and taken < study.settings.overlap
        count += state == "leased" or (free and state in (None, "lapsed", "skip"))
    return count
