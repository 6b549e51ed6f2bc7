"""A small share of `make fuzz`, the same every time: all that ever failed, and the first inputs of a run."""

from __future__ import annotations

import json
import logging
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fuzz import corpus, judging
from fuzz.campaign import Campaign
from fuzz.judging import Failure, judged, smallest
from fuzz.target import Different, Input, Target, chance_of, fewer
from fuzz.targets import BY_NAME, TARGETS
from fuzz.trees import edited, edits

COUNTS = {
    "declarations": 400,
    "sources": 60,
    "manifests": 300,
    "translations": 60,
    "saves": 80,
    "recordings": 100,
    "seen": 40,
    "cache": 20,
    "api": 25,
    "resources": 1,
    "text": 20,
    "folders": 25,
    "archives": 150,
    "art": 60,
}
"""Inputs of each target that the suite judges: a second or two of each."""
SEED = 0


@pytest.fixture(autouse=True)
def _folders_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    home = tmp_path_factory.getbasetemp() / "fuzz"
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(home / "cache"))
    monkeypatch.setenv("TILEWRIGHT_STATE", str(home / "state"))
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize(
    "path",
    [path for target in TARGETS for path in corpus.entries(target.name)],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_what_once_failed_passes(path: Path) -> None:
    assert judged(BY_NAME[path.parent.name], corpus.read(path)) is None


@pytest.mark.parametrize("name", COUNTS)
def test_the_first_inputs_of_a_run_pass(name: str) -> None:
    target = BY_NAME[name]
    for number in range(COUNTS[name]):
        # Without the corpus, which grows: these inputs stay what they are.
        failure = judged(target, target.make(chance_of(name, SEED, number), ()))
        assert failure is None, f"{name}:{SEED}:{number}: {failure}"


def test_every_target_has_its_share() -> None:
    assert list(COUNTS) == [target.name for target in TARGETS]


# ------------------------------------------------------------------ the fuzzer itself


class Odd(Target):
    """A target that fails on every input with both a 7 and a 3 in it."""

    name, share, memory = "odd", 1.0, 100

    def make(self, chance: Random, known: object) -> Input:
        return {"numbers": [chance.randrange(10) for _ in range(20)]}

    def judge(self, data: Input) -> None:
        if {3, 7} <= set(data["numbers"]):
            raise Different("odd: so it is")

    def smaller(self, data: Input) -> Iterator[Input]:
        for kept in fewer(data["numbers"]):
            yield {"numbers": kept}


def test_a_failure_is_made_small() -> None:
    data: Input = {"numbers": [1, 3, 5, 9, 9, 7, 2]}
    failure = judged(Odd(), data)
    assert failure is not None and failure.sort == "difference"
    assert smallest(Odd(), data, failure)[0] == {"numbers": [3, 7]}


def test_what_hangs_is_told() -> None:
    class Endless(Odd):
        def judge(self, data: Input) -> None:
            while True:
                pass

    assert _sort(Endless()) == "hang"


def test_what_sleeps_is_told_and_what_is_kept_waiting_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    class Asleep(Odd):
        def judge(self, data: Input) -> None:
            time.sleep(60)

    class Busy(Odd):
        def judge(self, data: Input) -> None:
            began = time.process_time()
            while time.process_time() - began < 2.0:
                pass

    monkeypatch.setattr(judging, "WALL", 1.2)
    monkeypatch.setattr(judging, "AWAKE", 0.001)
    assert _sort(Asleep()) == "hang"
    assert _sort(Busy()) == ""


def test_what_takes_all_memory_is_told() -> None:
    class Huge(Odd):
        def judge(self, data: Input) -> None:
            bytearray(2**40)

    assert _sort(Huge()) == "memory"


def _sort(target: Odd) -> str:
    failure = judged(target, {})
    return failure.sort if failure is not None else ""


def test_inputs_are_the_same_everywhere() -> None:
    for target in TARGETS:
        made = [json.dumps(target.make(chance_of(target.name, 5, 3), ())) for _ in range(2)]
        assert made[0] == made[1], target.name


def test_a_document_is_changed_where_an_edit_says() -> None:
    document = {"a": [1, {"b": 2}], "c": "x"}
    assert edited(document, [[["a", 1, "b"], "type", 3], [["c"], "drop", None]]) == {"a": [1, {"b": 3}]}
    assert edited(document, [[["no", "such"], "type", 3]]) == document
    for number in range(200):
        made = edits(Random(number), document, 3)
        json.dumps(edited(document, json.loads(json.dumps(made))))


def test_a_run_ends_goes_on_and_keeps_what_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(data: Input) -> None:
        if "x" in data["text"]:
            raise Different("a text: it has an x")

    monkeypatch.setattr(BY_NAME["manifests"], "judge", judge)
    first = Campaign(3, 2, tmp_path, ["manifests"], tmp_path / "corpus")
    first.run(60, 40)
    assert first.inputs >= 40 and first.failures
    assert 1 <= len(corpus.entries("manifests", tmp_path / "corpus")) <= 3
    again = Campaign(3, 2, tmp_path, ["manifests"], tmp_path / "corpus")
    assert (again.inputs, again.failures) == (first.inputs, first.failures)
    again.run(60, again.inputs + 1)
    assert again.tallies["manifests"].next > first.tallies["manifests"].next
    assert again.report()["targets"]["manifests"]["inputs"] == again.inputs
    assert not again.tallies["manifests"].open


def test_a_process_that_dies_is_told_and_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    judged_here = BY_NAME["manifests"].make(chance_of("manifests", 4, 2), corpus.inputs("manifests"))
    monkeypatch.setattr(
        BY_NAME["manifests"], "judge", lambda data: os._exit(9) if data == judged_here else None
    )
    run = Campaign(4, 1, tmp_path, ["manifests"], tmp_path / "corpus")
    run.run(60, 20)
    assert run.failures == 1 and run.inputs >= 20
    assert "crash" in str(Failure("crash", "manifests", "")) and list(run.signatures) == [
        "manifests: crash in manifests"
    ]
