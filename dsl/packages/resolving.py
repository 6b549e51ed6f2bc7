"""Which packages are read, in which version and in which order, whatever the order in which they were named.

resolvelib, the resolver of pip, finds the versions. What pip's packages cannot say, ours can: that a package
is only minded if it is there (`optional`), that two do not go together (`conflicts`), that one stands for
another (`provides`). Where packages lie is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tilewright.schemas.wording import joined

from ..problems import codes
from ..problems.diagnostics import Diagnostic, Related
from ..source import NOWHERE
from .manifest import Manifest, Requirement
from .ranges import fits, newest_first

if TYPE_CHECKING:
    from resolvelib.structs import RequirementInformation

MAX_ROUNDS = 20_000
SETTLING = 20
"""Sets that are tried one after the other before versions are searched for."""
MAX_CHAIN = 20
"""Packages in a row, each of which uses the next."""
MAX_PACKAGES = 400
"""Packages in a row, each of which only wants to come after the next."""


class Candidate(NamedTuple):
    """A package that could be read under a name: its own, or one that it provides. Without a root: none."""

    name: str
    version: str
    root: Path | None
    manifest: Manifest
    far: bool = False  # it comes with Tilewright: what lies nearer is taken first

    @property
    def provided(self) -> bool:
        """Whether it only stands for what was asked for."""
        return self.name != self.manifest.id


class Wish(NamedTuple):
    """What a package asks of another one."""

    name: str
    range: str
    sort: Literal["needs", "minds", "refuses"]
    at: Requirement = Requirement("", "")


class Resolved(NamedTuple):
    """The packages to read, in this order, and what is wrong with the set."""

    order: tuple[Candidate, ...]
    problems: list[Diagnostic]


Find = Callable[[str], Sequence[Candidate]]
"""All packages that go by a name, near ones first; also those that provide it."""


def resolved(
    main: Candidate,
    named: Sequence[Candidate],
    find: Find,
    *,
    wanted: Collection[str] = (),
    first: bool = True,
) -> Resolved:
    """The package `main` and mods, with all that they need, each after what it needs.

    `named` are taken as they are, and `wanted` in whatever version goes with the others. With `first`, mods
    come after the main package unless it asks for them; without, it is a mod like the others. Nothing depends
    on the order of `named`. If the set cannot be, the problems say why, and the nearest is read.
    """
    fixed = {one.name: one for one in (main, *named)}
    universe = _Universe(fixed, {*fixed, *wanted}, find)
    chosen, problems = _chosen(universe)
    problems += _unmet(chosen, universe)
    order, circles = _ordered(sorted(universe.roots), chosen, main.name if first else "")
    return Resolved(tuple(order), problems + circles)


@dataclass(slots=True)
class _Universe:
    """All that is known of packages so far."""

    fixed: Mapping[str, Candidate]
    roots: Collection[str]  # what is read in any case
    find: Find
    known: dict[str, tuple[Candidate, ...]] = field(default_factory=dict)

    def candidates(self, name: str) -> tuple[Candidate, ...]:
        """What goes by a name, the best first: what was named, what lies near, the newest."""
        if name not in self.known:
            own = [self.fixed[name]] if name in self.fixed else []
            others = [one for one in self.find(name) if one.provided or not own]
            others.sort(key=lambda one: newest_first(one.version))
            others.sort(key=lambda one: (one.provided, one.manifest.id not in self.roots, one.far))
            self.known[name] = (*own, *others)
        return self.known[name]

    def wishes(self, one: Candidate) -> Iterator[Wish]:
        """The packages that a package asks for. Missing ones are left out: they are reported for the
        packages chosen.
        """
        manifest = one.manifest
        if one.provided:
            yield Wish(manifest.id, f"=={manifest.version}", "needs")
            return
        for use in manifest.uses:
            if use.id != one.name and self.candidates(use.id):
                yield Wish(use.id, use.range, "needs", use)
        for use in manifest.optional:
            if use.id != one.name:
                yield Wish(use.id, use.range, "minds", use)
        for other in manifest.conflicts:
            yield from self._refused(one, other)

    def _refused(self, one: Candidate, other: Requirement) -> Iterator[Wish]:
        """`conflicts` is about a package of that name and about whoever provides it."""
        providing = (found.manifest.id for found in self.candidates(other.id) if found.provided)
        for name in dict.fromkeys([other.id, *providing]):
            if name != one.name:
                yield Wish(name, other.range if name == other.id else "", "refuses", other)


# ------------------------------------------------------------------ versions


def _chosen(universe: _Universe) -> tuple[dict[str, Candidate], list[Diagnostic]]:
    """The candidate for each name; if no set fits, the first of each, and why not."""
    near = _nearest(universe, {})
    if (settled := _settled(near, universe)) is not None:
        return settled, []
    from resolvelib import BaseReporter, ResolutionImpossible, ResolutionTooDeep, Resolver

    roots = [Wish(name, "", "needs") for name in sorted(universe.roots)]
    try:
        found = Resolver(_provider(universe), BaseReporter()).resolve(roots, max_rounds=MAX_ROUNDS)
    except ResolutionImpossible as impossible:
        return near, [_explained(tuple(impossible.causes), near, universe)]
    except ResolutionTooDeep:
        top = next(iter(universe.fixed.values()))
        at = next((use.span for use in top.manifest.uses), NOWHERE)
        size = "too many ways to put its packages together"
        return near, [codes.PACKAGE_TOO_LARGE.at(at, size=size, limit=MAX_ROUNDS)]
    return {name: one for name, one in found.mapping.items() if one.root is not None}, []


def _provider(universe: _Universe) -> Any:
    from resolvelib import AbstractProvider

    class Provider(AbstractProvider[Wish, Candidate, str]):
        """The questions that resolvelib asks."""

        def identify(self, requirement_or_candidate: Wish | Candidate) -> str:
            return requirement_or_candidate.name

        def get_preference(
            self,
            identifier: str,
            resolutions: object,
            candidates: object,
            information: object,
            backtrack_causes: object,
        ) -> tuple[bool, str]:
            return identifier not in universe.roots, identifier

        def find_matches(self, identifier: str, requirements: Any, incompatibilities: Any) -> list[Candidate]:
            wishes = list(requirements[identifier])
            refused = set(incompatibilities[identifier])
            offered = [_none(identifier), *universe.candidates(identifier)]
            return [
                one for one in offered if one not in refused and all(_satisfies(one, wish) for wish in wishes)
            ]

        def is_satisfied_by(self, requirement: Wish, candidate: Candidate) -> bool:
            return _satisfies(candidate, requirement)

        def get_dependencies(self, candidate: Candidate) -> Iterable[Wish]:
            return () if candidate.root is None else tuple(universe.wishes(candidate))

    return Provider()


def _none(name: str) -> Candidate:
    """The choice to read no package of this name, for those that others only mention as optional."""
    return Candidate(name, "", None, Manifest(name, name))


def _satisfies(one: Candidate, wish: Wish) -> bool:
    match wish.sort:
        case "needs":
            return one.root is not None and fits(one.version, wish.range)
        case "minds":
            return one.root is None or fits(one.version, wish.range)
    return one.root is None or bool(wish.range and not fits(one.version, wish.range))


def _goes_together(chosen: Mapping[str, Candidate], universe: _Universe) -> bool:
    """Whether these packages are all that they ask of one another."""
    return all(
        _satisfies(chosen.get(wish.name) or _none(wish.name), wish)
        for one in chosen.values()
        for wish in universe.wishes(one)
    )


def _settled(near: dict[str, Candidate], universe: _Universe) -> dict[str, Candidate] | None:
    """A set in which each package is the best that the others allow, as nearly always can be had without a
    search: take of each name the first that goes with what the last set asked for, until nothing changes.
    """
    chosen = near
    for _ in range(SETTLING):
        wished: dict[str, list[Wish]] = {}
        for one in chosen.values():
            for wish in universe.wishes(one):
                wished.setdefault(wish.name, []).append(wish)
        last, chosen = chosen, _nearest(universe, wished)
        if chosen == last:
            return chosen if _goes_together(chosen, universe) else None
    return None


def _nearest(universe: _Universe, wished: Mapping[str, Sequence[Wish]]) -> dict[str, Candidate]:
    """The first candidate of each name that grants these wishes, or else the first. If no set fits it is read
    all the same, so that other mistakes can be told, too.
    """
    found: dict[str, Candidate] = {}
    waiting = sorted(universe.roots)
    while waiting:
        name = waiting.pop(0)
        if name not in found and (offered := universe.candidates(name)):
            asked = wished.get(name, ())
            right = (one for one in offered if all(_satisfies(one, wish) for wish in asked))
            found[name] = next(right, offered[0])
            waiting += (wish.name for wish in universe.wishes(found[name]) if wish.sort == "needs")
    return found


# ------------------------------------------------------------------ why not


def _explained(
    causes: Sequence[RequirementInformation[Wish, Candidate]],
    near: Mapping[str, Candidate],
    universe: _Universe,
) -> Diagnostic:
    """Why a set of packages cannot be: who asks for what, and what there is."""
    asked = list(dict.fromkeys((one.parent, one.requirement) for one in causes if one.parent is not None))
    asked.sort(key=lambda one: (one[1].sort != "refuses", one[0].manifest.id, one[1].at.span))
    parent, wish = asked[0]
    assert parent is not None
    there = [one for one in universe.candidates(wish.name) if not one.provided]
    if wish.sort == "refuses":
        related = tuple(
            Related(other.at.span, f"`{who.manifest.id}` needs it")
            for who, other in asked[1:]
            if who is not None and other.sort == "needs"
        )
        version = f" {wish.range}" if wish.range else ""
        return codes.MODS_CONFLICT.at(
            wish.at.span, name=wish.name, by=parent.manifest.id, version=version, related=related
        )
    if len(asked) == 1 and there:
        version = " and ".join(one.version for one in there if one.far == there[0].far)
        others = tuple(
            Related(other.at.span, f"`{one.manifest.id}` needs it in version {other.range}")
            for one in near.values()
            for other in universe.wishes(one)
            if (other.name, other.sort) == (wish.name, "needs") and other.range and one.name != parent.name
        )
        return codes.WRONG_VERSION.at(
            wish.at.span, name=wish.name, range=wish.range, version=version, related=others
        )
    said = [(who.manifest.id, one) for who, one in asked if who is not None]
    return codes.NO_SOLUTION.at(
        wish.at.span,
        name=wish.name,
        asked=", ".join(f"`{who}` needs {one.name} {one.range}".rstrip() for who, one in said),
        there=joined([f"{one.name} {one.version}" for one in _every(universe, asked)]),
        related=tuple(
            Related(one.at.span, f"`{who}` needs it in version {one.range}") for who, one in said[1:]
        ),
    )


def _every(universe: _Universe, asked: Sequence[tuple[Candidate | None, Wish]]) -> list[Candidate]:
    names = dict.fromkeys(wish.name for _, wish in asked)
    return [one for name in names for one in universe.candidates(name) if one.root is not None]


def _unmet(chosen: Mapping[str, Candidate], universe: _Universe) -> list[Diagnostic]:
    """What chosen packages use and is nowhere."""
    return [
        codes.UNKNOWN_PACKAGE.at(use.span, name=use.id, help=None)
        for one in chosen.values()
        if not one.provided
        for use in one.manifest.uses
        if not universe.candidates(use.id) and use.id != one.name
    ]


# ------------------------------------------------------------------ order


def _ordered(
    roots: Sequence[str], chosen: Mapping[str, Candidate], main: str
) -> tuple[list[Candidate], list[Diagnostic]]:
    """Each package after what it uses, minds or wants to come after, else by name, whoever brings it along.

    `main` and what it comes after are first, if it is named. Circles are cut where they close.
    """
    earlier, problems = _earlier(roots, chosen)
    first: set[str] = set()
    waiting = [main] if main else []
    while waiting:
        name = waiting.pop()
        if name not in first:
            first.add(name)
            waiting += earlier[name]
    left = {name: len(before) for name, before in earlier.items()}
    later: dict[str, list[str]] = {name: [] for name in earlier}
    for name, before in earlier.items():
        for one in before:
            later[one].append(name)
    order: list[Candidate] = []
    ready = [(name not in first, not chosen[name].provided, name) for name in left if not left[name]]
    heapify(ready)
    while ready:
        name = heappop(ready)[-1]
        if not chosen[name].provided:
            order.append(chosen[name])
        for one in later[name]:
            left[one] -= 1
            if not left[one]:
                heappush(ready, (one not in first, not chosen[one].provided, one))
    return order, problems


def _earlier(
    roots: Sequence[str], chosen: Mapping[str, Candidate]
) -> tuple[dict[str, set[str]], list[Diagnostic]]:
    """For each package that is read those that come before it, without what closes a circle."""
    wished = _wanted_before(chosen)
    earlier: dict[str, set[str]] = {}
    problems: list[Diagnostic] = []
    done: set[str] = set()
    on_way: list[str] = []

    def visit(name: str, at: Requirement, used: int = 0) -> bool:
        """Whether that can come before what is on the way."""
        one = chosen[name]
        if name in done:
            return True
        if name in on_way:
            problems.append(_circle(on_way[on_way.index(name) :], at, chosen))
            return False
        if used > MAX_CHAIN or len(on_way) > MAX_PACKAGES:
            size = f"more than {MAX_CHAIN} packages below it, each of which uses the next"
            problems.append(codes.PACKAGE_TOO_LARGE.at(at.span, size=size, limit=MAX_CHAIN))
            return False
        on_way.append(name)
        before = earlier[name] = set()
        wanted = [(use, used + 1) for use in one.manifest.uses] + [(wish, 0) for wish in wished[name]]
        if one.provided:
            wanted.append((Requirement(one.manifest.id, "", at.span), used))
        before |= {use.id for use, depth in wanted if use.id in chosen and visit(use.id, use, depth)}
        on_way.pop()
        done.add(name)
        return True

    for name in roots:
        visit(name, Requirement(name, ""))
    return earlier, problems


def _wanted_before(chosen: Mapping[str, Candidate]) -> dict[str, list[Requirement]]:
    """For each package those that are read before it without being used by it, by name. Whoever provides a
    name goes by it, too.
    """
    found: dict[str, list[Requirement]] = {name: [] for name in chosen}
    called = {name: [name] for name in chosen}
    for name, one in chosen.items():
        for given in () if one.provided else one.manifest.provides:
            called.setdefault(given.id, []).append(name)
    for name, one in chosen.items():
        if one.provided:
            continue
        for earlier in (*one.manifest.optional, *one.manifest.after):
            found[name] += (earlier._replace(id=each) for each in called.get(earlier.id, ()) if each != name)
        for later in one.manifest.before:
            for each in called.get(later.id, ()):
                if each != name:
                    found[each].append(Requirement(name, "", later.span))
    return {name: sorted(wanted, key=lambda one: one.id) for name, wanted in found.items()}


def _circle(way: list[str], at: Requirement, chosen: Mapping[str, Candidate]) -> Diagnostic:
    """Packages each of which is to be read before the next: because it is used, or else wanted there."""
    chain = [*way, way[0]]
    uses = [later in [use.id for use in chosen[one].manifest.uses] for one, later in pairwise(chain)]
    if all(uses):
        return codes.RECURSIVE_PACKAGE.at(at.span, chain=" uses ".join(f"`{name}`" for name in chain))
    words = [" uses " if used else " comes after " for used in uses]
    said = "".join(f"`{name}`{word}" for name, word in zip(chain, [*words, ""], strict=True))
    return codes.MOD_CIRCLE.at(at.span, chain=said)
