"""Each pass on its own: instructions in, instructions out."""

from __future__ import annotations

import pytest

from tilewright.runtime.emit.fragments import (
    NONE,
    Else,
    For,
    Fragment,
    Integer,
    Item,
    LocalName,
    OnlyIf,
    UniqueName,
    While,
    code,
)
from tilewright.runtime.emit.instructions import (
    Ask,
    Assign,
    Block,
    CodeLine,
    Enter,
    GoTo,
    Instruction,
    Leave,
    Resume,
    Segment,
    Tell,
    lines,
)
from tilewright.runtime.emit.passes import (
    comes_in,
    hoist_loads,
    inline_single_use,
    place_locals,
    thread_jumps,
)
from tilewright.runtime.weaving.procedures import Procedure

A, B = LocalName("a"), LocalName("b")
OTHER = Procedure("other", None, [], [])
X = UniqueName("x")


def setting(local: LocalName) -> Assign:
    return Assign(local, Integer(1))


def reading(*locals_: LocalName) -> CodeLine:
    return CodeLine(code("use({})", *locals_) if len(locals_) == 1 else code("use({},{})", *locals_))


def asking(options: Fragment = NONE) -> Ask:
    return Ask(0, options, NONE, Integer(1), Integer(1), NONE)


def when(test: Fragment, *body: Instruction) -> Block:
    return Block(OnlyIf(test), list(body))


def numbers(segments: list[Segment]) -> list[int]:
    return [one.number for one in segments]


# ---- thread jumps


def test_what_leads_to_a_segment_that_only_leads_on_leads_past_it() -> None:
    made = thread_jumps(
        [
            Segment(1, [setting(A), GoTo(2)]),
            Segment(2, [GoTo(3)]),
            Segment(3, [when(A, GoTo(2)), Leave(None)]),
        ],
        resumed={1},
    )
    assert made == [Segment(1, [setting(A), GoTo(3)]), Segment(3, [when(A, GoTo(3)), Leave(None)])]


def test_a_segment_that_a_frame_may_name_stays_though_it_only_leads_on() -> None:
    segments = [Segment(1, [GoTo(2)]), Segment(2, [GoTo(3)]), Segment(3, [Leave(None)])]
    assert numbers(thread_jumps(segments, resumed={1, 2})) == [1, 2, 3]


def test_only_what_stands_in_a_frame_leads_past_the_engine() -> None:
    """Or a loop would be calls without end."""
    made = thread_jumps(
        [
            Segment(1, [Enter(OTHER, (), following=2)]),
            Segment(2, [GoTo(1, by_engine=True)]),
            Segment(3, [when(A, GoTo(4)), asking()]),
            Segment(4, [GoTo(1, by_engine=True)]),
        ],
        resumed={1, 3},
    )
    assert made == [
        Segment(1, [Enter(OTHER, (), following=1)]),
        Segment(3, [when(A, GoTo(4)), asking()]),
        Segment(4, [GoTo(1, by_engine=True)]),
    ]


def test_segments_that_lead_in_a_circle_stay() -> None:
    segments = [Segment(1, [GoTo(2)]), Segment(2, [GoTo(1)])]
    assert numbers(thread_jumps(segments, resumed={1})) == [1, 2]


# ---- inline single use


def straight() -> list[Segment]:
    return [
        Segment(1, [setting(A), GoTo(3)]),
        Segment(3, [when(A, GoTo(5)), Resume(4), asking()]),
        Segment(4, [setting(B), GoTo(5)]),
        Segment(5, [Leave(None)]),
    ]


def test_a_segment_that_one_other_leads_to_is_written_there() -> None:
    made = inline_single_use(straight(), resumed={1, 4}, asking=set())
    assert numbers(made) == [1, 4, 5]
    assert made[0].body == [setting(A), when(A, GoTo(5)), Resume(4), asking()]
    assert straight()[2:] == made[1:], "5 is led to from two places"


def test_a_segment_that_asks_stays_and_stands_where_it_is_reached_first_too() -> None:
    made = inline_single_use(straight(), resumed={1, 3, 4}, asking={3})
    assert numbers(made) == [1, 3, 4, 5]
    assert made[0].body == [setting(A), *made[1].body]


