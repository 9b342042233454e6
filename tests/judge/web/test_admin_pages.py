"""Progress, invites, agreement and decisions, in a real browser and over HTTP."""

from __future__ import annotations

import pytest

from cranfield import evaluate, ratings
from judge.web.test_judging_page import serious
from judge_client import says


def grade(client, values, *, comment=""):
    """Answer the next items with these grades; their ids."""
    done = []
    for at, value in enumerate(values):
        item = client.next(1).json()["items"][0]["id"]
        told = {
            "item": item,
            "event": f"{client.cookies} {at} {item}"[-90:],
            "kind": "grade",
            "values": {"relevance": value},
            "comment": comment,
        }
        assert client.ask("POST", "/api/answer", told).status == 200
        done.append(item)
    return done


ANN, BEN = [0, 1, 2, 3, 3, 0], [0, 1, 2, 0, 1, 1]
JUDGED = {"item": [*range(6)] * 2, "rater": ["ann"] * 6 + ["ben"] * 6, "value": ANN + BEN}


@pytest.fixture
def judged(serve):
    """Two people have judged six items, and differ about two of them by more than one grade."""
    running = serve(overlap=2, count=6)
    grade(running.client("ann"), ANN, comment="as the page says")
    grade(running.client("ben"), BEN)
    return running


def test_the_admin_sees_how_far_everybody_is(judged, come_in):
    page = come_in(judged.link("boss", "admin"))
    assert page.inner_text("#standing .progress span") == "12 of 12 answers"
    rows = page.locator("#standing tbody tr").all_inner_texts()
    assert [row.split()[:2] for row in rows] == [["ann", "6"], ["ben", "6"]]
    assert page.inner_text("#standing a") == "2 items are to be decided."


def test_progress_comes_by_itself(serve, come_in):
    running = serve()
    client = running.client("ann")
    page = come_in(running.link("boss", "admin"))
    assert page.inner_text("#standing .progress span") == "0 of 12 answers"
    grade(client, [1])
    says(page, "#standing .progress span", "1 of 12 answers")


def test_an_invite_is_shown_once_and_works(judged, come_in):
    page = come_in(judged.link("boss", "admin"))
    page.fill(".fields input[name=name]", "eva")
    page.click("text=Make a link")
    link = page.inner_text("code.link")
    page.reload()
    assert link not in page.content()
    assert page.locator("code.link").count() == 0
    other = come_in(link)
    assert "eva" in other.inner_text("header")


def test_what_the_store_refuses_is_told_on_the_page(judged, come_in):
    page = come_in(judged.link("boss", "admin"), faulty=True)
    page.fill(".fields input[name=name]", "ann")
    page.click("text=Make a link")
    page.wait_for_selector("#message:not([hidden])")
    assert "ann takes part already" in page.inner_text("#message")
    assert page.is_visible("#people")


def test_somebody_is_revoked_after_a_question(judged, browser):
    context = browser.new_context()
    page = context.new_page()
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    page.goto(judged.link("boss", "admin"))
    page.click("form[action='/enter'] button")
    page.wait_for_selector("#people")
    page.wait_for_load_state("load")
    page.locator("#people tr", has_text="ben").get_by_text("Revoke").click()
    page.wait_for_selector("text=(revoked)")
    assert asked == ["Sign ben out everywhere? Answers stay."]
    assert [each.name for each in judged.study.people() if each.revoked] == ["ben"]
    assert len(judged.study.judgments()) == 12
    context.close()


def test_disputes_are_decided_one_by_one_without_names(judged, come_in):
    page = come_in(judged.link("judge", "adjudicator"))
    assert page.inner_text("#queue > p") == "2 items have answers that differ too much."
    said = page.locator(".said li").all_inner_texts()
    assert [" ".join(each.split()) for each in said] == [
        "judge 1: answers it “as the page says”", "judge 2: no help",
    ]  # fmt: skip
    assert "ann" not in page.inner_text("main")
    page.click(".options label >> nth=2")
    page.click(".case button.primary")
    says(page, "#queue > p", "1 item has answers that differ too much.")
    page.click(".options label >> nth=2")
    page.click(".case button.primary")
    says(page, "#queue > p", "There is nothing to decide.")
    decided = [each for each in judged.study.judgments().to_pylist() if each["adjudicated"]]
    assert [each["value"] for each in decided] == [2.0, 2.0]
    assert judged.study.qrels("adjudicated").decided == 2


