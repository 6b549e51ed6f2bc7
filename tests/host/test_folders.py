"""The user's folders: those that were chosen, the usual ones, and none."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tilewright.host import folders

SORTS: tuple[folders.FolderSort, ...] = get_args(folders.FolderSort)


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for sort in SORTS:
        monkeypatch.delenv(f"TILEWRIGHT_{sort.upper()}", raising=False)
        monkeypatch.delenv(f"XDG_{sort.upper()}_HOME", raising=False)


@pytest.mark.parametrize("sort", SORTS)
def test_a_folder_may_be_chosen(
    sort: folders.FolderSort, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(f"TILEWRIGHT_{sort.upper()}", str(tmp_path / "mine"))
    assert folders.of_user(sort) == tmp_path / "mine"


@pytest.mark.parametrize("sort", SORTS)
def test_the_usual_folder_lies_in_the_home(
    sort: folders.FolderSort, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    found = folders.of_user(sort)
    assert found is not None and found.is_relative_to(tmp_path) and found.name == "tilewright"


@pytest.mark.parametrize("sort", SORTS)
def test_who_has_no_home_has_no_folder(sort: folders.FolderSort, monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def nobody(_: int) -> None:
        raise KeyError("uid not found")

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert folders.of_user(sort) is None


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("variable", ["HOME", "XDG_{}_HOME"])
def test_no_folder_hangs_on_the_current_one(
    sort: folders.FolderSort, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable.format(sort.upper()), "here")
    found = folders.of_user(sort)
    assert found is None or found.is_absolute()


def test_pictures_lie_among_those_of_the_user_or_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[Path] = [tmp_path, Path("here")]
    monkeypatch.setattr("platformdirs.user_pictures_path", lambda: found.pop(0))
    assert folders.pictures() == tmp_path / "Tilewright"
    assert folders.pictures() is None, "a folder that depends on the current one is none"

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("platformdirs.user_pictures_path", homeless)
    assert folders.pictures() is None
