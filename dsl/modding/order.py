"""Which packages are mods, in which order they are applied, and which of them know of one another."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..packages.library import SUFFIX
from ..packages.manifest import Manifest, Requirement, plain_id
from ..packages.package import Package
from ..source import NOWHERE, Span, Word, package_of


def whose(path: str) -> str:
    """The id of the package that a file belongs to; a file outside of packages is its own."""
    home = package_of(path)
    return plain_id(home.removesuffix(SUFFIX)) if home.endswith(SUFFIX) else home


class SaidOrder(NamedTuple):
    """That one mod comes after another by what a manifest says: whose it is, in words, and whether the later
    mod cannot do without the other.
    """

    by: str
    said: str
    needs: bool = False


class ModOrder(NamedTuple):
    """The mods in the order in which they are applied, and what their manifests say of each other."""

    ids: tuple[str, ...]
    known: Mapping[tuple[str, str], SaidOrder]
    """Why a mod comes after another one, by (earlier, later), where a manifest says so."""
    over: Mapping[str, tuple[Word, ...]] = MappingProxyType({})
    """The mods that a file is about, by its path."""

    def settled(self, earlier: str, later: str, span: Span = NOWHERE) -> str:
        """Why an author wanted that order for what the later mod says at a place; empty if nobody did.

        Where a mod has files that are `over` another one, what it means to do to that stands in these alone.
        """
        known = self.known.get((earlier, later))
        if known is None or (later, earlier) in self.known:  # that they go round in a circle is an error
            return ""
        about = [path for path, mods in self.over.items() if whose(path) == later and earlier in mods]
        if not about or not span.file:
            return known.said
        return f"{known.said}, and says it in a file over it" if span.file in about else ""

    def needed(self, other: str, leaning: str, span: Span = NOWHERE) -> str:
        """Why a mod may name at a place what another one adds; empty if it could be played without that."""
        known = self.known.get((other, leaning))
        above = any(other in mods for path, mods in self.over.items() if path == span.file)
        return known.said if known is not None and (known.needs or above) else ""

    def why(self, earlier: str, later: str) -> str:
        """Why two mods are applied in that order, in words."""
        known = self.known.get((earlier, later))
        if known is not None:
            return known.said
        return "by their names alone" if earlier < later else "that follows from what others come after"


def mod_order(package: Package, home: str, over: Mapping[str, tuple[Word, ...]]) -> ModOrder:
    """The mods of a package as it was read: what is neither the game in the file `home` nor used by it."""
    manifests = {one.id: one for one in (package.manifest, *package.uses, *package.mods)}
    called: dict[str, list[str]] = {name: [name] for name in manifests}
    for name, manifest in manifests.items():
        for given in manifest.provides:
            called.setdefault(given.id, []).append(name)
    of_the_game = _used_by(whose(home), manifests, called)
    ids = dict.fromkeys(whose(source.path) for source in (*package.sources, *package.catalogues))
    known: dict[tuple[str, str], SaidOrder] = {}
    for mod, manifest in manifests.items():
        for other, name in _named(manifest.before, called):
            known.setdefault((mod, name), SaidOrder(mod, f"`{mod}` comes before `{other}`"))
        for other, name in _named((*manifest.after, *manifest.optional), called):
            known[name, mod] = SaidOrder(mod, f"`{mod}` comes after `{other}`")
        for earlier in _used_by(mod, manifests, called) - {mod}:
            known[earlier, mod] = SaidOrder(mod, f"`{mod}` uses `{earlier}`", needs=True)
    return ModOrder(tuple(one for one in ids if one not in of_the_game), known, over)


def _named(wanted: Iterable[Requirement], called: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Each name that a manifest says, with the packages that go by it."""
    return ((one.id, name) for one in wanted for name in called.get(one.id, ()))


def _used_by(name: str, manifests: Mapping[str, Manifest], called: Mapping[str, Iterable[str]]) -> set[str]:
    """A package and all that it uses, near or far."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += (name for _, name in _named(manifests[one].uses, called)) if one in manifests else ()
    return found


__all__ = ["ModOrder", "mod_order", "whose"]
