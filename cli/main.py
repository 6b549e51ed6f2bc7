"""The command line: which commands there are, and what becomes of an error none of them expected.

Each command is a module of `commands/`, whose first line says what it does, with a `command` in it. It is
loaded when it is called for: `tilewright --help` must answer at once. Exit codes: 0 all is well, 1 problems
were found, 2 the command line was wrong.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import click

from tilewright.host import streams
from tilewright.host.terminal import say
from tilewright.host.text import printable

FOLDER = Path(__file__).parent / "commands"


@cache
def commands() -> tuple[str, ...]:
    """The names of all commands: the modules of `commands/`, with `_` behind a name of Python's."""
    return tuple(sorted(path.stem.rstrip("_").replace("_", "-") for path in FOLDER.glob("[!_]*.py")))


def summary(name: str) -> str:
    """What a command does, in a sentence: the first line of its module, which is not loaded for that."""
    with open(_module(name), encoding="utf-8") as file:
        return file.readline().strip().strip('"')


def _module(name: str) -> Path:
    stem = name.replace("-", "_")
    plain = FOLDER / f"{stem}.py"
    return plain if plain.exists() else FOLDER / f"{stem}_.py"


class Commands(click.Group):
    """The commands, loaded one at a time; and the last place where an error can become a sentence."""

    def main(self, *args: Any, **options: Any) -> Any:
        streams.prepare()
        try:
            return super().main(*args, **options)
        except streams.OutputLost as lost:
            streams.give_up()
            why = (lost.strerror or str(lost)).lower()
            say(f"The output cannot be written: {why}.", err=True)
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in commands():
            return None
        module = importlib.import_module(f"tilewright.cli.commands.{_module(cmd_name).stem}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        unknown = args and args[0] not in commands() and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # which completes words in a shell
            near, every = _nearest(args[0]), ", ".join(commands())
            raise click.UsageError(f"there is no command `{args[0]}`;{near} the commands are {every}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(name)) for name in commands()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            # It may quote a file; click itself prints it.
            error.message = printable(error.message)  # type: ignore[misc]
            raise
        except (click.Abort, click.exceptions.Exit, BrokenPipeError, streams.OutputLost):
            raise
        except Exception as error:
            if ctx.params["debug"]:
                raise
            say(_unexpected(error), err=True)
            sys.exit(1)


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="tilewright", message="%(prog)s %(version)s")
@click.option(
    "--debug", is_flag=True, envvar="TILEWRIGHT_DEBUG", help="Show where an error of Tilewright's own began."
)
@click.pass_context
def main(ctx: click.Context, debug: bool) -> None:
    """Describe board games as text, have them checked, and playtest them.

    Without a command it opens the start screen, where games are chosen and played.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(importlib.import_module("tilewright.cli.commands.start").command)


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, commands(), n=1)
    return f" did you mean `{close[0]}`?" if close else ""


def _is_nowhere() -> bool:
    """Whether the current folder was taken away."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _unexpected(error: Exception) -> str:
    """One sentence about an error that is ours: what it was, where, and what to do. Where the current folder
    was taken away it is nobody's.
    """
    if _is_nowhere():
        return "The current folder is gone. Go to one that is there."
    trace = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if f"{os.sep}click{os.sep}" not in code.co_filename:
            place = f"{os.path.basename(code.co_filename)}, line {trace.tb_lineno}"
        trace = trace.tb_next
    said = " ".join(str(error).split())[:200]
    what = type(error).__name__ + (f" ({said})" if said else "")
    return (
        f"This is Tilewright's mistake, not yours: {what} in {place}. Please report it with the"
        f" package and the command that you used; `tilewright --debug ...` shows the details."
    )


if __name__ == "__main__":  # as a child of Tilewright's own is started
    main(prog_name="tilewright")
