"""What rules that react last saw: `as soon as` reacts only where its test has turned true since then."""

from __future__ import annotations

from .position import BoundTrigger, Position


def turned(position: Position, bound: BoundTrigger, holds: bool) -> bool:
    """Whether a test has turned true since it was last looked at; its bit follows it."""
    access = position.access
    if bound.entry is None:
        was = access.bit(bound.binding)
        access.set_bit(bound.binding, int(holds))
    else:
        was = access.lasting_bit(bound.entry, bound.binding)
        access.set_lasting_bit(bound.entry, bound.binding, int(holds))
    return holds and not was


def look(position: Position) -> None:
    """Let every `as soon as` rule see the position as it is now. None of them reacts."""
    for number, rule in enumerate(position.index.data.get("triggers") or ()):
        if rule["sort"] == "as_soon_as":
            for bound in list(position.trigger_bindings(number, rule)):
                turned(position, bound, position.values.holds(rule.get("test"), bound.env))


def would_react(position: Position) -> str | None:
    """The label or name of a rule that would react now if anything happened; `as soon as` rules only look."""
    look(position)
    for number, rule in enumerate(position.index.data.get("triggers") or ()):
        bindings = () if rule["sort"] == "as_soon_as" else position.trigger_bindings(number, rule)
        if any(position.values.holds(rule.get("test"), bound.env) for bound in bindings):
            return str(rule.get("label") or rule["name"])
    return None
