"""Invites open once, sessions end, and the database holds no token."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.schema import annotators, invites, metadata
from judge.made import answer, person

MONTH = 31 * 86_400_000


def everything(study):
    """All cells of all tables as one text."""
    with study.database.reading() as connection:
        return repr([connection.execute(sa.select(table)).all() for table in metadata.sorted_tables])


def test_an_invite_opens_one_session(study):
    invite = study.add_annotator("Ann")
    session = study.redeem(invite.token)
    assert study.who(session) == invite.annotator
    assert study.redeem(invite.token) is None
    assert study.redeem("") is None
    assert study.who("guess") is None
    assert study.who(invite.token) is None


def test_two_who_use_an_invite_at_once_get_one_session(study):
    token = study.add_annotator("Ann").token
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(study.redeem, [token] * 8))
    assert sum(each is not None for each in got) == 1


def test_tokens_are_not_in_the_database(study):
    invite = study.add_annotator("Ann")
    before = everything(study)
    session = study.redeem(invite.token)
    assert "Ann" in before
    assert invite.token not in before
    assert session not in everything(study)


def test_a_session_can_be_left_and_ends_by_itself(study):
    session = study.redeem(study.add_annotator("Ann").token, now=0)
    assert study.who(session, now=1)
    assert study.who(session, now=MONTH) is None
    study.leave(session)
    assert study.who(session, now=1) is None


def test_an_invite_that_nobody_used_for_a_month_is_void(study):
    invite = study.add_annotator("Ann")
    assert study.redeem(invite.token, now=MONTH * 1000) is None
    assert study.redeem(study.renew("Ann").token) is not None


def test_who_is_revoked_is_out_and_their_answers_stay(study):
    ann, bob = study.add_annotator("Ann"), person(study, "Bob")
    session = study.redeem(ann.token)
    item = study.next_items(ann.annotator.id, 2)[0]
    study.record(ann.annotator.id, answer(item, 2))
    assert study.revoke("Ann").revoked
    assert study.who(session) is None
    for act in (lambda: study.record(ann.annotator.id, answer(item)), lambda: study.undo(ann.annotator.id)):
        with pytest.raises(StudyError, match="does not take part any more"):
            act()
    assert study.judgments()["rater"].to_pylist() == ["Ann"]
    assert study.status().leased == 0
    assert len(study.next_items(bob, 10)) == 10
    assert [(each.name, each.revoked) for each in study.people()] == [("Ann", True), ("Bob", False)]
    again = study.redeem(study.renew("Ann").token)
    assert study.who(again).name == "Ann"
    assert study.who(session) is None


def test_a_new_invite_voids_the_old_one_and_leaves_sessions(study):
    first = study.add_annotator("Ann")
    session = study.redeem(first.token)
    second, third = study.renew("Ann"), study.renew("Ann")
    assert study.redeem(second.token) is None
    assert study.redeem(third.token)
    assert study.who(session) == first.annotator


@pytest.mark.parametrize(
    ("name", "role", "sentence"),
    [
        ("", "annotator", "a name is one line of 1 to 80 characters, not ''"),
        ("x" * 81, "annotator", "a name is one line of 1 to 80 characters"),
        ("a\x1b[2Jb", "annotator", "a name is one line of 1 to 80 characters"),
        ("Bob", "king", "a role must be one of annotator, admin, adjudicator, not 'king'"),
        (" Ann ", "annotator", "Ann takes part already; give each a name of its own"),
        ("aNN", "annotator", "Ann takes part already, and aNN differs from it by capitals only; give each a name"),
    ],
)
def test_names_are_plain_and_different(study, name, role, sentence):
    study.add_annotator("Ann")
    with pytest.raises(StudyError) as raised:
        study.add_annotator(name, role)
    assert sentence in str(raised.value)


def test_nobody_is_revoked_by_a_slip_of_the_pen(study):
    study.add_annotator("Marianne")
    with pytest.raises(StudyError, match=r"nobody called 'Mariane' takes part; did you mean Marianne\?"):
        study.revoke("Mariane")


def test_who_came_just_now_is_not_behind_and_the_numbers_of_items_add_up(study):
    ann, ben = person(study, "ann"), person(study, "ben")
    for each in study.next_items(ann, 8):
        study.record(ann, answer(each, 2))
    for each in study.next_items(ben, 1):
        study.record(ben, answer(each, 2))
    day = 86_400_000
    with study.database.writing() as connection:
        connection.execute(annotators.update().values(created=annotators.c.created - day))
    person(study, "eva")
    told = study.status()
    assert [each.annotator.name for each in told.people if each.behind] == []  # the middle one has 1
    study.revoke("eva")
    person(study, "fay")
    for each in study.next_items(ben, 5):
        study.record(ben, answer(each, 2))
    told = study.status()
    assert [(each.annotator.name, each.behind) for each in told.people] == [
        ("ann", False), ("ben", False), ("eva", False), ("fay", False),
    ]  # fmt: skip
    later = study.status(now=now_ms() + 10 * day)
    assert [each.annotator.name for each in later.people if each.behind] == ["fay"]
    assert (told.complete, told.begun, told.untouched) == (6, 2, 2)
    assert told.items == told.complete + told.begun + told.untouched


def test_several_invites_are_good_until_one_is_used(study):
    first, second = study.add_annotator("Ann"), study.invite("Ann")
    assert study.absent() == ([first.annotator], [])
    session = study.redeem(first.token)
    assert study.absent() == ([], [first.annotator])
    assert study.redeem(second.token) is None
    third = study.invite("Ann")  # for another machine
    assert study.who(study.redeem(third.token)) == study.who(session) == first.annotator
    fourth = study.invite("Ann")
    assert study.redeem(study.renew("Ann").token)
    assert study.redeem(fourth.token) is None


def test_of_invites_that_nobody_uses_the_newest_stay(study):
    tokens = [study.add_annotator("Ann").token, *(study.invite("Ann").token for _ in range(30))]
    with study.database.reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(invites)).scalar() == 20
    assert study.redeem(tokens[0]) is None
    assert study.redeem(tokens[-1])


def test_nobody_is_absent_who_may_not_come(study):
    ann = study.add_annotator("Ann")
    study.revoke("Ann")
    assert study.absent() == ([], [])
    with pytest.raises(StudyError, match="does not take part any more"):
        study.invite("Ann")
    assert study.redeem(ann.token) is None
    session = study.redeem(study.renew("Ann").token, now=0)
    assert study.absent(now=1)[0] == []
    assert study.absent(now=MONTH)[0] == [ann.annotator]
    study.leave(session)
    assert study.absent(now=1)[0] == [ann.annotator]
