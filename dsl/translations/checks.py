"""What is wrong with the catalogues of a package, each problem where it stands in the YAML file.

A language that `package.yaml` promises is to be complete. Of others only what is there is looked at: a
translation grows over months, and a warning that cannot be helped today teaches people to look away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from tilewright.schemas.wording import counted, forms_of

from ..packages.manifest import Manifest
from ..packages.package import Package
from ..problems import codes
from ..problems.diagnostics import Diagnostic
from ..problems.suggest import nearest
from ..source import Source, Span, package_of
from .catalogue import ORIGINAL, CatalogueEntry, Text, engine_texts, forms, gaps, matches, not_gaps, noted
from .file import CatalogueTally, read_catalogue, tally


def language_of(source: Source) -> str:
    """The language of a catalogue, by the name of its file."""
    return PurePosixPath(source.path).stem


def languages(package: Package) -> list[str]:
    """The languages in which a package can be read, thanks to itself or its mods. Of what it uses alone, too
    little could be read.
    """
    own = {package.id, *(mod.id for mod in package.mods)}
    found = (language_of(source) for source in package.catalogues if package_of(source.path) in own)
    return sorted({ORIGINAL, *found})


def entries_for(
    package: Package, language: str, texts: Mapping[str, Text]
) -> tuple[list[CatalogueEntry], list[Diagnostic]]:
    """All entries for a language: first what mods say, then the game, then what it uses.

    A translation made for older words of a text is better than none. Where a mod of which its translators
    know nothing says something else under the same key, it is a translation of what is said no more.
    """
    entries: list[CatalogueEntry] = []
    problems: list[Diagnostic] = []
    known, later = _known(package), _later(package)
    for source in reversed(package.catalogues):
        if language_of(source) == language:
            found, wrong = read_catalogue(source)
            of = package_of(source.path)
            for one in found:
                says = package_of(texts[one.key].span.file) if one.key in texts else of
                strange = says not in known.get(of, ()) and (
                    one.original is not None or (of, says) not in later
                )
                entries.append(one._replace(exact=True) if strange else one)
            problems += wrong
    return entries, problems


def _known(package: Package) -> dict[str, frozenset[str]]:
    """Of each package that is read: itself and all that it uses, near or far; of a mod also its game."""
    manifests = {one.id: one for one in (package.manifest, *package.uses, *package.mods)}
    served = {one.id: each.id for each in manifests.values() for one in each.provides}

    def reach(name: str, met: frozenset[str]) -> frozenset[str]:
        if name in met or name not in manifests:
            return met
        met |= {name}
        for one in manifests[name].uses:
            met = reach(one.id if one.id in manifests else served.get(one.id, ""), met)
        return met

    game = reach(package.id, frozenset())
    return {name: reach(name, frozenset()) for name in manifests} | {
        one.id: reach(one.id, frozenset()) | game for one in package.mods
    }


def _later(package: Package) -> set[tuple[str, str]]:
    """Which mod is meant to come after which: what is noted nowhere is said of that."""
    after = {(one.id, each.id) for one in package.mods for each in (*one.after, *one.optional)}
    return after | {(each.id, one.id) for one in package.mods for each in one.before}


def own_texts(package_id: str, texts: Mapping[str, Text]) -> dict[str, Text]:
    """The texts that a package itself contains: what it uses has catalogues of its own."""
    return {key: text for key, text in texts.items() if text.span.file.startswith(f"{package_id}/")}


def to_translate(
    package: Package, manifest: Manifest, language: str, texts: Mapping[str, Text]
) -> dict[str, Text]:
    """What is to be translated in a package: its own texts, but for what it uses translates alike already,
    and whatever texts of others it has translated. Of a mod that does nothing but translate, all texts are.
    """
    sources = [one for one in package.catalogues if language_of(one) == language]
    read = {package_of(one.path): read_catalogue(one)[0] for one in sources}
    there = {one.key for one in read.get(manifest.id, ()) if one.words and not one.retired}
    used = _known(package).get(manifest.id, frozenset()) - {manifest.id}
    done = {(one.key, one.original) for id in used for one in read.get(id, ()) if one.words}
    own = texts if _only_translates(package, manifest) else own_texts(manifest.id, texts)
    return {
        key: text
        for key, text in texts.items()
        if key in there or (key in own and (key, noted(text.words)) not in done)
    }


def _only_translates(package: Package, manifest: Manifest) -> bool:
    """Whether a package is a mod of which each file, but for stories, says only what it is for."""
    own = [source.text for source in package.sources if package_of(source.path) == manifest.id]
    said = (_DECLARES.findall(text) for text in own)
    return bool(own) and all(
        len(words) == 1 if words[:1] == ["mod"] else words[:1] == ["tests"] for words in said
    )


_DECLARES = re.compile(r"^([a-z]\w*)", re.MULTILINE)
"""The first word of each declaration: nothing else stands at the margin but remarks."""


def untranslated(
    package: Package, manifest: Manifest, language: str, texts: Mapping[str, Text]
) -> CatalogueTally:
    """How much of a package is not to be read in a language: what it has to translate and has not."""
    wanted = to_translate(package, manifest, language, texts)
    sources = [one for one in package.catalogues if language_of(one) == language]
    own = [one for one in sources if package_of(one.path) == manifest.id]
    entries = [entry for source in own for entry in read_catalogue(source)[0]]
    return tally(matches(entries, {key: text.words for key, text in wanted.items()}), wanted)


def check_catalogues(package: Package, texts: Mapping[str, Text]) -> Iterator[Diagnostic]:
    """What is wrong with a package's catalogues. With mods, which change what the game says: with theirs."""
    for manifest in package.mods or (package.manifest,):
        sources = [one for one in package.catalogues if one.path.startswith(f"{manifest.id}/")]
        for source in sources:
            yield from _check(source, texts, manifest, package)
        for language in manifest.languages:
            if language not in (ORIGINAL, *map(language_of, sources)):
                yield codes.NO_CATALOGUE.at(manifest.languages_span, language=language)


