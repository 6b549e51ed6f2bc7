"""No word of the interface stands in the code: all that a player reads is a sentence of the engine.

What looks like English in a module that speaks to players has to be one of the few things listed here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewright.schemas.wording import sentences

ROOT = Path(__file__).parent.parent
SPEAKING = (
    *(
        f"viewer/{room}/"
        for room in ("authoring", "panels", "app", "replaying", "menus", "staging", "camera")
    ),
    "dsl/editing/",
    *(f"viewer/common/{module}.py" for module in ("choices", "session", "settings")),
    *(f"cli/{module}.py" for module in ("text_table", "text_view", "text_names", "text_map")),
    *(f"cli/{module}.py" for module in ("board_sketch_view", "kept_edits", "source_watcher")),
    *(f"runtime/hints/{module}.py" for module in ("odds", "overlays")),
    "runtime/history/manual_edits.py",
    "runtime/questions/why_not.py",
    "runtime/state/nesting.py",
)
ENGLISH = re.compile(r"[A-Z][a-z]+|[a-z]{2,} [a-z]+|\b[A-Z]{4,}\b|^ [a-z]{2,}|[a-z]{2,}[,:]? $")
# What looks like words and is none: names of keys, of things in the code, of files and libraries; what stands
# in sources; and what goes to the log of the program, where only authors look.
NO_WORDS = (
    *("Ctrl", "Alt", "Shift", "Page", "ENTER", "Ctrl+S", "Ctrl+Z, Ctrl+Y"),
    *("VISUAL", "EDITOR", "banner ", "sign "),
    *("    move ", "move ", " to "),  # written into sources
    *(
        "UiState",
        "Placed",
        "event card",
        "card ",
        "spread ",
        "plate ",
        "map frame",
        "view ",
        "keep view ",
        "overlay ",
    ),
    *(
        "button down",
        "button up",
        "button again",
        "close table",
        "it was clicked",
        "the button",
        "high contrast",
    ),
    *(
        "play again",
        "moment back",
        "moment on",
        "first moment",
        "table mode",
        "edit board",
        "TILEWRIGHT",
    ),
)
# What people read why something cannot be done; other exceptions are for the terminal, or for us.
REFUSALS = {"CannotEdit", "NotOffered"}
ONLY_LOGGED = ("viewer/staging/hints.py", "viewer/app/sounds.py", "viewer/app/keepsake.py")

KEY_AT = {"say": 0, "Sentence": 0, "CannotEdit": 0, "_refused": 1, "said": 1}
"""Which argument of what says something is the key of a sentence."""


def spoken_from(path: Path) -> Iterator[tuple[int, str]]:
    """Strings of a module that look like English, but for docstrings, exceptions and pictures."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        elif (
            (isinstance(node, ast.Raise) and not _called(node.exc) & REFUSALS)
            or isinstance(node, ast.Assert)
            or (isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")
            or (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "TypeVar")
        ):
            silent |= {id(one) for one in ast.walk(node)}
        elif isinstance(node, ast.Call) and _called(node) == {"cast"}:
            silent.add(id(node.args[0]))  # a type
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            text = node.value
            if ENGLISH.search(text) and not re.search(r'[<>="^]|engine/', text) and text not in NO_WORDS:
                yield node.lineno, text


def _called(node: ast.expr | None) -> set[str]:
    """What an expression calls, by the last part of its name."""
    return {getattr(node.func, "id", getattr(node.func, "attr", ""))} if isinstance(node, ast.Call) else set()


def modules() -> list[Path]:
    found = [path for name in SPEAKING for path in (sorted((ROOT / name).rglob("*.py")) or [ROOT / name])]
    return [path for path in found if str(path.relative_to(ROOT)) not in ONLY_LOGGED]


def test_players_read_no_word_that_cannot_be_translated() -> None:
    """Else: give it a key in schemas/sentences.json, and have `say` of viewer/common/speech.py say it."""
    found = [f"{path.relative_to(ROOT)}:{at}: {text}" for path in modules() for at, text in spoken_from(path)]
    assert found == []


def test_a_word_in_the_code_is_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""A text."""\nshown = f"{1} more lines"\nraise ValueError("Not this.")\n'
        'raise CannotEdit("This one.")\n'
    )
    assert list(spoken_from(module)) == [(2, " more lines"), (4, "This one.")]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_key_has_a_sentence(path: Path) -> None:
    """Keys that are put together are tried where they are said."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    keys = [
        one.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for callee in _called(node) & KEY_AT.keys()
        for one in node.args[KEY_AT[callee] :][:1]
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
        if one.value  # of the text table: an empty line
    ]
    known = sentences()
    assert [key for key in keys if f"engine/{key.removeprefix('engine/')}" not in known] == []
