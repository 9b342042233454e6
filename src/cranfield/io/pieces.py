"""From a source of run rows to joined parts: parsed and joined in pieces, on all cores, in bounded memory."""

from __future__ import annotations

from contextlib import closing, suppress
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import InputError
from cranfield.io.ids import Ids
from cranfield.io.join import join
from cranfield.io.keys import changes, distinct
from cranfield.io.parts import Columns, Part, RowError
from cranfield.io.queries import Seams, whole_queries
from cranfield.io.shuffled import Deck, deal, join_decks
from cranfield.io.threads import in_order, opened_in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.block import Block
    from cranfield.io.judgments import Judgments
    from cranfield.io.queries import Piece
    from cranfield.io.rows import Rows
    from cranfield.io.sheets import Sheet

_Joined = tuple["Part | None", int] | None  # what became of a piece, and its rows
__all__ = ["join_rows", "reuse_memory"]

_STRETCHES = 1 << 10  # of one query, from which on it is worth a look whether they are too many


def join_rows(rows: Rows, gold: Judgments, policy: Policy) -> list[Part]:
    """Join a run piece by piece; it is read a second time, whole, if its queries are interleaved."""
    reuse_memory()
    gold.get_ready()
    packed = rows.packed()
    if packed:
        # which row is the first that is wrong, and its number, the pieces tell in their order
        with suppress(RowError, InputError):
            return _join(rows, gold, policy, packed)
    return _join(rows, gold, policy)


def _join(
    rows: Rows, gold: Judgments, policy: Policy, packed: Sequence[Callable[[], Iterator[Sheet]]] = ()
) -> list[Part]:
    def work(piece: Piece) -> _Joined:
        columns = _columns(piece, gold)
        if columns is None:
            return None
        if _interleaved(columns.place):
            return None, 0  # no exception: its traceback would keep all this alive
        return join(columns, gold, policy, name=rows.name), len(columns)

    parts: list[Part] = []
    seen = np.zeros(len(gold.queries), bool)
    first_row = 0
    try:
        with closing(_unpacked(packed, work) if packed else in_order(work, rows.pieces())) as joined:
            for part, count in filter(None, joined):
                if part is None or seen[part.query].any():
                    break  # a query came back after another one: its rows are not together
                seen[part.query] = True
                parts.append(part)
                first_row += count
            else:
                return parts
        first_row = 0
        return _join_shuffled(rows, gold, policy)
    except RowError as error:
        if packed:
            raise
        raise error.tell(rows.places([first_row + row for row in error.rows])) from None


def _unpacked(packed: Sequence[Callable[[], Iterator[Sheet]]], work: Callable[[Piece], _Joined]) -> Generator[_Joined]:
    """The work on all pieces of packed tables, which are unpacked by whoever works on them.

    The first and last queries of the pieces, few rows as a rule, are worked on by who asks for the results.
    """

    def join_whole(sheet: Sheet) -> tuple[_Joined, list[Block]]:
        whole, ends = whole_queries(sheet.block())
        return None if whole is None else work(lambda: [whole]), ends

    seams = Seams()
    with closing(opened_in_order(lambda at: packed[at](), join_whole, len(packed))) as opened:
        for joined, ends in opened:
            yield joined
            yield from map(work, seams.add(ends))
    yield from map(work, seams.rest())


def reuse_memory() -> None:
    """Have the allocator of Linux keep freed memory for the next piece, which saves a third of the time.

    It returns blocks to the system as soon as they are freed, and every page that comes back costs a fault, until a
    large block was freed once; this one is never touched.
    """
    np.empty((32 << 20) - (1 << 13), np.uint8)


def _interleaved(place: NDArray[np.int64]) -> bool:
    """Whether most queries of a piece come back after others: then all that follow will do so too."""
    stretches = place[changes(place)]  # queries without judgments that follow each other are one
    return len(stretches) > _STRETCHES and len(stretches) > 2 * len(distinct(stretches))


def _columns(piece: Piece, gold: Judgments) -> Columns | None:
    """The rows of a piece looked up in the judgments; None if it holds only blank lines and comments."""
    blocks = [block for block in piece() if len(block)]
    columns = [Columns.of(block, gold) for block in blocks]
    if len(columns) < 2:
        return columns[0] if columns else None
    docs = cache(lambda: Ids.together([block.doc for block in blocks]))
    return Columns.together(columns, lambda rows: docs()[rows])


def _join_shuffled(rows: Rows, gold: Judgments, policy: Policy) -> list[Part]:
    """Read a run again whose queries are interleaved."""

    def work(piece: Piece) -> Deck | None:
        columns = _columns(piece, gold)
        return None if columns is None else deal(columns)

    decks = list(filter(None, in_order(work, rows.pieces())))
    return join_decks(decks, gold, policy, name=rows.name, on_all_cores=in_order)
