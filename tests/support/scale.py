"""Packages of any size: one generator for each thing of which there may be many, or which may be deep.

Each gives the files of a package by their names, for `packages.write_package` or `package_of_files`; a test
or a fuzzer says how many. They hold no mistake but their size, and play as far as they fit.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tilewright.dsl.packages.manifest import Manifest
from tilewright.dsl.packages.package import Package
from tilewright.dsl.source import Source

Files = dict[str, str]

HEAD = "system case:\n  players: 1\n\n"
PLAY = "to play:\n  win\n\n"


def kinds(number: int) -> Files:
    """Kinds, each `is` the one before."""
    chain = "".join(f"kind k{n} is k{n - 1}\n" for n in range(1, number))
    return _rules(f"kind k0 is token:\n  n: number\n{chain}k{max(number - 1, 0)} last\n")


def siblings(number: int) -> Files:
    """Kinds beside one another, with a property each."""
    return _rules("".join(f"kind k{n} is token:\n  n{n}: number\n" for n in range(number)))


def properties(number: int) -> Files:
    """Properties of one kind with many kinds below it."""
    return _rules(
        "kind k is token:\n"
        + "".join(f"  n{n}: number\n" for n in range(number))
        + "".join(f"kind k{n} is k\n" for n in range(number))
    )


def defines(number: int) -> Files:
    """Defines of one line that do not know each other."""
    return _rules("".join(f"define d{n} = {n}\n" for n in range(number)))


def calls(number: int) -> Files:
    """Defines, each of which reads the one before."""
    return _rules(
        "define d0 = 1\n" + "".join(f"define d{n} = d{n - 1} + 1\n" for n in range(1, number)),
        f'to play:\n  say "{{d{max(number - 1, 0)}}}"\n  win\n',
    )


def calls_downwards(number: int) -> Files:
    """Defines, each of which reads the one after it."""
    return _rules(
        "".join(f"define d{n} = d{n + 1} + 1\n" for n in range(number)) + f"define d{number} = 1\n",
        'to play:\n  say "{d0}"\n  win\n',
    )


def verbs(number: int) -> Files:
    """Verbs, each of which calls the one after it."""
    chain = "".join(f"to v{n}: v{n + 1}\n" for n in range(number))
    return _rules(f"{chain}to v{number}: win\n", "to play:\n  v0\n")


def derived(number: int) -> Files:
    """Derived properties, each of which reads the one after it."""
    chain = "".join(f"  p{n} = this.p{n + 1}\n" for n in range(number))
    return _rules(f"kind k is token:\n{chain}  p{number} = 1\nk one\n", 'to play:\n  say "{one.p0}"\n  win\n')


def relations(number: int) -> Files:
    """Relations on a small board."""
    return {
        **squares(3),
        "more.wright": "content for case\n\n"
        + "".join(f"relation way{n} between squares:\n  joins sides\n" for n in range(number)),
    }


def words(number: int) -> Files:
    """One enumeration of many words."""
    return _rules(
        "words w: " + ",\n  ".join(f"w{n}" for n in range(number)) + "\n" + "kind k is token:\n  w: w\n"
    )


def enumerations(number: int) -> Files:
    """Many enumerations."""
    return _rules("".join(f"words w{n}: a{n}, b{n}\n" for n in range(number)))


def missions(number: int) -> Files:
    """Missions without a board."""
    return _rules("".join(f"mission m{n}:\n  setup:\n    done\n" for n in range(number)))


def things(number: int) -> Files:
    """Things of one kind, in a table."""
    return _rules(
        "kind k is token:\n  n: number\nks:\n  | k | n |\n"
        + "".join(f"  | t{n} | {n} |\n" for n in range(number))
    )


def one_after_another(number: int, word: str = "and") -> Files:
    """One test that is many."""
    test = f" {word} ".join(f"n > {n}" for n in range(number))
    return _rules(f"game has:\n  n: number\nto act:\n  if {test}: raise n by 1\n", "to play:\n  act\n  win\n")


def conditions(number: int) -> Files:
    """A verb of many tests, one after another."""
    lines = "".join(f"  if n > {n} and n < {2 * n}: raise n by 1\n" for n in range(number))
    return _rules(f"game has:\n  n: number\nto act:\n{lines}", "to play:\n  act\n  win\n")


def calls_in_blocks(number: int, blocks: int = 30) -> Files:
    """Verbs, each of which calls the next one within many blocks."""
    block = "".join(f"{'  ' * (n + 1)}if n >= {n - 99}:\n" for n in range(blocks))
    verbs = "".join(f"to v{n}:\n{block}{'  ' * (blocks + 1)}v{n + 1}\n" for n in range(number))
    return _rules(f"game has:\n  n: number\n{verbs}to v{number}: win\n", "to play:\n  v0\n")


def hooks(number: int) -> Files:
    """Hooks on one verb."""
    return _rules(
        "to act: done\n" + "".join("before act: done\n" for n in range(number)), "to play:\n  act\n  win\n"
    )


def triggers(number: int) -> Files:
    """Rules that watch the same value."""
    return _rules(
        "game has:\n  n: number\n" + "".join(f"as soon as n > {n}: raise n by 1\n" for n in range(number)),
        "to play:\n  raise n by 1\n  win\n",
    )


def woken_in_a_row(number: int) -> Files:
    """Rules, each of which wakes the next."""
    values = "".join(f"  n{n}: number\n" for n in range(number + 1))
    rules = "".join(f"as soon as n{n} > 0: raise n{n + 1} by 1\n" for n in range(number))
    return _rules(f"game has:\n{values}{rules}", "to play:\n  raise n0 by 1\n  win\n")


def wake_one_another(number: int) -> Files:
    """Rules, each of which wakes all of them."""
    rules = "".join(f"whenever n > {n + 10}: lower n by {n + 1}\n" for n in range(number))
    return _rules(f"game has:\n  n: number\n{rules}", "to play:\n  raise n by 1\n  win\n")


def hooked_by_many(number: int) -> Files:
    """Verbs that call one, on which there are as many rules."""
    verbs = "".join(f"to v{n}: act\n" for n in range(number))
    hooks = "".join("after act: done\n" for n in range(number))
    return _rules(f"to act: done\n{verbs}{hooks}", "to play:\n  act\n  win\n")


def looks(number: int) -> Files:
    """Lines `look when` of one kind."""
    lines = "".join(f"  look when this.n > {n}: colour red\n" for n in range(number))
    return _rules(f"kind k is token:\n  n: number\n{lines}k t\n")


def named_values(number: int) -> Files:
    """Defines of ten values with names."""
    lets = "  let a0 = n\n" + "".join(f"  let a{n} = a{n - 1} + a{n - 1}\n" for n in range(1, 10))
    defines = "".join(f"define d{n}:\n{lets}  a9 when a8 > 0\n  otherwise 1\n" for n in range(number // 10))
    return _rules(f"game has:\n  n: number\n{defines}")


def named_in_a_row(number: int) -> Files:
    """A verb in which each line gives a value a name."""
    lines = "".join(f"  let a{n} = n + {n}\n" for n in range(number))
    return _rules(f"game has:\n  n: number\nto act:\n{lines}", "to play:\n  act\n  win\n")


def each_set_to_the_next(number: int) -> Files:
    """Values, the last of which is negative, and so may all be."""
    values = "".join(f"  n{n}: number\n" for n in range(number + 1))
    verbs = "".join(f"to act{n}: set n{n} to n{n + 1}\n" for n in range(number))
    return _rules(f"game has:\n{values}{verbs}to act: set n{number} to 0 - 1\n")


def mutual(number: int) -> Files:
    """Defines, each of which reads all before it."""
    defines = "".join(
        f"define d{n}(x: number): number = {' + '.join(['x', *(f'd{m}(x)' for m in range(n))])}\n"
        for n in range(number)
    )
    return _rules(f"game has:\n  n: number\n{defines}")


def forbidden(number: int) -> Files:
    """Rules that forbid one action."""
    action = 'menu top "Top" for player\naction act "Act" by (player):\n  in top\n  win\n'
    rules = "".join(f'forbid act when n > {n}, "It is too late"\n' for n in range(number))
    return _rules(f"game has:\n  n: number\n{action}{rules}", "to play:\n  offer top to player.1\n")


def parens(lines: int, depth: int) -> Files:
    """Defines in parentheses of some depth."""
    return _rules("".join(f"define d{n} = {'(' * depth}1{')' * depth}\n" for n in range(lines)))


def sums(lines: int, length: int) -> Files:
    """Defines with a long sum each."""
    return _rules("".join(f"define d{n} = {'+'.join('1' * length)}\n" for n in range(lines)))


def powers(number: int) -> Files:
    """Values, each the square of the one before; the largest of them times a number without bounds."""
    squared = "".join(f"  let p{n} = p{n - 1} * p{n - 1}\n" for n in range(1, number))
    ends = f"  set n to p{number - 1} * n\n  win\n"
    return _rules("game has:\n  n: number\n", f"to play:\n  let p0 = 9\n{squared}{ends}")


def statements(number: int, each: int = 4_000) -> Files:
    """Verbs of many lines."""
    whole = "".join(f"to v{n}:\n" + "  raise n by 1\n" * each for n in range(number // each or 1))
    return _rules("game has:\n  n: number\n" + whole)


def gaps(number: int, each: int = 90) -> Files:
    """Sentences with many gaps each."""
    lines = "".join(f'  say "{line} {"{n}" * each}"\n' for line in range(number))
    return _rules(f"game has:\n  n: number\nto act:\n{lines}", "to play:\n  act\n  win\n")


def mistakes(number: int) -> Files:
    """Lines that cannot be read."""
    return _rules("".join(f"define = {n} +\n" for n in range(number)))


def unknown(number: int) -> Files:
    """Names that are near to others, and not there."""
    return _rules("".join(f"define some_name_{n} = some_nmae_{n}\n" for n in range(number)))


def copies(number: int, each: int = 500) -> Files:
    """Copies of things that have nothing."""
    return _rules(
        "kind k is token\n" + "".join(f"k t{n}:\n  copies: {each}\n" for n in range(number // each))
    )


def owned(number: int, sort: str = "number, seen by everybody", each: int = 500) -> Files:
    """Values, or whatever sort it is, of things with many copies."""
    declared = "".join(f"  n{n}: {sort}\n" for n in range(number // each))
    return _rules(f"kind k is token:\n{declared}k t:\n  copies: {each}\n")


def piles(number: int) -> Files:
    """Piles of things with many copies."""
    return owned(number, "pile of k")


def spaces_with_piles(number: int) -> Files:
    """A board of 20 x 20 squares with so many piles each."""
    declared = "".join(f"  n{n}: pile of k\n" for n in range(number))
    drawn = squares(20)
    return {**drawn, "rules.wright": f"{drawn['rules.wright']}kind k is token\nspace has:\n{declared}"}


def by_word(number: int, each: int = 300) -> Files:
    """Values by word."""
    declared = "".join(f"  n{n}: number by each w\n" for n in range(number // each))
    return _rules(f"words w: {', '.join(f'w{n}' for n in range(each))}\nkind k is token:\n{declared}k t\n")


def cases(number: int, lines: int = 40) -> Files:
    """Stories of so many lines with a hundred cases each."""
    rows = "    | a |\n" + "".join(f"    | {n} |\n" for n in range(100))
    story = f"  cases:\n{rows}  expect:\n" + "    a = 1\n" * lines
    return _stories("".join(f'test "t{n}":\n{story}' for n in range(number)))


def stories_in_a_row(number: int, lines: int = 1_000) -> Files:
    """Stories that come after a long one."""
    more = "".join(f'test "t{n}":\n  after "long"\n  expect: n = 1\n' for n in range(number))
    return _stories(f'test "long":\n  do:\n{_long(lines)}{more}')


def stories_compared(number: int, lines: int = 1_000) -> Files:
    """Stories that compare their end with that of a long one."""
    more = "".join(f'test "t{n}":\n  expect: view of player.1 is as in "long"\n' for n in range(number))
    return _stories(f'test "long":\n  do:\n{_long(lines)}{more}')


def _long(lines: int) -> str:
    return "    raise n by 1\n" * lines


def _stories(text: str) -> Files:
    return {**_rules("game has:\n  n: number\n"), "tests.wright": f"tests for case\n\n{text}"}


def squares(number: int) -> Files:
    """A board of N x N squares with one relation."""
    edge = "    " + "+---" * number + "+\n"
    inner = "    " + "+   " * number + "+\n"
    row = "    |" + " .  " * (number - 1) + " . |\n"
    drawing = edge + inner.join([row] * number) + edge
    board = f"board field of square:\n  drawing:\n{drawing}\n"
    mission = "mission first:\n  board: field\n  setup:\n    done\n"
    return {
        **_rules("relation way between squares:\n  joins sides\n  blocked by wall\n"),
        "field.wright": f"content for case\n\n{board}\n{mission}",
    }


def missions_on_boards(number: int) -> Files:
    """Missions on one board of 30 x 30 squares."""
    drawn = squares(30)
    more = "".join(f"mission more_{n}:\n  setup:\n    done\n" for n in range(number))
    return {**drawn, "more.wright": f"content for case\n\n{more}"}


def links(number: int) -> Files:
    """Bridges between two rooms."""
    rows = "    | bridge | a | b |\n" * number
    tables = (
        f"  spaces:\n    | dock |\n    | a    |\n    | b    |\n  links:\n    | link | from | to |\n{rows}"
    )
    return _rules(f"kind dock is room\nkind bridge is link\nboard field of dock:\n{tables}")


def outlines(number: int, corners: int = 100) -> Files:
    """Regions beside one another, whose upper side goes up and down."""
    return _regions([_comb(n, corners) for n in range(number)])


def _comb(number: int, corners: int) -> str:
    teeth = " ".join(f"{number * corners + n},{n % 2}" for n in range(corners - 2))
    return f"{teeth} {number * corners + corners - 3},9 {number * corners},9"


def around_a_point(number: int) -> Files:
    """Regions that meet in one point."""
    return _regions([f"0,0 {n},{n - 9000} {n + 1},{n - 8999}" for n in range(number)])


def along_a_line(number: int) -> Files:
    """Regions on both sides of one line, each of which touches all beyond it."""
    above = [f"0,0 1,0 0,{n + 1}" for n in range(number)]
    return _regions([*above, *(f"1,0 0,0 1,{-n - 1}" for n in range(number))])


def holes(number: int) -> Files:
    """One region with gaps in it."""
    row, gaps = "a" * (2 * number + 1), "a" + ".a" * number
    lines = "".join(f"    {line}\n" for line in (row, gaps, row))
    return _regions([], f"  drawing:\n{lines}")


def _regions(outlined: list[str], drawing: str = "") -> Files:
    rows = "".join(f"    | r{n} | {corners} |\n" for n, corners in enumerate(outlined))
    table = f"  spaces:\n    | land | outline |\n{rows}" if outlined else ""
    board = f"kind land is region\nboard field of land:\n{drawing}{table}"
    return _rules(f"{board}mission first:\n  board: field\n  setup:\n    done\n")


def drawn_boards(number: int, size: int = 99) -> Files:
    """Boards of one region, drawn in as many rows as columns."""
    drawing = f"    {'a' * size}\n" * size
    return _rules("kind land is region\n" + "".join(_land(n, drawing) for n in range(number)))


def boards_with_holes(number: int, each: int = 100) -> Files:
    """Boards of one region with so many gaps."""
    row, gaps = "a" * (2 * each + 1), "a" + ".a" * each
    drawing = "".join(f"    {line}\n" for line in (row, gaps, row))
    return _rules("kind land is region\n" + "".join(_land(n, drawing) for n in range(number)))


def _land(number: int, drawing: str) -> str:
    return f"board field_{number} of land:\n  drawing:\n{drawing}"


def texts(number: int) -> Files:
    """Entries in a catalogue; the package itself is small."""
    entries = "".join(f"verb/v{n}/say/1: Text {n}\n" for n in range(number))
    return {**_rules(""), "texts/cs.yaml": entries}


def odd_texts(number: int) -> Files:
    """Entries in a catalogue that needs a reader of all YAML."""
    entries = "".join(f"verb/v{n}/say/1: 'Text: {n}'\n" for n in range(number))
    return {**_rules(""), "texts/cs.yaml": entries}


def catalogues(number: int, each: int = 2_000) -> Files:
    """Catalogues of so many entries, in made-up languages."""
    entries = texts(each)["texts/cs.yaml"]
    names = [f"{one}{other}" for one in "abcdefghij" for other in "klmnopqrst"]
    return {**_rules(""), **{f"texts/{name}.yaml": entries for name in names[:number]}}


def files(number: int) -> Files:
    """Sources."""
    return {
        **_rules(""),
        **{f"f{n}.wright": f"content for case\n\nmission m{n}:\n  setup:\n    done\n" for n in range(number)},
    }


GENERATORS: dict[str, Callable[..., Files]] = {
    made.__name__: made
    for made in (
        kinds,
        siblings,
        properties,
        defines,
        calls,
        calls_downwards,
        verbs,
        derived,
        relations,
        words,
        enumerations,
        missions,
        things,
        copies,
        owned,
        piles,
        spaces_with_piles,
        by_word,
        along_a_line,
        cases,
        stories_in_a_row,
        stories_compared,
        one_after_another,
        conditions,
        calls_in_blocks,
        hooks,
        triggers,
        woken_in_a_row,
        looks,
        wake_one_another,
        hooked_by_many,
        missions_on_boards,
        links,
        outlines,
        around_a_point,
        holes,
        drawn_boards,
        boards_with_holes,
        catalogues,
        named_values,
        named_in_a_row,
        each_set_to_the_next,
        mutual,
        forbidden,
        parens,
        sums,
        powers,
        statements,
        gaps,
        mistakes,
        unknown,
        squares,
        texts,
        odd_texts,
        files,
    )
}
"""Every generator by its name."""


def made(spec: str) -> Files:
    """The files that a text such as `parens:500:900` stands for."""
    name, *numbers = spec.split(":")
    return GENERATORS[name](*(int(number) for number in numbers))


def package_of_files(files: Files) -> Package:
    """A package of these files that lies nowhere."""
    sources = [Source(f"case/{name}", text) for name, text in files.items() if name.endswith(".wright")]
    catalogues = [Source(f"case/{name}", text) for name, text in files.items() if name.endswith(".yaml")]
    manifest = Manifest("case", "Case", "1.0.0", languages=tuple(Path(one.path).stem for one in catalogues))
    return Package("case", "Case", "1.0.0", Path(), manifest, tuple(sources), catalogues=tuple(catalogues))


def _rules(rest: str, play: str = PLAY) -> Files:
    return {"rules.wright": HEAD + play + rest}
