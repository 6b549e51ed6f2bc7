"""E03xx: types and values."""

from ..diagnostics import Code

WRONG_TYPE = Code(
    "E0301",
    "The wrong type of value",
    "{expected} is needed here, but this is {found}",
    "",
    "Numbers, texts, yes or no, words, things, sets and piles are different types of values, and each "
    "place in a statement takes one of them.",
    otherwise="write {expected} in its place",
    example='raise hero.health by "two"\n# instead:\nraise hero.health by 2',
)
IMPOSSIBLE = Code(
    "E0302",
    "A test that can never hold",
    "{left} can never be {right}",
    "",
    "The two sides are of types that have nothing in common, so the test would always give the same "
    "answer. Probably one of them is not what was meant.",
    otherwise="compare two values of one type",
    example="if hero is a card: done\n# instead:\nif hero.hand has this: done",
)
MAYBE_NOT = Code(
    "E0303",
    "A thing that may be of another kind",
    "this is {found}, which need not be {expected}",
    "test it first: `if x is {expected}:` or `where it is {expected}`",
    "Only some of these things are of the kind that is needed here. After a test of a name (`this`, `it`, a "
    "part, a `let`) the rest of the line, and the block under it, know which one it is. A longer expression, "
    "such as `card.holder`, may be another thing in the next line: give it a name first.",
    example="move first(cards) to hero.weapons\n"
    "# instead:\n"
    "move first(cards where it is a weapon) to hero.weapons",
)
CANNOT_SET = Code(
    "E0304",
    "Something that cannot be set",
    "{what} cannot be changed",
    "{proposal}",
    "`set`, `raise` and `lower` change stored properties and locals. A computed value changes with the "
    "values that it is computed from; `move` changes where things lie.",
    example="set hero.hand to none\n# instead:\nmove hero.hand to discards",
)
WRONG_COUNT = Code(
    "E0305",
    "The wrong number of inputs",
    "`{name}` takes {expected}, not {found}",
    "write it as `{form}`",
    "Functions and properties take as many values as they have places for.",
    example="let way = steps(hero, gate)\n# instead:\nlet way = steps(hero, gate, walking)",
)
NOT_CONSTANT = Code(
    "E0306",
    "A value that is not fixed",
    "a thing's value must be fixed: a number, a word, a thing or a text",
    "use `given` for a value that is computed",
    "What a thing is declared with is printed on it and never computed. A kind may ask its things for a "
    "value that is computed again whenever it is read: `given met: yes/no`.",
    example="cost: count(heroes)\n# instead:\ncost: 3",
)
NEEDS_NAME = Code(
    "E0307",
    "`it` inside `it`",
    "`it` is ambiguous here: one test stands inside another",
    "name the element: `any c in characters where …`",
    "In `where`, `it` is the element under test. Where tests are nested there are several, so each needs a "
    "name of its own.",
    example="guards where any heroes where it can see it\n"
    "# instead:\n"
    "guards where any h in heroes where h can see it",
)
OUT_OF_PLACE = Code(
    "E0308",
    "A word that means nothing here",
    "`{word}` means nothing here",
    "{proposal}",
    "Some words have a meaning in certain places only: `this` in rules of a thing, `it` in a `where`, "
    "`you` where somebody decides.",
    example="to play:\n  move this to discards\n# instead:\ncard axe:\n  play: move this to discards",
)
RANGE = Code(
    "E0309",
    "A number outside its range",
    "{value} is outside {low} to {high}",
    "write a number from {low} to {high}",
    "The property was declared with a range, and this value is beyond it; or a game is not made for so many "
    "players, as its `players:` says.",
    example="level: 7\n# instead:\nlevel: 3",
)
