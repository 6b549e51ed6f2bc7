"""Texts that are edited step by step, and what can be taken back of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .edit import CannotEdit

Texts = dict[str, str]


@dataclass(kw_only=True, slots=True)
class Steps:
    """Sources by path: as they are now, as they were saved last, and as they were before each step."""

    texts: Texts
    saved: Texts
    past: list[Texts] = field(default_factory=list)
    future: list[Texts] = field(default_factory=list)

    def has_changed(self, path: str) -> None:
        """Look again at what stands in a text."""

    def step(self, change: Callable[[], None]) -> None:
        """One edit, or several that are undone together. If one of them fails, none is made."""
        before = dict(self.texts)
        try:
            change()
        except CannotEdit:
            self._become(before)
            raise
        if self.texts != before:
            self.past.append(before)
            self.future.clear()

    def join(self) -> None:
        """Let the last step belong to the one before: a stroke is one step."""
        if len(self.past) > 1:
            self.past.pop()

    def undo(self) -> None:
        """Take the last edit back. Raises CannotEdit if there is none."""
        if not self.past:
            raise CannotEdit("undo_nothing")
        self.future.append(dict(self.texts))
        self._become(self.past.pop())

    def redo(self) -> None:
        """Make the edit again that was taken back last. Raises CannotEdit if there is none."""
        if not self.future:
            raise CannotEdit("redo_nothing")
        self.past.append(dict(self.texts))
        self._become(self.future.pop())

    def resume(self, texts: Texts, past: list[Texts], future: list[Texts]) -> None:
        """Go on where edits of the same sources have come."""
        self.past, self.future = past, future
        self._become(texts)

    def changed(self) -> Texts:
        """The texts that are not as they were saved last."""
        return {path: text for path, text in self.texts.items() if self.saved.get(path) != text}

    def _become(self, texts: Texts) -> None:
        for path, text in texts.items():
            if self.texts.get(path) != text:
                self.texts[path] = text
                self.has_changed(path)
