"""What was right when it was last checked, and still is: stories, and all that lints look at.

Half of checking a game goes into these. A story is checked against what others can see of every declaration,
its head (`reading/heads.py`): neither what a verb does nor what a card costs makes one wrong. What lints tell
follows from all that is said, wherever it stands. Kept is only that something was right; whatever was not is
checked again, so that nothing is told that was not found out just now.
"""

from collections.abc import Iterable
from pathlib import Path

from tilewright.host import cache

from .check.scenes import built_on
from .model import Model
from .nodes import Test
from .packages.package import Package
from .reading import plain
from .reading.parse import Parsed
from .reading.parse_cache import WORTH_KEEPING

SORT = "right"


class StillRight:
    """What is known to be right in one package, by hashes of what was looked at."""

    def __init__(self, declarations: Iterable[Parsed], model: Model, package: Package) -> None:
        """Of a small package nothing is kept: it is checked as quickly as that is found."""
        self._model = model
        self._stories: dict[int, str] = {}
        self._known: frozenset[str] = frozenset()
        self._right: dict[str, None] = {}
        self._name = ""
        if sum(len(source.text) for source in package.sources) < WORTH_KEEPING:
            return
        heads: list[str] = []
        whole: list[str] = []
        for node, _, said in declarations:
            if isinstance(node, Test):
                self._stories[id(node)] = said.whole
            else:
                heads += (node.span.file, said.head)
            whole += (node.span.file, said.whole)
        here = Path(__file__).parent
        code = cache.code(str(here), str(here.parent / "schemas"))
        self._whole = cache.key(*whole, *(one.id for one in (*package.uses, *package.mods)))
        self._name = cache.key(code, *heads)
        self._known = _read(cache.load(SORT, self._name))

    def story(self, story: Test) -> str:
        """What the check of a story looks at besides heads; nothing if nothing is kept."""
        if not self._name:
            return ""
        return cache.key(*(self._stories[id(one)] for one in built_on(story, self._model)))

    def rules(self, labels: Iterable[str]) -> str:
        """What lints look at; nothing if nothing is kept. Labels may stand in remarks, too."""
        return cache.key(self._whole, *sorted(labels)) if self._name else ""

    def __contains__(self, looked_at: str) -> bool:
        """Whether nothing was wrong in that before."""
        if looked_at not in self._known:
            return False
        self.add(looked_at)
        return True

    def add(self, looked_at: str) -> None:
        """Note that nothing is wrong in that."""
        self._right[looked_at] = None

    def keep(self) -> None:
        """Keep for the next time what was right this time."""
        if self._name and self._right.keys() != self._known:
            cache.store(SORT, self._name, plain.pack(list(self._right)))


def _read(entry: memoryview | None) -> frozenset[str]:
    """What was kept; nothing if that is no list of texts."""
    if entry is None:
        return frozenset()
    try:
        return frozenset(plain.unpack(list[str], entry))
    except (ValueError, RecursionError):
        cache.tell_damage()
        return frozenset()
