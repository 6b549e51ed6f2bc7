"""The board as text: squares drawn with letters; of all others a list of spaces, who is there and their
links, below their outlines if they are made of squares.

Of squares `|` and `---` are walls, `#` and `===` closed doors, `:` and `- -` open ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from math import ceil
from operator import itemgetter
from string import ascii_letters, ascii_lowercase, digits
from typing import Any

from tilewright.schemas.view import View
from tilewright.schemas.wording import ENGLISH, Wording
from tilewright.viewer.common.plane import contains

GridCell = tuple[int, int]

WALL, CLOSED, OPEN, FREE = ("|", "---"), ("#", "==="), (":", "- -"), (" ", "   ")
WIDEST = 130  # letters in a line of drawn regions


def map_lines(view: View, beside: Callable[[str], Iterable[str]], speech: Wording = ENGLISH) -> list[str]:
    """The map, then who stands where; `beside` gives the spaces that one can go to from another."""
    spaces = view["board"]["spaces"]
    if not spaces:
        return [speech.say("engine/say_no_board")]
    cells = {cell: space for space in spaces if (cell := _cell(space)) is not None}
    layers = {space.get("layer") or 0 for space in spaces}
    if len(cells) < len(spaces) or len(layers) > 1 or not _touching({at: at for at in cells}):
        return [*_regions(spaces), *_listed(view, beside, speech)]
    signs = _signs(view)
    return _drawn(cells, _borders(view), _marks(view, signs)) + _legend(view, signs, speech)


def _touching(cells: Mapping[GridCell, object]) -> bool:
    """Whether borders say how one goes: rooms lie apart, and only their links do."""
    beside = ((one, cells.get(at)) for (x, y), one in cells.items() for at in ((x + 1, y), (x, y + 1)))
    return len(cells) < 2 or any(other not in (None, one) for one, other in beside)


def _regions(spaces: list[View]) -> list[str]:
    """Regions drawn with their names, layer by layer; nothing if they are not made of squares."""
    if not all(map(_is_made_of_squares, spaces)):
        return []
    layers: dict[int, dict[GridCell, str]] = {}
    for space in spaces:
        cells = layers.setdefault(space.get("layer") or 0, {})
        cells.update(dict.fromkeys(_covered(space["outline"]), str(space["name"])))
    lines = [line for _, cells in sorted(layers.items()) for line in _outlined(cells)]
    drawn = any(map(_touching, layers.values())) and max(map(len, lines)) <= WIDEST
    return lines if drawn else []


def _is_made_of_squares(space: View) -> bool:
    """Whether every side of a space runs along the lines between squares."""
    corners = [tuple(corner) for corner in space.get("outline") or ()]
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return bool(corners) and all(x % 1 == y % 1 == 0 and (x == u or y == v) for (x, y), (u, v) in sides)


def _covered(outline: list[tuple[float, float]]) -> list[GridCell]:
    """The squares that a region is made of."""
    xs, ys = ([int(corner[axis]) for corner in outline] for axis in (0, 1))
    every = ((x, y) for y in range(min(ys), max(ys)) for x in range(min(xs), max(xs)))
    polygon = tuple((float(x), float(y)) for x, y in outline)
    return [(x, y) for x, y in every if contains(polygon, (x + 0.5, y + 0.5))]


def _outlined(cells: dict[GridCell, str]) -> list[str]:
    """One layer of regions within their borders, each with its name where there is most room for it."""
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 2)
    rows = range(min(y for _, y in cells) - 1, max(y for _, y in cells) + 1)
    room: dict[str, tuple[int, GridCell]] = {}  # how many squares of a row, and the first of them
    for y in rows:
        for name, run in groupby([(cells.get((x, y)), x) for x in columns], itemgetter(0)):
            beside = [x for _, x in run]
            if name is not None and len(beside) > room.get(name, (0, (0, 0)))[0]:
                room[name] = len(beside), (beside[0], y)
    wide = max(3, *(ceil(len(name) / squares) for name, (squares, _) in room.items()))
    lines: dict[int, list[str]] = {y: [] for y in rows}
    for y in rows:
        for x in columns:
            here, line = cells.get((x, y)), "_" if cells.get((x, y)) != cells.get((x, y + 1)) else " "
            lines[y] += ["|" if here != cells.get((x - 1, y)) else line, *[line] * (wide - 1)]
    for name, (squares, (x, y)) in room.items():
        start = (x - columns[0]) * wide + 1 + max(0, squares * wide - 1 - len(name)) // 2
        lines[y][start : start + len(name)] = name
    return ["".join(line).rstrip() for line in lines.values()]


def _listed(view: View, beside: Callable[[str], Iterable[str]], speech: Wording) -> list[str]:
    """A line for each space: who and what is there, then where one goes, through which kind of link."""
    titles = {space["name"]: str(space["title"] or space["name"]) for space in view["board"]["spaces"]}
    there: dict[str, list[str]] = {name: [] for name in titles}
    for thing in sorted(view["things"], key=lambda one: "figure" not in one["kinds"]):
        there.get(thing["place"], []).append(str(thing["title"]))
    said = []
    for name, title in sorted(titles.items(), key=lambda one: _in_order(one[1])):
        ways: dict[str, list[str]] = {}
        for link in view["board"]["links"]:
            if name in link["sides"] and link["kind"] != "wall":
                ends = [one for one in link["sides"] if one != name and one in titles]
                ways.setdefault(_link_name(view, link), []).extend(ends)
        linked = {one for ends in ways.values() for one in ends}
        ways[""] = [one for one in beside(name) if one in titles and one not in linked]
        told = "; ".join(
            ", ".join(sorted((titles[one] for one in ends), key=_in_order)) + (f" ({kind})" if kind else "")
            for kind, ends in ways.items()
            if ends
        )
        head = f"{title} [{', '.join(there[name])}]" if there[name] else title
        said.append(speech.say("engine/say_beside_of", head, told or speech.say("engine/nothing")))
    return said


def _in_order(title: str) -> list[tuple[str, int]]:
    """A key by which `b2` stands before `b10`."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D*)(\d*)", title)]


