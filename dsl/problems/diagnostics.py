"""A mistake of the author's, as a value: what, where, what was found, what was expected, and a way out.

`codes/` lists every code; `render.py` turns diagnostics into terminal text and JSON.
"""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ..source import Span

Severity = Literal["error", "warning", "note"]
Confidence = Literal["certain", "likely", "possible"]


class Related(NamedTuple):
    """Another place that matters: the first declaration, the rule that would be hooked."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem. Sorted by place, errors first; equal problems at one place are one."""

    code: str
    severity: Severity
    span: Span
    message: str
    help: str = ""
    found: str = ""
    expected: str = ""
    confidence: Confidence = "certain"
    related: tuple[Related, ...] = ()
    suppressed: str | None = None
    name: str = ""  # that it is about, if it is about one
    of: str = ""  # the kind of thing that has no such name
    also_at: tuple[Span, ...] = ()  # where a remark may allow it, too

    @property
    def is_error(self) -> bool:
        return self.severity == "error" and self.suppressed is None

    def because(self, reason: str) -> "Diagnostic":
        """The same problem, suppressed by the author with a reason."""
        return replace(self, suppressed=reason)

    def __lt__(self, other: "Diagnostic") -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[bool, Span, str, str]:
        """What is wrong comes before what is only hardly meant: that may follow from it."""
        return self.severity != "error", self.span, self.code, self.message


class Code(NamedTuple):
    """A kind of problem: a stable code and what is said about it.

    `message` and `help` are format strings over the facts given to `at`; `otherwise` is the help where `help`
    comes out empty, as when no name is near.
    """

    code: str
    title: str
    message: str
    help: str = ""
    explanation: str = ""
    severity: Severity = "error"
    confidence: Confidence = "certain"
    example: str = ""
    otherwise: str = ""

    def at(
        self,
        span: Span,
        *,
        help: str | None = None,
        found: str = "",
        expected: str = "",
        related: tuple[Related, ...] = (),
        **facts: object,
    ) -> Diagnostic:
        """This problem at a place, with its facts."""
        facts |= {"found": found, "expected": expected}
        if help is None:
            help = self.help.format(**facts) or self.otherwise.format(**facts)
        return Diagnostic(
            self.code,
            self.severity,
            span,
            self.message.format(**facts),
            help,
            found,
            expected,
            self.confidence,
            related,
            name=str(facts.get("name", "")),
            of=str(facts.get("of", "")),
        )
