"""SQLite's full-text search behind a small HTTP server: a real engine that is wherever Python is."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from contextlib import closing, contextmanager
from urllib.parse import parse_qs, urlsplit

from cranfield.demo import FOLDER
from live.servers import ok, response, serving


class Index:
    """The built-in collection in an index of FTS5, and what the server does with it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.database = sqlite3.connect(":memory:", check_same_thread=False)
        self.database.execute("create virtual table docs using fts5(id unindexed, title, text, tokenize='porter')")
        documents = map(json.loads, (FOLDER / "docs.jsonl").read_text(encoding="utf-8").splitlines())
        rows = [(each["id"], each["title"], each["text"]) for each in documents]
        self.database.executemany("insert into docs values (?, ?, ?)", rows)

    def rows(self, statement, *values):
        with self.lock:
            return self.database.execute(statement, values).fetchall()

    def answer(self, seen) -> bytes:
        """What the server says to a request."""
        at = urlsplit(seen.target)
        told = json.loads(seen.body) if seen.body else {}
        name = at.path.rpartition("/")[2]
        if at.path == "/version":
            return ok({"version": sqlite3.sqlite_version})
        if at.path == "/stats":
            ((size, count),) = self.rows(
                "select page_count * page_size, (select count(*) from docs) from pragma_page_count, pragma_page_size"
            )
            return ok({"bytes": size, "documents": count})
        if seen.method == "POST":
            self.rows("insert into docs values (?, '', ?)", told["id"], told["text"])
        elif seen.method == "PUT":
            self.rows("update docs set text = ? where id = ?", told["text"], name)
        elif seen.method == "DELETE":
            self.rows("delete from docs where id = ?", name)
        else:
            return self.search({key: values[0] for key, values in parse_qs(at.query).items()})
        return ok({"done": True})

    def search(self, asked) -> bytes:
        words = re.findall(r"\w+", asked.get("q", ""))
        if not words:
            return response(400, b'{"message": "there are no words"}')
        match = " OR ".join(f'"{word}"' for word in words)
        found = self.rows(
            "select id, -bm25(docs, 0, ?, 1) as score from docs where docs match ? order by score desc, id limit ?",
            float(asked.get("boost", 1)), match, int(asked["size"]),
        )  # fmt: skip
        return ok({"results": [{"id": name, "score": score} for name, score in found]})


@contextmanager
def sqlite_server():
    """The tables of an engine that answers until the end of the block."""
    index = Index()
    with closing(index.database), serving(index.answer) as served:
        yield {
            "template": "http", "name": "sqlite", "url": "{server}/search?q={query}&size={size}&boost={boost}",
            "parameters": {"server": served.url, "boost": 1},
            "version": {"url": "{server}/version", "path": "$.version"},
            "space": {"url": "{server}/stats", "bytes": "$.bytes", "documents": "$.documents"},
            "add": {"url": "{server}/documents", "body": '{"id": {id}, "text": {text}}'},
            "update": {"method": "PUT", "url": "{server}/documents/{id}", "body": '{"text": {text}}'},
            "delete": {"method": "DELETE", "url": "{server}/documents/{id}"},
        }  # fmt: skip
