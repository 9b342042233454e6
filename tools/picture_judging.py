"""Take pictures of the pages on which people judge, in a real browser: all of them into a folder.

python tools/picture_judging.py FOLDER      # docs/pictures/judging.png is FOLDER/grade.png
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from playwright.sync_api import sync_playwright

from cranfield.judge.web.app import make_app
from cranfield.judge.web.demo import demo_study
from cranfield.judge.web.server import listening
from cranfield.judge.web.site import Site

if TYPE_CHECKING:
    from cranfield.judge.store import Study

WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
READY = "#item:not([hidden]), #people, #queue"


def served(study: Study) -> str:
    """The address of a study that is served until this program ends."""
    opened = listening("127.0.0.1", 0)
    address = f"http://127.0.0.1:{opened.getsockname()[1]}"
    config = uvicorn.Config(make_app(Site(study, address)), log_level="error", lifespan="off")
    threading.Thread(target=uvicorn.Server(config).run, kwargs={"sockets": [opened]}, daemon=True).start()
    return address


class Photographer:
    """Comes in as somebody and takes pictures."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder = browser, folder

    def take(
        self, name: str, study: Study, address: str, *, role: str = "annotator", path: str = "", keys: str = "",
        dark: bool = False, narrow: bool = False, whole: bool = False,
    ) -> None:  # fmt: skip
        """One picture, of whoever has the role, after some keys."""
        token = study.add_annotator(name, role).token  # type: ignore[arg-type]  # one of the roles
        scheme = "dark" if dark else "light"
        view = NARROW if narrow else WIDE
        context = self.browser.new_context(viewport=view, color_scheme=scheme, has_touch=narrow, is_mobile=narrow)
        page = context.new_page()
        page.goto(f"{address}/enter#{token}")
        page.click("form[action='/enter'] button")
        page.wait_for_selector(READY)
        if path:
            page.goto(address + path)
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(80)
        page.wait_for_timeout(400)
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole)
        context.close()
        study.revoke(name)


def main() -> None:
    """Everything, wide and narrow, light and dark, English and Chinese."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        camera = Photographer(browser, folder)
        for language in ("en", "zh"):
            for kind in ("grade", "rate", "prefer"):
                study = demo_study(Path(place) / f"{kind}-{language}.db", kind=kind, language=language)
                address = served(study)
                tail = "" if language == "en" else "-zh"
                keys = {"grade": "2310", "rate": "43", "prefer": "1"}[kind]
                camera.take(f"{kind}{tail}", study, address, keys=keys)
                camera.take(f"{kind}-dark{tail}", study, address, keys=keys, dark=True)
                camera.take(f"{kind}-narrow{tail}", study, address, narrow=True)
                if kind == "grade":
                    camera.take(f"cannot{tail}", study, address, keys="x")
                    for page in ("", "agreement", "disputes"):
                        path = f"/admin/{page}".rstrip("/")
                        named = page or "admin"
                        camera.take(f"{named}{tail}", study, address, role="admin", path=path, whole=True)
                        camera.take(f"{named}-narrow-dark{tail}", study, address, role="admin", path=path,
                                    narrow=True, dark=True, whole=True)  # fmt: skip
        browser.close()


if __name__ == "__main__":
    main()
