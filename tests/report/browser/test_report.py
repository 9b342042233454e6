"""What people do with a report, in a real browser."""

from __future__ import annotations

import json
import re

from cranfield.cli.main import run
from report_samples import HOSTILE


def texts(page, selector):
    return [each.strip() for each in page.locator(selector).all_inner_texts()]


def test_the_overview_is_sorted_by_a_column_and_back(look, report):
    page = look(report)
    names = "#overview tbody th"
    assert [each.split()[-1] for each in texts(page, names)] == ["title-words", "bm25", "bm25-synonyms"]
    page.click("#overview th:nth-child(2) .sort")
    assert [each.split()[-1] for each in texts(page, names)] == ["bm25-synonyms", "bm25", "title-words"]
    assert page.get_attribute("#overview th:nth-child(2)", "aria-sort") == "descending"
    page.click("#overview th:nth-child(2) .sort")
    assert [each.split()[-1] for each in texts(page, names)] == ["title-words", "bm25", "bm25-synonyms"]


def test_units_are_searched_sorted_and_grouped(look, report):
    page = look(report)
    assert page.inner_text("#units .pages [role=status]") == "1 to 25 of 61"
    changes = [float(each.replace("−", "-")) for each in texts(page, "#units td:last-child")]
    assert changes == sorted(changes, reverse=True)
    page.click("#units th:last-child .sort")
    changes = [float(each.replace("−", "-")) for each in texts(page, "#units td:last-child")]
    assert changes == sorted(changes)
    page.fill("#units input[type=search]", "sleeping bag")
    assert all("sleeping bag" in each for each in texts(page, "#units tbody td:nth-child(2)"))
    page.fill("#units input[type=search]", "")
    page.select_option("#units .field:nth-child(4) select", label="care")
    assert set(texts(page, "#units tbody td:nth-child(3)")) == {"care"}
    page.select_option("#units .field:nth-child(4) select", label="all")
    page.click("#units .pages button:nth-child(2)")
    assert page.inner_text("#units .pages [role=status]") == "26 to 50 of 61"


def test_a_query_is_chosen_and_its_rankings_stand_side_by_side(look, report):
    page = look(report)
    page.fill("#units input[type=search]", "q01")
    page.click("#units .link")
    assert page.inner_text(".unit-name").split()[0] == "q01"
    heads = texts(page, ".rankings thead th")
    assert [each.splitlines()[0] for each in heads] == ["rank", "title-words", "bm25", "bm25-synonyms", "best order"]
    # the best order begins with the highest grades, as numbers and not by colour alone
    grades = [int(each) for each in texts(page, ".rankings td:last-child .grade [aria-hidden]")]
    assert grades == sorted(grades, reverse=True)
    assert grades[0] == 3
    told = texts(page, "#happened li")
    assert any(re.search(r"bm25-synonyms: tent-wash, grade 3, rose from \d+ to 1", each) for each in told)
    page.click(".rankings .link")
    assert page.inner_text("#document").startswith("Document tent-")
    assert len(page.inner_text("#document")) > 100
    page.uncheck("#unit fieldset label:nth-of-type(1) input")
    assert len(texts(page, ".rankings thead th")) == 4
    page.click("#unit .controls button:last-of-type")
    assert page.inner_text(".unit-name").split()[0] == "q02"


def test_the_steps_of_a_value_end_at_the_value_of_the_table(look, report):
    page = look(report)
    value = page.inner_text("#unit .wide tbody tr:first-child td:last-child")
    steps = page.locator("#unit details").last
    steps.locator("summary").click()
    assert steps.locator("td.strong.number").last.inner_text().startswith(value.rstrip("0").rstrip("."))


def test_everything_can_be_read_in_both_languages_and_themes(look, report):
    page = look(report, color_scheme="light")
    dark = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(dark)
    page.click("#theme")
    assert page.evaluate(dark) != before
    assert page.inner_text("#overview-head") == "Overview"
    page.click("#language")
    assert page.get_attribute("html", "lang") == "zh-CN"
    assert page.inner_text("#overview-head") == "总览"
    for head in texts(page, "h2, thead th, h3:not(.unit-name)"):
        rest = re.sub(
            r"nDCG@10|AP|P@10|R@100|RR|Rprec|Judged@10|[a-z0-9]+-[a-z-]+|bm25|[↓\d()p@]|title-words", "", head
        )
        assert not re.search(r"[a-z]{3,}", rest), head
    assert page.is_visible("figure .zh svg")
    assert not page.is_visible("figure .en svg")


def test_it_is_used_by_keyboard_alone(look, report):
    page = look(report)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.focus("#units .link")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className") == "unit-name"
    page.focus("#overview th:nth-child(2) .sort")
    page.keyboard.press("Enter")
    assert page.get_attribute("#overview th:nth-child(2)", "aria-sort") == "descending"


def test_every_picture_has_a_text_alternative(look, report):
    page = look(report)
    pictures = page.evaluate(
        "[...document.querySelectorAll('svg')].map((each) => [each.getAttribute('role'),"
        " each.querySelector('title').textContent, each.querySelector('desc').textContent])"
    )
    assert len(pictures) >= 8
    assert all(role == "img" and title and len(told) > len(title) for role, title, told in pictures)


