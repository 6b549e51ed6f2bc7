"""Write or update the texts in another language.

And say how many are still to be translated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.host.files import write_whole
from tilewright.host.terminal import say

from ..targets import editable, unwritable

if TYPE_CHECKING:
    from tilewright.dsl.packages.package import Package
    from tilewright.dsl.translations.catalogue import Text

NAMED = 5  # so many keys are shown of each sort; the file has the rest


@click.command("texts")
@click.argument("name", metavar="PACKAGE")
@click.argument("language", metavar="LANG")
@click.option("--check", "only_check", is_flag=True, help="Only report; exits with 1 if there is work to do.")
def command(name: str, language: str, only_check: bool) -> None:
    """Bring the file texts/LANG.yaml of PACKAGE up to date, and say how many texts are not translated yet.

    LANG is a code such as cs, fr or pt-BR. For a mod with nothing but a translation in it, the texts are
    those of its game. New texts are added with the English original above them; entries of texts that are
    gone move to the end; everything else in the file stays as it is.
    """
    from tilewright.dsl.source import Source
    from tilewright.dsl.translations.file import read_catalogue, updated

    from ..loading import stop

    if not re.fullmatch(r"[a-z]{2,3}(-[A-Z]{2})?", language) or language == "en":
        raise click.UsageError(f"`{language}` is not a language to translate into; write a code such as cs")
    package = _package(name)
    file = package.path / "texts" / f"{language}.yaml"
    shown = f"{package.id}/texts/{file.name}"
    kept = next((one for one in package.catalogues if one.path == shown), Source(shown, ""))
    _, wrong = read_catalogue(kept)
    if wrong:
        stop(wrong, package)
    wanted = _own(package, language)
    if not wanted and not kept.text:
        say(f"In {package.id}, there is nothing to translate into {language} that is not translated already.")
        return
    text, left = updated(kept, wanted, package.title, language)
    if not only_check and text != kept.text:
        _write(file, text, package.path)
    done = left.texts - len(left.missing)
    say(f"{_shown(file)}: {done} of {left.texts} texts are translated.")
    _tell("not translated yet", left.missing)
    _tell("translated from words that have changed since", left.changed)
    _tell("no longer used" if only_check else "no longer used, and moved to the end", left.retired)
    if only_check and (left.missing or left.changed or left.retired):
        raise click.exceptions.Exit(1)


def _package(name: str) -> Package:
    """The package, once it can be read and lies in a folder that can hold texts."""
    from tilewright.dsl.packages.package import find_package, read_package, similar

    from ..loading import stop

    found = find_package(name)
    if found is None or found[1] is not None:
        near = similar(name)
        raise click.UsageError(f"there is no package `{name}`{f'; {near}' if near else ''}")
    package, problems = read_package(found[0])
    if package is None or any(problem.is_error for problem in problems):
        stop(problems, package)
    if not package.path.is_dir():
        raise click.UsageError(f"`{name}` is a single file: only a folder with a package.yaml can hold texts")
    editable(package)
    return package


def _own(package: Package, language: str) -> dict[str, Text]:
    """What the package has to translate. With errors in it some would be missing, and be retired."""
    from tilewright.dsl.compile import package_texts
    from tilewright.dsl.translations.checks import to_translate

    from ..loading import stop

    texts, problems = package_texts(package)
    if any(problem.is_error for problem in problems):
        stop(problems, package)
    return to_translate(package, package.manifest, language, texts)


def _write(file: Path, text: str, package: Path) -> None:
    """Put the new file in the place of the old one: whole, or not at all, and in the package."""
    try:
        file.parent.mkdir(exist_ok=True)
        write_whole(file, text.encode(), within=package)
    except OSError as error:
        raise unwritable(file, error) from None


def _tell(what: str, keys: Sequence[str]) -> None:
    if keys:
        more = f" and {len(keys) - NAMED} more" if len(keys) > NAMED else ""
        say(f"{len(keys)} {what}: {', '.join(keys[:NAMED])}{more}")


def _shown(file: Path) -> str:
    from tilewright.dsl.problems.render import shown_path

    return shown_path(file)
