"""How the program was called, for reports that say how they are made again."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Called"]


@dataclass(frozen=True)
class Called:
    """The arguments as they were written, and the folder in which whoever repeats it has the files."""

    arguments: tuple[str, ...] = ()
    folder: str = ""

    @property
    def again(self) -> str:
        """The same command line."""
        return f"cranfield {shlex.join(self.arguments)}"

    def explain(self, files: Sequence[str]) -> str:
        """The command that explains a number of these files, up to the number."""
        return f"cranfield explain {shlex.join(str(PurePath(self.folder, each)) for each in files)}"
