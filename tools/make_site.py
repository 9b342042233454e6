"""Build the manual as a site in site/: open site/index.html, no server and no network needed.

python tools/make_site.py
"""

from __future__ import annotations

import logging
from pathlib import Path

import jieba
from manual.site import build

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Pages in build/manual, the site in site/."""
    logging.basicConfig(level=logging.WARNING)  # what mkdocs minds
    jieba.setLogLevel(logging.ERROR)  # which cuts Chinese for the search
    build(ROOT / "site", ROOT / "build" / "manual")
    print("site/index.html")


if __name__ == "__main__":
    main()