MARKUP = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "</script><script>alert(3)</script>",
    "\"><svg onload=alert(4)>", "'onmouseover='alert(5)", "javascript:alert(6)", "<!--", "</textarea><b>bold</b>",
    "&lt;b&gt;",
]  # fmt: skip


def test_nothing_that_a_user_gives_is_run(look, tmp_path):
    names = [name for name in HOSTILE if name.strip() and name.isprintable() and " " not in name] + [
        each.replace(" ", "\u00a0") for each in MARKUP
    ]
    judged = {query: {doc: at % 4 for at, doc in enumerate(names)} for query in names}
    first = {query: {doc: float(at) for at, doc in enumerate([*names, *MARKUP])} for query in names}
    second = {query: {doc: -score for doc, score in docs.items()} for query, docs in first.items()}
    for name, content in (
        ("qrels", judged),
        ("one", first),
        ("</script><img src=x onerror=alert(7)>".replace("/", "⁄"), second),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    (tmp_path / "queries.tsv").write_text("".join(f"{each}\t<img src=x onerror=alert(8)> {each}\n" for each in names))
    with (tmp_path / "docs.jsonl").open("w") as docs:
        for each in dict.fromkeys([*names, *MARKUP]):
            docs.write(
                json.dumps({"id": each, "title": f"<b onclick=alert(9)>{each}", "text": f"</script>{each}"}) + "\n"
            )
    path = tmp_path / "report.html"
    runs = [str(each) for each in sorted(tmp_path.glob("*.json")) if each.stem != "qrels"]
    given = ["report", str(tmp_path / "qrels.json"), *runs, "-o", str(path), "--quiet", "--lang", "en"]
    more = ["--queries", str(tmp_path / "queries.tsv"), "--docs", str(tmp_path / "docs.jsonl"), "--title", MARKUP[2]]
    assert run([*given, *more]) == 0
    page = look(path)
    assert page.inner_text("h1") == MARKUP[2]
    page.fill("#units input[type=search]", "alert(1)")
    page.locator("#units .link").first.click()
    for button in page.locator(".rankings .link").all()[:30]:
        button.click()
    page.click("#language")
    assert page.locator("img, b, body svg[onload], [onerror], [onclick], [onload], [onmouseover]").count() == 0
    assert page.evaluate("document.scripts.length") == 4  # data three times, and ours


def test_the_policy_stops_what_would_slip_through(browser, report, tmp_path):
    """The second wall: were a script written into the page, the browser would refuse to run it."""
    broken = tmp_path / "broken.html"
    planted = "<script>document.title = 'run'</script><img src='x' onerror=\"document.title = 'run'\"></body>"
    broken.write_text(report.read_text("utf-8").replace("</body>", planted), "utf-8")
    page = browser.new_page()
    refused = []
    page.on("console", lambda said: refused.append(said.text))
    page.goto(broken.as_uri())
    page.wait_for_timeout(200)
    assert page.title() != "run"
    assert any("Content Security Policy" in each for each in refused)
    page.close()


def test_texts_stand_side_by_side_with_what_matches_and_what_differs(look, tmp_path):
    (tmp_path / "ref.txt").write_text("the cat sat on the mat\n<b>a</b> dog ran\n")
    (tmp_path / "one.txt").write_text("the cat sat on a mat\n<b>a</b> dog ran\n")
    (tmp_path / "two.txt").write_text("the dog sat on the mat\n<b>a</b> dog ran\n")
    path = tmp_path / "report.html"
    files = [str(tmp_path / f"{name}.txt") for name in ("ref", "one", "two")]
    assert run(["report", *files, "-m", "BLEU", "-m", "METEOR", "-o", str(path), "--quiet", "--lang", "en"]) == 0
    page = look(path)
    page.fill("#unit .controls input", "1")
    page.keyboard.press("Enter")
    assert texts(page, ".segments dt") == ["reference", "one", "two"]
    assert texts(page, ".segments dd:nth-of-type(2) .m4") == ["the", "cat", "sat", "on"]
    assert texts(page, ".segments dd:nth-of-type(2) .apart") == ["cat", "a"]
    assert texts(page, ".segments dd:nth-of-type(3) .apart") == ["dog", "the"]
    page.locator("#unit details summary").first.click()
    assert "BLEU" in page.locator("#unit details").first.inner_text()


def test_a_report_of_labels_opens(look, tmp_path):
    rows = "".join(f"{at % 2},{(at * 13 % 17) / 17:.3f},{'ab'[at % 2]}\n" for at in range(60))
    (tmp_path / "rows.csv").write_text("y,s,part\n" + rows)
    path = tmp_path / "report.html"
    given = [str(tmp_path / "rows.csv"), "--truth", "y", "--score", "s", "--threshold", "0.5", "--by", "part"]
    assert run(["report", *given, "-m", "Accuracy", "-m", "F1(average='macro')", "-o", str(path), "--lang", "en"]) == 0
    page = look(path)
    assert page.locator("figure .en svg").count() == 5
    assert texts(page, "#units tbody th") == ["0", "1"]
    assert page.is_visible("#groups table")
