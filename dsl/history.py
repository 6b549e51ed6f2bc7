"""The history of a game's declarations: who declared, changed, replaced or deleted what, in order.

Whatever is said of mods is read off this list: what each of them does, and what two of them do to each other.
`subject` and `part` name what is touched; a touch without a part is about all of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from .source import Span

DeclarationChange = Literal["adds", "changes", "extends", "takes", "replaces", "deletes"]
"""`extends` puts more into a list (`+ rapid`), `takes` takes out of it (`without heavy`)."""


PROPERTY_OF = "property of "
"""How the sort of a property begins; its kind follows."""


class Subject(NamedTuple):
    """What is declared: its sort (`thing`, `verb`, `rule` …) and its name, or a rule's label."""

    sort: str
    name: str

    @property
    def property_name(self) -> str:
        """Of a property `lamp.lit`; empty for anything else."""
        kind = self.sort.removeprefix(PROPERTY_OF)
        return "" if kind == self.sort else f"{kind}.{self.name}"


class HistoryEntry(NamedTuple):
    """One entry: a deed, what it was done to, where, and the value before and after.

    Values are nodes as they are written, None where there was none or where it is not one value.
    """

    deed: DeclarationChange
    subject: Subject
    part: str
    span: Span
    value: Any = None
    old: Any = None


@dataclass(slots=True)
class History:
    """All touches, in the order in which they happened."""

    touches: list[HistoryEntry] = field(default_factory=list)
    _latest: dict[tuple[Subject, str], Any] = field(default_factory=dict)
    # Where a deed was last done to a whole subject.
    _whole: dict[tuple[DeclarationChange, Subject], Span] = field(default_factory=dict)

    def note(
        self,
        deed: DeclarationChange,
        sort: str,
        name: str,
        span: Span,
        part: str = "",
        value: object = None,
        now: object = None,
    ) -> None:
        """Enter a touch; what stood there before it is known from the entries so far.

        `now` is what stands there after it, if that is more than `value`: a list that got another member.
        """
        subject = Subject(sort, str(name))
        old = self._latest.get((subject, part))
        if deed == "replaces" and not part:
            self._latest = {key: kept for key, kept in self._latest.items() if key[0] != subject}
        self.touches.append(HistoryEntry(deed, subject, part, span, value, old))
        if not part:
            self._whole[deed, subject] = span
        if value is not None:
            self._latest[subject, part] = value if now is None else now

    def last(self, deed: DeclarationChange, sort: str, name: str) -> Span | None:
        """Where something was last changed, replaced or deleted as a whole; None if it never was."""
        return self._whole.get((deed, Subject(sort, str(name))))

    def standing(self) -> Mapping[tuple[Subject, str], Any]:
        """The value that each part of each subject has in the end."""
        return self._latest

    def deleted(self) -> dict[Subject, HistoryEntry]:
        """What was taken out of the game, with the last entry that says so."""
        return {one.subject: one for one in self.touches if one.deed == "deletes" and not one.part}

    def set(self, sort: str, name: str, part: str, span: Span, value: object = None) -> None:
        """Enter that a part has a value now: it is added, or changed if it had one."""
        known = (Subject(sort, str(name)), part) in self._latest
        self.note("changes" if known else "adds", sort, name, span, part, span if value is None else value)
