"""Every mistake is told where it happens, in words that help; what is right raises nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cases import cases_in

CASES = Path(__file__).with_name("cases")
FILES = sorted(path for path in CASES.rglob("*.wright") if path.stem != "prelude")


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_cases(file: Path) -> None:
    wrong = []
    for case in cases_in(file):
        wrong += [f"{case.name}: {difference}" for difference in case.differences()]
    assert not wrong, "\n".join(wrong)
