"""What the user gave: files and options of one family, which the measures, the options or --family decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from glob import glob
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cranfield.cli.policy import policy_option
from cranfield.errors import CranfieldError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.finding import Finding
    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy
    from cranfield.core.result import Results
    from cranfield.io.bytes.source import Source

__all__ = ["FAMILIES", "DataCommand", "Given", "Inputs", "data_options", "given_data", "read_inputs"]

FAMILIES = ("ranking", "labels", "text", "ratings", "cost")  # each has a module of its name here


@dataclass(frozen=True)
class Inputs:
    """How the data of one family is given; `needs` is the option without which there is none."""

    family: str
    files: str  # what the arguments are, in the usage line
    about: str  # what stands above its options in the help
    options: tuple[Any, ...]
    read: Callable[[Given], Iterator[Batch]]
    decisions: tuple[str, ...] = ()  # those of the policy that concern its data
    needs: str | None = None
    more_files: tuple[str, ...] = ()  # options that name files too
    profiles: bool = False  # whether there are tools whose decisions can be taken all at once
    adapt: Callable[[dict[str, Measure], Given, Batch], dict[str, Measure]] | None = None  # options about measures
    check: Callable[[Given, int], list[Finding]] | None = None  # how its data is checked, if not by reading it
    costs: Callable[[Given], list[Any]] | None = None  # what the requests behind each system took, where it is said
    large: Callable[..., list[Results] | None] | None = None  # how it is measured if it is too large for memory
    engines: tuple[str, ...] = ()  # where it can be measured but here
    staying: tuple[str, ...] = ()  # options about what parts do not carry, which nobody wants to see ignored there


@dataclass(frozen=True)
class Given:
    """The files and options that belong to one family."""

    inputs: Inputs
    files: tuple[str, ...]
    options: dict[str, Any]
    policy: Policy
    asked: tuple[str, ...] = ()  # the measures as they were written
    quiet: bool = False
    keep: int | None = None  # how many first documents a verb wants to show
    pool: bool = False  # whether a verb wants to tell the documents apart that nobody judged
    apart: bool = False  # whether files that are elsewhere parts of one input are several systems
    opened: dict[str, Source] = field(default_factory=dict)  # what was read, as standard input comes only once
    memory: str | None = None  # how much of it may be used
    engine: str = "local"  # where it is measured
    master: str | None = None  # and on which cluster

    @property
    def paths(self) -> list[str]:
        """Every file that is read, also those that options name; the files of a pattern one by one."""
        named = [self.options.get(name) for name in self.inputs.more_files]
        flat = [each for value in named if value for each in ([value] if isinstance(value, str) else value)]
        return [path for each in (*self.files, *flat) for path in (glob(each) or [each])]  # noqa: PTH207 (pathlib knows no absolute patterns)


def read_inputs(family: str) -> Inputs:
    """The input options of a family."""
    found: Inputs = import_module(f"cranfield.cli.inputs.{family}").INPUTS
    return found


class DataCommand(click.Command):
    """A verb on the data of any family, or of one; its help shows the options of each family below each other."""

    def __init__(self, *args: Any, families: Sequence[str] = FAMILIES, **more: Any) -> None:
        super().__init__(*args, **more)
        self.families = families

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the verb itself, then those of each family."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                owners = getattr(param, "owners", ())
                title = "Options" if not owners else "Options for " + " and ".join(owners)
                sections.setdefault(title, []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


def data_options(*families: str, but: Sequence[str] = ()) -> Callable[[Any], Any]:
    """Give a verb the arguments and options of the data of some families, but those that it has itself."""

    def decorate(command: Any) -> Any:
        gathered: dict[str, tuple[click.Parameter, list[str]]] = {}
        for name in families:
            inputs = read_inputs(name)
            decisions = [policy_option(decision) for decision in inputs.decisions]
            profile = [policy_option("profile")] if inputs.profiles else []
            for option in (*inputs.options, *profile, *decisions):
                made = _parameter(option)
                if made.name not in but:
                    gathered.setdefault(str(made.name), (made, []))[1].append(inputs.about)
        for param, owners in reversed(gathered.values()):
            # an option of all families is one of the verb
            vars(param)["owners"] = tuple(owners) if 1 <= len(owners) < len(families) else ()
            command = _added(command, param)
        if len(families) > 1:
            choice = click.option(
                "--family",
                type=click.Choice(families),
                help="what the data is, if measures and options leave it open",
            )
            command = choice(command)
        return click.argument("files", nargs=-1, metavar="FILE...")(command)

    return decorate


def _parameter(option: Any) -> click.Parameter:
    """The parameter that a decorator of click makes."""

    def nothing() -> None:
        """Nothing."""

    made: click.Parameter = option(nothing).__click_params__[0]
    return made


def _added(command: Any, param: click.Parameter) -> Any:
    if not hasattr(command, "__click_params__"):
        command.__click_params__ = []
    command.__click_params__.append(param)
    return command


def given_data(
    context: click.Context, options: dict[str, Any], *, asked: tuple[str, ...] = (), quiet: bool = False,
    keep: int | None = None, pool: bool = False, apart: bool = False, memory: str | None = None,
    engine: str = "local", master: str | None = None,
) -> Given:  # fmt: skip
    """What was given for the family that it is about; the options of the data are taken out of `options`."""
    command = context.command
    assert isinstance(command, DataCommand)
    every = {name: read_inputs(name) for name in command.families}
    named = options.pop("family", None)
    files = options.pop("files")
    used = {name for name in options if context.get_parameter_source(name) == ParameterSource.COMMANDLINE}
    own = {str(param.name) for param in command.params if not hasattr(param, "owners")}
    used -= own
    owned = {name: _names(inputs) for name, inputs in every.items()}
    chosen = every[named or _decided(every, owned, used, asked)]
    mine = owned[chosen.family]
    strange = next((name for name in sorted(used) if name not in mine and _owned(name, owned)), None)
    if strange is not None:
        option = next(param.opts[-1] for param in command.params if param.name == strange)
        homes = [every[name].about for name in every if strange in owned[name]]
        raise CranfieldError("option-of-another-family", option=option, homes=homes, family=chosen.about)
    # an option that the verb has itself stays with it, and the family hears it too
    taken = {name: options[name] if name in own else options.pop(name) for name in list(options) if _owned(name, owned)}
    profile = taken.pop("profile", None) or "default"
    decisions = {name: taken.pop(name, None) for names in every.values() for name in names.decisions}
    from cranfield.core.policy import Policy  # noqa: PLC0415

    policy = Policy.named(
        profile, **{name: decisions[name] for name in chosen.decisions if decisions[name] is not None}
    )
    kept = {name: value for name, value in taken.items() if name in mine}
    return Given(
        chosen, files, kept, policy, asked, quiet, keep, pool, apart, memory=memory, engine=engine, master=master
    )


def _names(inputs: Inputs) -> set[str]:
    named = {str(_parameter(option).name) for option in inputs.options}
    return named | {*inputs.decisions} | ({"profile"} if inputs.profiles else set())


def _owned(name: str, owned: dict[str, set[str]]) -> bool:
    return any(name in names for names in owned.values())


def _decided(every: dict[str, Inputs], owned: dict[str, set[str]], used: set[str], asked: tuple[str, ...]) -> str:
    """The family that options and measures point at; rankings, if nothing does."""
    if len(every) == 1:
        return next(iter(every))
    given = {name for name in used if _owned(name, owned)}
    # of options that contradict each other, the measure says which are meant
    fitting = [family for family in every if given <= owned[family]] or list(every)
    if len(fitting) > 1 and asked:
        from cranfield.core.spec import fitting_families  # noqa: PLC0415 (numpy is loaded only when it is needed)

        for text in asked:
            homes = [family for family in fitting_families(text) if family in fitting]
            fitting = homes or fitting
    if len(fitting) > 1:  # without the option that it needs, a family cannot be meant
        fitting = [name for name in fitting if every[name].needs is None or every[name].needs in used] or fitting
    return fitting[0]
