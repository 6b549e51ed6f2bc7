"""The command line as a test calls it: in the same process, with what it said and how it ended."""

from __future__ import annotations

from click.testing import CliRunner, Result

from tilewright.cli.main import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))
