"""Where one looks in a game's past, and how it plays on from there. Pure: the clock is an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
BEAT = 0.9  # seconds that a moment stays at speed 1
HASTE = 4.0  # from this speed on nothing walks: pieces are where they go


@dataclass(frozen=True, slots=True)
class Playback:
    """`at` is the moment that is shown, None the present; `last` the number of the last one. Moments are
    counted as places on the bar (track.py).

    A recording has no present: at its end it stays at its last moment.
    """

    last: int = 0
    at: int | None = None
    playing: bool = False
    speed: float = 1.0
    due: float = 0.0  # when the next moment is to be shown
    recording: bool = False

    @property
    def shown(self) -> int:
        """The number of the moment that is shown."""
        return self.last if self.at is None else self.at


def seek(p: Playback, moment: int) -> Playback:
    """Show this moment; the last one of a game that goes on is the present."""
    moment = max(0, min(moment, p.last))
    return replace(p, at=None if moment == p.last and not p.recording else moment)


def stop_at(p: Playback, moment: int) -> Playback:
    """The same, and stand still there."""
    return replace(seek(p, moment), playing=False)


def step(p: Playback, by: int) -> Playback:
    """One moment on or back, and stand still."""
    return stop_at(p, p.shown + by)


def toggle(p: Playback, now: float) -> Playback:
    """Play, or stop playing. At the end it begins again from the beginning."""
    if p.playing:
        return replace(p, playing=False)
    if p.last == 0:
        return p
    begun = seek(p, 0) if p.shown >= p.last else p
    return replace(begun, playing=True, due=now + BEAT / p.speed)


def faster(p: Playback, by: int) -> Playback:
    """The next speed up or down."""
    here = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - p.speed))
    return replace(p, speed=SPEEDS[max(0, min(here + by, len(SPEEDS) - 1))])


def advance(p: Playback, now: float) -> Playback:
    """The next moment when it is due; a slow machine shows fewer of them, not later ones."""
    if not p.playing or now < p.due:
        return p
    beat = BEAT / p.speed
    moments = 1 + int((now - p.due) / beat)
    on = seek(p, p.shown + moments)
    if on.shown >= p.last:
        return replace(on, playing=False)
    return replace(on, due=p.due + moments * beat)


def follow(p: Playback, last: int, at: int) -> Playback:
    """The game has gone on, or back, or somebody else looks at it. What was shown is at `at` now, and still
    shown; the present stays the present."""
    return seek(replace(p, last=last), at) if p.at is not None else replace(p, last=last)
