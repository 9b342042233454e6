"""The options that say how systems are compared: tests, corrections, intervals and what makes them repeatable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["comparing_options", "interval_options", "refuse_contradictions", "settings_of"]

TESTS = ("t", "randomization", "wilcoxon", "sign", "bootstrap", "delong", "mcnemar")
CORRECTIONS = ("holm", "bonferroni", "bh", "maxt", "tukey", "none")
INTERVALS = ("auto", "t", "order", "percentile", "bca", "delong")

_INTERVAL = (
    click.option(
        "--confidence", type=float, default=0.95, show_default=True, metavar="P",
        help="of intervals; a p below 1 - P is significant",
    ),
    click.option("--interval", type=click.Choice(INTERVALS), default="auto", show_default=True, help="how it is made"),
    click.option(
        "--resamples", type=click.IntRange(1, 10_000_000), default=10_000, show_default=True, metavar="N",
        help="how often units are drawn again",
    ),
    click.option(
        "--seed", type=click.IntRange(0), metavar="N",
        help="where the random numbers of resamples and trials start: the same seed gives the same numbers"
        "  [default: 12345]",
    ),
    click.option(
        "--draw", type=click.Choice(["units", "group"]), default="units", show_default=True,
        help="what is drawn: single units, or whole groups of them (--group)",
    ),
)  # fmt: skip

_WIDER = click.option(
    "--interval", type=click.Choice([*INTERVALS, "poisson"]), default="auto", show_default=True,
    help="how it is made; poisson draws by the names of units, also on disk and on Spark",
)  # fmt: skip

_COMPARING = (
    click.option(
        "--test", type=click.Choice(TESTS), help="the paired test  [default: t; with --as sacrebleu bootstrap]"
    ),
    click.option(
        "--correction", type=click.Choice(CORRECTIONS), default="holm", show_default=True,
        help="for several comparisons by one measure",
    ),
    click.option(
        "--pairs", type=click.Choice(["baseline", "all"]), default="baseline", show_default=True,
        help="each system with the baseline, or each two",
    ),
    click.option(
        "--alternative", type=click.Choice(["two-sided", "better", "worse"]), default="two-sided", show_default=True,
        help="what is to be shown: that a system differs, is better or is worse",
    ),
    *_INTERVAL,
    click.option(
        "--rope", type=float, metavar="X", help="a difference of at most X is negligible: show how probable that is"
    ),
    click.option(
        "--as", "as_", type=click.Choice(["sacrebleu"]), help="the p-values of another tool, digit by digit"
    ),
    click.option(
        "--jobs", type=click.IntRange(1, 1024), metavar="N",
        help="how much is read and drawn at the same time; the numbers are the same  [default: one a core]",
    ),
)  # fmt: skip


def comparing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a verb that compares systems."""
    for option in reversed(_COMPARING):
        command = option(command)
    return command


def interval_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a verb that shows intervals."""
    for option in reversed((_INTERVAL[0], _WIDER, *_INTERVAL[2:])):
        command = option(command)
    return command


def refuse_contradictions(settings: dict[str, Any]) -> None:
    """Say what cannot go together before anything is read."""
    from cranfield.compare.asked import checked_settings, chosen_test  # noqa: PLC0415 (loads numpy)
    from cranfield.core.compared import Settings  # noqa: PLC0415

    known = {name: value for name, value in settings.items() if name != "jobs"}
    checked_settings(Settings(**{**known, "test": chosen_test(known["test"], known["as_"])}))


def settings_of(options: dict[str, Any], *names: str) -> dict[str, Any]:
    """Take these settings out of the options of a verb, by the names that the library has for them."""
    from cranfield.compare.resample import SEED  # noqa: PLC0415 (numpy is loaded only when it is needed)

    found = {name: options.pop(name) for name in names if name in options}
    if "draw" in found:
        found["by"] = {"units": None, "group": "group"}[found.pop("draw")]
    if "seed" in found and found["seed"] is None:
        found["seed"] = SEED
    return found
