"""The views of small games as fixtures, the way to import the viewer, and a cache of the tests' own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support import tables
from support.unseen import Unseen
from tilewright.schemas.view import View
from tilewright.viewer.common.session import Session
from tilewright.viewer.plugin import Maker

TYPEROOT = Path(__file__).parents[1] / "typeroot"


@pytest.fixture
def mission() -> View:
    return tables.mission()


@pytest.fixture
def menu() -> View:
    return tables.menu()


@pytest.fixture
def rooms() -> View:
    return tables.rooms()


@pytest.fixture
def regions() -> View:
    return tables.regions()


@pytest.fixture
def fair() -> View:
    return tables.fair()


@pytest.fixture
def python_env() -> dict[str, str]:
    """The environment for a process that imports what this one imports."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(TYPEROOT), *(p for p in sys.path if p)])}


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Path]]:
    """Files of this run by name; the viewer's cache lies among them, so that figures are sculpted once."""
    folder = tmp_path_factory.mktemp("viewer")
    before = os.environ.get("TILEWRIGHT_CACHE")
    os.environ["TILEWRIGHT_CACHE"] = before or str(folder / "cache")
    yield lambda name: folder / name
    if before is None:
        del os.environ["TILEWRIGHT_CACHE"]


@pytest.fixture(autouse=True)
def no_state_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, edits, settings and pictures are not kept where this user has them."""
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("TILEWRIGHT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def heard_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sounds are played into nothing, whether this machine has a device or not."""
    monkeypatch.setenv("ALSOFT_DRIVERS", "null")


@pytest.fixture
def opened_table(kept: object) -> Iterator[Callable[..., Unseen]]:
    """Opens tables without a window: a session, and plugins beside it. They are closed in the end."""
    opened: list[Unseen] = []

    def open_table(session: Session, *plugins: Maker, **wanted: Any) -> Unseen:
        opened.append(Unseen(session, plugins, **wanted))
        return opened[-1]

    yield open_table
    for table in opened:
        if table.app.running:
            table.close()
        table.app.controls.destroy()  # one that was only left would hear the keys of the next test
