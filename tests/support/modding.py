"""A small game, and operators that plant mods for it: every kind of declaration × what a mod can do to it.

An operator says in its own words what it touches, so that what two of them come to can be said without the
code that is tested: `told` answers whether two planted mods get in each other's way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tilewright.dsl.compile import check_package
from tilewright.dsl.packages.manifest import Manifest, Requirement
from tilewright.dsl.packages.package import Package
from tilewright.dsl.source import Source

GAME = """\
system castle:
  players: 1 to 2
  begins: siege

setting days "Days": 2 to 9 = 3
words mood: calm, angry
die fate: 1 to 6
menu deeds "Deeds" for knight

kind knight plural knights is figure:
  strength: number = 2
  honour: number = 0
  feeling: mood
  player: player or none
  does boast by (player), or nothing
  controlled by this.player
  look: archetype soldier
kind trick is card:
  cost: number = 1
  sums: list of number
  marks: list of trick
  does play by (player)
kind moat is token

game has:
  walls: number = 9
  food: number = 9
  moats: number = 0
  weather: number = 0
  spirit: number = 0
  deck: pile of trick, in play

knight bors "Bors"
knight kay "Kay"
trick ruse "Ruse":
  copies: 2
  cost: 1
  sums: 1, 2, 3
  text: "A ruse."
  look: icon crown
  play: raise spirit by 1
trick feint "Feint":
  play: done
  after feast [feint-1]: raise spirit by 1
moat ditch

board yard of square "Yard":
  drawing:
    +---+---+
    | .   . |
    +---+---+
mission stand "Stand":
  board: yard
  setup:
    move kay to a1

relation road between squares:
  joins sides

define might(knight): number = knight.strength
define worth(player): number = spirit

to siege:
  repeat days: storm
  win
to storm:
  lower walls by 1
  for each knight:
    offer deeds to knight, or "Wait": done
to feast:
  raise food by 1
to rain:
  raise weather by 1
to gale:
  drift
to drift:
  raise weather by 2
action dig "Dig" by (knight) [dig-1]:
  in deeds
  raise moats by 1

