"""The columns of any table made uniform: ids as strings, values as float64, ranks as int64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.ids.arrow_arrays import decoded
from cranfield.io.read.lines import is_number
from cranfield.io.read.roles import holds_numbers, holds_text, value_role
from cranfield.io.read.table_rows import lengths

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["held_once", "is_number_type", "pc", "uniform"]


class _Compute:
    """pyarrow.compute, which is loaded when a column needs it: that takes as long as reading a million rows."""

    def __getattr__(self, name: str) -> Any:
        import pyarrow.compute  # noqa: PLC0415

        return getattr(pyarrow.compute, name)


pc = _Compute()


def uniform(table: pa.Table, name: str, kind: str, first: int, where: Callable[[int], int | None] | None) -> pa.Table:
    """Query and doc as strings, value as float64, rank as int64, or the first row where that fails."""

    def fail(at: int, key: str, **fields: Any) -> InputError:
        line = where(first + at) if where else None
        row = first + at + 1 if line is None else None
        return InputError(key, source=name, line=line, row=row, **fields)

    if kind in _CELLS:
        return _table({role: _CELLS[kind](table[role], role, fail) for role in table.column_names})
    made = {role: _ids(table[role], role, fail) for role in ("query", "doc", "subtopic") if role in table.column_names}
    value = value_role(kind)
    if "rank" in table.column_names and value in table.column_names:
        made["rank"] = _loose_ranks(table["rank"])
    elif "rank" in table.column_names:
        numbers = _numbers(table["rank"], "rank", fail)
        broken = pc.not_equal(pc.floor(numbers), numbers)
        if pc.any(broken).as_py():
            raise fail(broken.index(True).as_py(), "rank-in-row")
        # the order is all there is, so the score is the rank turned round
        return _table({**made, "value": pc.negate(numbers), "rank": _loose_ranks(numbers)})
    return _table({**made, "value": _numbers(table[value], value, fail), **_popped(made)})


def _table(columns: dict[str, pa.ChunkedArray]) -> pa.Table:
    """As pa.table does, without its look for pandas."""
    return pa.Table.from_arrays(list(columns.values()), list(columns))


def _popped(made: dict[str, pa.ChunkedArray]) -> dict[str, pa.ChunkedArray]:
    """Rank comes last, behind value."""
    return {"rank": made.pop("rank")} if "rank" in made else {}


def _label_cells(column: pa.ChunkedArray, role: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    """Labels as text or as they are, scores and weights as numbers."""
    if holds_numbers(role):
        # whole numbers stay: float64 would lose the order of large ones without a word
        kept = pa.types.is_integer(column.type) or column.type == pa.float32()
        numbers = column if kept and not column.null_count else _whole_or_not(column, _numbers(column, role, fail))
        odd = pc.is_nan(numbers) if pa.types.is_floating(numbers.type) else None
        if odd is not None and pc.any(odd).as_py():
            raise fail(odd.index(True).as_py(), "number-nan", role=role)
        if role == "weight":
            odd = pc.or_(pc.less(numbers, 0), pc.is_inf(numbers))
            if pc.any(odd).as_py():
                at = odd.index(True).as_py()
                raise fail(at, "weight-in-row", as_py=numbers[at].as_py())
        return numbers
    if column.null_count:
        raise fail(pc.is_null(column).index(True).as_py(), "cell-missing", role=role)
    if held_once(column):
        return column
    plain = _plain(column)
    return _ids(plain, role, fail) if _is_text(plain.type) else plain


def _rating_cells(column: pa.ChunkedArray, role: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    """As labels, but a rating that is not there is null."""
    if not role.startswith("value"):
        return _label_cells(column, role, fail)
    if held_once(column):
        return column
    plain = _plain(column)
    if not _is_text(plain.type):
        return plain
    text = _decoded(plain, "ratings", fail)
    return pc.if_else(pc.equal(pc.binary_length(text), 0), pa.scalar(None, pa.string()), text)


def _cost_cells(column: pa.ChunkedArray, role: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    """Words or numbers, null where there are none; a truth value about errors becomes a word."""
    if role == "query":
        return _ids(column, role, fail)
    if holds_text(role) and held_once(column):
        return column
    plain = _plain(column)
    if role == "error" and pa.types.is_boolean(plain.type):
        return pc.if_else(plain, pa.scalar("error"), pa.scalar(None, pa.string()))
    if _is_text(plain.type):
        text = _decoded(plain, role, fail)
        plain = pc.if_else(pc.equal(pc.binary_length(text), 0), pa.scalar(None, pa.string()), text)
    if holds_text(role):
        return plain.cast(pa.string())
    if pa.types.is_null(plain.type):
        return plain.cast(pa.float64())
    there = pc.is_valid(plain)
    if pc.all(there).as_py():
        return _numbers(plain, role, fail)
    rows = pc.indices_nonzero(there)
    known = _numbers(plain.filter(there), role, lambda at, key, **fields: fail(rows[at].as_py(), key, **fields))
    return pc.replace_with_mask(pa.nulls(len(plain), pa.float64()), there.combine_chunks(), known.combine_chunks())


def _whole_or_not(text: pa.ChunkedArray, numbers: pa.ChunkedArray) -> pa.ChunkedArray:
    """Large whole numbers of a text file as int64."""
    if not len(numbers) or not _is_text(text.type) or pc.max(pc.abs(numbers)).as_py() <= 2**53:
        return numbers
    try:
        return text.cast(pa.string()).cast(pa.int64())
    except pa.ArrowInvalid:
        return numbers


def _ids(column: pa.ChunkedArray, role: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    """Text stays where it lies, also in a dictionary."""
    kept = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if kept in (pa.string(), pa.large_string(), pa.string_view()) and not column.null_count:
        found = [lengths(chunk) for chunk in column.chunks]
        if all(each is not None and each.min(initial=1) > 0 for each in found):
            return column
    column = _plain(column)
    if column.null_count:
        raise fail(pc.is_null(column).index(True).as_py(), "cell-missing", role=role)
    kind = column.type
    if not (_is_text(kind) or pa.types.is_integer(kind)):
        raise fail(0, "ids-column", role=role, kind=kind)
    text = _decoded(column, "ids", fail)
    if pc.min(pc.binary_length(text)).as_py() == 0:
        empty = pc.equal(pc.binary_length(text), 0)
        raise fail(empty.index(True).as_py(), "id-empty", role=role)
    return text


def held_once(column: pa.ChunkedArray, *, empty: bool = False) -> bool:
    """Whether a column is a dictionary of texts and can stay one: none is missing in it, nor `empty` where it may not.

    A small file can repeat a long text as often as it likes, and only as numbers it takes no more than it should.
    """
    if not pa.types.is_dictionary(column.type) or column.type.value_type not in (pa.string(), pa.large_string()):
        return False
    found = [lengths(chunk) for chunk in column.chunks]
    return all(each is not None and each.min(initial=1) >= (0 if empty else 1) for each in found)


def _decoded(column: pa.ChunkedArray, what: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    """Bytes and whole numbers as text."""
    try:
        return column if column.type == pa.string() else column.cast(pa.string())
    except pa.ArrowInvalid:
        for at, raw in enumerate(column.to_pylist()):
            try:
                raw.decode()
            except UnicodeDecodeError:
                shown = shorten(raw.decode("utf-8", "replace"))
                raise fail(at, "utf-8-in-row", what=what, shown=shown) from None
        raise


def _texts(column: pa.ChunkedArray, role: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    """Texts, or lists of them; what is neither is said where segments are known."""
    if held_once(column, empty=True):
        return column
    plain = _plain(column)
    return _decoded(plain, role, fail) if _is_text(plain.type) else plain


def _numbers(column: pa.ChunkedArray, role: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    column = _plain(column)
    if column.null_count:
        raise fail(pc.is_null(column).index(True).as_py(), "cell-missing", role=role)
    kind = column.type
    if pa.types.is_boolean(kind):
        column = column.cast(pa.uint8())
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        try:
            column = column.cast(pa.string())
        except pa.ArrowInvalid:
            column = pa.chunked_array([[raw.decode("utf-8", "replace") for raw in column.to_pylist()]], pa.string())
    if _is_text(kind):
        try:
            return column.cast(pa.float64())
        except pa.ArrowInvalid:
            return _parsed(column.to_pylist(), role, fail)
    if not is_number_type(kind):
        raise fail(0, "number-column", role=role, kind=kind)
    return column if kind == pa.float64() else column.cast(pa.float64(), safe=False)


def _parsed(texts: list[str], role: str, fail: Callable[..., InputError]) -> pa.ChunkedArray:
    for at, text in enumerate(texts):
        if not is_number(text):
            raise fail(at, "number-in-row", role=role, text=text)
    return pa.chunked_array([[float(text) for text in texts]], pa.float64())


def _loose_ranks(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Ranks as they are, or null where they are no whole number: scores decide, so an odd rank is no error."""
    column = _plain(column)
    try:
        return column if column.type == pa.int64() else column.cast(pa.int64())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        ranks = [_whole(value) for value in column.to_pylist()]
        return pa.chunked_array([ranks], pa.int64())


def _whole(value: Any) -> int | None:
    try:
        number = int(value)
        return number if number == float(value) and -(2**63) <= number < 2**63 else None
    except (TypeError, ValueError, OverflowError):
        return None


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Dictionaries and views as what they stand for."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = decoded(column)
        kind = column.type
    if kind == pa.string_view():
        return column.cast(pa.string())
    return column.cast(pa.binary()) if kind == pa.binary_view() else column


def is_number_type(kind: pa.DataType) -> bool:
    """Whether a column of this type holds numbers."""
    known = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_boolean)
    return any(check(kind) for check in known)


def _is_text(kind: pa.DataType) -> bool:
    return any(
        check(kind)
        for check in (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)
    )


# of kinds whose columns are all alike
_CELLS = {
    "labels": _label_cells,
    "ratings": _rating_cells,
    "cost": _cost_cells,
    "texts": _texts,
    "groups": _ids,
    "document groups": _ids,
}