def _link_name(view: View, link: View) -> str:
    """What a link is, with what is so of it: `Door, open`."""
    called = (view.get("titles") or {}).get("values") or {}
    true = [
        str(called.get(name, name.replace("_", " "))) for name, so in link["values"].items() if so is True
    ]
    return ", ".join([str(link["title"]), *true])


def _cell(space: View) -> GridCell | None:
    """The column and row of a square of one unit; None if it is none."""
    corners = space.get("outline") or ()
    xs, ys = {x for x, _ in corners}, {y for _, y in corners}
    if len(corners) < 4 or max(xs) - min(xs) != 1 or max(ys) - min(ys) != 1:
        return None
    return int(min(xs)), int(min(ys))


def _borders(view: View) -> dict[tuple[tuple[float, float], ...], tuple[str, str]]:
    """How each link is drawn, by its line."""
    found = {}
    for link in view["board"]["links"]:
        if not link.get("line"):
            continue
        values = link["values"]
        door = "open" in values or "door" in link["kind"] or bool(link["look"].get("door"))
        wall = link["kind"] == "wall" or bool(link["look"].get("wall"))
        how = (OPEN if values.get("open") else CLOSED) if door else WALL if wall else FREE
        found[tuple(sorted((float(x), float(y)) for x, y in link["line"]))] = how
    return found


def _drawn(
    cells: dict[GridCell, View], borders: dict[Any, tuple[str, str]], marks: dict[str, str]
) -> list[str]:
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    top, bottom = min(y for _, y in cells), max(y for _, y in cells)

    def border(a: GridCell, b: GridCell, line: tuple[tuple[float, float], ...]) -> tuple[str, str]:
        if a not in cells and b not in cells:
            return FREE
        return borders.get(line, FREE if a in cells and b in cells else WALL)

    rows = {y: _row(cells, y) for y in range(top, bottom + 1)}
    wide = max(map(len, rows.values()))
    head = "".join(f" {_column(cells, x):^3}" for x in range(left, right + 1))
    lines = [f"{'':{wide}}  {head}".rstrip()]
    for y in range(top, bottom + 2):
        across = "".join(
            "+" + border((x, y - 1), (x, y), ((x, y), (x + 1, y)))[1] for x in range(left, right + 1)
        )
        lines.append(f"{'':{wide}}  {across}+".rstrip())
        if y > bottom:
            break
        row = "".join(
            border((x - 1, y), (x, y), ((x, y), (x, y + 1)))[0] + f"{_shown(cells.get((x, y)), marks):^3}"
            for x in range(left, right + 2)
        )
        lines.append(f"{rows[y]:>{wide}}  {row}".rstrip())
    return lines


def _column(cells: dict[GridCell, View], x: int) -> str:
    """What the squares of a column have in common: their letters."""
    names = {str(space["name"]).rstrip("0123456789") for (at, _), space in cells.items() if at == x}
    return names.pop()[:3] if len(names) == 1 else ""


def _row(cells: dict[GridCell, View], y: int) -> str:
    """What the squares of a row have in common: their number; else the name of the first."""
    names = [str(space["name"]) for (_, at), space in sorted(cells.items()) if at == y]
    numbers = {name.lstrip(ascii_letters) for name in names}
    return numbers.pop() if len(numbers) == 1 else names[0] if names else ""


def _shown(space: View | None, marks: dict[str, str]) -> str:
    return "" if space is None else marks.get(space["name"], ".")


def _marks(view: View, signs: dict[str, str]) -> dict[str, str]:
    """What stands on each space in two letters; of several things figures come first, with a plus."""
    found: dict[str, list[str]] = {}
    for thing in sorted(view["things"], key=lambda one: "figure" not in one["kinds"]):
        found.setdefault(thing["place"], []).append(signs.get(thing["handle"], ""))
    return {place: letters[0] + ("+" if len(letters) > 1 else "") for place, letters in found.items()}


def _signs(view: View) -> dict[str, str]:
    """Two letters for each thing that stands on a space, no two alike as long as there are enough."""
    found: dict[str, str] = {}
    spaces = {space["name"] for space in view["board"]["spaces"]}
    for thing in view["things"]:
        if thing["place"] in spaces:
            first = _letters(thing)
            number = [one for one in str(thing["title"])[-1:] if one in digits]  # as `Gate 2` is read
            others = (first[0] + one for one in (*number, *digits, *ascii_lowercase))
            found[thing["handle"]] = next(
                (one for one in (first, *others) if one not in found.values()), first
            )
    return found


def _letters(thing: View) -> str:
    """`Hi` for hicks, `w3` for warrior.3."""
    name, _, number = str(thing["handle"]).replace("#", ".").rpartition(".")
    return f"{name[:1]}{number[-1:]}" if number.isdecimal() else str(thing["name"])[:2].capitalize()


def _legend(view: View, signs: dict[str, str], speech: Wording) -> list[str]:
    """Which squares have titles, and who stands where."""
    titles = {space["name"]: str(space["title"] or space["name"]) for space in view["board"]["spaces"]}
    named = [
        speech.say("engine/about", name, title)
        for name, title in titles.items()
        if title != name.replace("_", " ")
    ]
    return named + [
        speech.say("engine/say_stands", signs[thing["handle"]], thing["title"], titles[thing["place"]])
        for thing in view["things"]
        if thing["handle"] in signs
    ]
