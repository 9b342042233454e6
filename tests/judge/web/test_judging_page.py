"""Judging in a real browser: keys, undo, speed, a lost connection, phones, and people who see nothing."""

from __future__ import annotations

import json
import re

import pytest

from judge_client import items, says


def grades(running):
    return [each["value"] for each in running.study.judgments().to_pylist() if each["state"] == "current"]


def current(page):
    return page.inner_text("#text-0 h2")


def settled(page):
    """Until every answer has its receipt."""
    says(page, "#state", "all saved")


def test_digits_grade_and_u_takes_back_to_any_depth(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"))
    assert current(page) == "Title 0"
    assert page.inner_text("#query") == "how to clean tent 0"
    for key, title in (("2", "Title 1"), ("0", "Title 2"), ("3", "Title 3")):
        page.keyboard.press(key)
        assert current(page) == title
    settled(page)
    assert page.inner_text("#count") == "3 of 12"
    assert grades(running) == [2.0, 0.0, 3.0]
    for title in ("Title 2", "Title 1", "Title 0"):
        page.keyboard.press("u")
        assert current(page) == title
    page.keyboard.press("1")
    assert current(page) == "Title 1"
    settled(page)
    assert grades(running) == [1.0]


def test_undo_goes_on_behind_a_reload(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"))
    page.keyboard.press("2")
    page.keyboard.press("3")
    settled(page)
    page.reload()
    page.wait_for_selector("#item:not([hidden])")
    assert current(page) == "Title 2"
    for title in ("Title 1", "Title 0"):
        page.keyboard.press("u")
        says(page, "#text-0 h2", title)
    page.keyboard.press("u")
    says(page, "#told", "There is nothing to take back.")
    page.wait_for_selector("#item:not([hidden])")
    assert current(page) == "Title 0"
    settled(page)
    assert grades(running) == []


def test_skip_cannot_and_comment(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"))
    page.keyboard.press("s")
    assert current(page) == "Title 1"
    page.keyboard.press("x")
    page.keyboard.press("1")
    assert current(page) == "Title 2"
    page.keyboard.press("x")
    page.fill("#other-reason", "a picture only")
    page.keyboard.press("Enter")
    assert current(page) == "Title 3"
    page.keyboard.press("c")
    page.keyboard.type("3 of 5 <b>steps</b> use it")  # digits and letters are no commands here
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    assert current(page) == "Title 4"
    assert page.input_value("#comment") == ""
    settled(page)
    rows = running.study.judgments().to_pylist()
    told = [(each["kind"], each["reason"], each["comment"]) for each in rows]
    assert told == [
        ("skip", "", ""), ("cannot", "unreadable", ""), ("cannot", "a picture only", ""),
        ("grade", "", "3 of 5 <b>steps</b> use it"),
    ]  # fmt: skip
    page.keyboard.press("u")
    assert page.input_value("#comment") == "3 of 5 <b>steps</b> use it"
    assert page.locator(".grades .was").inner_text().split() == ["2", "helps"]


@pytest.mark.parametrize("kind", ["grade", "rate"])
def test_while_the_reasons_are_open_no_key_is_a_command(serve, come_in, kind):
    running = serve(kind)
    page = come_in(running.link("ann"))
    page.keyboard.press("x")
    assert page.evaluate("document.activeElement.id") == "reasons"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "other-reason"
    assert page.inner_text("#told") == "Choose a reason, or write one."
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.keyboard.type("text is cut off")
    assert current(page) == "Title 0"
    assert not page.is_visible("#comment-panel")
    assert running.study.judgments().num_rows == 0
    page.keyboard.press("Enter")
    assert current(page) == "Title 1"
    assert page.inner_text("#told") == ""
    settled(page)
    rows = running.study.judgments().to_pylist()
    assert [(each["kind"], each["reason"], each["comment"]) for each in rows] == [("cannot", "text is cut off", "")]
    page.keyboard.press("x")
    page.keyboard.type("not sent")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    assert current(page) == "Title 2"
    assert page.input_value("#other-reason") == ""


def test_what_undo_did_is_seen_until_the_next_answer(serve, come_in):
    page = come_in(serve().link("ann"))
    page.keyboard.press("u")
    says(page, "#told", "There is nothing to take back.")
    page.wait_for_selector("#item:not([hidden])")
    page.keyboard.press("2")
    assert page.inner_text("#told") == ""
    page.keyboard.press("u")
    assert page.inner_text("#told") == "Taken back; judge it again."
    assert page.locator("#told").bounding_box()["height"] > 10
    page.keyboard.press("2")
    assert page.inner_text("#told") == ""


def test_words_of_the_query_are_marked_and_nothing_else(serve, come_in):
    page = come_in(serve().link("ann"))
    assert page.locator("#text-0 mark").all_inner_texts() == ["tent"]


def test_keys_can_be_switched_off_and_held_keys_count_once(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"))
    page.keyboard.down("2")
    for _ in range(5):
        page.keyboard.down("2")  # repeats, as a key that is held sends them
    page.keyboard.up("2")
    assert current(page) == "Title 1"
    page.keyboard.press("Control+3")
    assert current(page) == "Title 1"
    page.uncheck("#keys")
    page.keyboard.press("3")
    assert current(page) == "Title 1"
    page.click("text=answers it")
    assert current(page) == "Title 2"
    settled(page)
    assert grades(running) == [2.0, 3.0]


def test_answers_survive_a_lost_connection_and_a_closed_tab(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"), faulty=True)
    page.context.set_offline(True)
    for key in "213":
        page.keyboard.press(key)
    assert current(page) == "Title 3"
    page.wait_for_selector("#state.kept")
    assert page.inner_text("#state") == "kept here, not yet saved: 3"
    assert page.inner_text("#notice").startswith("No connection to the server. Your answers are kept in this browser")
    assert grades(running) == []
    page.keyboard.press("u")
    assert current(page) == "Title 2"
    page.context.set_offline(False)
    settled(page)
    assert grades(running) == [2.0, 1.0]
    assert not page.is_visible("#notice")
    page.context.set_offline(True)
    page.keyboard.press("0")
    page.wait_for_selector("#state.kept")
    again = page.context.new_page()
    page.close()
    again.context.set_offline(False)
    again.goto(running.address + "/judge")
    again.wait_for_selector("#item:not([hidden])")
    settled(again)
    assert grades(running) == [2.0, 1.0, 0.0]


def test_a_reply_that_is_lost_does_not_double_an_answer(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"), faulty=True)
    lost = []

    def lose(route):
        if len(lost) < 2:
            lost.append(route.fetch())  # the server has it, the page never hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/api/answer", lose)
    page.keyboard.press("2")
    page.keyboard.press("3")
    settled(page)
    assert len(lost) == 2
    assert len(running.study.judgments()) == 2
    assert grades(running) == [2.0, 3.0]


def test_trouble_of_the_server_is_told_and_nothing_is_lost(serve, come_in, monkeypatch):
    from cranfield.errors import StudyUnavailableError

    running = serve()
    page = come_in(running.link("ann"), faulty=True)
    record = running.study.record_and_go_on

    def full(*_, **__):
        raise StudyUnavailableError("study-full", source="study.db")

    monkeypatch.setattr(running.study, "record_and_go_on", full)
    page.keyboard.press("2")
    page.wait_for_selector("#notice:not([hidden])")
    assert page.inner_text("#notice") == "A study: the disk is full; nothing was changed, make room and try again"
    assert page.inner_text("#state") == "kept here, not yet saved: 1"
    monkeypatch.setattr(running.study, "record_and_go_on", record)
    settled(page)
    assert grades(running) == [2.0]


def test_who_was_signed_out_keeps_the_answer_and_sends_it_after_coming_in(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"), faulty=True)
    running.study.revoke("ann")
    page.keyboard.press("2")
    page.wait_for_selector("#state.kept")
    assert page.inner_text("#notice").startswith("You are signed out.")
    page.goto(f"{running.address}/enter#{running.study.renew('ann').token}")
    page.click("form[action='/enter'] button")
    page.wait_for_selector("#item:not([hidden])")
    settled(page)
    assert grades(running) == [2.0]


def test_the_end_is_told_and_can_be_taken_back(serve, come_in):
    page = come_in(serve(count=2).link("ann"))
    page.keyboard.press("1")
    page.keyboard.press("1")
    says(page, "#nothing-head", "Nothing is left for you")
    page.keyboard.press("u")
    assert current(page) == "Title 1"


STEPS = """
(keys) => new Promise((done) => {
  const took = [];
  const step = () => {
    if (took.length === keys.length) { done(took); return; }
    const before = document.querySelector("#text-0 h2").textContent;
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: keys[took.length], bubbles: true }));
    const look = () => requestAnimationFrame(() => {
      if (document.querySelector("#text-0 h2").textContent === before) { look(); return; }
      setTimeout(() => { took.push(performance.now() - began); setTimeout(step, 120); });  // after the paint
    });
    look();
  };
  step();
})
"""


def test_a_key_shows_the_next_of_5000_items_within_100_ms(serve, come_in):
    """At the median, and for 19 of 20 keys; a machine that is busy with something else is asked again."""
    page = come_in(serve(given=items(5000), overlap=2).link("ann"))
    for _ in range(4):
        took = sorted(page.evaluate(STEPS, "0123" * 15))
        if took[int(len(took) * 0.95)] < 100:
            break
    assert took[len(took) // 2] < 100
    assert took[int(len(took) * 0.95)] < 100


@pytest.mark.parametrize(
    ("kind", "width", "scheme"),
    [("grade", 1280, "light"), ("grade", 390, "dark"), ("rate", 1280, "dark"), ("rate", 390, "light"),
     ("prefer", 1280, "light"), ("prefer", 390, "dark")],
)  # fmt: skip
def test_it_fits_the_screen_and_axe_finds_nothing_serious(serve, come_in, kind, width, scheme):
    page = come_in(serve(kind).link("ann"), viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    assert page.is_visible(".grades, .dimensions") == (width > 800)  # a phone has no room for reasons and grades
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page) == []


def serious(page):
    """What axe calls serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    found = page.evaluate(
        f"async () => {{ {axe.Axe().axe_script}; return await axe.run({{resultTypes: ['violations']}}); }}"
    )
    return [
        (each["id"], each["nodes"][0]["html"][:200], each["nodes"][0]["failureSummary"])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def test_a_screen_reader_hears_what_is_new(serve, come_in):
    page = come_in(serve().link("ann"))
    assert page.evaluate("document.activeElement.id") == "query"
    page.keyboard.press("2")
    assert page.evaluate("document.activeElement.textContent") == "how to clean tent 0"
    assert page.get_attribute("#notice", "role") == "alert"
    assert page.get_attribute("#state", "role") == "status"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#dock, aside') !== null")


def test_ratings_of_several_dimensions_by_keys(serve, come_in):
    running = serve("rate")
    page = come_in(running.link("ann"))
    assert page.is_disabled("#save")
    page.keyboard.press("4")
    page.keyboard.press("Enter")  # something is missing
    page.keyboard.press("5")
    assert not page.is_disabled("#save")
    page.keyboard.press("Enter")
    assert page.locator(".options :checked").count() == 0
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    settled(page)
    assert grades(running) == [4.0, 5.0, 1.0, 2.0]
    page.keyboard.press("u")
    assert page.locator(".options :checked").count() == 2


def test_a_passage_can_be_marked(serve, come_in):
    running = serve("rate")
    page = come_in(running.link("ann"))
    page.evaluate("""() => {
        const text = document.querySelector('#text-0 .text').firstChild, range = document.createRange();
        range.setStart(text, 5); range.setEnd(text, 9);
        getSelection().removeAllRanges(); getSelection().addRange(range);
    }""")
    page.click("[data-action=m]")
    whole = page.inner_text("#text-0 .text")
    assert page.inner_text("#span") == f"marked: “{whole[5:9]}”"
    page.keyboard.press("3")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    settled(page)
    row = running.study.judgments().to_pylist()[0]
    assert (row["span_from"], row["span_to"]) == (5, 9)


def test_side_by_side_keeps_which_side_was_shown(serve, come_in):
    running = serve("prefer", count=12)
    page = come_in(running.link("ann"))
    left = []
    for _ in range(12):
        page.wait_for_selector("#item:not([hidden])")  # this is faster than any reader
        left.append(page.inner_text("#text-0 .text").startswith("Other"))
        page.keyboard.press("1")
        page.keyboard.press("Enter")
    page.wait_for_selector("#nothing:not([hidden])")
    settled(page)
    assert len(set(left)) == 2, "the side is random"
    rows = running.study.judgments().to_pylist()
    assert [each["side"] for each in rows] == ["swapped" if each else "kept" for each in left]
    assert [each["value"] for each in rows] == [-1.0 if each else 1.0 for each in left]  # 1 is the first output


def test_the_interface_is_chinese_or_english(serve, come_in):
    running = serve()
    page = come_in(running.link("ann"))
    page.click("form[action='/language'] button")
    page.wait_for_selector("#item:not([hidden])")
    assert page.get_attribute("html", "lang") == "zh-CN"
    assert page.inner_text("#query-label") == "查询"
    page.keyboard.press("2")
    says(page, "#state", "已全部保存")
    shown = page.inner_text(".dock .more") + page.inner_text("header")
    assert not re.search(r"[a-z]{3,}", shown.replace("ann", "").replace("English", "").replace("study", ""))


def test_light_and_dark_can_be_chosen_and_stay(serve, come_in):
    page = come_in(serve().link("ann"), color_scheme="light")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(background)
    page.click("#theme")
    dark = page.evaluate(background)
    assert dark != before
    page.reload()
    assert page.evaluate(background) == dark


def test_nothing_is_asked_of_the_network_and_the_invite_is_not_left_in_the_address(serve, come_in):
    running = serve()
    link = running.link("ann")
    page = come_in(link)
    token = link.split("#")[1]
    assert token not in page.url
    page.go_back()
    assert token not in page.url
    assert json.dumps(token) not in page.content()
