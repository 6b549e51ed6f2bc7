"""The hand-made views as fixtures, the way to import the viewer, and a cache of the tests' own."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
TYPEROOT = HERE.parent / "typeroot"
if importlib.util.find_spec("tilewright") is None:  # Not installed: the links are as good.
    sys.path.insert(0, str(TYPEROOT))

View = dict[str, Any]


def _views() -> Any:
    spec = importlib.util.spec_from_file_location("tableviews", HERE / "tableviews.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def mission() -> View:
    view: View = _views().mission()
    return view


@pytest.fixture
def rooms() -> View:
    view: View = _views().rooms()
    return view


@pytest.fixture
def regions() -> View:
    view: View = _views().regions()
    return view


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
