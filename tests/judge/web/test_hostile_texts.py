"""Documents, queries, comments and names are hostile: in a real browser nothing of them runs."""

from __future__ import annotations

import pytest

from cranfield.judge.store import Choice, Dimension, Item, Output, Settings, Study

MARKUP = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "</script><script>alert(3)</script>",
    "\"><svg onload=alert(4)>", "' onmouseover='alert(5)", "javascript:alert(6)", "<!--", "</textarea><b>bold</b>",
    "{{ 7 * 7 }}{% raw %}", "</title><script>alert(8)</script>", "\u2028alert(9)", "&lt;b&gt;",
    "<iframe srcdoc='<script>alert(10)</script>'>",
]  # fmt: skip
ALL = " ".join(MARKUP)
HTML = (
    "<h1>page</h1><script>top.document.title = 'run'; alert(11)</script><img src=x onerror=\"alert(12)\">"
    "<a href='javascript:alert(13)' id=link>go</a><form action=/leave method=post><button>x</button></form>"
    "<meta http-equiv=refresh content='0;url=https://evil.example/'><link rel=stylesheet href=https://evil.example/x.css>"
    "<style>body{background:url(https://evil.example/y)}</style><base href=https://evil.example/>"
)


@pytest.fixture
def hostile(tmp_path):
    """A study in which everything that somebody wrote is hostile."""
    scale = tuple(Choice(float(at), each) for at, each in enumerate(MARKUP[:4]))
    settings = Settings(
        "grade", (Dimension(MARKUP[1], scale),), title=MARKUP[2], guidelines=ALL, overlap=2, adjudicate_over=0.0
    )
    study = Study.create(tmp_path / "hostile.db", settings)
    study.add_items([
        Item("q", Output(f"{each}{at}", f"{ALL} {each}", each), f"{each} tent", priority=-float(at))
        for at, each in enumerate(MARKUP)
    ])  # fmt: skip
    return study


def injected(page):
    """Elements and attributes that only the texts could have brought."""
    return page.evaluate("""() => [...document.querySelectorAll(
        'img, b, iframe, svg, [onerror], [onload], [onmouseover]')].map((each) => each.outerHTML)""")


def test_nothing_that_somebody_wrote_runs_on_the_judging_page(serve, come_in, hostile):
    page = come_in(serve(study=hostile).link(MARKUP[0]))
    for each in MARKUP:
        page.wait_for_selector("#item:not([hidden])")  # on a slow machine the next one may be on its way
        assert page.inner_text("#query") == f"{each} tent".replace("\u2028", "\\u2028") or each == MARKUP[10]
        assert page.inner_text("#text-0 h2").strip() == each.strip() or each == MARKUP[10]
        assert injected(page) == []
        page.keyboard.press("c")
        page.fill("#comment", ALL)
        page.keyboard.press("Escape")
        page.keyboard.press("1")
    page.keyboard.press("u")
    assert page.input_value("#comment").startswith("<script>")
    page.reload()
    page.wait_for_selector("#item:not([hidden])")
    assert injected(page) == []
    assert page.evaluate("document.scripts.length") == 3  # the theme, ours, and the data


def test_nothing_of_it_runs_on_the_pages_of_the_admin(serve, come_in, hostile):
    running = serve(study=hostile)
    for name, grade in (("<img src=x onerror=alert(20)>", 0), ("\"'><script>alert(21)</script>", 3)):
        client = running.client(name)
        for at in range(len(MARKUP)):
            item = client.next(1).json()["items"][0]["id"]
            told = {"item": item, "event": f"{name}{at}", "kind": "grade", "values": {MARKUP[1]: grade}, "comment": ALL}
            assert client.ask("POST", "/api/answer", told).status == 200
    page = come_in(running.link("boss", "admin"))
    for path in ("/admin", "/admin/agreement", "/admin/disputes"):
        page.goto(running.address + path)
        assert injected(page) == [], path
        assert page.title() == MARKUP[2]
    assert "“<script>alert(1)</script>" in page.inner_text(".said")
    page.goto(running.address + "/admin")
    page.fill(".fields input[name=name]", "<svg onload=alert(22)>")
    page.click("text=Make a link")
    page.wait_for_selector("code.link")
    assert injected(page) == []
    assert "<svg onload=alert(22)>" in page.inner_text("#people")


def test_html_stays_in_its_frame_and_does_nothing(serve, come_in, tmp_path):
    study = Study.create(tmp_path / "html.db", Settings.of_grades("0-3", overlap=2, adjudicate_over=0.0))
    plain = Item("q", Output("e", "plain"), "a page", priority=-1.0)
    study.add_items([Item("q", Output("d", HTML, html=True), "a page"), plain])
    running = serve(study=study)
    page = come_in(running.link("ann"), faulty=True)  # the browser says in the console what it refused
    page.wait_for_timeout(300)
    (frame,) = page.frames[1:]
    assert frame.locator("h1").inner_text() == "page"
    assert frame.url.startswith(running.address)
    assert frame.evaluate("self.origin") == "null"
    frame.locator("#link").click(timeout=2000)
    frame.locator("button").click(timeout=2000)
    page.wait_for_timeout(200)
    assert page.title() != "run"
    assert page.url == running.address + "/judge"
    page.keyboard.press("Escape")
    page.click(".grades button >> nth=1")
    assert page.inner_text("#text-0 .text") == "plain"


def test_the_policy_stops_what_would_slip_through(serve, come_in):
    """The second wall: were markup written into the page, the browser would refuse to run it."""
    running = serve()
    page = come_in(running.link("ann"), faulty=True)
    refused = []
    page.on("console", lambda said: refused.append(said.text))
    page.evaluate("""() => {
        const place = document.createElement('div');
        place.innerHTML = "<img src='x' onerror=\\"document.title = 'run'\\">";
        document.body.append(place);
        const script = document.createElement('script');
        script.textContent = "document.title = 'run'";
        document.body.append(script);
    }""")
    page.wait_for_timeout(300)
    assert page.title() != "run"
    assert any("Content Security Policy" in each for each in refused)


def test_our_pages_cannot_be_framed_by_others(serve, browser, tmp_path):
    running = serve()
    outside = tmp_path / "outside.html"
    outside.write_text(f"<iframe src='{running.address}/enter'></iframe>")
    page = browser.new_page()
    page.goto(outside.as_uri())
    page.wait_for_timeout(300)
    assert page.frames[1].locator("form").count() == 0
    page.close()


def test_a_form_on_another_site_changes_nothing(serve, browser, tmp_path):
    """CSRF as it would really be tried, with the cookie in the browser."""
    running = serve()
    context = browser.new_context()
    page = context.new_page()
    page.goto(running.link("boss", "admin"))
    page.click("form[action='/enter'] button")
    page.wait_for_selector("#people")
    outside = tmp_path / "outside.html"
    outside.write_text(
        f"<form id=f method=post action='{running.address}/admin/invite'><input name=name value=mallory>"
        "<input name=role value=admin></form><script>document.getElementById('f').submit()</script>"
    )
    page.goto(outside.as_uri())
    page.wait_for_load_state()
    page.wait_for_timeout(300)
    assert [each.name for each in running.study.people()] == ["boss"]
    page.goto(running.address + "/admin")
    assert page.is_visible("#people")
    context.close()
