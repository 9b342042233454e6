"""Studies on a real server, and a real browser that says everything that went wrong."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from judge_client import made_study, served


@pytest.fixture
def serve(tmp_path):
    """Serve a new study; it is stopped after the test."""
    running = []

    def made(kind="grade", study=None, **options):
        found = made_study(tmp_path / f"study{len(running)}.db", kind, **options) if study is None else study
        running.append(served(found))
        return running[-1]

    yield made
    for each in running:
        each.stop()


@pytest.fixture
def come_in(browser):
    """Open an invite link in a browser of its own; afterwards nothing may have run, leaked or been complained about."""
    contexts, faults = [], []

    def refused(asked):
        fault = f"request: {asked.url}"
        if asked.failure == "csp" and fault in faults:  # the browser did not ask, as the policy forbids it
            faults.remove(fault)

    def opened(link, *, faulty=False, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        origin = link.split("/enter")[0]
        if not faulty:
            page.on("console", lambda said: faults.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda asked: asked.url.startswith(origin) or faults.append(f"request: {asked.url}"))
        page.on("requestfailed", refused)
        page.goto(link)
        page.click("form[action='/enter'] button")
        page.wait_for_selector("#item:not([hidden]), #nothing:not([hidden]), #people, #queue")
        page.wait_for_load_state("load")
        return page

    yield opened
    for each in contexts:
        each.close()
    assert faults == []
