"""Relations, defines, verbs, hooks, triggers and modifiers."""

from ..source import Span, Word
from .node import SyntaxNode
from .vocabulary import Part


class Relation(SyntaxNode):
    """`relation NAME between KIND [, "PHRASE"] [LABEL]:`: what joins spaces, or lets one see another.

    `NAME(a, b)` asks whether it holds. A phrase such as "can see" or "is open to" (or `from`, `with`, `of`,
    `on`, `at`) asks, too: `a can see b`. Any other is only said, in reasons: "hears".
    """

    name: Word
    between: Word
    phrase: Word | None
    label: Word | None
    clauses: tuple[SyntaxNode, ...]
    span: Span


class Joins(SyntaxNode):
    """`joins sides, corners`: which spaces are neighbours; `links` joins what a corridor joins."""

    what: tuple[Word, ...]
    span: Span


class Line(SyntaxNode):
    """`line any_point to any_point`, `line centre to centre`, `line edge to edge`

    The line that must be open. `, corners of from` lets it pass exactly through a corner of that end's own
    square only.
    """

    start: Word
    end: Word
    corners: Word | None
    span: Span


class Passes(SyntaxNode):
    """`passes corners [where TEST]`, `passes borders [where TEST]`

    Lines may also go exactly through corners, and along sides. What a line only touches it does not cross;
    along a side it crosses one of the two spaces beside it. With `corners` it slips between two spaces that
    meet in a corner. With `borders` one of the ways round the corner has to be free, and it crosses a space
    there, unless the corner is one of its own square through which the `line` may go. The test asks for
    settings only.
    """

    what: Word
    test: SyntaxNode | None
    span: Span


class Blocked(SyntaxNode):
    """`[corner] blocked by KIND [where TEST]`: what stands in the way."""

    corner: Word | None
    kind: Word
    test: SyntaxNode | None
    span: Span


class Costs(SyntaxNode):
    """`costs NUMBER`: what a step costs."""

    value: SyntaxNode
    span: Span


class OneWay(SyntaxNode):
    """`one way TEST`: a link over which nobody goes back; the test is about the way from its second end to
    its first, which is not open while it holds.
    """

    keyword: Word
    test: SyntaxNode
    span: Span


class Also(SyntaxNode):
    """`also where TEST`: what is related in any case."""

    test: SyntaxNode
    span: Span


class Never(SyntaxNode):
    """`never where TEST`: what is never related."""

    test: SyntaxNode
    span: Span


class Within(SyntaxNode):
    """`within NUMBER`: how far it reaches."""

    distance: SyntaxNode
    span: Span


class Parameter(SyntaxNode):
    """`(NAME, NAME: TYPE)`: an input of a define; without a type it is of the kind it is named after."""

    name: Word
    type: SyntaxNode | None
    span: Span


class DefineValue(SyntaxNode):
    """`= value`"""

    value: SyntaxNode
    label: Word | None
    span: Span


class CaseWhen(SyntaxNode):
    """`VALUE when TEST`: the first case whose test holds counts."""

    value: SyntaxNode
    test: SyntaxNode
    span: Span


class CaseOtherwise(SyntaxNode):
    """`otherwise VALUE`: the value if no case holds."""

    value: SyntaxNode
    span: Span


class CaseLet(SyntaxNode):
    """`let NAME = VALUE`: a name for a value, for the lines below it in a define."""

    name: Word
    value: SyntaxNode
    span: Span


class DefineCases(SyntaxNode):
    """`define NAME: TYPE:`: a case in each line below, of which the first that holds counts."""

    cases: tuple[SyntaxNode, ...]
    span: Span


class DefineTable(SyntaxNode):
    """`define NAME(INPUT, INPUT): TYPE:`: below it stands a table.

    It has a row for each value of the first input, and a column for each of the second; with one input, one
    column. What no row is for is 0, or none.
    """

    rows: tuple[Word, ...]
    span: Span


class DefinePlain(SyntaxNode):
    """`define NAME: TYPE = VALUE`: a value without inputs that is computed."""

    name: Word
    type: SyntaxNode | None
    label: Word | None
    definition: SyntaxNode
    span: Span


