"""Which packages are mods, in which order they are applied, and which of them know of one another."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ..packages.library import SUFFIX
from ..packages.manifest import Manifest, plain_id
from ..packages.package import Package
from ..source import NOWHERE, Span, Word, package_of


def whose(path: str) -> str:
    """The id of the package to which a file belongs; a file that stands for itself is called as it is."""
    home = package_of(path)
    return plain_id(home.removesuffix(SUFFIX)) if home.endswith(SUFFIX) else home


class ModOrder(NamedTuple):
    """The mods in the order in which they are applied, and what their manifests say of each other."""

    ids: tuple[str, ...]
    known: Mapping[tuple[str, str], str]
    """Why a mod comes after another one, by (earlier, later), where a manifest says so."""
    over: Mapping[str, tuple[Word, ...]] = MappingProxyType({})
    """The mods that a file is about, by its path."""

    def settled(self, earlier: str, later: str, span: Span = NOWHERE) -> str:
        """Why an author wanted that order for what the later mod says at a place; empty if nobody did.

        Where a mod has files that are `over` another one, what it means to do to that stands in these alone.
        """
        known = self.known.get((earlier, later), "")
        about = [path for path, mods in self.over.items() if whose(path) == later and earlier in mods]
        if not about or not known or not span.file:
            return known
        return f"{known}, and says it in a file over it" if span.file in about else ""


def mod_order(package: Package, home: str, over: Mapping[str, tuple[Word, ...]]) -> ModOrder:
    """The mods of a package as it was read: what is neither the game in the file `home` nor used by it."""
    manifests = {one.id: one for one in (package.manifest, *package.uses, *package.mods)}
    of_the_game = _used_by(whose(home), manifests)
    ids = dict.fromkeys(whose(source.path) for source in (*package.sources, *package.catalogues))
    known: dict[tuple[str, str], str] = {}
    for later, manifest in manifests.items():
        for other in manifest.before:
            known.setdefault((later, other.id), f"`{later}` comes before `{other.id}`")
        for other in (*manifest.after, *manifest.optional):
            known.setdefault((other.id, later), f"`{later}` comes after `{other.id}`")
        for earlier in _used_by(later, manifests) - {later}:
            known[earlier, later] = f"`{later}` uses `{earlier}`"
    return ModOrder(tuple(one for one in ids if one not in of_the_game), known, over)


def _used_by(name: str, manifests: Mapping[str, Manifest]) -> set[str]:
    """A package and all that it uses, near or far."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += (use.id for use in manifests[one].uses) if one in manifests else ()
    return found


__all__ = ["ModOrder", "mod_order", "whose"]
