"""What is kept may be damaged in any way: it is made anew, and nothing comes out differently or breaks."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from support.kept import Kept, damaged, file_of, forged, sorts
from tilewright.host import cache

MISHAPS = {"nodes": 30}
"""Of every sort; these take longer to read."""


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Kept]]:
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("TILEWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield {one.sort: one for one in sorts(stack)}


SORTS = ("nodes", "manifest", "right", "program", "lines", "masks", "figure", "picture", "texture")


def test_every_sort_is_tried(everything: dict[str, Kept]) -> None:
    assert tuple(everything) == ("manifest", "nodes", *SORTS[2:])


@pytest.mark.parametrize("sort", SORTS)
def test_a_damaged_entry_is_made_anew(everything: dict[str, Kept], sort: str) -> None:
    spoil(everything[sort], random.Random(1), MISHAPS.get(sort, 60))


@pytest.mark.soak
@pytest.mark.parametrize("sort", SORTS)
def test_thousands_of_damaged_entries_are_made_anew(everything: dict[str, Kept], sort: str) -> None:
    spoil(everything[sort], random.Random(2), 2_000)


def spoil(kept: Kept, chance: random.Random, times: int) -> None:
    expected = kept.find()
    file = file_of(kept.sort)
    whole = file.read_bytes()
    for _ in range(times):
        spoilt = damaged(whole, chance)
        file.write_bytes(spoilt)
        assert cache._opened(file.stem, spoilt) is None
        assert kept.same(kept.find(), expected)
        assert file.read_bytes() == whole, "it was kept anew"


@pytest.mark.parametrize("sort", SORTS)
def test_a_forged_entry_is_made_anew_or_of_its_sort(everything: dict[str, Kept], sort: str) -> None:
    forge(everything[sort], random.Random(3), MISHAPS.get(sort, 60))


@pytest.mark.soak
@pytest.mark.parametrize("sort", SORTS)
def test_thousands_of_forged_entries_are_of_their_sort(everything: dict[str, Kept], sort: str) -> None:
    forge(everything[sort], random.Random(4), 2_000)


def forge(kept: Kept, chance: random.Random, times: int) -> None:
    expected = kept.find()
    file = file_of(kept.sort)
    whole = file.read_bytes()
    for _ in range(times):
        file.write_bytes(forged(file.stem, whole, chance))
        assert type(kept.find()) is type(expected)
        file.write_bytes(whole)


@pytest.mark.parametrize("sort", SORTS)
def test_an_entry_under_another_name_is_none(everything: dict[str, Kept], sort: str) -> None:
    everything[sort].find()
    other = f"{sort}-other"
    os.link(file_of(sort), cache.folder() / f"{other}.kept")
    try:
        assert cache.load(sort, "other") is None
    finally:
        (cache.folder() / f"{other}.kept").unlink()
