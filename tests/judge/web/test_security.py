"""Nobody gets in: each way is tried over real HTTP."""

from __future__ import annotations

import re
import socket
import sqlite3
from contextlib import closing

import pytest

from cranfield.judge.store import Item, Output
from cranfield.judge.web.attempts import Attempts
from judge_client import items

PAGES = ["/", "/judge", "/admin", "/admin/agreement", "/admin/disputes", "/admin/qrels", "/admin/judgments"]
WRITES = ["/api/next", "/api/answer", "/api/undo", "/admin/invite", "/admin/renew", "/admin/revoke", "/admin/disputes"]


def answer(item, event="e1", grade=2, **others):
    return {"item": item, "event": event, "kind": "grade", "values": {"relevance": grade}, **others}


def test_without_an_invite_there_is_nothing_to_see(serve):
    client = serve().client()
    for path in PAGES:
        reply = client.ask("GET", path)
        assert (reply.status, reply.headers["location"]) == (303, "/enter"), path
    for path in WRITES:
        reply = client.ask("POST", path, {})
        assert reply.status in (303, 401), path
        assert "tent" not in reply.text
    assert client.ask("GET", "/item/x/document/0").status == 303


def test_an_invite_works_once_and_a_used_or_guessed_one_never(serve):
    running = serve()
    token = running.study.add_annotator("ann").token
    first, second = running.client(), running.client()
    assert first.enter(token).status == 303
    assert first.ask("GET", "/judge").status == 200
    assert second.enter(token).status == 403
    for guess in (token[:-1], token.swapcase(), "", "a" * 43, "' OR 1=1 --", "\x00", "é" * 200):
        assert second.enter(guess).status in (403, 429), guess
    assert second.ask("GET", "/judge").headers["location"] == "/enter"


def test_looking_at_an_invite_link_does_not_use_it_up(serve):
    running = serve()
    token = running.study.add_annotator("ann").token
    client = running.client()
    assert client.ask("GET", "/enter").status == 200
    assert client.ask("HEAD", "/enter").status == 200
    assert client.enter(token).status == 303


def test_tokens_and_sessions_are_hashed_at_rest(serve, tmp_path):
    running = serve()
    unused = running.study.add_annotator("ben").token
    client = running.client("ann")
    (session,) = client.cookies.values()
    running.study.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert len(session) >= 32
    assert session.encode() not in kept
    assert unused.encode() not in kept
    with closing(sqlite3.connect(tmp_path / "study0.db")) as raw:
        assert raw.execute("select count(*) from sessions").fetchone() == (1,)


def test_the_cookie_is_closed_to_scripts_and_to_other_sites(serve):
    running = serve()
    reply = running.client().enter(running.study.add_annotator("ann").token)
    (cookie,) = reply.cookies
    assert re.search(r"; HttpOnly", cookie, re.IGNORECASE)
    assert re.search(r"; SameSite=lax", cookie, re.IGNORECASE)
    assert re.search(r"; Path=/", cookie)
    assert "Secure" not in cookie
    running.site.address = "https://judge.example.org"
    reply = running.client().enter(running.study.add_annotator("ben").token)
    assert reply.cookies[0].startswith("__Host-")
    assert "; Secure" in reply.cookies[0]


def test_a_session_that_somebody_planted_is_not_taken_over(serve):
    """Session fixation: whatever the browser showed before, coming in gives a new session."""
    running = serve()
    attacker = running.client("mallory")
    ((name, planted),) = attacker.cookies.items()
    victim = running.client()
    victim.cookies[name] = planted
    assert victim.enter(running.study.add_annotator("ann").token).status == 303
    assert victim.cookies[name] != planted
    assert "ann" in victim.ask("GET", "/judge").text
    assert attacker.ask("GET", "/judge").headers["location"] == "/enter"  # the one that was shown has ended
    unknown = running.client()
    unknown.cookies[name] = "chosen-by-the-attacker"
    assert unknown.enter(running.study.add_annotator("ben").token).status == 303
    assert unknown.cookies[name] != "chosen-by-the-attacker"


