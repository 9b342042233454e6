"""Small changes of bytes: flips, cuts, repeats, splices, numbers at the edge and words of the formats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

__all__ = ["mutated", "shrunk"]

NUMBERS = [
    b"0",
    b"-1",
    b"1e308",
    b"-1e308",
    b"5e-324",
    b"nan",
    b"inf",
    b"-0.0",
    b"9" * 20,
    b"1_0",
    b"0x1f",
    b"1e",
    b"2.5",
]
SPICE = [
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\n",
    b"\n\n",
    b"\t",
    b" ",
    b'"',
    b"'",
    b",",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b"#",
    b"Q0",
    b"\xc2\xa0",
    b"\xe2\x80\xa8",
    b"\\ud800",
    b"\\u0000",
    b"null",
    b"true",
    b"[" * 300,
    b"\x1f\x8b",
    b"PAR1",
    b"ARROW1",
    b"\xf0\x9f\x98\x80",
    b"\x1b[31m",
    b"@",
    b"(",
    b")",
    b"=",
    b"..",
    b"-",
    b"--",
    b"%",
    b"<",
    b">=",
]
_NUMBER = re.compile(rb"-?\d+(\.\d+)?")


def mutated(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """One to five changes; `others` are what a part may be taken from."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        data = rng.choice(_CHANGES)(data, others, rng)
    return data[: 1 << 16]


def _flip(data: bytes, _others: list[bytes], rng: random.Random) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def _put(data: bytes, _others: list[bytes], rng: random.Random) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(SPICE) + data[at:]


def _cut(data: bytes, _others: list[bytes], rng: random.Random) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + data[at + rng.choice((1, 2, 4, 16, 1000)) :]


def _repeat(data: bytes, _others: list[bytes], rng: random.Random) -> bytes:
    at = rng.randint(0, len(data))
    end = at + rng.choice((1, 4, 16, 64))
    return data[:end] + data[at:end] * rng.choice((1, 1, 3, 40)) + data[end:]


def _splice(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    other = rng.choice(others)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


def _number(data: bytes, _others: list[bytes], rng: random.Random) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(NUMBERS) + data[one.end() :]


def _lines(data: bytes, _others: list[bytes], rng: random.Random) -> bytes:
    """Lines swapped, doubled or dropped, which keeps them whole."""
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    what = rng.randrange(3)
    if what == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif what == 1:
        lines.insert(one, lines[other])
    else:
        del lines[one]
    return b"\n".join(lines)


def _fields(data: bytes, _others: list[bytes], rng: random.Random) -> bytes:
    """Fields of a line swapped or taken from elsewhere."""
    parts = re.split(rb"([\s,]+)", data)
    one, other = rng.randrange(0, len(parts), 2), rng.randrange(0, len(parts), 2)
    parts[one] = parts[other]
    return b"".join(parts)


_CHANGES = (_flip, _put, _cut, _repeat, _splice, _number, _lines, _fields)


def shrunk(data: bytes, fails: Callable[[bytes], bool], *, tries: int = 300) -> bytes:
    """A shorter input that fails in the same way: `fails(data)` says whether it does."""
    step = max(len(data) // 2, 1)
    while step and tries:
        at = 0
        while at < len(data) and tries:
            tries -= 1
            shorter = data[:at] + data[at + step :]
            if fails(shorter):
                data = shorter
            else:
                at += step
        step //= 2
    return data
