"""A study: the one door to everything that is kept about people's judgments."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from cranfield.judge.store import answers, assignment, disputes, export, items, people, progress, steps
from cranfield.judge.store.database import Database
from cranfield.judge.store.migrations import bring_up, found_study
from cranfield.judge.store.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from os import PathLike

    import pyarrow as pa
    from sqlalchemy import Connection

    from cranfield.judge.store.facts import (
        Added,
        Ahead,
        Annotator,
        Answer,
        Dispute,
        Invite,
        Item,
        Past,
        Progress,
        Qrels,
        Receipt,
        Role,
        Status,
        Value,
    )  # fmt: skip

__all__ = ["Study"]


class Study:
    """One study in a SQLite file or a PostgreSQL database; safe to use from many threads and many processes.

    Every write is one transaction that is on the disk when the method returns. What goes wrong for the moment (a
    locked file, a full disk, a server that is away) is a StudyUnavailableError: nothing was written, try again.
    Times are whole milliseconds since 1970 in UTC; `now` is given by tests only.
    """

    def __init__(self, database: Database, settings: Settings, salt: str) -> None:
        self.database, self.settings, self.salt = database, settings, salt

    @classmethod
    def create(cls, where: str | PathLike[str], settings: Settings, *, patience: float = 5.0) -> Study:
        """Make a new study: a path of a SQLite file that is not there yet, or a postgresql:// URL.

        `patience` is how many seconds a write waits for others before it gives up.
        """
        database = Database(where, patience=patience)
        with database.made():
            salt = found_study(database, settings)
        return cls(database, settings, salt)

    @classmethod
    def open(cls, where: str | PathLike[str], *, patience: float = 5.0) -> Study:
        """Open a study; one of an older version is brought up to this one, one of a newer version is refused."""
        database = Database(where, patience=patience)
        with database.opened():
            settings, salt = bring_up(database)
        return cls(database, Settings.from_json(settings), salt)

    def close(self) -> None:
        """Put everything into the one file, so that it can be copied, and let go of it."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.database.writing() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self.database.reading() as connection:
            yield connection

    # items

    def add_items(self, new: Iterable[Item]) -> Added:
        """Add what is to be judged; what has the same query and outputs as a known item is known and not added."""
        return items.add(self, new)

    def pairs(self) -> list[tuple[str, str]]:
        """Query and document of every item, gold items and repeats included."""
        return items.pairs(self)

    def returned_by(self, ranks: Mapping[tuple[str, str], Mapping[str, int]]) -> None:
        """Let items know, by query and document, which further systems returned them and where."""
        items.returned_by(self, ranks)

    def prioritise(self, priorities: Mapping[tuple[str, str], float]) -> int:
        """Set the priority of items by query and document, higher comes first; how many items there were."""
        return items.prioritise(self, priorities)

    # people

    def add_annotator(self, name: str, role: Role = "annotator") -> Invite:
        """Somebody new, with the token of an invite link that is told only now."""
        return people.add(self, name, role)

    def renew(self, name: str) -> Invite:
        """Another invite for somebody known; earlier ones that were not used are void, sessions stay."""
        return people.renew(self, name)

    def invite(self, name: str) -> Invite:
        """One more invite for somebody known; those that they may have stay good until one of them is used."""
        return people.invite(self, name)

    def absent(self, *, now: int | None = None) -> tuple[list[Annotator], list[Annotator]]:
        """Who may come in and has no session, and who has one."""
        return people.absent(self, now)

    def redeem(self, token: str, *, now: int | None = None) -> str | None:
        """A new session for the token of an invite; all invites of that annotator are void from now on."""
        return people.redeem(self, token, now)

    def who(self, session: str, *, now: int | None = None) -> Annotator | None:
        """Who has a session, if it is one and has not ended."""
        return people.who(self, session, now)

    def leave(self, session: str) -> None:
        """End one session."""
        people.leave(self, session)

    def revoke(self, name: str) -> Annotator:
        """End all sessions and void the invite of somebody; what is leased to them is free again, answers stay."""
        return people.revoke(self, name)

    def people(self) -> list[Annotator]:
        """Everybody who takes part or did, by name."""
        return people.everybody(self)

    # judging; `annotator` is the id of one

    def next_items(self, annotator: int, count: int = 3, *, now: int | None = None) -> list[Item]:
        """Lease up to `count` items to an annotator: those that are leased already first, then the least judged."""
        return assignment.next_items(self, annotator, count, now)

    def item(self, annotator: int, item: str) -> Item | None:
        """An item that was given to this annotator at some time; None for every other."""
        return assignment.own(self, annotator, item)

    def record(self, annotator: int, answer: Answer, *, now: int | None = None) -> Receipt:
        """Keep an answer; the same event a second time changes nothing and has the same receipt."""
        return answers.record(self, annotator, answer, now)

    def undo(self, annotator: int, *, event: str | None = None, now: int | None = None) -> Item | None:
        """Take back the newest answer or skip that stands and lease its item again; None when there is none.

        With an `event` of its own it can be sent again: the second time changes nothing and gives the same item.
        """
        return answers.undo(self, annotator, event, now)

    def ahead(self, annotator: int, *, count: int, have: Sequence[str] = (), now: int | None = None) -> Ahead:
        """What a page shows next beside the items that it has, and how far the annotator is, in one transaction."""
        return steps.asked(self, annotator, count, have, now)

    def record_and_go_on(
        self, annotator: int, answer: Answer, *, count: int, have: Sequence[str] = (), now: int | None = None
    ) -> Ahead:
        """`record` and `ahead` in one transaction."""
        return steps.answered(self, annotator, answer, count, have, now)

    def undo_and_go_on(
        self, annotator: int, *, event: str | None, count: int, have: Sequence[str] = (), now: int | None = None
    ) -> Ahead:
        """`undo` and `ahead` in one transaction."""
        return steps.undone(self, annotator, event, count, have, now)

    def history(self, annotator: int, limit: int = 50) -> list[Past]:
        """The annotator's own answers that stand, newest first."""
        return answers.history(self, annotator, limit)

    def progress(self, annotator: int) -> Progress:
        """How far an annotator is."""
        return progress.of_one(self, annotator)

    def status(self, *, now: int | None = None) -> Status:
        """How far everybody is, how they did on gold items, and who is behind."""
        return progress.of_all(self, now)

    # what comes of it

    def disputes(self, rule: str = "median") -> list[Dispute]:
        """Items whose answers differ too much and that nobody decided yet; by `majority`, also those without one."""
        return disputes.undecided(self, rule)

    def adjudicate(
        self, adjudicator: int, item: str, values: Mapping[str, Value], comment: str = "", *, now: int | None = None
    ) -> Receipt:
        """Decide an item for good; a later decision takes the place of an earlier one."""
        return disputes.adjudicate(self, adjudicator, item, values, comment, now)

    def judgments(self) -> pa.Table:
        """Every answer that was ever given, also undone ones, a row for each dimension."""
        return export.judgments(self)

    def qrels(self, rule: str = "median", *, dimension: str | None = None, gold: bool = True) -> Qrels:
        """One grade for each query and document by a rule: median, majority, mean or adjudicated."""
        return export.qrels(self, rule, dimension, gold=gold)

    def facts(self) -> dict[str, Any]:
        """What the file says about itself: its format, when it was made, how many items and events it holds."""
        return export.facts(self)
