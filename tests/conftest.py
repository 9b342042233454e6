"""Settings of every test, and the browser of those that need one."""

import shutil

import pytest
from hypothesis import settings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

settings.register_profile("patient", deadline=None)  # no absolute times in tests: the first example imports things
settings.load_profile("patient")


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium; make test installs it where it may")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()
