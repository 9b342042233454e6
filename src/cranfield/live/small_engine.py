"""Starts the small engine beside this process, and says how to ask it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["engine_text", "small_engine"]

_TEXT = """\
# the small engine of `cranfield live --demo`
name = "{name}"
url = "{{server}}/search?q={{query}}&size={{size}}&k1={{k1}}&b={{b}}&title={{title}}"

[parameters]
server = "http://127.0.0.1:{port}"
k1 = 1.2
b = 0.75
title = {title}

[answer]
ids = "$.results[*].id"
scores = "$.results[*].score"
time = "$.took"
unit = "ms"
error = "$.message"

[version]
url = "{{server}}/stats"
path = "$.version"

[space]
url = "{{server}}/stats"
bytes = "$.bytes"
documents = "$.documents"

[add]
method = "PUT"
url = "{{server}}/documents/{{id}}"
body = '{{"text": {{text}}}}'

[update]
method = "PUT"
url = "{{server}}/documents/{{id}}"
body = '{{"text": {{text}}}}'

[delete]
method = "DELETE"
url = "{{server}}/documents/{{id}}"
"""


def engine_text(port: int, name: str = "bm25", title: float = 1.0) -> str:
    """The file of the small engine."""
    return _TEXT.format(port=port, name=name, title=title)


@contextmanager
def small_engine(documents: Path, refresh: float = 0.1) -> Iterator[int]:
    """The port of an engine that runs until the end of the block."""
    command = [sys.executable, "-m", "cranfield.live.small_server", str(documents), str(refresh)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()