class Define(SyntaxNode):
    """`define NAME(INPUTS): TYPE = VALUE`: a value that is computed from others."""

    name: Word
    parameters: tuple[Parameter, ...]
    type: SyntaxNode | None
    label: Word | None
    definition: SyntaxNode
    span: Span


class Verb(SyntaxNode):
    """`to NAME [with (PART)] [gives TYPE] [LABEL]:`: what happens when it is called.

    A thing that it is done `by` is who its questions name, and whose way is walked on the board.
    """

    name: Word
    title: Word | None
    parts: tuple[Part, ...]
    gives: SyntaxNode | None
    label: Word | None
    body: tuple[SyntaxNode, ...]
    span: Span


class Action(SyntaxNode):
    """`action NAME ["TITLE"] [by (PART)] [gives TYPE] [LABEL]:`: a verb that a menu offers."""

    name: Word
    title: Word | None
    parts: tuple[Part, ...]
    gives: SyntaxNode | None
    label: Word | None
    body: tuple[SyntaxNode, ...]
    span: Span


class Earlier(SyntaxNode):
    """`earlier than [LABEL]`: puts a rule in front of another."""

    keyword: Word
    label: Word
    span: Span


class Hook(SyntaxNode):
    """`before VERB [when TEST]:`, `after VERB [when TEST]:`, `instead of VERB [when TEST]:`

    A rule that goes with a verb.
    """

    how: Word
    verb: Word
    when: SyntaxNode | None
    label: Word | None
    earlier: Earlier | None
    body: tuple[SyntaxNode, ...]
    span: Span


class Forbid(SyntaxNode):
    """`forbid VERB [when TEST] [, "REASON"]`: a rule from outside that allows no VERB, and says why.

    The test may speak of the verb's parts. Of a thing, the rule counts while the thing's rules are in force.
    """

    verb: Word
    when: SyntaxNode | None
    reason: Word | None
    label: Word | None
    span: Span


class Goal(SyntaxNode):
    """`goal|threat|deadline "TEXT" [for PLAYERS] [about THINGS] [when TEST]`: what wins or loses, and time.

    Every table shows it at the start and then all the time: the text with its present values, while the test
    holds. It changes nothing; other rules say what wins. With `for`, everybody else is told whose goal it is,
    and a threat or deadline is shown to nobody else. The things or spaces behind `about` are marked on the
    board. Of a thing, it counts while the thing's rules are in force.
    """

    sort: Word
    text: Word
    players: SyntaxNode | None
    about: SyntaxNode | None
    when: SyntaxNode | None
    label: Word | None
    span: Span


class Whenever(SyntaxNode):
    """`whenever TEST:`: a rule that runs while the test holds."""

    test: SyntaxNode
    label: Word | None
    earlier: Earlier | None
    body: tuple[SyntaxNode, ...]
    span: Span


class AsSoonAs(SyntaxNode):
    """`as soon as TEST:`: a rule that runs when the test turns true."""

    keyword: Word
    test: SyntaxNode
    label: Word | None
    earlier: Earlier | None
    body: tuple[SyntaxNode, ...]
    span: Span


class ValueChange(SyntaxNode):
    """What a modifier does to a value; each subclass is one way."""

    amount: SyntaxNode
    span: Span


class ValuePlus(ValueChange):
    pass


class ValueMinus(ValueChange):
    pass


class ValueBecomes(ValueChange):
    pass


class ValueAtMost(ValueChange):
    pass


class ValueAtLeast(ValueChange):
    pass


class Modifier(SyntaxNode):
    """`modifier NAME for VALUE [when TEST]: CHANGE [replacing NAME] [once]`: a rule that changes a value.

    CHANGE is `+ 1`, `- 1`, `becomes 3`, `at most 4` or `at least 0`; a value that is no number only `becomes`
    another one. Of several, the last `becomes` counts, then `+` and `-`, then `at most`, then `at least`.
    With `replacing`, the modifier of that name is left out; with `once`, it counts once, however many things
    have it. Of a property, `it` is the thing that has it; of a define, its inputs have their names.
    """

    name: Word
    of: Word
    when: SyntaxNode | None
    label: Word | None
    change: ValueChange
    replacing: Word | None
    once: Word | None
    span: Span


Rule = Hook | Whenever | AsSoonAs | Modifier | Forbid | Goal
"""What holds by itself, without being called."""
