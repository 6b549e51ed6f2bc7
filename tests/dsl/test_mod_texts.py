"""The words that a mod puts in the place of others: whose they are, and in which language they are read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tilewright.dsl.compile import check_package, compile_package, package_texts
from tilewright.dsl.packages.manifest import Manifest, Requirement
from tilewright.dsl.packages.package import Package
from tilewright.dsl.playable import missions_told
from tilewright.dsl.source import Source, package_of
from tilewright.dsl.translations.checks import entries_for, to_translate
from tilewright.dsl.translations.translate import translated

GAME = """\
system lamps:
  title: "The lamps"
  players: 1

menu evening "In the evening" for player
setting night "At night": yes/no = no
kind lamp is card:
  oil: number = 1
  oil means "Nights it burns."
game has:
  box_of_lamps: pile of lamp

lamp tall "Tall lamp":
  text: "It is tall."
lamp small "Small lamp":
  text: "It is small."

goal "Light them all" [goal-1]

mission first "First evening":
  text: "Night falls."
  setup:
    say "It begins."

to play:
  say "A day ends."
  say "It gets dark."
  offer evening to player.1
  win "Done."

action light "Light" by (player) [light-1]:
  in evening
  means "It burns until dawn."
  needs tall.oil > 0, "There is no oil"
  say "It is lit."

whenever tall.oil > 9 [oil-1]:
  lose "It burns."