after storm [storm-1]: lower food by 1
as soon as food = 0 [food-1]: lose
modifier old for might when knight.honour = 0 [old-1]: - 1
"""

TEXTS = {"ruse": 'trick/ruse/title: "{}"\n', "bors": 'knight/bors/title: "{}"\n'}


@dataclass(frozen=True)
class Operator:
    """A mod in two versions (so that two of them say different things), and what it touches.

    `touches` is a subject and a part of it (empty: all of it); `deed` what is done to that. `names` are
    subjects that it needs. Of a rule, `moment` says when it runs; `reads` and `writes`, what it is about.
    """

    name: str
    deed: str  # set, put, take, replace, delete, add, hook, bound, translate
    touches: tuple[str, str]
    text: str
    values: tuple[str, str] = ("", "")
    names: frozenset[str] = frozenset()
    moment: str = ""
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    instead: bool = False
    forbids: bool = False
    drops: str = ""  # the verb that nothing does any more
    catalogue: str = ""
    header: str = ""
    on: str = ""  # the operator without which it means nothing

    def source(self, mod: str, number: int) -> Source:
        head = f":\n  {self.header}: {self.values[number]}" if self.header else ""
        text = self.text.replace("@", self.values[number])
        return Source(f"{mod}/{mod}.wright", f"mod {mod} for castle{head}\n\n{text}")


def _set(name: str, subject: str, part: str, text: str, *values: str) -> Operator:
    return Operator(name, "set", (subject, part), text, (values[0], values[1]))


def _header(entry: str, *values: str) -> Operator:
    return Operator(entry, "set", ("header", entry), "", (values[0], values[1]), header=entry)


def _rule(
    name: str, moment: str, text: str, reads: str = "", writes: str = "", *, instead: bool = False
) -> Operator:
    return Operator(
        name,
        "hook",
        (f"rule of {name}", ""),
        text,
        ("1", "2"),
        moment=moment,
        reads=frozenset(reads.split()),
        writes=frozenset(writes.split()),
        instead=instead,
    )


OPERATORS: tuple[Operator, ...] = (
    # fields of a thing
    _set("cost", "ruse", "cost", "change trick ruse:\n  cost: @\n", "2", "3"),
    _set("copies", "ruse", "copies", "change trick ruse:\n  copies: @\n", "3", "4"),
    _set("title", "ruse", "title", 'change trick ruse:\n  title: "@"\n', "Great ruse", "Small ruse"),
    _set("text", "ruse", "text", 'change trick ruse:\n  text: "@"\n', "A great ruse.", "A small ruse."),
    _set("icon", "ruse", "look.icon", "change trick ruse:\n  look: icon @\n", "flag", "moon"),
    _set("steps", "ruse", "play", "change trick ruse:\n  play: raise spirit by @\n", "2", "3"),
    _set("list", "ruse", "sums", "change trick ruse:\n  sums: @\n", "4, 5", "6"),
    Operator("put", "put", ("ruse", "sums"), "change trick ruse:\n  sums: + @\n", ("7", "8")),
    Operator("put same", "put", ("ruse", "sums"), "change trick ruse:\n  sums: + @\n", ("9", "9")),
    Operator("take", "take", ("ruse", "sums"), "change trick ruse:\n  sums: without @\n", ("1", "2")),
    Operator("take same", "take", ("ruse", "sums"), "change trick ruse:\n  sums: without @\n", ("3", "3")),
    _set("force", "ruse", "in force", "change trick ruse:\n  in force while @\n", "food > 1", "walls > 1"),
    _set("strength", "bors", "strength", "change knight bors:\n  strength: @\n", "4", "5"),
    _set("setup", "stand", "setup", "change mission stand:\n  setup: move kay to @\n", "a1", "b1"),
    # whole declarations
    Operator(
        "card anew", "replace", ("ruse", ""), "replace trick ruse:\n  play: raise spirit by @\n", ("4", "5")
    ),
    Operator("no card", "delete", ("ruse", ""), "delete trick ruse\n"),
    Operator("no knight", "delete", ("bors", ""), "delete knight bors\n"),
    Operator("no token", "delete", ("ditch", ""), "delete moat ditch\n"),
    Operator(
        "board anew",
        "replace",
        ("yard", ""),
        "replace board yard of square:\n  drawing:\n"
        "    +---+---+---+\n    | . @ . | . |\n    +---+---+---+\n",
        (" ", "|"),
    ),
    Operator("verb anew", "replace", ("storm", ""), "replace to storm: lower walls by @\n", ("2", "3")),
    Operator(
        "action anew",
        "replace",
        ("dig", ""),
        'replace action dig "Dig" by (knight) [dig-1]:\n  in deeds\n  raise moats by @\n',
        ("2", "3"),
    ),
    Operator(
        "define anew", "replace", ("might", ""), "replace define might(knight): number = @\n", ("7", "8")
    ),
    Operator("setting anew", "replace", ("days", ""), "replace setting days: 2 to 9 = @\n", ("4", "5")),
    Operator(
        "hook anew",
        "replace",
        ("[storm-1]", ""),
        "replace after storm [storm-1]: lower food by @\n",
        ("2", "3"),
        moment="after storm",
    ),
    Operator(
        "trigger anew",
        "replace",
        ("[food-1]", ""),
        "replace as soon as food <= @ [food-1]: lose\n",
        ("1", "2"),
    ),
    Operator(
        "modifier anew",
        "replace",
        ("[old-1]", ""),
        "replace modifier old for might when knight.honour = 0 [old-1]: - @\n",
        ("2", "3"),
    ),
    Operator("no hook", "delete", ("[storm-1]", ""), "delete [storm-1]\n"),
    Operator("no trigger", "delete", ("[food-1]", ""), "delete [food-1]\n"),
    Operator("no modifier", "delete", ("[old-1]", ""), "delete [old-1]\n"),
    # additions
    Operator("own card", "add", ("own_@", ""), "trick own_@:\n  play: raise spirit by 1\n", ("one", "two")),
    Operator("same card", "add", ("shared", ""), "trick shared:\n  play: raise spirit by @\n", ("1", "2")),
    Operator("own kind", "add", ("sort_@", ""), "kind sort_@ is token\nsort_@ pebble_@\n", ("one", "two")),
    Operator(
        "own board",
        "add",
        ("plot", ""),
        "board plot of square:\n  drawing:\n    +---+\n    | @ |\n    +---+\n",
        (".", "."),
    ),
    Operator("same value", "add", ("knight.zeal", ""), "knight has:\n  zeal: number = @\n", ("1", "2")),
    Operator("same words", "add", ("weathers", ""), "words weathers: @, wet\n", ("dry", "hot")),
    Operator("same die", "add", ("omen", ""), "die omen: 1 to @\n", ("4", "8")),
    Operator("same menu", "add", ("talks", ""), 'menu talks "@" for knight\n', ("Talk", "Speak")),
    Operator("same setting", "add", ("luck", ""), "setting luck: 1 to 9 = @\n", ("4", "5")),
    Operator("same verb", "add", ("cheer", ""), "to cheer: raise spirit by @\n", ("1", "2")),
    Operator("same define", "add", ("pride", ""), "define pride: number = spirit + @\n", ("1", "2")),
    Operator(
        "same relation",
        "add",
        ("path", ""),
        "relation path between squares:\n  joins @\n",
        ("sides", "corners"),
    ),
    Operator(
        "plural", "add", ("plural folk", ""), "kind @ plural folk is figure\n@ tim_@\n", ("page", "cook")
    ),
    # of kinds and of the game
    _set("kind look", "knight", "look.colour", "knight has:\n  look: colour @\n", "red", "blue"),
    _set(
        "control",
        "knight",
        "controlled",
        "knight has:\n  controlled by @\n",
        "first(players)",
        "last(players)",
    ),
    _header("players", "1 to 3", "1 to 4"),
    _header("begins", "feast", "rain"),
    # rules
    _rule("after food", "after feast", "after feast: raise food by @\n", "food", "food"),
    _rule(
        "after food too",
        "after feast",
        "after feast:\n  if food > @: lower walls by 1\n",
        "food walls",
        "walls",
    ),
    _rule("after moats", "after feast", "after feast: raise moats by @\n", "moats", "moats"),
    _rule("before food", "before feast", "before feast: lower food by @\n", "food", "food"),
    _rule("before weather", "before feast", "before feast: raise weather by @\n", "weather", "weather"),
    _rule("on rain", "after rain", "after rain: raise spirit by @\n", "spirit", "spirit"),
    _rule("instead", "feast", "instead of feast: raise moats by @\n", "moats", "moats", instead=True),
    _rule("wakes weather", "food", "as soon as food > 1@: raise weather by 1\n", "weather", "weather"),
    _rule("wakes moats", "food", "as soon as food > 2@: raise moats by 1\n", "moats", "moats"),
    _rule("labelled", "after rain", "after rain [extra-1]: raise weather by @\n", "weather", "weather"),
    Operator("adds to might", "bound", ("might", "plus"), "modifier m_@ for might: + 1\n", ("one", "two")),
    Operator(
        "might becomes", "bound", ("might", "becomes"), "modifier b_@ for might: becomes @\n", ("4", "5")
    ),
    Operator(
        "places card",
        "add",
        ("march_@", ""),
        "to march_@: move ruse.1 to deck\n",
        ("one", "two"),
        names=frozenset({"ruse"}),
    ),
    Operator(
        "places knight",
        "add",
        ("leap_@", ""),
        "to leap_@: raise bors.strength by 1\n",
        ("one", "two"),
        names=frozenset({"bors"}),
    ),
    Operator(
        "forbids",
        "forbid",
        ("dig forbidden", ""),
        'forbid dig, "@"\n',
        ("No", "Never"),
        moment="dig",
        forbids=True,
    ),
    Operator("forbids for now", "forbid", ("dig for now", ""), "forbid dig when food > @\n", ("1", "2")),
    _rule("after dig", "after dig", "after dig: raise spirit by @\n", "spirit", "spirit"),
    _rule("after drift", "after drift", "after drift: raise moats by @\n", "moats", "moats"),
    Operator(
        "gale anew", "replace", ("gale", ""), "replace to gale: raise food by @\n", ("1", "2"), drops="drift"
    ),
    _rule(
        "instead of storm", "storm", "instead of storm: raise moats by @\n", "moats", "moats", instead=True
    ),
    Operator(
        "in place of old",
        "name",
        ("in place of old", ""),
        "modifier @ for might: + 1 replacing old\n",
        ("young", "spry"),
        names=frozenset({"[old-1]"}),
    ),
    Operator("translation", "translate", ("ruse title", ""), "", ("Lest", "Úskok"), catalogue="ruse"),
    Operator("other translation", "translate", ("bors title", ""), "", ("Bór", "Borek"), catalogue="bors"),
)

DEPENDENT: tuple[Operator, ...] = (
    Operator("changes it", "set", ("shared", "cost"), "change trick shared:\n  cost: 2\n", on="same card"),
    Operator("deletes it", "delete", ("shared", ""), "delete trick shared\n", on="same card"),
    Operator(
        "replaces it", "replace", ("shared", ""), "replace trick shared:\n  play: done\n", on="same card"
    ),
    Operator("moves it", "name", ("shared", ""), "after rain: move shared to deck\n", on="same card"),
    Operator("hooks it", "name", ("cheer", ""), "after cheer: raise food by 1\n", on="same verb"),
    Operator("calls it", "name", ("cheer", ""), "after rain: cheer\n", on="same verb"),
    Operator("reads it", "name", ("pride", ""), "after rain: raise food by pride\n", on="same define"),
    Operator("raises it", "name", ("zeal", ""), "after rain: raise kay.zeal by 1\n", on="same value"),
    Operator("rolls it", "name", ("omen", ""), "after rain: roll omen\n", on="same die"),
    Operator("asks it", "name", ("luck", ""), "after rain: raise food by luck\n", on="same setting"),
    Operator(
        "walks it",
        "name",
        ("path", ""),
        "define far_off(square): number = count(neighbours(square, path))\n",
        on="same relation",
    ),
    Operator("deletes rule", "delete", ("[extra-1]", ""), "delete [extra-1]\n", on="labelled"),
    Operator(
        "rule anew", "replace", ("[extra-1]", ""), "replace after rain [extra-1]: done\n", on="labelled"
    ),
    Operator(
        "in it",
        "name",
        ("talks", ""),
        'action chat "Chat" by (knight):\n  in talks\n  raise spirit by 1\n',
        on="same menu",
    ),
    Operator("feels it", "name", ("weathers", ""), "knight has:\n  under: weathers\n", on="same words"),
    Operator("forbids it", "name", ("cheer", ""), "forbid cheer when food > 3\n", on="same verb"),
    Operator(
        "lays it out",
        "name",
        ("plot", ""),
        'mission sit "Sit":\n  board: plot\n  setup: move kay to a1\n',
        on="own board",
    ),
    Operator("takes it", "name", ("sort_one", ""), "knight has:\n  bag: pile of sort_one\n", on="own kind"),
    Operator("of its kind", "name", ("sort_one", ""), "sort_one boulder\n", on="own kind"),
)
"""What can only be said of what another mod adds."""


def planted(a: Operator, b: Operator, versions: tuple[int, int]) -> Package:
    """The game with two mods, `alpha` before `beta`."""
    uses = (Requirement("castle", ">=1"),)
    manifests = tuple(Manifest(mod, mod.title(), "1.0.0", uses=uses) for mod in ("alpha", "beta"))
    mods = tuple(zip(("alpha", "beta"), (a, b), versions, strict=True))
    return Package(
        "castle",
        "Castle",
        "1.0.0",
        Path(),
        Manifest("castle", "Castle", "1.0.0"),
        (Source("castle/castle.wright", GAME), *(one.source(mod, number) for mod, one, number in mods)),
        mods=manifests,
        catalogues=tuple(
            Source(f"{mod}/texts/cs.yaml", TEXTS[one.catalogue].format(one.values[number]))
            for mod, one, number in mods
            if one.catalogue
        ),
    )


def told(a: Operator, b: Operator, versions: tuple[int, int]) -> bool:
    """Whether these two mods get in each other's way, by what the operators say of themselves."""
    values = a.values[versions[0]], b.values[versions[1]]
    subjects = a.touches[0].replace("@", values[0]), b.touches[0].replace("@", values[1])
    deeds = {a.deed, b.deed}
    if a.on or b.on:
        return True
    if (a.deed == "delete" and subjects[0] in b.names) or (b.deed == "delete" and subjects[1] in a.names):
        return True
    if deeds == {"hook"}:
        alike = a == b and values[0] == values[1] and not a.instead
        return not alike and _rules_clash(a, b)
    if _stopped(a, b) or _stopped(b, a):
        return True
    if subjects[0] in b.names & {"[old-1]"} or subjects[1] in a.names & {"[old-1]"}:
        return True
    if deeds == {"bound"}:
        return a == b and a.touches[1] == "becomes" and values[0] != values[1]
    if deeds == {"set", "translate"}:
        return {a.touches, b.touches} == {("ruse", "title"), ("ruse title", "")}
    if subjects[0] != subjects[1] or deeds & {"hook", "bound", "forbid", "name"}:
        return False
    if deeds == {"add"}:
        return True
    if deeds == {"delete"}:
        return False
    if not a.touches[1] or not b.touches[1]:
        return a.deed != b.deed or values[0] != values[1]
    if a.touches[1] != b.touches[1]:
        return False
    if deeds == {"put"}:
        return values[0] == values[1]
    if deeds <= {"put", "take"}:
        return False
    return values[0] != values[1]


