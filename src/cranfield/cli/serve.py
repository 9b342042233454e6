"""`cranfield serve`: the pages on which people judge, until Ctrl-C."""

from __future__ import annotations

import signal
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cranfield.cli.language import language_option
from cranfield.cli.writer import refuse_printing_over, write_text
from cranfield.errors import CranfieldError, nearest
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cranfield.judge.store import Study
    from cranfield.judge.store.facts import Invite

__all__ = ["command"]

PORT = 8000


@click.command("serve", context_settings={"max_content_width": 100})
@click.argument("study", required=False, metavar="[STUDY]")
@click.option("--host", default="127.0.0.1", show_default=True, help="where to listen; 0.0.0.0 is the whole network")
@click.option("--port", type=click.IntRange(0, 65535), help=f"the port  [default: {PORT}, or another that is free]")
@click.option("--url", metavar="URL", help="what people type, if it is another address: https://judge.example.org")
@click.option("--annotators", metavar="NAMES", help="add these people, by commas, and print their invite links")
@click.option("--new-link", multiple=True, metavar="NAME",
              help="print a new invite link for somebody who came in already; earlier links are void")  # fmt: skip
@click.option("--links/--no-links", default=True, show_default=True,
              help="print a link for everybody who has not come in; not where the output is a log")  # fmt: skip
@click.option(
    "--demo", is_flag=False, flag_value="grade", type=click.Choice(("grade", "rate", "prefer")),
    help="a study of the built-in collection with two sample annotators, in a temporary folder",
)  # fmt: skip
@language_option
def command(
    study: str | None, *, host: str, port: int | None, url: str | None, annotators: str | None,
    new_link: tuple[str, ...], links: bool, demo: str | None, language: str,
) -> None:  # fmt: skip
    """Open the pages on which people judge.

    STUDY is a file that `cranfield pool` or `cranfield study new` made, or the postgresql:// URL of one. Printed are
    its address and an invite link for everybody who takes part and has not come in yet; each works once, and the admin
    makes others in the browser. Only this machine can reach the pages unless --host says otherwise. Ctrl-C or SIGTERM
    ends it; nothing is lost.

    \b
    cranfield serve --demo
    cranfield serve study.db --annotators ann,ben
    cranfield serve study.db --host 0.0.0.0 --url https://judge.example.org
    """  # noqa: D301 (click's mark for lines that stay as they are)
    if (study is None) == (demo is None):
        raise click.UsageError(say("serve-what", {}, voice="shell"))
    refuse_printing_over([study])
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
            told = _told(name, address, _links(found, names, new_link, all_of=links, demo=demo is not None))
            serve(found, socket, address, ready=lambda: write_text(told, None))
    write_text(say("serve-ended" if demo is None else "serve-demo-ended", {"name": name}) + "\n", None)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Let a polite end from outside (kill, systemd, docker stop) close the study as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@dataclass(frozen=True)
class _Links:
    """Who gets a link, and who came in already."""

    made: list[Invite]
    inside: list[str]
    waiting: list[str]  # who has not come in, where nobody wants links
    nobody: bool  # who would judge


_ORDER = ("annotator", "adjudicator", "admin")


def _links(study: Study, names: Sequence[str], again: Iterable[str], *, all_of: bool, demo: bool) -> _Links:
    """A link for everybody who has not come in, or is to have a new one; the first admin comes with the study."""
    people = {each.name: each for each in study.people()}
    for each in again:
        if each not in people:
            raise CranfieldError("serve-nobody", name=each, near=nearest(each, people))
    added = [study.add_annotator(each) for each in names if each not in people]
    if not any(each.role == "admin" and not each.revoked for each in people.values()):
        added.append(study.add_annotator("admin", "admin"))
    made = {each.annotator.name: each for each in added}
    absent, inside = study.absent()
    if all_of and not demo:  # the two of the demo are samples
        made |= {each.name: study.invite(each.name) for each in absent if each.name not in made}
    made |= {each: study.renew(each) for each in again}
    judging = [each for each in study.people() if not each.revoked and each.role != "admin"]
    return _Links(
        sorted(made.values(), key=lambda each: (_ORDER.index(each.annotator.role), each.annotator.name)),
        [each.name for each in inside if each.name not in made],
        [] if demo else [each.name for each in absent if each.name not in made],
        not judging,
    )


def _told(name: str, address: str, links: _Links) -> str:
    named = [(each.annotator.name, f"{address}/enter#{each.token}") for each in links.made]
    width = max((len(each) for each, _ in named), default=0)
    lines = [say("serve-at", {"name": name, "address": address})]
    if named:
        lines += ["", say("serve-links", {})]
        lines += [f"  {each:<{width}}  {link}" for each, link in named]
    if links.inside:
        lines += ["", say("serve-inside", {"names": links.inside}, voice="shell")]
    if links.waiting:
        lines += ["", say("serve-waiting", {"names": links.waiting}, voice="shell")]
    if links.nobody:
        lines += ["", say("serve-nobody-judges", {}, voice="shell")]
    return "\n".join([*lines, "", say("serve-end", {})]) + "\n"
