"""Pack a package into one file.

It can be played, sent, and put into an index.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host.files import write_whole
from tilewright.host.terminal import say, say_coloured
from tilewright.schemas.wording import counted

from ..loading import located
from ..package_index import NAME as INDEX
from ..package_index import published
from ..targets import target, unwritable
from ..typed import written

if TYPE_CHECKING:
    from tilewright.dsl.packages.archive import Packed
    from tilewright.dsl.packages.package import Package


@click.command("pack")
@click.argument("name", metavar="PACKAGE")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.tilewright",
    help="The file to write, or the folder for ID-VERSION.tilewright; the current one if not given.",
)
@click.option("--sign", is_flag=True, help="Sign it with your key, which is made if you have none.")
@click.option("--untested", is_flag=True, help="Do not run its stories: for those that take too long.")
def command(name: str, output: Path | None, sign: bool, untested: bool) -> None:
    """Pack PACKAGE, a folder or the name of a package, into one file that anybody can play and install.

    The file holds `package.yaml`, sources, translations, the pages README, RULES, CHANGELOG, CREDITS and
    LICENCE, a hash of each, and how many stories passed. The hash of its contents is printed, and that of the
    file: the same sources give the same. Exits with 1, and writes nothing, if the package has errors, a story
    fails, or it names no licence.
    """
    from tilewright.dsl.packages.archive import SUFFIX, BadArchive, signed
    from tilewright.dsl.packages.packing import packed_from
    from tilewright.dsl.packages.signatures import digest, shown

    package = _without_errors(name)
    if not package.manifest.licence:
        raise click.ClickException(
            "package.yaml says no `licence:`, so nobody would know what they may do with it. For example: "
            "licence: MIT"
        )
    stories = None if untested else _passed(name, package)
    path = output or Path()
    if path.is_dir():
        path /= f"{package.id}-{package.version}{SUFFIX}"
    if path.suffix != SUFFIX:
        raise click.UsageError(f"the name of a packed package ends with {SUFFIX}")
    target(path, package)
    try:
        packed = packed_from(package.path, stories)
    except BadArchive as error:
        raise click.ClickException(f"{package.id} cannot be packed: {error.why}.") from None
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be packed: {error.strerror}.") from None
    try:
        if sign:
            packed = signed(packed, _seed())
        others = _with_other_contents(path, packed)
        write_whole(path, packed.data)
    except BadArchive as error:
        raise click.ClickException(f"{package.id} cannot be packed: {error.why}.") from None
    except OSError as error:
        raise unwritable(path, error) from None
    tried = "stories not run" if stories is None else f"stories passed: {stories}"
    size = f"{counted(len(packed.files), 'file')}, {counted(len(packed.data), 'byte')}"
    say(f"{path}: {package.id} {package.version}, {size}, {tried}")
    say(f"hash of its contents {packed.digest}")
    say(f"SHA-256 of the file  {digest(packed.data)}")
    if packed.key:
        say(f"signed with the key {shown(packed.key)}")
    for sentence in others:
        say(sentence, err=True)


def _without_errors(name: str) -> Package:
    from tilewright.dsl.compile import check_package
    from tilewright.dsl.packages.manifest import NAME
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems.render import render_text, summary
    from tilewright.dsl.problems.suppress import suppress

    package, problems = read_package(located(name)[0])
    if package is not None:
        remarks = (*package.sources, *package.catalogues)
        problems = suppress(sorted(problems + check_package(package)), remarks)
    errors = [one for one in problems if one.is_error]
    if package is None or errors:
        say_coloured(render_text(errors, package, colour=sys.stderr.isatty()), err=True)
        say(f"\n{summary(errors, 0)}. Nothing is packed while there are errors.", err=True)
        raise click.exceptions.Exit(1)
    if not os.path.isdir(package.path):
        raise click.UsageError(f"to be packed, a package needs a folder with a `{NAME}`")
    if problems:
        them = "it" if len(problems) == 1 else "them"
        found = summary(problems, len(package.sources))
        say(f"{found}: `{written('check', name)}` shows {them}.", err=True)
    return package


def _passed(name: str, package: Package) -> int:
    """How many stories a package itself has, if all of them pass; else the command ends."""
    from tilewright.dsl.compile import test_programs
    from tilewright.runtime.stories.testing import run_tests

    passed, failed = 0, 0
    for program in test_programs(package)[0]:
        files = [span[0] for span in program["spans"]]
        own = [test for test in program["tests"] if files[test["at"]].startswith(f"{package.id}/")]
        for result in run_tests({**program, "tests": own}):
            passed += result.passed
            failed += not result.passed
    if failed:
        fail, them = ("fails", "it") if failed == 1 else ("fail", "them")
        of = counted(passed + failed, "story", "stories")
        said = f"{failed} of {of} {fail}: `{written('test', name)}` shows {them}"
        raise click.ClickException(f"{said}. Nothing is packed.")
    return passed


def _with_other_contents(path: Path, packed: Packed) -> list[str]:
    """A sentence for each packed file of the same version in a folder, and each one that its index lists,
    that is not what is about to be written there.
    """
    from tilewright.dsl.packages.archive import SUFFIX, BadArchive
    from tilewright.dsl.packages.store import read_packed

    name = packed.manifest.id, packed.manifest.version
    of = f"`{name[0]}` {name[1]}"
    there: dict[str, str] = {}
    for other in sorted(path.parent.glob(f"*{SUFFIX}")):
        with suppress(BadArchive, OSError):
            found = read_packed(other)
            if (found.manifest.id, found.manifest.version) == name:
                said = f"{other} held {of}" if other.name == path.name else f"{other} holds {of}, too,"
                there.setdefault(found.digest, said)
    for entry in published(path.parent):
        if (entry.id, entry.version) == name:
            there[entry.digest] = f"{path.parent / INDEX} lists {of}"
    there.pop(packed.digest, None)
    return [
        f"{said} with the hash {digest}. If others have that, raise `version:` and pack again: a version "
        "keeps its contents."
        for digest, said in there.items()
    ]


def _seed() -> bytes:
    """The user's private key; made, and said to be, if there is none."""
    from tilewright.dsl.packages.packing import own_key

    key = own_key()
    if key.made:
        say(f"Your key is in {key.path}. Keep a copy: what you sign later must be signed with it.", err=True)
    return key.seed
