"""The pipeline: a package's sources → its program, with every problem found on the way."""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from tilewright.host.garbage import collecting_nothing
from tilewright.schemas.documents import ProgramDocument

from .analysis.callgraph import Flow
from .analysis.estimates import Estimates
from .analysis.keys import flow_key
from .art import art_problems
from .builds import Build, StoryKnowledge, build, stories_by_board
from .check import Checked, check
from .check.calls import form_of
from .lints import BoardSetup, Facts, labels_in, lint, words_in
from .lower import drawn_problems, lower
from .modding import (
    Meeting,
    ModOrder,
    every_meeting,
    mod_order,
    not_after,
    told,
    unknown_stories,
    with_remarks,
    without_effect,
    without_expected,
)
from .model import Model
from .nodes import EntryValue, Header, HeaderFor
from .packages.contents import contents
from .packages.package import Package
from .packages.shipped_names import library_names
from .packages.versions import other_versions
from .playable import missions_of
from .problems import codes
from .problems.cascades import (
    EVERYTHING,
    OF_LIBRARIES,
    Losses,
    of_libraries,
    only_causes,
    told_once,
    without_echoes,
)
from .problems.diagnostics import Diagnostic
from .problems.suggest import few_looks
from .reading.parse import Parsed, Reading, read
from .reading.recovery import names_in
from .resolve import resolve
from .secrecy import Values, hides_anything, mark_hidden, open_parts, open_questions, sights, sights_of
from .source import NOWHERE, Span, package_of, rows_of
from .still_right import StillRight
from .translations.catalogue import ORIGINAL, Text, texts_of
from .translations.checks import check_catalogues, entries_for
from .translations.translate import translate
from .translations.unfilled import unfilled_gaps
from .value_types import NO_NUMBER

