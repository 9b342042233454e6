"""Whose machine is loaded: this one without a question, another one only as far as somebody meant it."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from cranfield.errors import InputError

if TYPE_CHECKING:
    from cranfield.live.engine import Engine

__all__ = ["MOST", "is_loopback", "refuse_load"]

MOST = 100.0  # requests a second to a machine that is not this one


def is_loopback(host: str) -> bool:
    """Whether a name or an address stands for this machine; other names are not looked up."""
    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def refuse_load(engine: Engine, rate: float, *, meant: bool) -> None:
    """Refuse a high rate against another machine, unless it is meant."""
    if engine.search is None or meant or rate <= MOST:
        return
    values = {name: engine.parameters.get(name, "") for name in engine.search.names}
    host = engine.search.address(values)
    if not is_loopback(host):
        raise InputError("live-not-here", source=engine.source, host=host, rate=rate, most=MOST)
