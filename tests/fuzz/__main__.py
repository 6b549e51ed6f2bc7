"""`make fuzz`: run for as long as it is told, go on with one input alone, and say what came of it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from math import inf
from pathlib import Path

import click

from . import corpus
from .campaign import Campaign, warm
from .judging import judged
from .target import chance_of
from .targets import BY_NAME, TARGETS

BUILD = Path(__file__).parents[2] / "build" / "fuzz"


@click.command()
@click.option("--minutes", type=float, help="End after so many: 10, where no number of inputs is asked for.")
@click.option("--inputs", type=int, help="End when there are so many, with those of earlier runs.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="A run of the same seed goes on where it was."
)
@click.option("--only", default="", metavar="TARGET[,TARGET] or TARGET:SEED:NUMBER")
@click.option("--afresh", is_flag=True, help="Forget how far the runs of this seed were.")
def main(minutes: float | None, inputs: int | None, jobs: int, seed: int, only: str, afresh: bool) -> None:
    """Feed hostile inputs to Tilewright. Ends with 1 if any of them failed."""
    with tempfile.TemporaryDirectory(prefix="tilewright-fuzz-") as folder:
        os.environ["TILEWRIGHT_CACHE"] = f"{folder}/cache"
        os.environ["TILEWRIGHT_STATE"] = f"{folder}/state"
        if ":" in only:
            sys.exit(_alone(only))
        names = only.split(",") if only else [target.name for target in TARGETS]
        for name in names:
            if name not in BY_NAME:
                raise click.UsageError(f"there is no target `{name}`; there are {', '.join(BY_NAME)}")
        campaign = Campaign(seed, jobs, BUILD, names)
        if afresh:
            campaign.path.unlink(missing_ok=True)
            campaign = Campaign(seed, jobs, BUILD, names)
        warm(names)
        if minutes is None and inputs is None:
            minutes = 10
        campaign.run(inf if minutes is None else minutes * 60, inf if inputs is None else inputs)
    _tell(campaign)
    sys.exit(1 if campaign.failures else 0)


def _alone(only: str) -> int:
    """Input NUMBER of TARGET in the run of SEED; shows it, and what it does."""
    name, seed, number = only.split(":")
    target = BY_NAME[name]
    data = target.make(chance_of(name, int(seed), int(number)), corpus.inputs(name))
    click.echo(json.dumps(data, indent=1)[:20_000])
    failure = judged(target, data)
    click.echo(failure or "It passes.")
    return 1 if failure else 0


def _tell(campaign: Campaign) -> None:
    report = campaign.report()
    path = BUILD / f"report-{campaign.seed}.json"
    path.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    click.echo(f"\n\n{'target':14}{'inputs':>10}{'cpu s':>9}{'ms each':>9}{'slowest s':>11}{'failures':>10}")
    for name, row in report["targets"].items():
        click.echo(
            f"{name:14}{row['inputs']:>10,}{row['cpu_seconds']:>9,.0f}{row['ms']:>9.2f}"
            f"{row['slowest_seconds']:>11.2f}{row['failures']:>10,}"
        )
    click.echo(
        f"{report['inputs']:,} inputs in {report['seconds'] / 60:.1f} minutes, "
        f"{report['inputs_per_second']:,.0f} a second; {report['failures']} failures. {path}"
    )
    for signature, count in report["signatures"].items():
        click.echo(f"  {count:>6} x {signature}")


if __name__ == "__main__":
    main()
