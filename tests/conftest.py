"""The `--update` switch: golden files are written anew instead of compared. What is a mistake of ours that
people are only told of fails here, nothing that is installed on this machine takes part in a test, and a game
without a seed is the same game every time.
Nothing more belongs here.
"""

import logging
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write golden files anew; review them as a diff")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--update"))


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(Path(tmp_path_factory.getbasetemp(), "no data")))


@pytest.fixture(autouse=True)
def _one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is begun without a seed takes one by chance: what passed by luck would fail by it."""
    monkeypatch.setattr(secrets, "randbelow", lambda below: 1 % below)


@pytest.fixture(autouse=True)
def _our_mistakes(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The compiler never makes a program that does not fit its schema, whatever a test compiles. A test that
    does so on purpose takes what was said away with `caplog.clear()`.
    """
    yield
    told = [one.getMessage() for one in caplog.get_records("call") if one.levelno >= logging.ERROR]
    assert not [one for one in told if "does not fit its schema" in one], told
