"""Words of commands are completed by a shell, also behind one that is none."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tilewright.cli.main import main


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("tilewright che", ["check"]), ("tilewright chekc --f", []), ("tilewright check --form", ["--format"])],
)
def test_words_are_completed(typed: str, offered: list[str]) -> None:
    words = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    result = CliRunner().invoke(
        main, [], prog_name="tilewright", env={"_TILEWRIGHT_COMPLETE": "bash_complete", **words}
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert [line.partition(",")[2] for line in result.stdout.split()] == offered
