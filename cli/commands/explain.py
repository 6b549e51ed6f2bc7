"""Show what a verb does and which rules change it.

The same for a value, or for the label of a rule; without a name, all that a game has to write with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click

from tilewright.host.terminal import say, say_json
from tilewright.schemas.value_types import type_of
from tilewright.schemas.wording import counted

from ..explaining import Found
from ..forms import format_option
from ..loading import GAME_HELP, Loaded, load, located, prepared, stop
from ..seats import language_option, mod_option

MAX_LINES = 40


@click.command("explain", epilog=GAME_HELP)
@click.argument("game", metavar="GAME[/MISSION]")
@click.argument("name", metavar="[VERB_OR_LABEL]", required=False)
@click.option("--python", "as_python", is_flag=True, help="Print the Python that is run instead.")
@format_option("For the list: text is for people, json for programs.")
@language_option
@mod_option
def command(
    game: str, name: str | None, language: str, as_python: bool, form: str, mods: tuple[str, ...]
) -> None:
    """Show what a verb does: its documentation, parts, needs and costs, and in their order all rules that
    take part when it happens, each with file, line and label. Works for values and rule labels, too.

    Without a name, list all that rules, cards and missions of GAME can name: settings, dice, kinds, values,
    menus, actions, verbs, relations, things, boards and missions, each as it is written, and where.

    Without a mission, GAME means its first one; what that lacks is looked for in the others. With --mod, the
    rules of mods are included, and what mods have changed is listed: before → after.
    """
    if name is None:
        _say_offering(game, mods, form)
        return
    if form == "json":
        raise click.UsageError("only the list of all there is can be had as json: leave the name out")
    from tilewright.dsl.compile import missions
    from tilewright.dsl.packages.package import find_package

    from ..explaining import find, names

    first = loaded = load(game, mods=mods, language=language)
    found = find(first.program, name)
    named = find_package(game)
    others = missions(first.package)[1:] if named is not None and named[1] is None else []
    while not found and others:
        loaded = prepared(first.package, others.pop(0), language=language)
        found = find(loaded.program, name)
    changes = list(_changes(first, found[0].name if found else name)) if mods else []
    if not found and changes:
        for line in changes:
            say(line)
        return
    if not found:
        from tilewright.dsl.problems.suggest import nearest

        near = nearest(name.strip("[]"), names(first.program))
        hint = f"; {near}" if near else ""
        raise click.UsageError(f"`{first.package.id}` has no verb, value or label `{name}`{hint}")
    if loaded is not first:
        played = loaded.program["mission"] or loaded.program["campaign"]
        say(f"In {played['title']}:")
    if as_python:
        _say_python(loaded, found)
        return
    text = _Text(loaded)
    for number, one in enumerate(found):
        if number:
            say()
        for line in text.described(one):
            say(line)
    for line in changes:
        say(line)


def _changes(loaded: Loaded, name: str) -> Iterator[str]:
    """What mods have done to something that is called like this, as lines."""
    from tilewright.dsl.compile import what_mods_do
    from tilewright.dsl.modding.deeds import deeds
    from tilewright.dsl.problems.render import shown_path

    modding = what_mods_do(loaded.package)
    wanted = re.compile(rf"(?<!\w){re.escape(name.strip('[]'))}(?!\w)")
    lines = []
    for mod, done in deeds(modding.checked.model, loaded.package, modding.order).items():
        for deed in done:
            if deed.does in ("adds", "changes", "replaces", "deletes") and wanted.search(deed.about):
                place = loaded.package.places.get(deed.span.file)
                at = f"{shown_path(place) if place else deed.span.file}:{deed.span.line}"
                lines.append(f"{deed.said_of(mod)}  ({at})")
    yield from _listed("What mods have done to it", lines)


def _say_offering(game: str, mods: tuple[str, ...], form: str) -> None:
    """Print every declaration of a game that can be named, by sort."""
    from tilewright.dsl.compile import what_mods_do
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems.render import shown_path

    from ..mod_sets import tell_changes
    from ..offering import offering

    package, problems = read_package(located(game)[0], mods)
    if package is None or any(problem.is_error for problem in problems):
        stop(problems, package)
    tell_changes(package)
    found = what_mods_do(package)
    if any(problem.is_error for problem in found.problems):
        stop(found.problems, package)
    listed = offering(package, found.checked.model)
    if form == "json":
        say_json({title.lower(): [one.named() for one in entries] for title, entries in listed.items()})
        return
    for number, (title, entries) in enumerate(listed.items()):
        if number:
            say()
        say(f"{title}:")
        for one in entries:
            path = package.places.get(one.file)
            say(f"  {one.head}  ({shown_path(path) if path else one.file}:{one.line})")
            for line in one.doc.splitlines():
                say(f"      {line}")
    say()
    say(f"What is behind one of them: tilewright explain {game} NAME")


def _say_python(loaded: Loaded, found: list[Found]) -> None:
    """Print the generated functions of verbs, rules and values, with those that only these call."""
    from tilewright.runtime.engine.campaign import Campaign, engine

    from ..explaining import places

    played = engine(loaded.program)
    code = (played.own if isinstance(played, Campaign) else played).code
    wanted = {at for one in found for at in places(loaded.program, one)}
    listing = list(code.listing(wanted))
    if not listing:
        raise click.UsageError(f"`{found[0].name}` has no function of its own: ask for what uses it")
    say("\n\n".join(f"# {title}\n{source}" for title, source in listing))


class _Text:
    """What a program knows, as lines with the words of the source."""

    def __init__(self, loaded: Loaded) -> None:
        self.program = loaded.program
        self.place = loaded.place
        self._lines = {source.path: source.text.splitlines() for source in loaded.package.sources}

    def described(self, found: Any) -> Iterator[str]:
        yield self._titled(found)
        at = found.node.get("at", -1)
        if at is not None and at >= 0:
            yield f"  {self.place(at)}"
        if found.node.get("doc"):
            yield from (f"  {line}" for line in found.node["doc"].splitlines())
        match found.sort:
            case "verb":
                yield from self._verb(found)
            case "value":
                yield from self._source(at)
                yield from self._modifiers([found.name])
            case "rule" if "verb" in found.node:
                yield from self._source(at)
                yield from self._course(found.node["verb"])
            case "steps" if "cases" in found.node:
                yield from self._course(found.name)
            case _:
                yield from self._source(at)

    # ------------------------------------------------------------------ a verb

    def _verb(self, found: Any) -> Iterator[str]:
        from ..explaining import callers, values_read

        node = found.node
        parts = [self._part(part) for part in node["parts"]]
        yield from _listed("Parts", parts)
        for title, keyword in (("Needs", "needs"), ("Takes", "takes"), ("Costs", "cost")):
            written = (self.words(one.get("at")) for one in node.get(title.lower(), ()))
            yield from _listed(title, [text.removeprefix(keyword).strip() for text in written])
        yield from _listed("Limits", [self._limit(limit) for limit in node.get("limits", ())])
        if node.get("menu"):
            yield f"Offered in the menu {node['menu']}."
        yield from self._course(found.name)
        yield from self._modifiers(values_read(self.program, node))
        calls = callers(self.program, found.name)
        yield from _listed(
            "Called by", [f"{self._titled(one)}, {self.place(one.node.get('at'))}" for one in calls]
        )

    def _part(self, part: Any) -> str:
        type_ = type_of(part["type"]).element
        kind = type_.kind or type_.words or type_.base
        called = f"{part['label']} ({part['name']})" if part.get("label") else f"({part['name']})"
        return f"{called}: {_words(kind)}" + (", chosen when not given" if part.get("from") else "")

    def _limit(self, limit: Any) -> str:
        number = limit["number"].get("value", "some")
        each = "".join(f" for each {part}" for part in limit["parts"])
        return f"{number} per {_words(limit['verb'])}{each}"

    def _course(self, verb: str) -> Iterator[str]:
        from ..explaining import course

        rules = course(self.program, verb)
        yield "When it happens, in this order:"
        for number, rule in enumerate(rules, 1):
            who = "the verb itself" if rule.how == "itself" else self.words(rule.at) or f"{rule.how} {verb}"
            of = f" ({_words(rule.of)})" if rule.of else ""
            yield f"  {number}. {who}{of}{self._bracket(rule.label, who)}  {self.place(rule.at)}"

    def _modifiers(self, values: list[str]) -> Iterator[str]:
        from ..explaining import modifiers

        for value in values:
            yield f"The value {_words(value)} is modified, in this order:"
            for number, rule in enumerate(modifiers(self.program, value), 1):
                said = self.words(rule.at) or rule.name
                of = f" ({_words(rule.of)})" if rule.of else ""
                yield f"  {number}. {said}{of}{self._bracket(rule.label, said)}  {self.place(rule.at)}"

    # ------------------------------------------------------------------ source

    def _titled(self, found: Any) -> str:
        """`verb push [G-5]`; rules have no names, but a verb that they belong to."""
        name = _words(found.name)
        if found.sort == "rule":
            name = f"of {_words(found.node['verb'])}" if "verb" in found.node else ""
        label = str(found.node.get("label") or "")
        return " ".join(part for part in (found.sort, name, label and f"[{label}]") if part)

    @staticmethod
    def _bracket(label: str, said: str) -> str:
        return f" [{label}]" if label and f"[{label}]" not in said else ""

    def words(self, at: int | None) -> str:
        """The first line of what was written there."""
        return next(iter(self._written(at)), "").strip().removesuffix(":")

    def _source(self, at: int | None) -> Iterator[str]:
        written = list(self._written(at))
        yield from (f"  │ {line}" for line in written[:MAX_LINES])
        if len(written) > MAX_LINES:
            yield f"  │ … {counted(len(written) - MAX_LINES, 'more line')}"

    def _written(self, at: int | None) -> Iterator[str]:
        span = self._span(at)
        if not span:
            return
        file, line, column, end_line, end_column = span
        lines = self._lines.get(file, [])[line - 1 : end_line]
        for number, text in enumerate(lines):
            last = end_column - 1 if number == end_line - line else len(text)
            piece = text[:last] if number else text[column - 1 : last]
            if piece.strip():
                yield piece.rstrip()

    def _span(self, at: int | None) -> list[Any] | None:
        spans = self.program["spans"]
        return spans[at] if at is not None and 0 <= at < len(spans) else None


def _listed(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"{title}:"
        yield from (f"  {line}" for line in lines)


def _words(name: str) -> str:
    return name.replace("_", " ")
