"""The tables of a study, as the newest version has them; `migrations` makes them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)  # fmt: skip

__all__ = ["annotators", "assignments", "decisions", "events", "invites", "items", "metadata", "sessions", "study"]

metadata = MetaData()
_Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by itself only where it says INTEGER

# one row: what the study is
study = Table(
    "study", metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("settings", Text, nullable=False),  # JSON
    Column("salt", Text, nullable=False),  # makes ids and draws of this study its own
    Column("created", BigInteger, nullable=False),
)  # fmt: skip

annotators = Table(
    "annotators", metadata,
    Column("id", _Number, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger),
    Column("invite", Text, unique=True),  # of version 2 and before: invites have a table now, and these stay empty
    Column("invited", BigInteger),
)  # fmt: skip

# links that nobody used yet; somebody may have several, as each start of the server prints one
invites = Table(
    "invites", metadata,
    Column("hash", Text, primary_key=True),  # of the token
    Column("annotator", _Number, ForeignKey("annotators.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)  # fmt: skip

sessions = Table(
    "sessions", metadata,
    Column("hash", Text, primary_key=True),
    Column("annotator", _Number, ForeignKey("annotators.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
)  # fmt: skip

# what is to be judged; a repeat has no texts of its own and is for one annotator only
items = Table(
    "items", metadata,
    Column("number", _Number, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("query", Text, nullable=False),
    Column("query_text", Text, nullable=False),
    Column("doc", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("html", Boolean, nullable=False),
    Column("systems", Text, nullable=False),  # JSON: system to rank
    Column("other_doc", Text),
    Column("other_title", Text),
    Column("other_text", Text),
    Column("other_html", Boolean),
    Column("other_systems", Text),
    Column("priority", Float(53), nullable=False),
    Column("shuffle", Integer, nullable=False),  # a draw below the prime that orders by it
    Column("gold", Text),  # JSON: dimension to value
    Column("repeat_of", _Number, ForeignKey("items.number")),
    Column("only_for", _Number, ForeignKey("annotators.id")),
    Column("taken", Integer, nullable=False),  # answers that count and leases that live
)  # fmt: skip
_ordinary = items.c.gold.is_(None) & items.c.repeat_of.is_(None)
Index(
    "items_in_turn", items.c.taken, items.c.priority.desc(), items.c.number,
    sqlite_where=_ordinary, postgresql_where=_ordinary,
)  # fmt: skip

_repeat = items.c.repeat_of.is_not(None)  # only these: SQLite would look for all others here, and then sort them
Index(
    "items_repeated", items.c.repeat_of, items.c.only_for, unique=True, sqlite_where=_repeat, postgresql_where=_repeat
)

_known = items.c.gold.is_not(None)
Index("items_gold", items.c.number, sqlite_where=_known, postgresql_where=_known)

# everything that anybody said, in its order; rows are never changed
events = Table(
    "events", metadata,
    Column("number", _Number, primary_key=True),
    Column("annotator", _Number, ForeignKey("annotators.id"), nullable=False),
    Column("key", Text, nullable=False),  # the client's
    Column("kind", Text, nullable=False),  # grade, cannot, skip, undo, decide
    Column("item", _Number, ForeignKey("items.number"), nullable=False, index=True),
    Column("answer", Text, nullable=False),  # JSON: values, reason, comment, span, side
    Column("shown", BigInteger),
    Column("seconds", Float(53)),
    Column("at", BigInteger, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("undoes", _Number, ForeignKey("events.number")),
    UniqueConstraint("annotator", "key"),
)  # fmt: skip

# what was ever given to whom, and how it stands; follows from the events but for the leases
assignments = Table(
    "assignments", metadata,
    Column("item", _Number, ForeignKey("items.number"), nullable=False),
    Column("annotator", _Number, ForeignKey("annotators.id"), nullable=False),
    Column("state", Text, nullable=False),  # leased, lapsed, grade, cannot, skip, late
    Column("until", BigInteger, nullable=False),  # the end of the lease
    Column("turn", BigInteger, nullable=False),  # orders what is leased to one annotator
    Column("event", _Number, ForeignKey("events.number")),  # the answer that stands
    PrimaryKeyConstraint("item", "annotator"),
)  # fmt: skip
Index("assignments_of_one", assignments.c.annotator, assignments.c.state)
Index("assignments_undo", assignments.c.annotator, assignments.c.event)
_leased = assignments.c.state == "leased"
Index("assignments_leased", assignments.c.until, sqlite_where=_leased, postgresql_where=_leased)

decisions = Table(
    "decisions", metadata,
    Column("item", _Number, ForeignKey("items.number"), primary_key=True, autoincrement=False),
    Column("event", _Number, ForeignKey("events.number"), nullable=False),
)  # fmt: skip
