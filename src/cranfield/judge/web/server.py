"""Listening: the address, the links to print, and an end without a traceback."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING

import uvicorn

from cranfield.errors import StudyError
from cranfield.judge.web.app import make_app
from cranfield.judge.web.security import host_of
from cranfield.judge.web.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.judge.store import Study

__all__ = ["address_of", "listening", "serve"]

_GRACE = 5  # seconds that requests have to end


def listening(host: str, port: int, *, else_any: bool = False) -> socket.socket:
    """A socket that listens; port 0 is any that is free, which `else_any` takes where the port is not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with its protocol named, asyncio sends each piece of a reply at once; else the second waits 40 ms (Nagle)
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(256)
    except OSError as error:
        made.close()
        if else_any and error.errno == errno.EADDRINUSE:
            return listening(host, 0)
        raise StudyError("serve-no-port", host=host, port=port, why=error.strerror or str(error)) from None
    return made


def address_of(host: str, port: int) -> str:
    """What people type to come here: of a machine that listens everywhere, its address in the network."""
    shown = host
    try:
        if ip_address(host).is_unspecified:
            shown = _own_address()
    except ValueError:
        pass
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _own_address() -> str:
    """The address by which others reach this machine, as far as it knows; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of documentation, to see which way it would go
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def serve(study: Study, opened: socket.socket, address: str, *, ready: Callable[[], None] | None = None) -> None:
    """Serve a study until somebody ends it."""
    site = Site(study, address)
    app = make_app(site, names=[host_of(address.partition("//")[2])])
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, proxy_headers=False, lifespan="off",
        timeout_graceful_shutdown=_GRACE, timeout_keep_alive=75,
    )  # fmt: skip
    server = _Server(config, ready)
    server.run(sockets=[opened])


class _Server(uvicorn.Server):
    """Says when it is ready; a Ctrl-C is its ordinary end."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready is not None and self.started:
            self._ready()
