"""The command reference, from what `--help` prints and the options that it knows of."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

import click

from cranfield.cli.main import COMMANDS, run
from cranfield.cli.main import cranfield as group
from manual.words import boxed, plain

__all__ = ["commands_page", "options_of"]

_TREC_EVAL = "trec_eval"  # reads its words itself, as trec_eval does


def _found(name: str) -> click.Command:
    """A command, or a verb of one: `study new`."""
    command: click.Command = group
    for word in name.split():
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None, name
        command = found
    return command


def _with_verbs(name: str) -> list[str]:
    """A command and its verbs, if it has some."""
    command = _found(name)
    verbs = command.list_commands(click.Context(command)) if isinstance(command, click.Group) else []
    return [name, *(f"{name} {verb}" for verb in verbs)]


def options_of(name: str) -> list[click.Option]:
    """The options of a command."""
    command = _found(name)
    return [each for each in command.params if isinstance(each, click.Option) and not each.hidden]


def commands_page() -> str:
    """Every command with its usage, what it does and its options."""
    parts = [
        "# Commands",
        "Made from the commands themselves; `cranfield COMMAND --help` prints the same.",
        _overview(),
    ]
    for name in (each for command in COMMANDS for each in _with_verbs(command)):
        level = "###" if " " in name else "##"
        parts += [f"{level} cranfield {name} {{ #{_anchor(name)} }}", *_command(name)]
    return "\n\n".join(parts) + "\n"


def _overview() -> str:
    lines = [f"| [`cranfield {name}`](#{_anchor(name)}) | {plain(about)} |" for name, about in COMMANDS.items()]
    return "\n".join(["| command | what it does |", "|---|---|", *lines])


def _anchor(name: str) -> str:
    return name.replace("_", "-").replace(" ", "-")


def _command(name: str) -> list[str]:
    command = _found(name)
    context = click.Context(command, info_name=f"cranfield {name}", max_content_width=100, terminal_width=100)
    if name == _TREC_EVAL:
        return [f"```text\n{_printed(name).rstrip()}\n```"]
    shown = command.get_help(context)
    usage = re.search(r"^Usage: (.*?)$", shown, re.MULTILINE)
    parts = [f"```text\n{usage[1] if usage else name}\n```", _about(command)]
    sections = _sections(shown)
    for title, options in _grouped(name, sections).items():
        lines = [f"| {_written(each)} | {plain(_default(each, context))} |" for each in options]
        parts += [f"**{title}**", boxed("options", "\n".join(["| option | meaning |", "|---|---|", *lines]))]
    return parts


def _printed(name: str) -> str:
    """What the command prints about itself."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        run([name, "--help"])
    return printed.getvalue()


def _about(command: click.Command) -> str:
    """The sentences, with examples as a block."""
    paragraphs = [each for each in (command.help or "").replace("\f", "").split("\n\n") if each.strip()]
    parts = []
    for each in paragraphs:
        lines = [line.strip() for line in each.strip("\n").split("\n")]
        if lines[0] == "\b":
            parts.append("```text\n" + "\n".join(lines[1:]).rstrip() + "\n```")
        else:
            parts.append(plain(" ".join(lines)))
    return "\n\n".join(parts)


def _sections(shown: str) -> dict[str, str]:
    """The headings of the help with what stands below them."""
    found = re.split(r"^(Options[^\n]*):\n", shown, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def _grouped(name: str, sections: dict[str, str]) -> dict[str, list[click.Option]]:
    """Options under the heading that the help has them under."""
    groups: dict[str, list[click.Option]] = {}
    for each in options_of(name):
        mark = max(each.opts, key=len)
        title = next(
            (title for title, text in sections.items() if re.search(rf"(?m)^  (?:-[\w-]+, )*{mark}(?![\w-])", text)),
            "Options",
        )
        groups.setdefault(title, []).append(each)
    return {title: groups[title] for title in (*sections, "Options") if title in groups}


def _written(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return names
    if isinstance(option.type, click.Choice):
        return names + "<br>" + " ".join(f"`{choice}`" for choice in option.type.choices)
    return f"{names} {plain(_metavar(option))}"


def _metavar(option: click.Option) -> str:
    try:
        return option.make_metavar(click.Context(click.Command("")))
    except TypeError:  # click 8.1 wants no context
        return option.make_metavar()  # type: ignore[call-arg]


def _default(option: click.Option, context: click.Context) -> str:
    """The help with the default that click would add."""
    record = option.get_help_record(context)
    return re.sub(r"\s+", " ", record[1]).strip() if record else (option.help or "")