def test_who_agrees_with_whom(judged, come_in):
    page = come_in(judged.link("boss", "admin"))
    page.click("text=Agreement")
    page.wait_for_selector(".heat")
    cells = [" ".join(each.split()) for each in page.locator(".heat td").all_inner_texts()]
    assert cells == ["", "–", "50% 6 items", "50% 6 items", "–"]
    assert page.locator(".heat td.s2").count() == 2
    rows = dict(row.split("\t")[:2] for row in page.locator("table:not(.heat) tbody tr").all_inner_texts())
    assert rows["Agreement"] == "0.50"
    assert rows["Alpha"] == f"{evaluate(ratings(**JUDGED), 'Alpha')['Alpha'].value:.2f}"


def test_the_page_of_agreement_explains_itself(judged, come_in):
    page = come_in(judged.link("boss", "admin"))
    page.goto(judged.address + "/admin/agreement")
    told = page.locator(".meaning li").all_inner_texts()
    assert told[0] == "12 ratings of 6 items by 2 raters; 6 of the items have two ratings or more"
    assert any(each.startswith("two ratings of one item are alike in 50% of cases; beyond chance") for each in told)
    rows = {row.split("\t")[0]: row.split("\t")[3] for row in page.locator(".coefficients tbody tr").all_inner_texts()}
    assert rows["Alpha(level='nominal')"].endswith("Two answers are apart by: 0 if both are the same, else 1.")
    assert rows["Alpha"] != rows["Alpha(level='nominal')"]


def test_a_coefficient_without_a_value_has_the_reason_of_these_answers(serve, come_in):
    running = serve(overlap=2, count=3)
    grade(running.client("ann"), [1, 1, 1])
    grade(running.client("ben"), [1, 1, 1])
    page = come_in(running.link("boss", "admin"))
    page.goto(running.address + "/admin/agreement")
    rows = {row.split("\t")[0]: row.split("\t")[1:] for row in page.locator(".coefficients tbody tr").all_inner_texts()}
    assert rows["Alpha"][0] == "–"
    assert rows["Alpha"][-1] == "no value, as every rating is 1: chance alone agrees always, which is 0 / 0"
    assert "undefined for" not in rows["ICC"][-1]


def test_on_a_phone_no_coefficient_is_cut_off(judged, come_in):
    page = come_in(judged.link("boss", "admin"), viewport={"width": 390, "height": 800})
    page.goto(judged.address + "/admin/agreement")
    wide = page.locator(".wide", has=page.locator(".coefficients"))
    assert wide.evaluate("each => each.scrollWidth - each.clientWidth") == 0


def test_files_can_be_taken_out(judged):
    client = judged.client("boss", "admin")
    reply = client.ask("GET", "/admin/qrels?rule=median")
    told, dispute, *lines = reply.text.splitlines()
    assert told.startswith("# 6 judgments of A study (relevance) by the rule median: ")
    assert dispute == "# 2 items are in dispute and not decided"
    assert lines[:2] == ["q0 0 d0 0", "q0 0 d1 1"]
    assert "attachment" in reply.headers["content-disposition"]
    assert client.ask("GET", "/admin/qrels?rule=nonsense").status == 422
    lines = client.ask("GET", "/admin/judgments").text.splitlines()
    assert len(lines) == 13
    assert "as the page says" in lines[1]


@pytest.mark.parametrize("path", ["/admin", "/admin/agreement", "/admin/disputes"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_pages_fit_and_axe_finds_nothing_serious(judged, come_in, path, width, scheme):
    page = come_in(judged.link("boss", "admin"), viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(judged.address + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page) == []


def test_without_scripts_forms_still_work(judged):
    client = judged.client("boss", "admin")
    assert client.ask("POST", "/admin/invite", form={"name": "eva", "role": "annotator"}).text.count("/enter#") == 1
    assert client.ask("GET", "/admin").text.count("/enter#") == 0
