"""Whether the screen may pass from one person to another as it is. Pure."""

from __future__ import annotations

from tilewright.schemas.view import View


def differ(present: View, coming: View) -> bool:
    """Whether either of two seats' views of one moment holds something that the other must not see."""
    return _known(present) != _known(coming) or bool((coming.get("question") or {}).get("secret"))


def _known(view: View) -> tuple[object, ...]:
    """All that a view says about things, piles, values and what happened."""
    things = {
        t.get("name") if t.get("face") != "down" else f"? {t.get('place')}": (
            t.get("place"),
            str(t.get("values")),
        )
        for t in view.get("things") or ()
    }
    # Of what is empty nobody knows more than others.
    piles = {p.get("place"): p.get("things") is not None for p in view.get("piles") or () if p.get("count")}
    values = {p.get("name"): str(p.get("values")) for p in view.get("players") or ()}
    said = [line.get("text") for line in view.get("log") or ()]
    return things, piles, values, str(view.get("values")), said