def test_sessions_end_when_somebody_leaves_or_is_revoked(serve):
    running = serve()
    client = running.client("ann")
    kept = dict(client.cookies)
    assert client.ask("POST", "/leave").status == 303
    client.cookies = kept
    assert client.ask("GET", "/judge").status == 303
    other, admin = running.client("ben"), running.client("boss", "admin")
    assert other.next().status == 200
    assert admin.ask("POST", "/admin/revoke", form={"name": "ben"}).status == 200
    assert other.next().status == 401
    assert "message" in other.next().json()


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": None}, False),
        ({}, True),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": None}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
        ({"Origin": ""}, False),
    ],
)
def test_unsafe_methods_need_the_same_origin(serve, headers, allowed):
    running = serve()
    client = running.client("boss", "admin")
    reply = client.ask("POST", "/admin/invite", form={"name": "new", "role": "annotator"}, headers=headers)
    assert reply.status == (200 if allowed else 403)
    assert ("new" in [each.name for each in running.study.people()]) == allowed
    if not allowed:
        assert reply.text == "the request came from another site and was refused\n"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_unsafe_methods_are_no_way_round(serve, method):
    client = serve().client("boss", "admin")
    assert client.ask(method, "/admin/invite", headers={"Origin": "http://evil.example"}).status == 403
    assert client.ask(method, "/admin/invite").status == 405
    assert client.ask("GET", "/admin/invite?name=x&role=admin").status == 405


def test_a_foreign_name_of_this_machine_is_refused(serve):
    """DNS rebinding: a site that points its own name here is seen by the Host header."""
    running = serve()
    client = running.client("ann")
    for host in ("evil.example", "127.0.0.1.evil.example:8000", "", "localhost.evil.example", "[::1", "a@127.0.0.1@b"):
        assert client.ask("GET", "/judge", headers={"Host": host}).status == 421, host
    for host in ("localhost:8000", "127.0.0.1", "[::1]:80", "192.168.3.4:8000"):
        assert client.ask("GET", "/judge", headers={"Host": host}).status == 200, host


def test_every_answer_has_the_headers(serve):
    running = serve()
    client = running.client("ann")
    replies = [client.ask("GET", path) for path in ("/judge", "/enter", "/nowhere", "/static/style.css", "/admin")]
    replies += [client.next(), client.ask("POST", "/api/answer", {}), client.ask("GET", "/", headers={"Host": "x"})]
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["x-frame-options"] == "DENY"
        assert "server" not in reply.headers
    for reply in replies[:3]:
        assert not re.search(r"<[^>]+\s(?:style|on\w+)=|<style|<script(?![^>]*(?:src=|application/json))", reply.text)


def test_a_document_that_is_html_comes_sandboxed_and_only_to_whom_it_was_given(serve):
    hostile = "<script>alert(1)</script><form action=//evil.example><img src=//evil.example/x>"
    running = serve(given=[Item("q", Output("d", hostile, html=True), "query"), *items(3)])
    ann, ben = running.client("ann"), running.client("ben")
    shown = ann.next(1).json()["items"][0]
    frame = next(each["frame"] for each in shown["texts"])
    assert hostile not in str(shown)
    reply = ann.ask("GET", frame)
    policy = reply.headers["content-security-policy"]
    assert policy.startswith("sandbox; default-src 'none'")
    assert "allow-" not in policy
    assert reply.text == hostile
    assert ben.ask("GET", frame).status == 404
    assert ann.ask("GET", frame[:-1] + "1").status == 404
    plain = next(each for each in ann.next(3).json()["items"] if not each["texts"][0]["frame"])
    assert ann.ask("GET", f"/item/{plain['id']}/document/0").status == 404  # text is never served as HTML


def test_annotators_see_neither_others_nor_the_pages_of_the_admin(serve):
    running = serve(overlap=1)
    ann, ben = running.client("ann"), running.client("ben")
    mine = ann.next(1).json()["items"][0]
    secret = answer(mine["id"], comment="a secret of ann's")
    assert ben.ask("POST", "/api/answer", secret).status == 422
    assert ann.ask("POST", "/api/answer", secret).status == 200
    for path in PAGES[2:]:
        reply = ben.ask("GET", path)
        assert reply.status == 403, path
        assert "secret" not in reply.text
    for path in WRITES[3:]:
        assert ben.ask("POST", path, form={"name": "ann", "role": "admin", "item": mine["id"]}).status == 403, path
    assert mine["id"] not in [each["id"] for each in ben.next(10).json()["items"]]
    assert ben.ask("POST", "/api/undo", {"event": "u1"}).json()["undone"] is None
    adjudicator = running.client("judge", "adjudicator")
    assert adjudicator.ask("GET", "/admin").status == 403
    assert adjudicator.ask("GET", "/admin/disputes").status == 200
    assert adjudicator.ask("POST", "/admin/invite", form={"name": "x", "role": "admin"}).status == 403


def test_what_an_annotator_gets_is_blind(serve):
    secret = Item("q", Output("doc-77", "text", systems={"secret-system": 3}), "words", priority=9.5)
    gold = Item("q", Output("gold-1", "known"), "words", gold={"relevance": 3.0})
    running = serve(given=[secret, gold], gold_share=0.5)
    client = running.client("ann")
    found = client.next(5).json()["items"]
    assert len(found) == 2
    for each in found:
        assert set(each) == {"id", "query", "source", "side", "texts"}
        assert set(each["texts"][0]) == {"title", "text", "frame"}
    everything = str(found) + client.ask("GET", "/judge").text
    for word in ("secret-system", "doc-77", "gold", "9.5"):
        assert word not in everything


