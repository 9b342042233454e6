"""The wheel works where there is no source tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def call(*command: object, cwd: Path) -> str:
    # the source tree must not be found by accident
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        [str(each) for each in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The bin folder of a fresh environment with the wheel, and the dependencies of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    call(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("cranfield-*-py3-none-any.whl")
    venv.create(folder / "fresh", with_pip=False, symlinks=os.name != "nt")
    bin_folder = folder / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    python = bin_folder / "python"
    call(*pip, "--python", python, "install", "--no-deps", wheel, cwd=folder)
    # dependencies are borrowed; an added path does not bring the editable install of this environment along
    own = Path(call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (own / "borrowed.pth").write_text("\n".join(sorted(borrowed)) + "\n")
    return bin_folder


def test_the_wheel_shows_the_demo(installed, tmp_path):
    place = call(installed / "python", "-c", "import cranfield; print(cranfield.__file__)", cwd=tmp_path)
    assert Path(place.strip()).is_relative_to(installed.parent)
    assert "bm25-synonyms" in call(installed / "cranfield", "demo", cwd=tmp_path)
    call(installed / "cranfield", "demo", "--save", "demo", cwd=tmp_path)
    assert '"nDCG@10"' in call(
        installed / "cranfield", "eval", "demo/qrels.txt", "demo/bm25.run", "--format", "json", cwd=tmp_path
    )


def test_the_wheel_passes_tests_without_the_source_tree(installed, tmp_path):
    # only what needs no other file of the repository
    shutil.copytree(ROOT / "tests" / "cli", tmp_path / "cli")
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-k", "not made_by_its_tool")
    shown = call(installed / "python", *command, "cli/test_eval.py", "cli/test_other_commands.py", cwd=tmp_path)
    assert " passed" in shown
