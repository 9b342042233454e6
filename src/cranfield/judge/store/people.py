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
from cranfield.judge.store.schema import annotators, sessions

if TYPE_CHECKING:
    from cranfield.judge.store.facts import Role
    from cranfield.judge.store.study import Study

__all__ = ["add", "checked_annotator", "everybody", "leave", "redeem", "renew", "revoke", "who"]

_ROLES = ("annotator", "admin", "adjudicator")
_DAY = 86_400_000  # ms
INVITE_LASTS, SESSION_LASTS = 30 * _DAY, 30 * _DAY
_BYTES = 32  # of a token: nobody guesses 256 bits


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
    token, now = secrets.token_urlsafe(_BYTES), now_ms()
    row = {"name": name, "role": role, "created": now, "invite": _hashed(token), "invited": now}
    with study.database.writing() as connection:
        for known in connection.execute(sa.select(annotators.c.name)).scalars():
            if known == name:
                raise StudyError("annotator-there", source=study.database.name, name=name)
            if known.casefold() == name.casefold():
                raise StudyError("annotator-alike", source=study.database.name, name=name, known=known)
        number = connection.execute(annotators.insert().values(**row).returning(annotators.c.id)).scalar_one()
    return Invite(Annotator(number, name, role), token)


def renew(study: Study, name: str) -> Invite:
    """Another invite for somebody known; who was revoked takes part again."""
    token = secrets.token_urlsafe(_BYTES)
    with study.database.writing() as connection:
        row = _named(connection, study, name)
        connection.execute(
            annotators.update()
            .where(annotators.c.id == row.id)
            .values(invite=_hashed(token), invited=now_ms(), revoked=None)
        )
    return Invite(Annotator(row.id, row.name, row.role), token)


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
    invited = annotators.c.invite == _hashed(token), annotators.c.revoked.is_(None)
    with study.database.writing() as connection:
        found = annotators.c.invited > now - INVITE_LASTS
        row = connection.execute(sa.select(annotators.c.id).where(*invited, found)).first()
        if row is None:
            return None
        connection.execute(annotators.update().where(annotators.c.id == row.id).values(invite=None))
        connection.execute(sessions.insert().values(hash=_hashed(session), annotator=row.id, created=now))
    return session


def who(study: Study, session: str, now: int | None) -> Annotator | None:
    """Whose session it is; a session ends by itself after a month."""
    now = now_ms() if now is None else now
    with study.database.reading() as connection:
        row = connection.execute(
            sa.select(annotators)
            .join(sessions, sessions.c.annotator == annotators.c.id)
            .where(sessions.c.hash == _hashed(session), sessions.c.ended.is_(None), annotators.c.revoked.is_(None))
            .where(sessions.c.created > now - SESSION_LASTS)
        ).first()
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
        connection.execute(
            annotators.update().where(annotators.c.id == row.id).values(revoked=row.revoked or now, invite=None)
        )
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
    row = connection.execute(annotators.select().where(annotators.c.id == number)).first()
    if row is None or row.revoked is not None:
        raise StudyError("annotator-revoked" if row is not None else "annotator-unknown", number=number)
    return _annotator(row)