def test_bodies_are_limited_however_they_are_sent(serve):
    running = serve()
    client = running.client("ann")
    assert client.ask("POST", "/api/answer", {"comment": "x" * 300_000}).status == 413
    assert client.ask("GET", "/judge").status == 200
    (cookie,) = client.cookies.items()
    with socket.create_connection(client.host.split(":"), timeout=10) as raw:
        head = f"POST /api/next HTTP/1.1\r\nHost: {client.host}\r\nOrigin: {client.address}\r\n"
        head += f"Cookie: {cookie[0]}={cookie[1]}\r\n"
        raw.sendall(f"{head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        for _ in range(5):
            raw.sendall(chunk)
        assert b" 413 " in raw.recv(200)


def test_logins_are_limited(serve):
    running = serve()
    token = running.study.add_annotator("ann").token
    client = running.client()
    statuses = [client.enter(f"guess {at}").status for at in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    reply = client.enter(token)
    assert reply.status == 429
    assert 1 <= int(reply.headers["retry-after"]) <= 60
    assert "Too many wrong invites" in reply.text
    running.site.attempts = Attempts()
    assert client.enter(token).status == 303


def test_the_limit_is_by_address_and_in_all_and_passes():
    now = [0.0]
    tried = Attempts(each=2, together=3, seconds=60, clock=lambda: now[0])
    for at, address in enumerate("aab"):
        assert tried.wait(address) == 0
        now[0] = at + 1.0
        tried.failed(address)
    assert tried.wait("c") > 0
    assert tried.wait("a") > 0
    now[0] = 61.5
    assert tried.wait("c") == 0
    assert tried.wait("a") == 0
    tried.failed("a")
    assert tried.wait("a") > 0
    now[0] = 200.0
    assert tried.wait("a") == 0


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/%2e%2e/store/study.py", "/static//etc/passwd",
     "/static/..\\app.py", "/static/vendor/../../security.py"]
)  # fmt: skip
def test_paths_lead_nowhere_else(serve, path):
    reply = serve().client("ann").ask("GET", path)
    assert reply.status == 404
    assert "import" not in reply.text


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"nonsense", b"{" * 100_000, b'{"item": 3}', b'{"item": "x", "event": ["a"]}', b'\xff\xfe',
        b'{"item": "x", "event": "e", "kind": "grade", "values": [1]}', b'{"item":"x","event":"e","seconds":NaN}',
        b'{"item":"x","event":"e","span":{"start":-1,"end":"z"}}', b'{"item":null,"event":null,"kind":null}',
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_a_sentence(serve, body):
    client = serve().client("ann")
    for path in ("/api/answer", "/api/undo", "/api/next"):
        client.connection.request("POST", path, body, {
            "Host": client.host, "Origin": client.address, "Content-Type": "application/json",
            "Cookie": "; ".join("=".join(each) for each in client.cookies.items()),
        })  # fmt: skip
        reply = client.connection.getresponse()
        text = reply.read().decode()
        assert reply.status in (200, 422), (path, text)
        assert "Traceback" not in text


def test_a_form_of_another_site_cannot_pass_as_json(serve):
    client = serve().client("ann")
    assert client.ask("POST", "/api/next", form={"{}": ""}).status == 422


def test_going_back_after_choosing_a_language_stays_on_the_site(serve):
    client = serve().client("ann")
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/judge\r\nX: y"):
        reply = client.ask("POST", "/language", form={"language": "zh", "back": back})
        assert reply.headers["location"] == "/", back
    assert client.ask("POST", "/language", form={"language": "zh", "back": "/judge"}).headers["location"] == "/judge"
    assert 'lang="zh-CN"' in client.ask("GET", "/judge").text
    assert client.ask("POST", "/language", form={"language": "../../etc", "back": "/"}).cookies == []


def test_only_this_machine_is_listened_to_unless_told():
    from cranfield.cli.serve import command

    (host,) = [each for each in command.params if each.name == "host"]
    assert host.default == "127.0.0.1"


def test_a_client_without_the_cookie_of_this_study_is_a_stranger(serve):
    one, two = serve(), serve()
    client = one.client("ann")
    stranger = two.client()
    stranger.cookies = dict(client.cookies)
    assert stranger.ask("GET", "/judge").headers["location"] == "/enter"
    assert set(client.cookies) != set(two.client("ann").cookies)
