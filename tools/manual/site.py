"""The site: pages of both languages in a folder, and mkdocs over them; nothing is fetched, then or when it is read."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from cranfield.core.registry import families, registry
from manual.measure_page import file_of
from manual.pages import DOCS, NAVIGATION, pages
from manual.words import SAID

__all__ = ["build", "write_sources"]

HERE = Path(__file__).parent
SEARCH = "assets/iframe-worker.js"  # the plugin for reading from files would fetch another one by this name
NAMES = {"en": "Cranfield", "zh": "Cranfield 手册"}
HOMES = {"en": ("index.html", "zh/index.html"), "zh": ("../index.html", "index.html")}  # English, Chinese


def build(target: Path, work: Path) -> None:
    """Write the pages below `work` and the site into `target`; a warning of mkdocs is an error."""
    from mkdocs.commands.build import build as make  # noqa: PLC0415 (only who builds needs mkdocs)
    from mkdocs.config import load_config  # noqa: PLC0415

    for language, folder in (("en", target.resolve()), ("zh", target.resolve() / "zh")):
        source = work.resolve() / language
        write_sources(source, language)
        config = load_config(str(HERE / "mkdocs.yml"), **_settings(language, source, folder))
        config.theme["language"] = language
        config.theme.static_templates.discard("404.html")  # no server shows it
        config.extra |= {"alternate": _alternate(language), "polyfills": [SEARCH]}
        make(config)


def write_sources(folder: Path, language: str) -> None:
    """The pages as Markdown, with style and the script for search."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in pages(language).items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8", newline="\n")
    shutil.copytree(HERE / "assets", folder / "assets")
    shutil.copytree(DOCS / "pictures", folder / "pictures")


def _settings(language: str, source: Path, target: Path) -> dict[str, Any]:
    return {
        "site_name": NAMES[language],
        "docs_dir": str(source),
        "site_dir": str(target),
        "nav": _navigation(language),
        "plugins": [{"search": {"lang": language}}, "offline"],
    }


def _alternate(language: str) -> list[dict[str, str]]:
    english, chinese = HOMES[language]
    return [{"name": "English", "link": english, "lang": "en"}, {"name": "中文", "link": chinese, "lang": "zh"}]


def _navigation(language: str) -> list[Any]:
    def entry(title: str, what: Any) -> dict[str, Any]:
        if what is None:
            return {title: ["measures/index.md", *_measures(language)]}
        return {title: [entry(*each) for each in what] if isinstance(what, list) else what}

    return [entry(*each) for each in NAVIGATION[language]]


def _measures(language: str) -> list[Any]:
    found = []
    for family in families():
        kinds = registry(family)
        title = SAID[language][family]
        found.append(
            {
                title[:1].upper() + title[1:]: [
                    {name: f"measures/{file_of(kinds[name])}"} for name in sorted(kinds, key=str.lower)
                ]
            }
        )
    return found
