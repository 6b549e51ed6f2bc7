"""Instructions as Python, and functions that are lifted out of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tilewright.runtime.emit.fragments import (
    AT,
    MEMO,
    Called,
    Callee,
    Charged,
    Comprehension,
    Else,
    Fixed,
    For,
    Fragment,
    Head,
    Integer,
    Item,
    LocalName,
    OnlyIf,
    RelationTable,
    UniqueName,
    V,
    Variable,
    While,
    code,
)
from tilewright.runtime.emit.instructions import (
    Ask,
    Assign,
    Block,
    CodeLine,
    EmittedFunction,
    Enter,
    Forget,
    ForLog,
    GoTo,
    Instruction,
    Leave,
    Resume,
    Return,
    Tell,
    nested,
)
from tilewright.runtime.emit.render import lifted, render
from tilewright.runtime.weaving.procedures import Procedure

A, B = LocalName("a"), LocalName("b")
T = UniqueName("t0")
OTHER = Procedure("other", None, [], [])


class Linked:
    """A module in which `other` begins with segment 7 and has four locals."""

    def __init__(self, telling: bool = True) -> None:
        self.telling = telling

    def entry(self, procedure: Procedure) -> int:
        assert procedure is OTHER
        return 7

    def frame_size(self, procedure: Procedure) -> int:
        assert procedure is OTHER
        return 4

    def forgetting(self, forget: Forget) -> Sequence[Instruction]:
        return [CodeLine(code("{}=None", Item(MEMO, number))) for number in range(len(forget.written))]


LINKED = Linked()


def _charged(members: Fragment, free: int) -> Charged:
    """A set of which each member costs 9, in a rule that K1 names."""
    return Charged(Called("spent", "S", members, 9, Fixed("K1")), members, free, 9, Fixed("K1"))


@pytest.mark.parametrize(
    ("one", "written"),
    [
        (CodeLine(code("shuffle(S,{})", A)), ["shuffle(S,f[2])"]),
        (Assign(A, Integer(-1)), ["f[2]=-1"]),
        (Assign(B, code("{}+1", B)), ["x1=x1+1"]),
        (Block(OnlyIf(T), []), ["if t0:", "    pass"]),
        (Block(Else(), [Return(A)]), ["else:", "    return f[2]"]),
        (Block(For(B, Fixed("K1")), [CodeLine(B)]), ["for x1 in K1:", "    x1"]),
        (
            Block(For(B, _charged(Item(AT, A), free=2)), [CodeLine(B)]),
            [
                "at=S.at",
                "e1=at[f[2]]",
                "if len(e1)>2:",
                "    S.fuel-=len(e1)*9",
                "    if S.fuel<0: endless(K1)",
                "for x1 in e1:",
                "    x1",
            ],
        ),
        (
            Block(For(B, _charged(Fixed("K2"), free=0)), []),
            [
                "e1=K2",
                "if e1:",
                "    S.fuel-=len(e1)*9",
                "    if S.fuel<0: endless(K1)",
                "for x1 in e1:",
                "    pass",
            ],
        ),
        (Block(While(), [CodeLine(code("break"))]), ["while True:", "    break"]),
        (Block(While(A), [CodeLine(T)]), ["while f[2]:", "    t0"]),
        (GoTo(3), ["return s3(S,f)"]),
        (GoTo(3, by_engine=True), ["f[0]=3", "return 0"]),
        (Resume(3), ["f[0]=3"]),
        (Enter(OTHER, (A,), 3), ["f[0]=3", "g=[7,0,f[2],0,0,0]", "S.k.append(g)", "return s7(S,g)"]),
        (Enter(OTHER, (), None, True), ["g=[7,0,0,0,0,0]", "S.k[-1]=g", "return 0"]),
        (
            Enter(Item("D0", A), (A,), 3, by_engine=True),
            ["f[0]=3", "S.k.append([D0[f[2]][0],0,f[2],*D0[f[2]][1]])", "return 0"],
        ),
        (
            Ask(4, Fixed("o"), code("({},)", A), Integer(1), Integer(2), Fixed("()")),
            ["S.q=(4,o,(f[2],),1,2,())", "return 1"],
        ),
        (Tell(code("('say',{})", A)), ["if S.log is not None: S.log.append(('say',f[2]))"]),
        (Forget(frozenset({("at", "card")})), ["memo=S.memo", "memo[0]=None"]),
        (Leave(None), ["k=S.k", "k.pop()", "k[-1][1]=-1", "return 0"]),
        (Leave(A), ["k=S.k", "r=f[2]", "k.pop()", "k[-1][1]=r", "return 0"]),
    ],
)
def test_each_instruction_as_python(one: Instruction, written: list[str]) -> None:
    found = render(EmittedFunction("s1", [Fixed("f")], [one], {A: 2}), LINKED).source
    assert found.split("\n") == ["def s1(S,f):", *("    " + line for line in written)]
    compile(found.replace("else:", "if not t0:").replace("break", "pass"), "<test>", "exec")


def test_what_serves_a_log_alone_is_not_written_where_there_is_none() -> None:
    body: list[Instruction] = [
        ForLog(code("{}={}", T, Fixed("K1"))),
        Assign(A, Fixed("K2")),
        Tell(code("('set',{},{})", T, A)),
    ]
    telling = [
        "def f1(S):",
        "    t0=K1",
        "    x0=K2",
        "    if S.log is not None: S.log.append(('set',t0,x0))",
    ]
    assert render(EmittedFunction("f1", [], body), LINKED).source.split("\n") == telling
    assert render(EmittedFunction("f1", [], body), Linked(telling=False)).source.split("\n") == [
        telling[0],
        telling[2],
    ]


def test_what_a_function_uses_is_fetched_or_named() -> None:
    body: list[Instruction] = [
        CodeLine(code("{v}[0]=len({z})")),
        CodeLine(Called(Callee("d3", generated=True), "S", Item(RelationTable("WITHIN", 0, 4), Item(AT, A)))),
        CodeLine(Called("shuffle", "S", Item(V, 2))),
        GoTo(5),
    ]
    made = render(EmittedFunction("s1", [Fixed("f")], body, {A: 2, B: 3}, fetched=(B,)), LINKED)
    assert made.source.split("\n")[1:3] == ["    v=S.v; at=S.at; z=S.z", "    y3=f[3]"]
    assert made.tables == {RelationTable("WITHIN", 0, 4)}
    assert made.callees == {"d3", "s5"}


def test_a_function_without_a_frame_has_its_locals_in_variables() -> None:
    made = render(EmittedFunction("f0", [A, B], [Assign(LocalName("c"), A), Return(B)], {}), LINKED)
    assert made.source == "def f0(S,x0,x1):\n    x2=x0\n    return x1"


def search(kind: Variable, given: Fragment) -> list[Instruction]:
    """Whether a given number is among the members of a table."""
    heads: list[Head] = [For(kind, Fixed("K1")), OnlyIf(code("{}=={}", kind, given))]
    return [*nested(heads, [Return(Fixed("True"))]), Return(Fixed("False"))]


def test_equal_instructions_over_other_names_are_lifted_alike() -> None:
    one, renamed, given = lifted(search(Variable("i3"), T), LINKED)
    other, _, local = lifted(search(Variable("i8"), A), LINKED)
    assert one == other
    assert (given, local) == ([T], [A])
    assert set(renamed.values()) == {"p0", "p1"}
    assert lifted(search(Variable("i3"), Integer(4)), LINKED)[0] != one


def test_what_is_bound_in_a_comprehension_is_no_parameter() -> None:
    inner = Variable("i1")
    found = Comprehension(code("{}+{}", inner, T), [For(inner, Item(V, T)), OnlyIf(inner)])
    text, _, given = lifted([Return(found)], LINKED)
    assert text == "    return [p0+p1 for p0 in v[p1] if p0]"
    assert given == [T]
