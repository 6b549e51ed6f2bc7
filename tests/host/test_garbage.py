"""Python's collector waits while much is made that stays, whoever asks for it and however often."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from weakref import ref

import pytest

from tilewright.host import garbage
from tilewright.host.garbage import collecting_nothing

THREADS = 8


def test_the_collector_is_on_again_when_all_have_ended() -> None:
    assert gc.isenabled()
    together = Barrier(THREADS)

    def inside(number: int) -> bool:
        together.wait()
        for _ in range(200):
            with collecting_nothing(), collecting_nothing():
                if gc.isenabled():
                    return False
        return True

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(pool.map(inside, range(THREADS)))
    assert gc.isenabled()


class Loop:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.myself = self


def test_what_was_set_aside_is_looked_through_when_it_has_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_in_use", 10**9)
    with collecting_nothing():
        lost = ref(Loop())
    gc.collect()
    with collecting_nothing():
        assert lost() is not None
    monkeypatch.setattr(garbage, "_in_use", 1)
    with collecting_nothing():
        assert lost() is None
    with collecting_nothing():
        lost = ref(Loop())
    with collecting_nothing():
        assert lost() is not None


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        with collecting_nothing():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
