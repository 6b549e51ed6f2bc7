"""Measure how fast it all is.

Benchmarks belong to a checkout; this says what they are measured against.

A benchmark is a function without parameters in the tuple `BENCHMARKS` of a module in tests/bench/. It gives
one figure or several, each a table `{name, value, unit, against, ratio, target}`: what `value` was compared
with to get `ratio` stands in `against`; `target` is what the ratio, or without one the value, ought to reach.
All but name, value and unit may be left out. Nothing fails because a figure is low: machines differ.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from tilewright.host.terminal import say

FIELDS = ("name", "value", "unit", "against", "ratio", "target")

Figure = dict[str, Any]


@click.command("bench")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def command(name: str | None, as_json: bool) -> None:
    """Measure how fast compiler, engine and viewer are on this machine, with their targets.

    NAME chooses the benchmarks whose module or name begins like that. They live in tests/bench/ of a checkout
    of Tilewright.
    """
    chosen = [(title, run) for title, run in _benchmarks() if name is None or _fits(title, name)]
    if not chosen:
        titles = ", ".join(title for title, _ in _benchmarks())
        raise click.UsageError(f"there is no benchmark `{name}`; there are {titles}")
    figures: list[Figure] = []
    broken = 0
    for title, run in chosen:
        try:
            measured = _figures(run())
        except Exception as error:  # one benchmark that breaks must not hide the others
            say(f"{title} broke: {type(error).__name__}: {error}", err=True)
            broken += 1
            continue
        figures += measured
        if not as_json:
            say("\n".join(line(figure) for figure in measured))
    if as_json:
        say(json.dumps(figures, indent=1))
    if broken:
        raise click.exceptions.Exit(1)


def line(figure: Figure) -> str:
    """A figure as people read it."""
    text = f"{figure['name']:<48} {_number(figure['value']):>12} {figure['unit']}"
    if figure["ratio"] is not None:
        text += f", {figure['ratio']:.2f} of {figure['against'] or 'the other'}"
    if figure["target"] is not None:
        text += f" (wanted: {figure['target']})"
    return text


def _benchmarks() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every benchmark of the checkout, as `module.function`."""
    home = _home()
    if str(home.parent) not in sys.path:
        sys.path.insert(0, str(home.parent))
    for path in sorted(home.glob("*.py")):
        module = importlib.import_module(f"bench.{path.stem}")
        for run in getattr(module, "BENCHMARKS", ()):
            yield f"{path.stem}.{run.__name__}", run


def _home() -> Path:
    """tests/bench/ of the checkout that this module belongs to: where we stand, it may be a stranger's."""
    home = Path(__file__).parents[2] / "tests" / "bench"
    if not home.is_dir():
        raise click.UsageError("benchmarks come with a checkout of Tilewright; use what is installed there")
    return home


def _fits(title: str, name: str) -> bool:
    return title.startswith(name) or title.partition(".")[2].startswith(name)


def _figures(result: Figure | list[Figure]) -> list[Figure]:
    found = result if isinstance(result, list) else [result]
    return [{field: figure.get(field) for field in FIELDS} for figure in found]


def _number(value: float) -> str:
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
