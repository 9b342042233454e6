"""Run the tests with the lowest versions that pyproject.toml declares, and on another Python with the newest.

    python tools/test_lowest.py [--newest 3.13] [--processes 2] [tests ...]

Every environment is made in .environments/ on first use. A Python that is not on this machine is left out, and said so.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HOME = Path(__file__).parent.parent
FOLDER = HOME / ".environments"
_LOWEST = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?>=([\d.]+)(?:,<[\d.]+)?(?:; .+)?")
_OWN = re.compile(r"cranfield\[[\w,-]+\]")
_TOOLS = {"docs", "test"}  # extras of those who build the house, with whatever versions they have


def project() -> dict[str, object]:
    """The table of the project."""
    found: dict[str, object] = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def lowest(requirements: list[str]) -> list[str]:
    """`name[part]>=1.2,<3` as `name==1.2`; a requirement without a lowest version is a fault."""
    pinned = []
    for each in requirements:
        if _OWN.fullmatch(each):
            continue
        found = _LOWEST.fullmatch(each)
        if found is None:
            message = (
                f"pyproject.toml: {each!r} must be written name>=version, so that its lowest version can be tested"
            )
            raise SystemExit(message)
        pinned.append(f"{found[1]}=={found[2]}")
    return pinned


def required(told: dict[str, object]) -> list[str]:
    """What the package and the extras of its users require."""
    extras: dict[str, list[str]] = told["optional-dependencies"]  # type: ignore[assignment]
    return [
        *told["dependencies"],  # type: ignore[misc]
        *(each for name, needed in extras.items() if name not in _TOOLS for each in needed),
    ]


def python_of(version: str) -> str | None:
    """The Python of a version, if it is here and whole; pyenv keeps its own out of the way."""
    name = f"python{version}"
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for path in (shutil.which(name), *sorted(kept.glob(f"{version}.*/bin/{name}"))):
        if path is not None:
            known = subprocess.run([path, "-c", "import ensurepip, venv"], capture_output=True, check=False)
            if known.returncode == 0:
                return str(path)
    return None


def environment(name: str, python: str, pinned: list[str]) -> Path:
    """The Python of an environment that has these versions and what the tests need."""
    folder = FOLDER / name
    here, wanted = folder / "bin" / "python", "\n".join([*pinned, (HOME / "pyproject.toml").read_text("utf-8")])
    told = folder / "installed.txt"
    if told.exists() and told.read_text("utf-8") == wanted:
        return here
    subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
    limits = folder / "lowest.txt"
    limits.write_text("\n".join(pinned) + "\n", "utf-8")
    install = [here, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", limits]
    subprocess.run([*install, "--editable", f"{HOME}[test]"], check=True)
    told.write_text(wanted, "utf-8")
    return here


def main() -> int:
    """The number of environments in which the tests failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--newest", default="3.13", help="the Python on which the newest versions are tested")
    parser.add_argument("--processes", type=int, default=2, help="how many processes run tests at once")
    parser.add_argument("tests", nargs="*", help="some tests instead of all but the slow ones")
    given = parser.parse_args()
    told = project()
    oldest = str(told["requires-python"]).removeprefix(">=")
    pinned = lowest(required(told))
    failed = 0
    for version, wanted, words in ((oldest, pinned, " ".join(pinned)), (given.newest, [], "the newest versions")):
        python = python_of(version)
        if python is None:
            print(f"Python {version}: left out, as python{version} with venv is not on this machine")
            continue
        print(f"Python {version} with {words}", flush=True)
        here = environment(f"{version}-{'lowest' if wanted else 'newest'}", python, wanted)
        options = ["-q", "-n", str(given.processes), "--dist", "loadfile", "-m", "not slow", "-p", "no:cacheprovider"]
        call = [here, "-m", "pytest", *options, *given.tests]
        failed += subprocess.run(call, cwd=HOME, check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
