"""Who takes part: names and roles, invites that can be used once, sessions that can be ended."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.errors import StudyError, nearest
from cranfield.judge.store.checked import checked_name
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.facts import Annotator, Invite
from cranfield.judge.store.leases import lapse_all_of
from cranfield.judge.store.schema import annotators, invites, sessions

if TYPE_CHECKING:
    from cranfield.judge.store.facts import Role
    from cranfield.judge.store.study import Study

__all__ = ["absent", "add", "checked_annotator", "everybody", "invite", "leave", "redeem", "renew", "revoke", "who"]

_ROLES = ("annotator", "admin", "adjudicator")
_DAY = 86_400_000  # ms
INVITE_LASTS, SESSION_LASTS = 30 * _DAY, 30 * _DAY
_MOST_INVITES = 20  # of one annotator that nobody used
_BYTES = 32  # of a token: nobody guesses 256 bits

_BY_NUMBER = annotators.select().where(annotators.c.id == sa.bindparam("number"))
_BY_SESSION = (
    sa.select(annotators)
    .join(sessions, sessions.c.annotator == annotators.c.id)
    .where(sessions.c.hash == sa.bindparam("of_hash"), sessions.c.ended.is_(None), annotators.c.revoked.is_(None))
    .where(sessions.c.created > sa.bindparam("since"))
)


def _hashed(token: str) -> str:
    """What is kept of a token: it is random and long, so that one round of hashing is enough."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _annotator(row: Any) -> Annotator:
    return Annotator(row.id, row.name, row.role, row.revoked is not None)


def add(study: Study, name: str, role: Role) -> Invite:
    """Somebody new."""
    name = checked_name(name)
    if role not in _ROLES:
        raise StudyError("annotator-role", role=role, roles=list(_ROLES))
    with study.database.writing() as connection:
        for known in connection.execute(sa.select(annotators.c.name)).scalars():
            if known == name:
                raise StudyError("annotator-there", source=study.database.name, name=name)
            if known.casefold() == name.casefold():
                raise StudyError("annotator-alike", source=study.database.name, name=name, known=known)
        row = {"name": name, "role": role, "created": now_ms()}
        number = connection.execute(annotators.insert().values(**row).returning(annotators.c.id)).scalar_one()
        token = _invited(connection, number)
    return Invite(Annotator(number, name, role), token)


def renew(study: Study, name: str) -> Invite:
    """Another invite for somebody known, in place of all earlier ones; who was revoked takes part again."""
    with study.database.writing() as connection:
        row = _named(connection, study, name)
        connection.execute(annotators.update().where(annotators.c.id == row.id).values(revoked=None))
        connection.execute(invites.delete().where(invites.c.annotator == row.id))
        token = _invited(connection, row.id)
    return Invite(Annotator(row.id, row.name, row.role), token)


def invite(study: Study, name: str) -> Invite:
    """One more invite for somebody known, beside those that they may have."""
    with study.database.writing() as connection:
        row = _named(connection, study, name)
        if row.revoked is not None:
            raise StudyError("annotator-revoked", number=row.id)
        return Invite(_annotator(row), _invited(connection, row.id))


def absent(study: Study, now: int | None) -> tuple[list[Annotator], list[Annotator]]:
    """Who may come in and has no session, and who has one; by name."""
    now = now_ms() if now is None else now
    live = sa.select(sessions.c.annotator).where(sessions.c.ended.is_(None), sessions.c.created > now - SESSION_LASTS)
    with study.database.reading() as connection:
        present = set(connection.execute(live).scalars())
        found = annotators.select().where(annotators.c.revoked.is_(None)).order_by(annotators.c.name)
        people = [_annotator(row) for row in connection.execute(found)]
    return [each for each in people if each.id not in present], [each for each in people if each.id in present]


def _invited(connection: sa.Connection, annotator: int) -> str:
    """The token of a new invite; of those that somebody did not use, the oldest are forgotten."""
    token, now = secrets.token_urlsafe(_BYTES), now_ms()
    connection.execute(invites.insert().values(hash=_hashed(token), annotator=annotator, created=now))
    mine = invites.c.annotator == annotator
    newest = sa.select(invites.c.hash).where(mine).order_by(invites.c.created.desc(), invites.c.hash)
    kept = connection.execute(newest.limit(_MOST_INVITES)).scalars().all()
    connection.execute(
        invites.delete().where(mine, invites.c.hash.not_in(kept) | (invites.c.created <= now - INVITE_LASTS))
    )
    return token


def _named(connection: sa.Connection, study: Study, name: str) -> Any:
    """The row of a name."""
    wanted = " ".join(name.split())
    row = connection.execute(annotators.select().where(annotators.c.name == wanted)).first()
    if row is None:
        names = connection.execute(sa.select(annotators.c.name)).scalars().all()
        raise StudyError("annotator-none", source=study.database.name, name=name, near=nearest(name, names))
    return row


def redeem(study: Study, token: str, now: int | None) -> str | None:
    """A session for the token of an invite; two who use it at once do not both get one."""
    now = now_ms() if now is None else now
    session = secrets.token_urlsafe(_BYTES)
    with study.database.writing() as connection:
        row = connection.execute(
            sa.select(annotators.c.id)
            .join(invites, invites.c.annotator == annotators.c.id)
            .where(invites.c.hash == _hashed(token), invites.c.created > now - INVITE_LASTS)
            .where(annotators.c.revoked.is_(None))
        ).first()
        if row is None:
            return None
        # whoever came in needs no other link, and none that lies about opens anything
        connection.execute(invites.delete().where(invites.c.annotator == row.id))
        connection.execute(sessions.insert().values(hash=_hashed(session), annotator=row.id, created=now))
    return session


def who(study: Study, session: str, now: int | None) -> Annotator | None:
    """Whose session it is; a session ends by itself after a month."""
    now = now_ms() if now is None else now
    with study.database.reading() as connection:
        row = connection.execute(_BY_SESSION, {"of_hash": _hashed(session), "since": now - SESSION_LASTS}).first()
    return None if row is None else _annotator(row)


def leave(study: Study, session: str) -> None:
    """End one session."""
    with study.database.writing() as connection:
        connection.execute(
            sessions.update()
            .where(sessions.c.hash == _hashed(session), sessions.c.ended.is_(None))
            .values(ended=now_ms())
        )


def revoke(study: Study, name: str) -> Annotator:
    """Shut somebody out: nothing that they have opens anything any more."""
    now = now_ms()
    with study.database.writing() as connection:
        row = _named(connection, study, name)
        connection.execute(annotators.update().where(annotators.c.id == row.id).values(revoked=row.revoked or now))
        connection.execute(invites.delete().where(invites.c.annotator == row.id))
        open_ones = sessions.c.annotator == row.id, sessions.c.ended.is_(None)
        connection.execute(sessions.update().where(*open_ones).values(ended=now))
        lapse_all_of(connection, row.id)
    return Annotator(row.id, row.name, row.role, revoked=True)


def everybody(study: Study) -> list[Annotator]:
    """All of them, by name."""
    with study.database.reading() as connection:
        return [_annotator(row) for row in connection.execute(annotators.select().order_by(annotators.c.name))]


def checked_annotator(connection: sa.Connection, number: int) -> Annotator:
    """Somebody by number, who may take part."""
    row = connection.execute(_BY_NUMBER, {"number": number}).first()
    if row is None or row.revoked is not None:
        raise StudyError("annotator-revoked" if row is not None else "annotator-unknown", number=number)
    return _annotator(row)
