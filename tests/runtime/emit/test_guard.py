"""What generated code may consist of, whatever stood in a program where a number or a name belongs."""

from __future__ import annotations

import pytest

from tilewright.runtime.emit.guard import Foreign, guard


@pytest.mark.parametrize(
    "source", ["V[0]+1", "[one for one in Z if one>3]", "MEMO['won'] or (1, 2, (None,))"]
)
def test_what_the_emitter_writes_may_run(source: str) -> None:
    code = compile(source, "<tilewright>", "eval")
    assert guard(code, {"V", "Z", "MEMO"}) is code


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("().__class__", "names __class__"),
        ("[one.gi_frame for one in Z]", "names gi_frame"),
        ("__import__('os')", "names __import__"),
        ("V[0.5]", "holds 0.5"),
        ("(1, (2, 'A text of somebody'))", "holds 'A text"),
        ("[b'bytes' for one in Z]", "holds b'bytes'"),
    ],
)
def test_anything_else_may_not(source: str, said: str) -> None:
    with pytest.raises(Foreign, match=said):
        guard(compile(source, "<tilewright>", "eval"), {"V", "Z"})
