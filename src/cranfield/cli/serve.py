"""`cranfield serve`: the pages on which people judge, until Ctrl-C."""

from __future__ import annotations

import signal
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cranfield.cli.language import language_option
from cranfield.cli.writer import write_text
from cranfield.errors import CranfieldError, nearest
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cranfield.judge.store import Study

__all__ = ["command"]

PORT = 8000


@click.command("serve", context_settings={"max_content_width": 100})
@click.argument("study", required=False, metavar="[STUDY]")
@click.option("--host", default="127.0.0.1", show_default=True, help="where to listen; 0.0.0.0 is the whole network")
@click.option("--port", type=click.IntRange(0, 65535), help=f"the port  [default: {PORT}, or another that is free]")
@click.option("--url", metavar="URL", help="what people type, if it is another address: https://judge.example.org")
@click.option("--annotators", metavar="NAMES", help="add these people, by commas, and print their invite links")
@click.option("--new-link", multiple=True, metavar="NAME", help="print a new invite link for somebody who lost theirs")
@click.option(
    "--demo", is_flag=False, flag_value="grade", type=click.Choice(("grade", "rate", "prefer")),
    help="a study of the built-in collection with two sample annotators, in a temporary folder",
)  # fmt: skip
@language_option
def command(
    study: str | None, *, host: str, port: int | None, url: str | None, annotators: str | None,
    new_link: tuple[str, ...], demo: str | None, language: str,
) -> None:  # fmt: skip
    """Open the pages on which people judge.

    STUDY is a file that `cranfield pool` or `cranfield study new` made, or the postgresql:// URL of one. Invite links
    are printed once and work once; the admin makes others in the browser. Only this machine can reach the pages
    unless --host says otherwise. Ctrl-C or SIGTERM ends it; nothing is lost.

    \b
    cranfield serve --demo
    cranfield serve study.db --annotators ann,ben
    cranfield serve study.db --host 0.0.0.0 --url https://judge.example.org
    """  # noqa: D301 (click's mark for lines that stay as they are)
    if (study is None) == (demo is None):
        raise click.UsageError(say("serve-what", {}, voice="shell"))
    try:
        from cranfield.judge.store import Study  # noqa: PLC0415 (an extra, and loaded only when it is needed)
        from cranfield.judge.web.demo import demo_study  # noqa: PLC0415
        from cranfield.judge.web.server import address_of, listening, serve  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise CranfieldError("no-web", what="cranfield serve", package=error.name) from None
    with (
        _ended_like_ctrl_c(),
        listening(host, PORT if port is None else port, else_any=port is None) as socket,
        tempfile.TemporaryDirectory(prefix="cranfield-") as folder,
    ):
        address = (url or address_of(host, socket.getsockname()[1])).rstrip("/")
        if demo is None:
            assert study is not None
            found = Study.open(study)
        else:
            found = demo_study(Path(folder) / "demo.db", kind=demo, language=language)
        names = [each.strip() for each in (annotators or ("you" if demo else "")).split(",") if each.strip()]
        name = study or say("serve-demo", {})
        with found, suppress(KeyboardInterrupt):
            lines = _links(found, names, new_link, address)
            serve(found, socket, address, ready=lambda: write_text(_told(name, address, lines), None))
    write_text(say("serve-ended", {"name": name}) + "\n", None)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Let a polite end from outside (kill, systemd, docker stop) close the study as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _links(study: Study, names: Sequence[str], again: Iterable[str], address: str) -> list[tuple[str, str]]:
    """A link for everybody who is new, or lost theirs; the first admin comes with the study."""
    people = {each.name: each for each in study.people()}
    made = [study.add_annotator(each) for each in names if each not in people]
    for each in again:
        if each not in people:
            raise CranfieldError("serve-nobody", name=each, near=nearest(each, people))
        made.append(study.renew(each))
    if not any(each.role == "admin" and not each.revoked for each in people.values()):
        made.append(study.add_annotator("admin", "admin"))
    return [(each.annotator.name, f"{address}/enter#{each.token}") for each in made]


def _told(name: str, address: str, links: Sequence[tuple[str, str]]) -> str:
    width = max((len(each) for each, _ in links), default=0)
    lines = [say("serve-at", {"name": name, "address": address})]
    if links:
        lines += ["", say("serve-links", {})]
        lines += [f"  {each:<{width}}  {link}" for each, link in links]
    return "\n".join([*lines, "", say("serve-end", {})]) + "\n"