def _stopped(a: Operator, b: Operator) -> bool:
    """Whether the first keeps what the second does at a verb from coming to its turn."""
    waits = b.deed == "hook" or b.moment.startswith("after ")
    verb = b.moment.rpartition(" ")[2] if waits else b.touches[0] if b.deed == "replace" else ""
    stopped = a.drops or (
        a.moment.rpartition(" ")[2] if a.forbids or (a.instead and b.deed == "replace") else ""
    )
    return bool(verb) and verb == stopped


def _rules_clash(a: Operator, b: Operator) -> bool:
    if a.instead or b.instead:
        return len({one.moment.removeprefix("after ").removeprefix("before ") for one in (a, b)}) == 1
    return a.moment == b.moment and bool(a.writes & (b.reads | b.writes) or b.writes & a.reads)


def every_pair() -> Iterator[tuple[Operator, Operator, tuple[int, int]]]:
    """Every two operators in both orders, each with itself, and what depends on another one."""
    for a in OPERATORS:
        for b in OPERATORS:
            yield a, b, (0, 1)
        yield a, a, (0, 0)
    by_name = {one.name: one for one in OPERATORS}
    for one in DEPENDENT:
        yield by_name[one.on], one, (0, 0)
        yield one, by_name[one.on], (0, 0)


def warned(package: Package) -> list[str]:
    """The codes of what is said of the mods of a planted package, errors among them."""
    return [one.code for one in check_package(package) if one.is_error or one.code.startswith("W09")]
