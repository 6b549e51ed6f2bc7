"""What is wrong with the catalogues of a package, each problem where it stands in the YAML file.

A language that `package.yaml` promises is to be complete. Of others only what is there is looked at: a
translation grows over months, and a warning that cannot be helped today teaches people to look away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from tilewright.schemas.wording import forms_of

from ..packages.manifest import Manifest
from ..packages.package import Package
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..source import Source, Span
from .catalogue import ORIGINAL, CatalogueEntry, Text, engine_texts, forms, gaps, matches, not_gaps
from .file import read_catalogue, tally


def language_of(source: Source) -> str:
    """The language of a catalogue, by the name of its file."""
    return PurePosixPath(source.path).stem


def languages(package: Package) -> list[str]:
    """The languages in which something of a package, or of what it uses, can be read."""
    return sorted({ORIGINAL, *(language_of(source) for source in package.catalogues)})


def entries_for(package: Package, language: str) -> tuple[list[CatalogueEntry], list[Diagnostic]]:
    """All entries for a language: first what mods say, then the game, then what it uses."""
    entries: list[CatalogueEntry] = []
    problems: list[Diagnostic] = []
    for source in reversed(package.catalogues):
        if language_of(source) == language:
            found, wrong = read_catalogue(source)
            entries += found
            problems += wrong
    return entries, problems


def own_texts(package_id: str, texts: Mapping[str, Text]) -> dict[str, Text]:
    """The texts that a package itself contains: what it uses has catalogues of its own."""
    return {key: text for key, text in texts.items() if text.span.file.startswith(f"{package_id}/")}


def check_catalogues(package: Package, texts: Mapping[str, Text]) -> Iterator[Diagnostic]:
    """What is wrong with a package's catalogues. With mods, which change what the game says: with theirs."""
    for manifest in package.mods or (package.manifest,):
        sources = [one for one in package.catalogues if one.path.startswith(f"{manifest.id}/")]
        for source in sources:
            yield from _check(source, texts, manifest)
        for language in manifest.languages:
            if language not in (ORIGINAL, *map(language_of, sources)):
                yield codes.NO_CATALOGUE.at(manifest.languages_span, language=language)


def _check(source: Source, texts: Mapping[str, Text], manifest: Manifest) -> Iterator[Diagnostic]:
    entries, problems = read_catalogue(source)
    yield from problems
    originals = {key: text.words for key, text in (engine_texts() | dict(texts)).items()}
    found = matches(entries, originals)
    used = {match.entry.span for match in found.values()}
    for entry in entries:
        if entry.span not in used and not entry.retired and entry.words:
            yield codes.UNKNOWN_TEXT.at(entry.span, name=entry.key, help=nearest(entry.key, texts) or None)
    for key, match in found.items():
        odd = sorted(gaps(match.entry.words) - gaps(originals[key]))
        if odd:
            named = " and ".join(f"{{{number}}}" for number in odd)
            yield codes.WRONG_GAPS.at(match.entry.words_span, gaps=named, original=originals[key])
        broken = sorted(set(not_gaps(match.entry.words)) - set(not_gaps(originals[key])))
        if broken:
            original = originals[key]
            yield codes.BROKEN_GAP.at(match.entry.words_span, found=broken[0], original=original)
        if match.entry.words:
            yield from _forms(match.entry, language_of(source))
    language = language_of(source)
    if language in manifest.languages and not problems:
        left = tally(found, own_texts(manifest.id, texts))
        top = Span(source.path, 1, 1, 1, 2)
        if left.missing:
            yield codes.MISSING_TEXTS.at(
                top, missing=len(left.missing), texts=left.texts, language=language, first=left.missing[0]
            )
        if left.changed:
            yield codes.CHANGED_TEXTS.at(top, changed=len(left.changed), first=left.changed[0])


def _forms(entry: CatalogueEntry, language: str) -> Iterator[Diagnostic]:
    """Words in too few or too many forms for the numbers of a language."""
    wanted = forms_of(language)
    for gap, given in forms(entry.words):
        if given != wanted:
            yield codes.WRONG_FORMS.at(
                entry.words_span, gap=gap, given=given, wanted=wanted, language=language
            )
