"""What Python shows of generated code when something goes wrong in it."""

from __future__ import annotations

import gc
import linecache
import traceback

import pytest

from support.rules import rules
from tilewright.runtime.emit import tracebacks
from tilewright.runtime.engine.engine import Machine

RULES = """
kind lamp is token:
  oil: 0 to 9
lamp hall "Hall"

to fill (one: lamp) [L-1]:
  repeat 3: raise one.oil by 1

to play:
  fill(hall)
  win
"""


def broken(machine: Machine) -> str:
    """The traceback of a verb that is called with a frame that is none."""
    (name,) = (name for name, (rule, _) in machine.code.module.rule_of.items() if rule == "L-1")
    with pytest.raises(TypeError) as error:
        machine.code.function(name)(machine.new(1, 1), None, None)
    return "".join(traceback.format_exception(error.value))


def test_a_traceback_shows_the_line_and_names_the_rule() -> None:
    shown = broken(rules(RULES))
    assert ": L-1, tiny.wright:" in shown
    assert "\n    t" in shown.rpartition("<tilewright ")[2], shown


def test_lines_are_kept_as_long_as_their_function() -> None:
    file = tracebacks.named("some rule")
    source = "def f0(S):\n    return 0"
    code = compile(source, file, "exec")
    tracebacks.remember(code, source)
    assert linecache.getline(file, 2) == "    return 0"
    del code
    gc.collect()
    assert file not in linecache.cache


def test_no_two_functions_share_a_file() -> None:
    assert tracebacks.named("L-1") != tracebacks.named("L-1")
