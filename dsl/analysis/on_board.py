"""What can be on the board of one mission: how many spaces and links of each kind there are, how they are
marked, and which pieces never come onto it. A test that depends on nothing else has one answer there.
"""

from collections.abc import Iterable

from tilewright.schemas.operation_table import PRESENT

from ..boards import BoardShape, ShapedLink, ShapedSpace
from ..check.scope import Op
from ..source import Word
from .bounds import Known, words
from .estimates import Estimates
from .keys import FlowKey, flow_key, of_sort
from .ranges import NO, YES, AbstractValue, joined, numbers

_MADE = ("space", "link")


class BoardEstimates(Estimates):
    """The estimates of a package, on one board."""

    def __init__(self, general: Estimates, shape: BoardShape) -> None:
        self.__dict__ |= general.__dict__
        self._defined, self._truths, self._assumed = {}, {}, {}
        self.shape = shape
        self.drawn = self._drawn()
        self.properties = general.properties | self.drawn
        self.absent: frozenset[str] = frozenset()
        """Kinds of pieces of which nothing comes into play here."""

    def settles(self, reads: Iterable[FlowKey], uses: Iterable[FlowKey]) -> bool:
        """Whether what a body reads and uses may be settled by what is on this board."""
        drawn = {flow_key("stored", f"{kind}.{name}") for kind, name in self.drawn}
        return not drawn.isdisjoint(reads) or any(
            self._made(kind) or kind in self.absent for kind in of_sort("kind", uses)
        )

    def _drawn(self) -> dict[tuple[str, str], AbstractValue]:
        """Values of spaces and links that are drawn and never change."""
        found: dict[tuple[str, str], AbstractValue] = {}
        for kind in self.checked.model.kinds.values():
            for name, known in kind.properties.items():
                fixed = known.sort == "stored" and known.default is None and known.by is None
                if fixed and self._made(kind.name) and (kind.name, name) not in self.checked.context.changes:
                    values = [one.values.get(name) for one in self._members(kind.name)]
                    value = self._together(known.type.base, known.type.name, values)
                    if value is not None:
                        found[kind.name, name] = value
        return found

    def _together(self, base: str, name: str, values: Iterable[Word | None]) -> AbstractValue:
        """What any of these is, as a drawing or table has it; nothing is known of other sorts of values."""
        found: AbstractValue = None
        for written in values:
            text = "" if written is None else str(written)
            match base:
                case "yes_no":
                    value: AbstractValue = NO if text in ("", "no") else YES
                case "number" if text.lstrip("-").isdigit() or not text:
                    value = numbers((int(text or 0),))
                case "word" if text:
                    value = words(name, (text,))
                case _:
                    return None
            found = value if found is None else joined(found, value)
        return NO if found is None and base == "yes_no" else found

    def _members(self, kind: str) -> list[ShapedSpace | ShapedLink]:
        everything: list[ShapedSpace | ShapedLink] = [*self.shape.spaces, *self.shape.links]
        return [one for one in everything if self.checked.model.is_a(one.kind, kind)]

    def _made(self, kind: str) -> bool:
        return any(self.checked.model.is_a(kind, one) for one in _MADE)

    def size(self, op: Op, known: Known) -> tuple[float, float]:
        if op["op"] in ("kind", "all") and self._made(op["kind"]):
            here = len(self._members(op["kind"]))
            return here, here
        if op["op"] in PRESENT and op["kind"] in self.absent:
            return 0, 0
        return super().size(op, known)
