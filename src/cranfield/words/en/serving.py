"""What `cranfield serve` prints in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["SERVING"]

SERVING: dict[str, Template] = {
    "serve-what": "name a study, or give {=demo=...}, and not both",
    "serve-demo": "the sample study",
    "serve-at": "{name} is at {address}",
    "serve-links": "Invite links, shown only now; each works once:",
    "serve-inside": "In already: {names:all}. {=new_link=NAME} prints another link.",
    "serve-waiting": "Not in yet: {names:all}. {=new_link=NAME} prints a link.",
    "serve-nobody-judges": "Nobody judges yet: add people with {=annotators=NAME,NAME}, or on the admin's page.",
    "serve-end": "Ctrl-C ends it.",
    "serve-ended": "{name} is closed; everything is kept.",
    "serve-demo-ended": "{name} is closed; it was in a temporary folder, which is gone.",
    "serve-nobody": "{=new_link=...}: nobody is called {name!r}[; did you mean {near}?]",
    "serve-no-port": "cannot listen on {host} port {port} ({why}); choose another with {=host=...} or {=port=...}",
}
