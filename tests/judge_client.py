"""A study on a real server, and a client that behaves like a browser as far as a test needs it."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import uvicorn

from cranfield.judge.store import Choice, Dimension, Item, Output, Settings, Study
from cranfield.judge.web.app import make_app
from cranfield.judge.web.attempts import Attempts
from cranfield.judge.web.server import listening
from cranfield.judge.web.site import Site

GRADES = tuple(Choice(float(at), name) for at, name in enumerate(("no help", "touches it", "helps", "answers it")))
FIVE = tuple(Choice(float(at), str(at)) for at in range(1, 6))


def settings(kind="grade", **others):
    dimensions = {
        "grade": (Dimension("relevance", GRADES),),
        "rate": tuple(Dimension(name, FIVE) for name in ("fluent", "true")),
        "prefer": (Dimension("better", (Choice(1.0, "left"), Choice(0.0, "tie"), Choice(-1.0, "right"))),),
    }  # fmt: skip
    return Settings(kind, dimensions[kind], **{"title": "A study", "guidelines": "Judge the page alone.", **others})


def items(count=12, kind="grade"):
    return [
        Item(
            f"q{at // 4}", Output(f"d{at}", f"Text {at} of a muddy tent.", f"Title {at}", systems={"bm25": at + 1}),
            f"how to clean tent {at // 4}", Output(f"e{at}", f"Other text {at}.") if kind == "prefer" else None,
            priority=-float(at),
        )
        for at in range(count)
    ]  # fmt: skip


def made_study(path, kind="grade", count=12, given=None, **others):
    study = Study.create(path, settings(kind, **others))
    study.add_items(items(count, kind) if given is None else given)
    return study


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    text: str
    cookies: list[str]

    def json(self):
        return json.loads(self.text)


class Client:
    """Keeps its cookies; asks as a page of the site itself would, unless told otherwise."""

    def __init__(self, address, timeout=30):
        self.address, self.host, self.cookies = address, urlsplit(address).netloc, {}
        self.connection = HTTPConnection(self.host, timeout=timeout)

    def ask(self, method, path, body=None, *, form=None, headers=None):
        sent = {"Host": self.host, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        data = None
        if body is not None:
            data, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        if form is not None:
            data, sent["Content-Type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
        if method != "GET":
            sent["Origin"] = self.address
        sent |= headers or {}
        self.connection.request(method, path, data, {name: value for name, value in sent.items() if value is not None})
        reply = self.connection.getresponse()
        text = reply.read().decode()
        cookies = reply.headers.get_all("set-cookie") or []
        for each in cookies:
            name, _, value = each.split(";")[0].partition("=")
            self.cookies[name] = value.strip('"')
        return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()}, text, cookies)

    def enter(self, token):
        return self.ask("POST", "/enter", form={"token": token})

    def next(self, count=3, have=()):
        return self.ask("POST", "/api/next", {"count": count, "have": list(have)})


@dataclass
class Served:
    """A study that is served in a thread."""

    study: Study
    address: str
    server: uvicorn.Server
    thread: threading.Thread
    site: Site
    clients: list[Client] = field(default_factory=list)

    def client(self, name=None, role="annotator"):
        """Somebody's browser; with a name, somebody who has come in."""
        made = Client(self.address)
        self.clients.append(made)
        if name is not None:
            assert made.enter(self.study.add_annotator(name, role).token).status == 303
        return made

    def link(self, name, role="annotator"):
        return f"{self.address}/enter#{self.study.add_annotator(name, role).token}"

    def stop(self):
        for each in self.clients:
            each.connection.close()
        self.server.should_exit = True
        self.thread.join(10)
        self.study.close()


def served(study, **options):
    opened = listening("127.0.0.1", 0)
    address = f"http://127.0.0.1:{opened.getsockname()[1]}"
    site = Site(study, address, Attempts(), **options)
    config = uvicorn.Config(make_app(site), log_level="error", access_log=False, lifespan="off", server_header=False)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    return Served(study, address, server, thread, site)


def says(page, place, text):
    """Wait until a place of a page says this."""
    from playwright.sync_api import expect

    expect(page.locator(place)).to_have_text(text, timeout=15_000)
