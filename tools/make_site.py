"""Build the manual as a site in site/: open site/index.html, no server and no network needed.

python tools/make_site.py
"""

from __future__ import annotations

from pathlib import Path

from manual.site import build

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Pages in build/manual, the site in site/."""
    build(ROOT / "site", ROOT / "build" / "manual")
    print("site/index.html")


if __name__ == "__main__":
    main()
