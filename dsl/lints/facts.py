"""What lints know: the checked rules, who calls whom, who sees what, and every board with its set-up."""

from collections.abc import Iterator
from typing import NamedTuple

from ..boards import BoardShape
from ..check import Checked
from ..check.scope import Op
from ..flow import Flow
from ..reading.source import Span
from ..secrecy import Sight


class OnBoard(NamedTuple):
    """A mission or test board: its shape and its set-up."""

    name: str | None
    mission: str | None
    shape: BoardShape | None
    setup: list[Op]


class Facts(NamedTuple):
    """What every lint gets."""

    checked: Checked
    flow: Flow
    sights: tuple[Sight, ...] = ()
    boards: tuple[OnBoard, ...] = ()
    libraries: frozenset[str] = frozenset()

    def own(self, span: Span) -> bool:
        """Whether something is declared in the game itself: what a library offers need not be used."""
        return bool(span.file) and span.file not in self.libraries

    def blocks(self) -> Iterator[tuple[str, list[Op]]]:
        """Every body of statements with its name, set-ups too."""
        for body in self.flow.bodies.values():
            yield body.key, body.block
        for board in self.boards:
            yield f"setup:{board.mission}", board.setup