"""
CZECH = {
    "menu/evening/title": ("In the evening", "Večer"),
    "setting/night/title": ("At night", "Noční hra"),
    "kind/lamp/oil/means": ("Nights it burns.", "Kolik nocí svítí."),
    "lamp/tall/title": ("Tall lamp", "Vysoká lampa"),
    "lamp/tall/text": ("It is tall.", "Je vysoká."),
    "lamp/small/title": ("Small lamp", "Malá lampa"),
    "lamp/small/text": ("It is small.", "Je malá."),
    "rule/goal-1/goal/1": ("Light them all", "Rozsviť všechny"),
    "mission/first/title": ("First evening", "První večer"),
    "mission/first/text": ("Night falls.", "Padá noc."),
    "mission/first/setup/say/1": ("It begins.", "Začíná se."),
    "verb/play/say/1": ("A day ends.", "Den končí."),
    "verb/play/say/2": ("It gets dark.", "Stmívá se."),
    "verb/play/win/1": ("Done.", "Hotovo."),
    "verb/light/title": ("Light", "Rozsvítit"),
    "verb/light/means": ("It burns until dawn.", "Svítí do rána."),
    "verb/light/needs/1": ("There is no oil", "Došel olej"),
    "verb/light/say/1": ("It is lit.", "Svítí."),
    "rule/oil-1/lose/1": ("It burns.", "Hoří to."),
}


def catalogue(package: str, entries: dict[str, tuple[str, str]], noted: bool = True) -> Source:
    lines = [
        f"# en: {old}\n{key}: {new}\n" if noted else f"{key}: {new}\n" for key, (old, new) in entries.items()
    ]
    return Source(f"{package}/texts/cs.yaml", "\n".join(lines))


def modded(
    *mods: str, catalogues: tuple[Source, ...] = (), noted: bool = True, uses: Mapping[str, str] | None = None
) -> Package:
    """The game with Czech texts, and mods `alpha`, `beta` …, in this order."""
    names = ("alpha", "beta", "gamma")[: len(mods)]
    manifests = tuple(
        Manifest(
            name,
            name.title(),
            "1.0.0",
            uses=tuple(Requirement(one, ">=0") for one in ("lamps", *(uses or {}).get(name, "").split())),
            languages=("en",),
        )
        for name in names
    )
    return Package(
        "lamps",
        "Lamps",
        "1.0.0",
        Path(),
        Manifest("lamps", "Lamps", "1.0.0"),
        (
            Source("lamps/lamps.wright", GAME),
            *(
                Source(f"{name}/{name}.wright", f"mod {name} for lamps\n\n{text}")
                for name, text in zip(names, mods, strict=True)
            ),
        ),
        mods=manifests,
        catalogues=(catalogue("lamps", CZECH, noted), *catalogues),
    )


def read(package: Package) -> dict[str, str]:
    """What somebody reads in Czech, by the key of each text."""
    texts, problems = package_texts(package)
    assert not [one for one in problems if one.is_error], problems
    words = translated(entries_for(package, "cs", texts)[0], texts, "cs")
    return {key: words.get(key, text.words) for key, text in texts.items()}


def whose(package: Package, key: str) -> str:
    return package_of(package_texts(package)[0][key].span.file)


CHANGES: dict[str, tuple[str, dict[str, str | None]]] = {
    "a changed title": ('change lamp tall:\n  title: "High lamp"\n', {"lamp/tall/title": "High lamp"}),
    "a changed text": ('change lamp tall:\n  text: "It is high."\n', {"lamp/tall/text": "It is high."}),
    "a thing in its place": (
        'replace lamp tall "High lamp":\n  text: "It is high."\n',
        {"lamp/tall/title": "High lamp", "lamp/tall/text": "It is high."},
    ),
    "a thing without a title": ("replace lamp tall\n", {"lamp/tall/title": "Tall", "lamp/tall/text": None}),
    "a mission": (
        'change mission first:\n  title: "The first one"\n  text: "It is night."\n',
        {"mission/first/title": "The first one", "mission/first/text": "It is night."},
    ),
    "a set-up": (
        'change mission first:\n  setup:\n    say "It starts."\n',
        {"mission/first/setup/say/1": "It starts."},
    ),
    "a setting": ('replace setting night "By night": yes/no = no\n', {"setting/night/title": "By night"}),
    "a menu": ('replace menu evening "Tonight" for player\n', {"menu/evening/title": "Tonight"}),
    "an action": (
        'replace action light "Kindle" by (player):\n'
        '  in evening\n  needs tall.oil > 0, "No oil"\n  say "It burns."\n',
        {"verb/light/title": "Kindle", "verb/light/needs/1": "No oil", "verb/light/say/1": "It burns."},
    ),
    "a rule": (
        'replace whenever tall.oil > 9 [oil-1]:\n  lose "All is on fire."\n',
        {"rule/oil-1/lose/1": "All is on fire."},
    ),
    "what an action means": (
        'replace action light "Light" by (player) [light-1]:\n  in evening\n  means "It burns until noon."\n'
        "  lower tall.oil by 1\n",
        {"verb/light/means": "It burns until noon."},
    ),
    "a meaning": (
        'lamp has:\n  oil means "Evenings it burns."\n',
        {"kind/lamp/oil/means": "Evenings it burns."},
    ),
    "a goal": (
        'replace goal "Put them all out" [goal-1]\n',
        {"rule/goal-1/goal/1": "Put them all out"},
    ),
}


@pytest.mark.parametrize("noted", [True, False], ids=["noted", "not noted"])
@pytest.mark.parametrize("sort", CHANGES)
def test_who_reads_another_language_reads_the_words_of_the_mod(sort: str, noted: bool) -> None:
    """In English, as long as nobody has translated them; and all else as it was translated."""
    change, words = CHANGES[sort]
    package = modded(change, noted=noted)
    found = read(package)
    czech = {key: new for key, (_, new) in CZECH.items() if key in found}
    assert found.items() >= {**czech, **{key: word for key, word in words.items() if word}}.items()
    for key, word in words.items():
        assert found.get(key) == word
        assert word is None or whose(package, key) == "alpha"


def test_what_stands_elsewhere_in_a_replaced_verb_is_still_translated() -> None:
    """A text goes with its words, and the game has them in Czech."""
    package = modded('replace to play:\n  say "It gets dark."\n  say "A night ends."\n  win "Done."\n')
    found = read(package)
    assert found["verb/play/say/1"] == "Stmívá se." and found["verb/play/say/2"] == "A night ends."
    assert found["verb/play/win/1"] == "Hotovo."


OLD = {"lamp/tall/title": ("Tall lamp", "Vysoká lampa")}
NEW = {"lamp/tall/title": ("High lamp", "Vysoko lampa")}
TITLE = 'change lamp tall:\n  title: "High lamp"\n'


def title(*mods: str, catalogues: tuple[Source, ...], **uses: str) -> str:
    return read(modded(*mods, catalogues=catalogues, uses=uses))["lamp/tall/title"]


def test_of_two_mods_each_speaks_for_its_own_words() -> None:
    own, blank = catalogue("alpha", NEW), catalogue("alpha", {"lamp/tall/title": ("High lamp", "")})
    assert title(TITLE, catalogues=(own,)) == "Vysoko lampa"
    assert title(TITLE, catalogues=(blank,)) == "High lamp"
    # another one changes it again, or back
    assert title(TITLE, TITLE.replace("High", "Huge"), catalogues=(own,)) == "Huge lamp"
    assert title(TITLE, TITLE.replace("High", "Tall"), catalogues=(own,)) == "Vysoká lampa"
    assert title(TITLE, TITLE, catalogues=(own,)) == "Vysoko lampa"
    # another one translates it, and knows of the change or not
    other = catalogue("beta", OLD)
    assert title(TITLE, "lamp low\n", catalogues=(other,)) == "High lamp"
    assert title(TITLE, "lamp low\n", catalogues=(own, other)) == "Vysoko lampa"
    assert title(TITLE, "lamp low\n", catalogues=(catalogue("beta", NEW),)) == "Vysoko lampa"
    assert title(TITLE, "lamp low\n", catalogues=(catalogue("beta", OLD, noted=False),)) == "High lamp"
    older = catalogue("beta", {"lamp/tall/title": ("Higher lamp", "Vyšší lampa")})
    assert title(TITLE, "lamp low\n", catalogues=(older,), beta="alpha") == "Vyšší lampa"
    assert title("lamp low\n", TITLE, catalogues=(catalogue("alpha", OLD),)) == "High lamp"


def test_what_is_meant_to_come_after_a_change_is_about_it() -> None:
    """As is said of W0915, it may be a translation of the new words: it does not say of which."""
    for noted, read_as in ((False, "Vysoká lampa"), (True, "High lamp")):
        package = modded(TITLE, "lamp low\n", catalogues=(catalogue("beta", OLD, noted),))
        alpha, beta = package.mods
        for mods in (
            (alpha, beta._replace(after=(Requirement("alpha", ">=0"),))),
            (alpha._replace(before=(Requirement("beta", ">=0"),)), beta),
        ):
            assert read(package._replace(mods=mods))["lamp/tall/title"] == read_as


def test_missions_are_offered_in_the_words_of_the_mod() -> None:
    package = modded('change mission first:\n  title: "The first one"\n')
    (mission,) = missions_told(package, "cs")
    assert (mission.title, mission.text) == ("The first one", "Padá noc.")


def test_a_card_bears_the_words_of_the_mod() -> None:
    program: Any = compile_package(modded(TITLE), language="cs").program
    assert [(one["title"], one["text"]) for one in program["entities"] if one["kind"] == "tall"] == [
        ("High lamp", "Je vysoká.")
    ]
    assert program["language"]["missing"] > 0


# ------------------------------------------------------------------ what a mod has to translate


def left(package: Package, mod: str) -> set[str]:
    """The keys of what a mod of the package has to translate into Czech."""
    manifest = next(one for one in package.mods if one.id == mod)
    return {*to_translate(package, manifest, "cs", package_texts(package)[0])}


@pytest.mark.parametrize("sort", CHANGES)
def test_a_mod_translates_what_it_says_anew(sort: str) -> None:
    change, words = CHANGES[sort]
    assert left(modded(change), "alpha") == {key for key, said in words.items() if said}


def test_what_the_game_translates_alike_is_not_asked_for() -> None:
    same = 'replace action light "Light" by (player):\n  in evening\n  say "It is lit."\n  say "Good."\n'
    package = modded(same)
    assert left(package, "alpha") == {"verb/light/say/2"}
    assert left(package._replace(catalogues=()), "alpha") == {"verb/light/say/1", "verb/light/say/2"}


def test_what_it_translates_of_others_is_kept() -> None:
    entries = {**OLD, "lamp/gone/title": ("Gone", "Pryč")}
    package = modded("lamp low\n", catalogues=(catalogue("alpha", entries),))
    assert left(package, "alpha") == {"lamp/low/title", "lamp/tall/title"}


def test_a_language_is_promised_for_what_is_said_anew_too() -> None:
    package = modded(TITLE, catalogues=(catalogue("alpha", {}),))
    promised = package._replace(mods=(package.mods[0]._replace(languages=("en", "cs")),))
    (problem,) = (one for one in check_package(promised) if one.code == "W1113")
    assert problem.span.file == "alpha/texts/cs.yaml" and "`lamp/tall/title`" in problem.message
    done = promised._replace(catalogues=(catalogue("lamps", CZECH), catalogue("alpha", NEW)))
    assert "W1113" not in {one.code for one in check_package(done)}


def test_another_title_of_the_game_is_the_mods_to_translate() -> None:
    package = modded("")
    text = 'mod alpha for lamps:\n  title: "The torches"\n'
    sources = (package.sources[0], Source("alpha/alpha.wright", text))
    package = package._replace(sources=sources)
    assert read(package)["game/title"] == "The torches"
    assert whose(package, "game/title") == "alpha" and "game/title" in offered(package)


def offered(package: Package, number: int = 0, language: str = "cs") -> set[str]:
    texts, _ = package_texts(package)
    return set(to_translate(package, package.mods[number], language, texts))


def test_a_mod_that_only_translates_is_offered_what_the_game_has_not_translated() -> None:
    assert offered(modded("# Only texts.\n"), language="de") == {*CZECH, *package_texts(modded(""))[0]}
    left = "lamp/tall/text"
    czech = {key: words for key, words in CZECH.items() if key != left}
    package = modded("")._replace(catalogues=(catalogue("lamps", czech),))
    assert left in offered(package) and "lamp/tall/title" not in offered(package)
    stories = Source("alpha/tests.wright", 'tests for lamps\n\ntest "One":\n  expect: tall.oil = 1\n')
    package = package._replace(sources=(*package.sources, stories))
    assert left in offered(package)


@pytest.mark.parametrize("rule", ["delete [oil-1]\n", "change lamp tall:\n  oil: 2\n"])
def test_a_mod_that_changes_something_is_offered_its_own_alone(rule: str) -> None:
    assert offered(modded(rule), language="de") == set()
