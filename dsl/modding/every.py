"""All meetings of the mods of a package: those of the history, of names, of rules and of texts."""

from ..analysis.callgraph import Flow
from ..check import Checked
from ..packages.package import Package
from ..translations.catalogue import texts_of
from .deciding import decided
from .effects import rule_meetings
from .meetings import Meeting, meetings
from .naming import Setups, naming_meetings
from .order import ModOrder
from .texts import text_meetings


def every_meeting(
    package: Package, checked: Checked, order: ModOrder, home: str, flow: Flow | None, setups: Setups
) -> list[Meeting]:
    """Where two mods meet, each meeting once. Without `flow` (in a game with errors) rules are left out."""
    if len(order.ids) < 2:
        return []
    model = checked.model
    found = meetings(model, order) + naming_meetings(model, flow, order, setups)
    if flow is not None:
        found += rule_meetings(flow, order)
        found += text_meetings(package, model, texts_of(checked, home), order)
    return [decided(one, model, flow, package, order) for one in dict.fromkeys(found)]