def _check(
    source: Source, texts: Mapping[str, Text], manifest: Manifest, package: Package
) -> Iterator[Diagnostic]:
    entries, problems = read_catalogue(source)
    yield from problems
    language = language_of(source)
    wanted = forms_of(language)
    originals = {key: text.words for key, text in (engine_texts() | dict(texts)).items()}
    found = matches(entries, originals)
    used = {match.entry.span for match in found.values()}
    for entry in entries:
        if entry.span in used or entry.retired or not entry.words:
            continue
        if entry.key in found:
            instead = found[entry.key].entry.span.line
            yield codes.IDLE_ENTRY.at(entry.span, name=entry.key, line=instead)
        else:
            untold = originals.keys() - found.keys()
            yield codes.UNKNOWN_TEXT.at(entry.span, name=entry.key, help=nearest(entry.key, untold) or None)
    for key, match in found.items():
        here, there = gaps(match.entry.words), gaps(originals[key])
        if here - there:
            odd = _named(here - there)
            yield codes.WRONG_GAPS.at(match.entry.words_span, gaps=odd, original=originals[key])
        if _odd_quotes(match.entry.words, originals[key]):
            yield codes.ODD_QUOTE.at(match.entry.words_span, original=originals[key])
        broken = sorted(set(not_gaps(match.entry.words)) - set(not_gaps(originals[key])))
        if broken:
            original = originals[key]
            yield codes.BROKEN_GAP.at(match.entry.words_span, found=broken[0], original=original)
        elif match.entry.words and here < there and key in texts:  # our own gaps may be for English words
            lost = _named(there - here)
            yield codes.LOST_GAPS.at(match.entry.words_span, gaps=lost, original=originals[key])
        for gap, given in forms(match.entry.words):
            if given != wanted:
                yield codes.WRONG_FORMS.at(
                    match.entry.words_span,
                    gap=gap,
                    given=counted(given, "form"),
                    wanted=wanted,
                    language=language,
                )
    if language in manifest.languages and not problems:
        left = tally(found, to_translate(package, manifest, language, texts))
        top = Span(source.path, 1, 1, 1, 2)
        places = {entry.key: entry.span for entry in entries if not entry.retired}
        if left.missing:
            yield codes.MISSING_TEXTS.at(
                places.get(left.missing[0], top),
                missing=len(left.missing),
                texts=left.texts,
                language=language,
                first=left.missing[0],
            )
        if left.changed:
            yield codes.CHANGED_TEXTS.at(
                places.get(left.changed[0], top), changed=len(left.changed), first=left.changed[0]
            )


def _named(numbers: Iterable[str]) -> str:
    return " and ".join(f"{{{number}}}" for number in sorted(numbers))


def _odd_quotes(words: str, original: str) -> bool:
    """Whether a quote has no other half, or the whole text stands in quotes, unlike the original."""
    quoted = _QUOTED.fullmatch(words) is not None and _QUOTED.fullmatch(original) is None
    return quoted or (words.count('"') % 2 > original.count('"') % 2)


_QUOTED = re.compile('[“„"][^“”„"]*[“”"]')
