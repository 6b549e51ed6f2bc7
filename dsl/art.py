"""Files of art that looks name: missing, of the wrong sort, broken, too large, unused, without a licence.

Only the beginning of a file is read, and that each time: the sources do not say what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tilewright.schemas import art
from tilewright.schemas.art import FOLDER, LICENCES, TooMuch

from .model import Model
from .nodes import ExpectLook, Hint, Test, TestExpect
from .packages.art import ArtCheck, licences
from .packages.package import Package
from .packages.source_file import top
from .problems import codes
from .problems.diagnostics import Diagnostic
from .problems.suggest import nearest
from .source import Span, package_of


class _Named(NamedTuple):
    """A hint that names a file: the file, and the package in whose folder it lies."""

    hint: Hint
    package: str
    file: str

    @property
    def key(self) -> str:
        return f"{self.package}/{self.file}"


def art_problems(package: Package, model: Model) -> Iterator[Diagnostic]:
    """What is wrong with the art of a game and its mods. Libraries are checked by themselves."""
    own = {package.id, *(mod.id for mod in package.mods)}
    named = [one for one in _named([*model.hints, *_expected(model.tests)]) if one.package in own]
    looked_at: set[str] = set()
    looking = ArtCheck()
    meant: set[str] = set()
    for one in named:
        wrong = list(_of_hint(one, package))
        # A file that is proposed in place of another is not told once more as one that nothing names.
        meant |= {f"{one.package}/{word}" for told in wrong for word in told.help.split("`")[1:2]}
        if not wrong and one.key not in looked_at:
            wrong += _of_file(one, package, looking)
        looked_at.add(one.key)
        yield from wrong
    for name in sorted(own):
        files = {key: path for key, path in package.art.items() if package_of(key) == name}
        if files:
            yield from _of_folder(name, files, looked_at | meant)


def _named(hints: Iterable[Hint]) -> Iterator[_Named]:
    for hint in hints:
        if str(hint.name) in art.HINTS:
            value = str(getattr(hint.value, "value", hint.value)).strip('"')
            if str(hint.name) in art.FILES_ONLY or art.is_file(value):
                yield _Named(hint, package_of(hint.span.file).removesuffix(".wright"), value)


def _expected(stories: Iterable[Test]) -> Iterator[Hint]:
    """The hints that stories expect; there, `none` says that a thing has no such hint."""
    for story in stories:
        for entry in story.entries:
            for line in entry.lines if isinstance(entry, TestExpect) else ():
                if isinstance(line, ExpectLook):
                    yield from (hint for hint in line.hints if str(hint.value) != "none")


def _of_hint(one: _Named, package: Package) -> Iterator[Diagnostic]:
    """Whether a hint can show such a file, and whether it is there."""
    hint, name = one.hint, str(one.hint.name)
    sorts = art.HINTS[name]
    endings = [ending for sort in sorts for ending in sort.endings]
    wanted = " or ".join([", ".join(endings[:-1]), endings[-1]] if len(endings) > 1 else endings)
    if not art.is_file(one.file):
        yield codes.WRONG_SORT.at(
            hint.span,
            message=f"`{name}` names a file, and `{one.file}` is none",
            proposal=f"write its name with its ending, which is {wanted}, in quotes",
        )
        return
    found = art.sort_of(one.file)
    if found not in sorts:
        is_now = f"`{one.file}` is {found.called}" if found else f"nothing shows files like `{one.file}`"
        shown = " or ".join(sort.called for sort in sorts)
        yield codes.WRONG_SORT.at(
            hint.span,
            message=f"{is_now}, and `{name}` shows {shown}",
            proposal=_near(one, endings, package) or f"name a file that ends in {wanted}",
        )
    elif one.key not in package.art:
        yield codes.NO_ART.at(
            hint.span, name=f"{FOLDER}/{one.file}", proposal=_instead(one, endings, package)
        )


def _instead(one: _Named, endings: list[str], package: Package) -> str:
    if not art.is_name(one.file):
        return "a file is named by its path in the folder `art`, in plain letters, digits, `_`, `-` and `.`"
    return _near(one, endings, package) or f"put the file into the folder `{FOLDER}` beside `package.yaml`"


def _near(one: _Named, endings: list[str], package: Package) -> str:
    """A file that the hint can show, with a name much like the one that was written."""
    there = [key.partition("/")[2] for key in package.art if package_of(key) == one.package]
    return nearest(one.file, [name for name in there if name.lower().endswith(tuple(endings))])


def _of_file(one: _Named, package: Package, looking: ArtCheck) -> Iterator[Diagnostic]:
    """What is wrong with a file, reported where the file is first named."""
    path = package.art[one.key]
    wrong = looking.wrong_with(path, one.file, _root(one.key, path))
    if not art.is_name(one.file):
        wrong = art.BadArt("not every system keeps a file under this name")
    if isinstance(wrong, TooMuch):
        yield codes.ART_TOO_LARGE.at(one.hint.span, name=f"{FOLDER}/{one.file}", why=wrong.why)
    elif wrong is not None:
        proposal = "save it again from the program that it was made with, or name another file"
        yield codes.BROKEN_ART.at(
            one.hint.span, name=f"{FOLDER}/{one.file}", why=wrong.why, proposal=proposal
        )


def _of_folder(package: str, files: dict[str, Path], named: set[str]) -> Iterator[Diagnostic]:
    """What is wrong with the folder of a package as a whole: too much, unused, without a licence."""
    size = sum(path.stat().st_size for path in files.values() if path.is_file())
    if len(files) > art.MOST_FILES or size > art.MOST_BYTES:
        why = (
            f"its {len(files)} files have {size:,} bytes, and may be {art.MOST_FILES} with {art.MOST_BYTES:,}"
        )
        yield codes.ART_TOO_LARGE.at(top(f"{package}/{FOLDER}/"), name=FOLDER, why=why)
    for key in sorted(files.keys() - named):
        yield codes.UNUSED_ART.at(_place(key), name=f"{FOLDER}/{key.partition('/')[2]}")
    root = next(_root(key, path) for key, path in files.items())
    said = licences(root)
    listing = top(f"{package}/{FOLDER}/{LICENCES}")
    if said.wrong:
        message, proposal = (
            f"`{FOLDER}/{LICENCES}` cannot be read: {said.wrong}",
            "write it as docs/looks.md shows",
        )
        yield codes.NO_LICENCE.at(listing, message=message, proposal=proposal)
        return
    if not said.entries:
        message = f"nothing says whose work the files in `{FOLDER}` are"
        proposal = (
            f"write `{FOLDER}/{LICENCES}`: who made which file, and its licence, as docs/looks.md shows"
        )
        yield codes.NO_LICENCE.at(listing, message=message, proposal=proposal)
        return
    for key in sorted(files):
        name = key.partition("/")[2]
        if art.is_name(name) and not said.cover(name):
            yield codes.NO_LICENCE.at(
                _place(key),
                message=f"nothing says who made `{FOLDER}/{name}`, and under which licence",
                proposal=f"name it in `{FOLDER}/{LICENCES}`, as docs/looks.md shows",
            )


def _place(key: str) -> Span:
    package, _, name = key.partition("/")
    return top(f"{package}/{FOLDER}/{name}")


def _root(key: str, path: Path) -> Path:
    """The folder of the package in whose folder of art a file lies."""
    return path.parents[key.count("/")]
