"""The snippets of docs/api.md are one session, and it runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/api.md"
_SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_snippet_of_the_api_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = PAGE.read_text("utf-8")
    known: dict[str, Any] = {"__name__": "api"}
    for found in _SNIPPET.finditer(page):
        # Lines before it, so that a traceback names the line of the page.
        above = "\n" * (page.count("\n", 0, found.start()) + 1)
        exec(compile(above + found[1], str(PAGE), "exec"), known)
    assert known["game"].answers


def test_what_the_page_imports_is_public() -> None:
    import tilewright.dsl
    import tilewright.runtime

    for package in (tilewright.dsl, tilewright.runtime):
        assert all(hasattr(package, name) for name in package.__all__)
        with pytest.raises(AttributeError):
            _ = package.nonsense


def test_to_import_the_packages_costs_nothing() -> None:
    heavy = ["lark", "jsonschema", "tilewright.runtime.engine.engine", "tilewright.dsl.compile"]
    code = "import sys, tilewright.dsl, tilewright.runtime, tilewright.cli.main; "
    code += f"print(sorted({{*{heavy}}} & {{*sys.modules}}))"
    paths = {"PYTHONPATH": str(ROOT / "tests/typeroot"), "PATH": ""}
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=paths)
    assert said.stdout.strip() == "[]"


def test_every_page_can_be_reached_from_the_index() -> None:
    """By following links, and none of them leads nowhere."""
    reached, ahead, wrong = set[Path](), [ROOT / "docs/README.md"], []
    while ahead:
        page = ahead.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if not re.match(r"[a-z]+:", link):
                to = (page.parent / link).resolve()
                wrong += (
                    [] if to.exists() else [f"{page.relative_to(ROOT)} links to {link}, which is not there"]
                )
                ahead += [to] if to.is_file() and to.is_relative_to(ROOT / "docs") else []
    lost = {*(ROOT / "docs").rglob("*.md")} - reached
    wrong += [f"no page links to {page.relative_to(ROOT)}" for page in lost]
    assert not wrong, "\n".join(sorted(wrong))