@pytest.mark.parametrize(
    "last",
    [GoTo(2, by_engine=True), when(A, GoTo(2)), Enter(OTHER, (), following=2)],
    ids=["by the engine", "under a test", "after a call"],
)
def test_a_segment_that_is_reached_in_another_way_stays(last: Instruction) -> None:
    segments = [Segment(1, [last]), Segment(2, [Leave(None)])]
    assert inline_single_use(segments, resumed={1}, asking=set()) == segments


def test_segments_in_a_row_become_one() -> None:
    segments = [Segment(1, [GoTo(2)]), Segment(2, [setting(A), GoTo(3)]), Segment(3, [reading(A)])]
    made = inline_single_use(segments, resumed={1}, asking=set())
    assert made == [Segment(1, [setting(A), reading(A)])]


# ---- place locals


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ([reading(A)], {A}),
        ([setting(A), reading(A)], set()),
        ([Assign(A, Item(A, 0))], {A}),
        ([CodeLine(code("{}+=1", A), changes=(A,))], {A}),
        ([Block(While(), [setting(A), CodeLine(code("break"))]), reading(A)], set()),
        ([Block(While(B), [setting(A)]), reading(A)], {A, B}),
        ([when(X, setting(A)), reading(A)], {A}),
        ([when(X, setting(A), reading(A))], set()),
        ([when(X, setting(A)), Block(Else(), [setting(A)]), reading(A)], {A}),
        ([Block(For(A, X), [reading(A)])], set()),
        ([Block(For(A, X), [reading(B)]), reading(A)], {A, B}),
        ([Block(For(A, A), [])], {A}),
        ([Enter(OTHER, (A,), following=None)], {A}),
        ([asking(options=A)], {A}),
        ([setting(A), Leave(A)], set()),
    ],
)
def test_a_local_comes_in_where_it_may_be_read_before_it_is_set(
    body: list[Instruction], found: set[LocalName]
) -> None:
    assert comes_in(lines(body)) == found


def test_in_the_frame_are_parameters_what_is_kept_and_what_comes_in() -> None:
    you, kept, coming, here = (LocalName(name) for name in ("you", "kept", "coming", "here"))
    segments = [
        Segment(1, [setting(here), reading(here), setting(kept), setting(coming)]),
        Segment(2, [reading(coming)]),
    ]
    made, slots = place_locals(segments, [you], kept={"kept"}, any_one={})
    assert made == segments
    assert slots == {you: 2, kept: 3, coming: 4}


def test_what_is_told_of_readings_puts_nothing_into_the_frame() -> None:
    told = Tell(code("('read',{},{})", A, B), of_reading=True)
    body = [setting(A), when(A, told), setting(B)]
    for any_one, instead in (({}, NONE), ({A: Integer(6), B: Integer(7)}, Integer(7))):
        made, slots = place_locals([Segment(1, body)], [], kept=set(), any_one=any_one)
        assert slots == {}
        assert made == [
            Segment(1, [setting(A), when(A, Tell(code("('read',{},{})", A, instead), True)), setting(B)])
        ]


def test_other_events_are_read_like_everything_else() -> None:
    _, slots = place_locals([Segment(1, [Tell(code("('say',{})", A))])], [], kept=set(), any_one={})
    assert slots == {A: 2}


# ---- hoist loads


@pytest.mark.parametrize(
    ("body", "fetched"),
    [
        ([reading(A)], ()),
        ([reading(A), reading(A)], (A,)),
        ([reading(B, A), when(X, reading(A, B))], (B, A)),
        ([reading(A), reading(A), setting(A)], ()),
        ([reading(A), Block(For(A, X), [reading(A)])], ()),
        ([reading(A), CodeLine(code("{}+=1", A), changes=(A,))], ()),
    ],
)
def test_what_is_read_several_times_and_never_written_is_fetched_once(
    body: list[Instruction], fetched: tuple[LocalName, ...]
) -> None:
    segment = Segment(1, body)
    assert hoist_loads([segment], {A: 2, B: 3}) == [Segment(1, body, fetched)]
    assert hoist_loads([segment], {}) == [segment], "nothing of it is in the frame"
