"""A real browser that says everything that went wrong, and pages to look at."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field

import pytest

from cranfield import demo
from cranfield.cli.main import run

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium; make test installs it where it may")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@dataclass
class Seen:
    """A page, and what it did that it must not do."""

    page: object
    faults: list[str] = field(default_factory=list)


@pytest.fixture
def look(browser):
    """Open a file; afterwards nothing may have been asked for, run by strangers or complained about."""
    seen = []

    def opened(path, **options):
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **options})
        one = Seen(page)
        page.on("console", lambda said: one.faults.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: one.faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (one.faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda asked: asked.url == path.as_uri() or one.faults.append(f"request: {asked.url}"))
        page.goto(path.as_uri())
        page.wait_for_selector("#units-place table")
        seen.append(one)
        return page

    yield opened
    faults = [fault for one in seen for fault in one.faults]
    for one in seen:
        one.page.close()
    assert faults == []


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    """The report of the built-in collection."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    collection = [demo.JUDGMENTS, *demo.RUNS, "--queries", demo.FOLDER / "queries.tsv"]
    more = ["--docs", demo.FOLDER / "docs.jsonl", "--groups", demo.FOLDER / "groups.tsv", "--against", "bm25"]
    assert run(["report", *map(str, [*collection, *more, "-o", path]), "--quiet", "--lang", "en"]) == 0
    return path
