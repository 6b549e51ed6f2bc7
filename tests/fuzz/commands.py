"""The command line, called within this process: whatever it prints is clean, and no mistake of ours."""

from __future__ import annotations

from click.testing import CliRunner

from tilewright.cli.main import main

from .target import Different
from .telling import output


def run(*arguments: str, typed: str = "") -> str:
    """What a command has printed. It may refuse; it may not fall."""
    result = CliRunner().invoke(main, ["--debug", *arguments], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code not in (0, 1, 2, 5):  # 5: there are no tests
        raise Different(f"ends with {result.exit_code}: {arguments}")
    output(result.output, arguments[0])
    return result.output
