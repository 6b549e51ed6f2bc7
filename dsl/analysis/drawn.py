"""What drawings settle about ways: marks that are drawn and never change, and where relations lead."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..boards import BoardShape, ShapedSpace
from ..check.scope import Op
from .bounds import Known
from .callgraph import Flow
from .estimates import Estimates
from .moving import moves_to
from .ranges import NO, YES


class DrawnWays:
    """The relations by which rules move things, as far as marks settle where they lead.

    If rules move things by none, it is all that join spaces.
    """

    def __init__(self, flow: Flow, setups: Iterable[list[Op]]) -> None:
        self.checked = flow.checked
        self.estimates = Estimates(self.checked, ())
        joining = {name: op for name, op in self.checked.relations.items() if op["joins"] or op["also"]}
        self.moves = moves_to(flow, setups)
        self.relations = {name: op for name, op in joining.items() if name in self.moves.relations} or joining
        self.marks = [
            (kind.name, name)
            for kind in self.checked.model.kinds.values()
            if self.checked.model.is_a(kind.name, "space")
            for name, known in kind.properties.items()
            if known.sort == "stored"
            and known.type.base == "yes_no"
            and known.default is None
            and (kind.name, name) not in self.checked.context.changes
        ]
        self._stops = [(op, self._what_stops(op)) for op in self.relations.values()]

    def is_closed(self, space: ShapedSpace) -> bool:
        """Whether none of the relations ever leads to a space."""
        return bool(self._stops) and all(self._stopped(space, op, stops) for op, stops in self._stops)

    def is_avoided(self, space: ShapedSpace) -> bool:
        """Whether rules move things, and none to this space, for all of them ask for another one."""
        return (
            bool(self.moves.asked)
            and str(space.name) not in self.moves.named
            and all(
                any(self.estimates.truth(where, self.known(space, it)) == NO for it, where in tests)
                for tests in self.moves.asked
            )
        )

    def jumps(self, shape: BoardShape, relation: Op) -> Iterator[tuple[str, str]]:
        """Enough pairs of spaces to join all that a relation may join by `also`, wherever they lie."""
        alike: dict[tuple[object, ...], list[ShapedSpace]] = defaultdict(list)
        for space in shape.spaces:
            alike[space.kind, *(has(space, mark) for _, mark in self.marks)].append(space)
        groups = [*alike.values()]
        for test in relation["also"]:
            for some in groups:
                here = self.known(some[0], "from")
                for others in groups:
                    if self.estimates.truth(test, here | self.known(others[0], "to")) != NO:
                        yield from ((str(one.name), str(others[0].name)) for one in some)
                        yield from ((str(some[0].name), str(one.name)) for one in others)

    def known(self, space: ShapedSpace, name: str) -> Known:
        """What is known of a space that a test calls by this name."""
        found: Known = {}
        for kind, mark in self.marks:
            if self.checked.model.is_a(space.kind, kind):
                of = {"op": "local", "name": name}
                read = {"op": "property", "of": of, "kind": kind, "name": mark}
                found[self.estimates.keys.of(read)] = YES if has(space, mark) else NO
        return found

    def _what_stops(self, relation: Op) -> list[tuple[str, str, Op]]:
        """What keeps everybody off a space in a relation: the space's name there, its kind, and the test."""
        found = [("to", "space", test) for test in relation["never"]]
        for block in relation["blocks"]:
            is_space = self.checked.model.is_a(block["kind"], "space")
            if is_space and block["where"] is not None and not block["corner"]:
                found.append(("it", block["kind"], block["where"]))
        return found

    def _stopped(self, space: ShapedSpace, relation: Op, stops: list[tuple[str, str, Op]]) -> bool:
        truth = self.estimates.truth
        return all(truth(test, self.known(space, "to")) == NO for test in relation["also"]) and any(
            self.checked.model.is_a(space.kind, kind) and truth(test, self.known(space, name)) == YES
            for name, kind, test in stops
        )


def has(space: ShapedSpace, mark: str) -> bool:
    """Whether a mark is drawn on a space."""
    return str(space.values.get(mark, "no")) not in ("no", "")
