"""What can be done with something that is no choice yet: the answers that lead to it, in order. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.schemas.view import SeenOption

from .choices import said_beside


@dataclass(frozen=True, slots=True)
class Deed:
    """The options to answer with until the thing, space or link of this name is chosen."""

    name: str
    steps: tuple[Mapping[str, Any], ...]
    further: tuple[str, ...] = ()
    """The spaces of the way there, where the last step leads to the first."""
    stop: str = ""
    """The last of them that is reached."""

    @property
    def title(self) -> str:
        """What is done, and with what: `Attack, Shotgun`."""
        said = [str(step["label"]) for step in self.steps if not self._is_named(step)]
        return ", ".join(said or [str(self.steps[-1]["label"])])

    @property
    def said(self) -> str:
        """What it costs, and what its rules say comes of it."""
        return ", ".join(said for step in self.steps if (said := said_beside(step)))

    def _is_named(self, step: Mapping[str, Any]) -> bool:
        """Whether a step says only what was pointed at."""
        pointed = {self.name, *self.further[:1]}
        return step.get("action") is None and not pointed.isdisjoint(
            (step.get("thing"), step.get("space"), step.get("link"))
        )


def meant(step: Mapping[str, Any], options: Sequence[SeenOption]) -> SeenOption | None:
    """The option of a question that was foreseen as a step; None if the question is another one."""
    found = next((one for one in options if one["id"] == step["id"]), None)
    # Labels may have grown by what tells two of them apart.
    same = found is not None and str(found["label"]).startswith(str(step["label"]))
    return found if same and found is not None and found.get("action") == step.get("action") else None