MAX_PROBLEMS = 200
"""Problems told of one file."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CALLED = re.compile(r" +(?:(?:if|when|while)\b[^\"]*: |\"[^\"]*\": |else: |do: )?([A-Za-z_]\w*) ")
"""The beginning of a line up to the word that a statement begins with, but for declarations."""
_MEANS_NOTHING = frozenset((codes.UNKNOWN_KIND.code, codes.MADE_ELSEWHERE.code))
"""What is said where a declaration begins with a word by which none begins."""


class Compiled(NamedTuple):
    """What came of a package: a program unless there are errors, and all problems, sorted by place."""

    program: ProgramDocument | None
    problems: list[Diagnostic]


def compile_package(
    package: Package,
    *,
    mission: str | None = None,
    board: str | None = None,
    settings: dict[str, int] | None = None,
    language: str = ORIGINAL,
) -> Compiled:
    """The program of one mission (the first, if none is named), of a campaign, or of a board without either.

    That of a campaign holds the programs of its missions. `settings` gives values other than the defaults: a
    number, 0 or 1 for no or yes, or the place of a word among those of its type. One that the type does not
    have is a problem of the setting; one for a setting that is not there is left out.
    """
    with collecting_nothing(), few_looks():
        rules = _rules(package)
        name = mission or board or next(iter(missions_of(rules.checked.model, package)), None)
        own = _build(rules, name)
        played = _played_in(own.campaign, rules)
        own.context.changes.update(*(one.context.changes for one in played))  # it sees how they end
        _mark(rules, [own, *played])
        program, found = _program(rules, own, settings or {})
        if program is not None and own.campaign is not None:
            program["missions"] = {}
            for one in played:
                program["missions"][one.name], more = _program(rules, one, settings or {})
                found += more
        if program is not None and language != ORIGINAL:
            texts = texts_of(rules.checked, rules.home)
            entries, unread = entries_for(package, language, texts)
            program = translate(program, entries, texts, language)
            found += unread
        if program is not None:
            program["packages"] = contents(package)
        found += _unfit(rules.checked.model, settings or {})
        problems = rules.told([*rules.problems, *_beginning(rules), *found])
    return Compiled(None if any(problem.is_error for problem in problems) else program, problems)


def check_package(package: Package) -> list[Diagnostic]:
    """Every problem of a package: of its rules, of each mission and test on its board, and what lints say."""
    with collecting_nothing(), few_looks():
        rules = _rules(package)
        model = rules.checked.model
        names: dict[str | None, None] = dict.fromkeys([*model.missions(), *model.campaigns(), *rules.stories])
        if any(problem.code == codes.TOO_LARGE.code for problem in rules.problems):
            names = {}  # nobody waits for what is said of each mission
        right = StillRight(rules.declarations, model, package)
        known = StoryKnowledge(right, Estimates(rules.checked, None))
        builds = [build(rules.checked, name, rules.stories.get(name, ()), known) for name in names]
        problems = [*rules.problems, *(_beginning(rules) if rules.checked.model.missions() else ())]
        for one in builds:
            problems += [*without_expected(one.problems, package, model)]
            problems += drawn_problems(rules.checked, one.shape)
        flow, order = None, mod_order(package, rules.home, model.over)
        if not any(problem.is_error for problem in problems):
            texts = texts_of(rules.checked, rules.home)
            labels = labels_in(source.text for source in package.sources)
            looked_at = right.rules(labels)
            if package.mods or len(order.ids) > 1 or looked_at not in right:
                # What flows where is only worked out here: whoever compiles to play does not wait for it.
                flow = Flow(rules.checked)
                words = words_in(text.words for text in texts.values())
                found = _lint(rules, builds, package, flow, labels, words)
                problems += found
                if not found:
                    right.add(looked_at)
            problems += check_catalogues(package, texts)
            problems += unfilled_gaps(texts, frozenset(one.id for one in (package.manifest, *package.mods)))
        right.keep()
        problems += told(_meetings(rules, builds, package, order, flow), _versions(package), model.over)
        problems += not_after(package, model)
        problems += without_effect(model, order)
        problems += unknown_stories(package, model)
        problems += art_problems(package, model)
        return rules.told(problems)


class Modding(NamedTuple):
    """What mods do: in which order they are applied, where two of them meet, and the history of the game.

    `home` is the file with the header of the game.
    """

    order: ModOrder
    meetings: list[Meeting]
    checked: Checked
    problems: list[Diagnostic]
    home: str


def what_mods_do(package: Package) -> Modding:
    """What the mods of a package do to the game and to each other, and all problems of the rules.

    If there are errors, nothing is said of rules that meet and of texts.
    """
    with collecting_nothing(), few_looks():
        rules = _rules(package)
        builds = [_build(rules, name) for name in rules.checked.model.missions()]
        problems = [*rules.problems, *(problem for one in builds for problem in one.problems)]
        broken = any(problem.is_error for problem in problems)
        flow = None if broken else Flow(rules.checked)
        order = mod_order(package, rules.home, rules.checked.model.over)
        found = _meetings(rules, builds, package, order, flow)
        meant = with_remarks(found, _versions(package), rules.checked.model.over, package.sources)
        return Modding(order, meant, rules.checked, rules.told(problems), rules.home)


def package_texts(package: Package) -> tuple[dict[str, Text], list[Diagnostic]]:
    """Every text of a package and of what it uses, by its key; complete only if there is no error."""
    with collecting_nothing(), few_looks():
        rules = _rules(package)
        problems = [*rules.problems]
        for name in rules.checked.model.missions():  # a set-up is checked on its board
            problems += _build(rules, name).problems
        return texts_of(rules.checked, rules.home), rules.told(problems)


def test_programs(package: Package) -> tuple[list[ProgramDocument], list[Diagnostic]]:
    """A program for each board that tests are played on, with its tests."""
    with collecting_nothing(), few_looks():
        rules = _rules(package)
        builds = [_build(rules, name) for name in rules.stories]
        _mark(rules, builds)
        programs: list[ProgramDocument] = []
        made_of = contents(package)
        problems = [*rules.problems]
        for one in builds:
            program, found = _program(rules, one, {})
            problems += found
            if program is not None:
                program["packages"] = made_of
                programs.append(program)
        problems = rules.told([*problems, *unknown_stories(package, rules.checked.model)])
    return ([] if any(problem.is_error for problem in problems) else programs), problems


# ------------------------------------------------------------------ stages


class _Rules(NamedTuple):
    """A package's rules, checked: the same for all of its boards."""

    declarations: list[Parsed]
    checked: Checked
    stories: dict[str | None, tuple[Any, ...]]
    problems: list[Diagnostic]
    losses: Losses
    texts: dict[str, str]
    libraries: frozenset[str]
    head: Span

    @property
    def home(self) -> str:
        """The file with the header of the game."""
        return self.head.file

    def told(self, problems: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The problems as shown to the author: each once, ordered by place, without cascades."""
        problems = list(problems)
        plurals = {problem.name for problem in problems if problem.code == codes.PLURAL_OF_OTHERS.code}
        taken = {*self.losses.within, *plurals}
        problems = [
            self._as_called(self._named(problem)) for problem in problems if not self._misled(problem, taken)
        ]
        if EVERYTHING in self.losses.names:
            left = only_causes(problems)
        else:
            left = without_echoes(problems, self.losses)
            if any(one.code in OF_LIBRARIES for one in left):
                used = set(map(package_of, self.texts))
                left = of_libraries(left, {n: of for n, of in library_names().items() if of not in used})
        return _at_most(told_once(sorted(dict.fromkeys(left))))

    def _misled(self, problem: Diagnostic, taken: Collection[str]) -> bool:
        """Whether a type is wrong in lines with a name that may be taken for something else.

        So it is with names in a meaningless declaration, and with plurals that stand where a thing belongs.
        """
        if not taken or not problem.code.startswith(("E03", codes.UNKNOWN_PROPERTY.code)):
            return False
        span = problem.span
        rows = rows_of(self.texts[span.file])[span.line - 1 : span.end_line]
        return any(name in taken for row in rows for name in _NAME.findall(row))

    def _row(self, span: Span) -> str:
        """The line on which a span begins."""
        return rows_of(self.texts[span.file])[span.line - 1]

    def _named(self, problem: Diagnostic) -> Diagnostic:
        """A problem of a value that is written as one name, with that name."""
        if problem.code != codes.WRONG_TYPE.code or problem.span.line != problem.span.end_line:
            return problem
        row = self._row(problem.span)
        written = row[problem.span.column - 1 : problem.span.end_column - 1]
        return replace(problem, name=written) if written.isidentifier() else problem

    def _as_called(self, problem: Diagnostic) -> Diagnostic:
        """A slip in the call of a verb, with how that one is called: its parts and their small words."""
        if problem.code != codes.UNEXPECTED.code:
            return problem
        row = self._row(problem.span)
        called = _CALLED.match(row[: problem.span.column - 1])
        verb = self.checked.model.verbs.get(called[1]) if called is not None else None
        if verb is None:
            return problem
        return replace(problem, help=f"`{verb.name}` is written `{form_of(verb.name, verb.parts)}`")


def _at_most(problems: list[Diagnostic]) -> list[Diagnostic]:
    """The first problems of each file, and how it is with the rest: no error if what is left out is none."""
    counts: dict[str, int] = {}
    kept: list[Diagnostic] = []
    for problem in problems:
        count = counts[problem.span.file] = counts.get(problem.span.file, 0) + 1
        if count <= MAX_PROBLEMS:
            kept.append(problem)
        elif count == MAX_PROBLEMS + 1:
            rest = codes.TOO_MANY.at(problem.span, limit=MAX_PROBLEMS)
            kept.append(replace(rest, severity=problem.severity))
    return kept


def _rules(package: Package) -> _Rules:
    reading = read(package.sources)
    model, names = resolve(reading.declarations, package.id, package.version)
    checked, types = check(model)
    entries = [
        entry.span
        for declared in reading.declarations
        if isinstance(declared.node, Header)
        for entry in declared.node.entries or ()
        if isinstance(entry, EntryValue) and entry.name == "version"
    ]
    incomplete = package.incomplete or _headless(reading)
    known = [] if incomplete else [*names, *types]
    problems = [*reading.problems, *known, *other_versions(package, entries)]
    libraries = frozenset(
        declared.node.span.file
        for declared in reading.declarations
        if isinstance(declared.node, Header) and declared.node.role == "library"
    )
    head = next(
        (
            declared.node.span
            for declared in reading.declarations
            if isinstance(declared.node, Header) and declared.node.role == "system"
        ),
        NOWHERE,
    )
    losses = Losses({EVERYTHING}) if incomplete else _losses(package, reading, model, problems)
    texts = {source.path: source.text for source in package.sources}
    return _Rules(
        reading.declarations, checked, stories_by_board(checked), problems, losses, texts, libraries, head
    )


def _losses(package: Package, reading: Reading, model: Model, problems: list[Diagnostic]) -> Losses:
    """What could not be read, and what stands in declarations that begin with a word that means nothing."""
    torn = [
        problem.span.to(declared.node.span)
        for problem in reading.problems
        for declared in reading.declarations
        if problem.span.begins_within(declared.node.span)
    ]
    cut = [piece.node.span for piece in reading.pieces.values() if piece.node is not None]
    heads = {problem.span[:3] for problem in problems if problem.code in _MEANS_NOTHING}
    texts = {source.path: rows_of(source.text) for source in package.sources if heads}
    within: set[str] = set()
    meaningless = []
    for declared in reading.declarations:
        span: Span = declared.node.span
        if span[:3] in heads:
            rows = texts[span.file]
            last = next((row for row in range(span.line, len(rows)) if rows[row][:1].strip()), len(rows))
            meaningless.append(span._replace(end_line=last))
            found = [name for row in rows[span.line - 1 : last] for name in names_in(row)]
            within.update(found[1:])  # the first is the word that means nothing
    return Losses(reading.lost | model.lost, torn, cut, meaningless, within)


def _headless(reading: Reading) -> bool:
    """Whether the first line of a file could not be read: nobody knows what its declarations are."""
    first: dict[str, Parsed] = {}
    for declared in reading.declarations:
        first.setdefault(declared.node.span.file, declared)
    unread = {path for path, one in first.items() if not isinstance(one.node, Header | HeaderFor)}
    spans = [problem.span for problem in reading.problems]
    return any(
        one.file not in first or (one.file in unread and one < first[one.file].node.span) for one in spans
    )


def _beginning(rules: _Rules) -> list[Diagnostic]:
    """What is to be played needs a first verb; only to be tested it does not."""
    model = rules.checked.model
    if (
        model.begins in model.verbs
        or model.begins.span.line
        or {EVERYTHING, str(model.begins)} & {*rules.losses.names, *rules.losses.within}
    ):
        return []
    return [
        codes.BAD_HEADER.at(
            rules.head,
            message="nothing says how the game begins",
            proposal=f"declare `to {model.begins}:`, or name another verb in the header: `begins: VERB`",
        )
    ]


def _mark(rules: _Rules, builds: list[Build]) -> None:
    """Put a mark on everything, in rules and set-ups, that decides by what may be hidden from somebody."""
    if hides_anything(rules.checked) and not any(problem.is_error for problem in rules.problems):
        values = Values(Flow(rules.checked))
        setups = [one.setup for one in builds]
        open_questions((*sights(values), *sights_of(values, setups)))
        open_parts(values)
        mark_hidden(values, setups)


def _build(rules: _Rules, name: str | None) -> Build:
    return build(rules.checked, name, rules.stories.get(name, ()))


def _played_in(campaign: str | None, rules: _Rules) -> list[Build]:
    """The missions that a campaign may play: those that its verb names on the way, or all."""
    if campaign is None or any(problem.is_error for problem in rules.problems):
        return []
    model = rules.checked.model
    flow = Flow(rules.checked)
    uses = flow.whole[flow.campaigns[campaign]].uses
    every = flow_key("kind", "mission") in uses
    named = [name for name in model.missions() if every or flow_key("entity", name) in uses]
    return [build(rules.checked, name, ())._replace(campaign=campaign) for name in named]


def _program(
    rules: _Rules, one: Build, settings: dict[str, int]
) -> tuple[ProgramDocument | None, list[Diagnostic]]:
    """The program of one board; None if there are errors."""
    if any(problem.is_error for problem in (*rules.problems, *one.problems)):
        return None, one.problems
    program, found = lower(
        rules.checked, one.shape, one.context, one.mission, one.campaign, one.setup, one.told, settings
    )
    return program, [*one.problems, *found]


def _unfit(model: Model, settings: dict[str, int]) -> list[Diagnostic]:
    """The values given for settings that are outside their range."""
    found = []
    for name, value in settings.items():
        setting = model.settings.get(name)
        if setting is None:
            continue
        low, high = setting.low, setting.high
        if setting.type.base != "number":
            low, high = 0, max(len(model.words.get(setting.type.name, ("no", "yes"))) - 1, 0)
        if low is not None and high is not None and value != NO_NUMBER and not low <= value <= high:
            found.append(codes.RANGE.at(setting.span, value=value, low=low, high=high))
    return found


def _meetings(
    rules: _Rules, builds: list[Build], package: Package, order: ModOrder, flow: Flow | None
) -> list[Meeting]:
    """Where two mods of the package meet."""
    setups = [(one.mission, one.setup) for one in builds if one.mission is not None]
    return every_meeting(package, rules.checked, order, rules.home, flow, setups)


def _versions(package: Package) -> dict[str, str]:
    return {one.id: one.version for one in (package.manifest, *package.uses, *package.mods)}


def _lint(
    rules: _Rules,
    builds: list[Build],
    package: Package,
    flow: Flow,
    labels: frozenset[str],
    words: frozenset[str],
) -> list[Diagnostic]:
    boards = tuple(BoardSetup(one.name, one.mission, one.shape, one.setup, one.settled) for one in builds)
    values = Values(flow)
    in_setups = sights_of(values, (one.setup for one in builds))
    libraries = _libraries(rules, package)
    seen = (*sights(values), *in_setups)
    mods = {one.id for one in package.mods}
    changed = frozenset(one.path for one in package.sources if mods and package_of(one.path) not in mods)
    return lint(Facts(rules.checked, flow, seen, boards, libraries, changed, labels, words))


def _libraries(rules: _Rules, package: Package) -> frozenset[str]:
    """The files of libraries and of other packages: what they offer need not all be used."""
    used = {one.id for one in package.uses}
    return frozenset(
        source.path
        for source in package.sources
        if source.path in rules.libraries or package_of(source.path) in used
    )
