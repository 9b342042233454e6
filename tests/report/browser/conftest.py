"""A real browser that says everything that went wrong, and pages to look at."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from cranfield import demo
from cranfield.cli.main import run


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


@pytest.fixture(scope="session")
def texts_report(tmp_path_factory):
    """Two translations, one of them with a Chinese segment, and two references."""
    folder = tmp_path_factory.mktemp("texts")
    texts = {
        "reference": "the cat sat on the mat\na dog ran home quickly\n猫 坐 在 垫子 上\n",
        "second": "a cat was sitting on the mat\nthe dog ran home fast\n一只 猫 坐 在 垫子 上\n",
        "old": "the cat sat on a mat\na dog walks home\n猫 在 垫子 上\n",
        "new": "the dog sat on the mat\na dog ran home quickly\n猫 坐 在 桌子 上\n",
    }
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text * 4, "utf-8")
    (folder / "groups.tsv").write_text("".join(f"{at + 1}\t{'ab'[at % 2]}\n" for at in range(12)))
    given = [folder / "reference.txt", folder / "old.txt", folder / "new.txt", "--ref", folder / "second.txt"]
    given += ["-m", "BLEU", "-m", "ROUGE-L", "-m", "chrF", "--groups", folder / "groups.tsv"]
    path = folder / "report.html"
    assert run(["report", *map(str, given), "-o", str(path), "--quiet", "--lang", "en"]) == 0
    return path


@pytest.fixture(scope="session")
def labels_report(tmp_path_factory):
    """Two classifiers of clicks with sessions; the scores of one are no probabilities."""
    folder = tmp_path_factory.mktemp("labels")
    rows = [
        f"{at % 2},{(at * 13 % 17) / 17:.3f},{(at * 5 % 7) / 7 + at % 2 * 0.9:.3f},{'ab'[at % 3 % 2]}"
        for at in range(80)
    ]
    (folder / "clicks.csv").write_text("\n".join(["y,first,second,device", *rows]) + "\n")
    given = [folder / "clicks.csv", "--truth", "y", "--score", "first", "--score", "second", "--threshold", "0.5"]
    given += ["--by", "device", "-m", "Accuracy", "-m", "F1(average='macro')", "-m", "AUC"]
    path = folder / "report.html"
    assert run(["report", *map(str, given), "-o", str(path), "--quiet", "--lang", "en"]) == 0
    return path
