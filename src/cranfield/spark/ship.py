"""How this package reaches workers that do not have it."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import cranfield
from cranfield.version import __version__

__all__ = ["ship", "zipped"]


def ship(spark: Any) -> str:
    """Send this package to the workers of a session, as it is here; they must have numpy and pyarrow themselves.

    Gives the path of the archive that was sent. Once for each session is enough.
    """
    folder = Path(tempfile.mkdtemp(prefix="cranfield-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    archive = zipped(folder)
    if hasattr(spark, "addArtifacts"):
        spark.addArtifacts(archive, pyfile=True)
    else:
        spark.sparkContext.addPyFile(archive)
    return archive


def zipped(folder: Path) -> str:
    """The package as one archive that Python imports from."""
    root = Path(cranfield.__file__).parent
    path = folder / f"cranfield-{__version__}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in sorted(root.rglob("*")):
            if each.is_file() and "__pycache__" not in each.parts:
                archive.write(each, Path("cranfield") / each.relative_to(root))
    return str(path)
