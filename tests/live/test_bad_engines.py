"""Whatever an engine does wrong is one sentence with the query and the address, and never a secret."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import socketserver
import ssl
import subprocess
import threading
import zlib

import pytest

from cranfield import live
from cranfield.errors import InputError
from live.servers import hits, ok, plain, response, serving

GOOD = hits("a", "b")
PLACES = "; mend answer.scores in the engine's file, or leave it out to write places as scores"


def sentence(served, **more):
    """What stops a pass."""
    with pytest.raises(InputError) as caught:
        live(plain(served, **more), {"q1": "muddy tent"}, warm_up=False)
    return caught.value.told(voice="shell")


def counted(served, **more):
    """The same where failures are counted: the table says so, and the sentence is a finding."""
    found = live(plain(served, **more), {"q1": "muddy tent"}, warm_up=False, errors="count")
    (row,) = found.table.to_pylist()
    assert row["results"] is None
    assert found.run == {}
    told = [each.told() for each in found.findings()]
    assert told[0].startswith("plain: 1 of 1 request failed (in times each counts as its timeout, ")
    assert "); such as: query q1: " in told[0]
    assert told[1] == "plain: 1 of 1 query have no answer; in the run they find nothing"
    return row


def begins(served):
    return f"query q1: {served.url}/search?q=muddy%20tent&size=10"


# what it answers, what is said, and the key in tables
ANSWERED = {
    "empty body": (ok(b""), " answers with nothing", "no-body"),
    "truncated": (
        ok(json.dumps(GOOD).encode()[:-10]),
        (": the answer is no JSON (Unterminated string starting at, character 61); it begins with"
        ' \'{"took": 2, "results": [{"id": "a", "score": 2}, {"id": "b",\''),
        "not-json",
    ),
    "html": (
        ok(b"<html>hello"),
        ": the answer is no JSON (Expecting value, character 0); it begins with '<html>hello'",
        "not-json",
    ),
    "deep": (
        ok(b"[" * 200_000),
        f": the answer is no JSON (it is nested too deeply, character 0); it begins with '{'[' * 60}'",
        "not-json",
    ),
    "wrong path": (
        ok({"hits": [], "total": 3}),
        ": the answer has no $.results[*].id; at its root are hits, total; mend the path in the engine's file",
        "no-path",
    ),
    "missing id": (
        ok({"results": [{"id": "a", "score": 2}, {"score": 1}]}),
        ": hit 2 of the answer has no id that is text or a whole number; mend answer.ids in the engine's file",
        "no-id",
    ),
    "id of another kind": (
        ok({"results": [{"id": {"a": 1}, "score": 2}]}),
        ": hit 1 of the answer has no id that is text or a whole number; mend answer.ids in the engine's file",
        "no-id",
    ),
    "half a character": (
        ok(rb'{"results": [{"id": "\ud800", "score": 2}]}'),
        ": the id of hit 1 is no text that UTF-8 could hold",
        "strange-id",
    ),
    "duplicate id": (
        ok({"results": [{"id": "a", "score": 3}, {"id": "b", "score": 2}, {"id": "a", "score": 1}]}),
        ": the answer has the id 'a' 2 times, first as hit 1",
        "duplicate-id",
    ),
    "duplicate id of two kinds": (
        ok({"results": [{"id": 7, "score": 3}, {"id": "7", "score": 2}]}),
        ": the answer has the id '7' 2 times, first as hit 1",
        "duplicate-id",
    ),
    "score no number": (
        ok({"results": [{"id": "a", "score": "high"}]}),
        ": the score of 'a' is no number, but 'high'" + PLACES,
        "score",
    ),
    "score null": (
        ok({"results": [{"id": "a", "score": None}]}),
        ": the score of 'a' is no number, but 'null'" + PLACES,
        "score",
    ),
    "score NaN": (
        ok(b'{"results": [{"id": "a", "score": NaN}]}'),
        ": the score of 'a' is no number, but 'nan'" + PLACES,
        "score",
    ),
    "score missing": (ok({"results": [{"id": "a"}]}), ": the score of 'a' is no number, but 'null'" + PLACES, "score"),
    "401": (
        response(401, b'{"message": "who are you?"}'),
        (" answers with 401: it wants other credentials (who are you?); send them in a header, as in Authorization ="
        ' "Bearer ${NAME}"'),
        "unauthorized",
    ),
    "429": (
        response(429, b"", Retry_After="7"),
        " answers with 429: too many requests; it asks to wait 7 s; use a lower --rate or a longer --pause",
        "too-many",
    ),
    "429 without a time": (
        response(429, b"", Retry_After="Wed, 21 Oct 2026 07:28:00 GMT"),
        " answers with 429: too many requests; use a lower --rate or a longer --pause",
        "too-many",
    ),
    "500": (response(500, b"<h1>\x1b[31mboom</h1>"), r" answers with 500: <h1>\x1b[31mboom</h1>", "http-500"),
    "503 without words": (response(503), " answers with 503", "http-503"),
    "redirect": (
        response(302, b"", Location="http://203.0.113.9/other?token=abc"),
        " answers with 302, a redirect to 'http://203.0.113.9/other'; it is not followed: name the final address",
        "redirect",
    ),
    "packed otherwise": (
        ok(json.dumps(GOOD).encode(), Content_Encoding="br"),
        ": the answer is packed as 'br', which was not asked for",
        "encoding",
    ),
    "badly packed": (
        ok(b"no gzip at all", Content_Encoding="gzip"),
        ": the answer cannot be unpacked as gzip",
        "unpacked",
    ),
    "packed and cut off": (
        ok(gzip.compress(json.dumps(GOOD).encode())[:-12], Content_Encoding="gzip"),
        ": the answer cannot be unpacked as gzip",
        "unpacked",
    ),
    "bomb": (
        ok(gzip.compress(b" " * (64 << 20)), Content_Encoding="gzip"),
        ": the answer is larger than 1,000,000 bytes; ask for less, or raise largest in the engine's file",
        "too-large",
    ),
    "large": (
        ok(b" " * 1_000_001),
        ": the answer is larger than 1,000,000 bytes; ask for less, or raise largest in the engine's file",
        "too-large",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERED)
def test_a_bad_answer_is_one_sentence(name):
    answer, said, short = ANSWERED[name]
    with serving(lambda _: answer) as served:
        told = sentence(served, largest=1_000_000)
        row = counted(served, largest=1_000_000)
    assert told == begins(served) + said
    assert row["error"] == short
    assert len(served.seen) == 2  # nothing is followed or tried again


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress, lambda raw: zlib.compress(raw, wbits=-15)])
def test_packed_answers_are_read(pack):
    encoding = "gzip" if pack is gzip.compress else "deflate"
    with serving(lambda _: ok(pack(json.dumps(GOOD).encode()), Content_Encoding=encoding)) as served:
        found = live(plain(served), {"q1": "x"}, warm_up=False)
    assert found.run == {"q1": {"a": 2.0, "b": 1.0}}
    assert found.table["bytes"][0].as_py() == len(pack(json.dumps(GOOD).encode()))


def test_a_refused_connection():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound and never listening
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        assert sentence(url) == (
            f"query q1: {url}/search?q=muddy%20tent&size=10 refuses the connection; is the engine running, and is"
            f" this its"
            " port?"
        )
        assert counted(url)["error"] == "refused"


def test_a_host_that_does_not_exist():
    assert sentence("http://no-such-host.invalid").endswith("&size=10: there is no such host")


def test_an_answer_that_drips_is_given_up_in_time():
    async def drip(_, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(100):
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.05)

    with serving(drip) as served:
        assert (
            sentence(served, timeout=0.3)
            == begins(served) + " did not answer in full within 0.3 s; raise timeout if it may take longer"
        )
        row = counted(served, timeout=0.3)
    assert row["error"] == "timeout"
    assert row["timeout"] == 0.3
    assert 0.3 <= row["ended"] - row["sent"] < 3


def test_an_answer_that_breaks_off():
    async def cut(_, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
        await writer.drain()

    with serving(cut) as served:
        assert sentence(served).startswith(begins(served) + " broke off its answer (")
        assert counted(served)["error"] == "cut-off"


def test_what_a_parser_says_is_said_without_its_repr():
    async def cut(_, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
        await writer.drain()

    with serving(cut) as served:
        assert sentence(served) == begins(served) + " broke off its answer (Response payload is not completed)"


def test_https_where_only_http_is_spoken():
    class Plain(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.recv(4096)
            self.request.sendall(response(400, b"bad request"))

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Plain) as server:
        threading.Thread(target=server.serve_forever).start()
        url = f"https://127.0.0.1:{server.server_address[1]}"
        told = sentence(url)
        assert counted(url)["error"] == "no-tls"
        server.shutdown()
    assert told == (
        f"query q1: {url}/search?q=muddy%20tent&size=10 does not speak TLS; does its address begin with http:// ?"
    )


def test_what_is_no_http_at_all():
    async def noise(_, writer):
        writer.write(b"\x00\x01 220 mail.example ESMTP\r\n\r\n")
        await writer.drain()

    with serving(noise) as served:
        assert sentence(served).startswith(begins(served) + " broke off its answer (")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no openssl to make a certificate")
    return folder


def test_a_certificate_that_nobody_trusts(certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    with serving(lambda _: ok(GOOD), tls=context) as served:
        url = served.url.replace("http:", "https:")
        told = sentence(url)
        assert told.startswith(
            f"query q1: {url}/search?q=muddy%20tent&size=10 has no certificate that this machine trusts ("
        )
        assert told.endswith("); name its authority with ca, or say verify = false for a machine of your own")
        assert counted(url)["error"] == "tls"
        for trusting in ({"ca": str(certificate / "cert.pem")}, {"verify": False}):
            assert live(plain(url, **trusting), {"q1": "x"}, warm_up=False).run == {"q1": {"a": 2.0, "b": 1.0}}
        assert sentence(url, ca="none.pem") == (
            "the engine: ca: cannot use none.pem ([Errno 2] No such file or directory)"
        )


def test_hostile_ids_are_kept_and_harm_no_file(tmp_path):
    evil = ["=cmd()", "<script>", "a\tb", "x\nq9 Q0 d 1 9 forged", "\x1b[2J", "文档", "a b"]
    with serving(lambda _: ok(hits(*evil))) as served:
        found = live(plain(served, name="my engine\n"), {"q1": "x"}, warm_up=False)
    assert list(found.run["q1"]) == evil
    with pytest.raises(InputError) as caught:
        found.run_bytes("new.run")
    assert str(caught.value) == (
        r"new.run: the id 'a\tb' has a space or a control character, which TREC's lines cannot hold; write the run as"
        " .jsonl or .parquet"
    )
    (tmp_path / "new.jsonl").write_bytes(found.run_bytes("new.jsonl"))
    (tmp_path / "new.parquet").write_bytes(found.run_bytes("new.parquet"))
    from cranfield import evaluate, ranking

    for name in ("new.jsonl", "new.parquet"):
        batch = ranking({"q1": {evil[3]: 1}}, str(tmp_path / name))
        assert evaluate(batch, ["RR"])["RR"].value == 1 / 4


def test_a_name_cannot_add_a_column_to_a_run():
    with serving(lambda _: ok(GOOD)) as served:
        found = live(plain(served, name="my engine\n2"), {"q1": "x"}, warm_up=False)
    assert found.run_bytes("new.run") == b"q1 Q0 a 1 2.0 my-engine-2\nq1 Q0 b 2 1.0 my-engine-2\n"
