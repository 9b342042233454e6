"""Whose machine is loaded: this one without a question, another one only as far as somebody meant it."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from cranfield.errors import InputError

if TYPE_CHECKING:
    from cranfield.live.engine import Engine

__all__ = ["MOST", "is_here", "is_loopback", "refuse_load"]

MOST = 100.0  # requests a second to a machine that is not this one


def is_loopback(host: str) -> bool:
    """Whether a name or an address stands for this machine; other names are not looked up."""
    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_here(engine: Engine) -> bool:
    """Whether an engine runs on this machine; a function does."""
    return engine.search is None or is_loopback(_host(engine))


def _host(engine: Engine) -> str:
    assert engine.search is not None
    return engine.search.address({name: engine.parameters.get(name, "") for name in engine.search.names})


def refuse_load(engine: Engine, rate: float, *, meant: bool) -> None:
    """Refuse a high rate against another machine, unless it is meant."""
    if rate > MOST and not meant and not is_here(engine):
        raise InputError("live-not-here", source=engine.source, host=_host(engine), rate=rate, most=MOST)
