"""A Groonga server of the tests' own, from Debian's package: a real engine, with the built-in collection in it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from urllib.parse import urlencode

from cranfield.demo import FOLDER

WHY_NOT = None if shutil.which("groonga") else "there is no Groonga server (Debian: apt-get install groonga-bin)"
SCHEMA = (
    ("table_create", {"name": "Articles", "flags": "TABLE_HASH_KEY", "key_type": "ShortText"}),
    ("column_create", {"table": "Articles", "name": "body", "type": "Text"}),
    (
        "table_create",
        {"name": "Terms", "flags": "TABLE_PAT_KEY", "key_type": "ShortText", "default_tokenizer": "TokenBigram",
         "normalizer": "NormalizerAuto"},
    ),
    (
        "column_create",
        {"table": "Terms", "name": "body", "flags": "COLUMN_INDEX|WITH_POSITION", "type": "Articles", "source": "body"},
    ),
)  # fmt: skip


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]


@contextmanager
def groonga(folder):
    """The address of a server that has indexed the collection."""
    port = free_port()
    command = ["groonga", "-s", "--protocol", "http", "--bind-address", "127.0.0.1", "--port", str(port), "-n"]
    command += ["--log-path", str(folder / "log"), str(folder / "db")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        url = f"http://127.0.0.1:{port}"
        try:
            _wait(url)
            for name, given in SCHEMA:
                _call(f"{url}/d/{name}?{urlencode(given)}")
            lines = (FOLDER / "docs.jsonl").read_text(encoding="utf-8").splitlines()
            documents = [json.loads(line) for line in lines if line]
            rows = [{"_key": each["id"], "body": f"{each['title']} {each['text']}"} for each in documents]
            _call(f"{url}/d/load?table=Articles", json.dumps(rows).encode())
            yield url
        finally:
            process.terminate()


def _wait(url):
    for _ in range(200):
        try:
            _call(f"{url}/d/status")
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("Groonga does not answer")


def _call(url, body=None):
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.loads(reply.read())
