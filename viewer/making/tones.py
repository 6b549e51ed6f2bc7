"""Sounds of the table's own, made of sines and noise: each word is a function that gives its waves. Pure.

Nobody's recording is in them, so they need no licence and no file.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Waves = NDArray[np.float64]

RATE = 22050  # samples a second
LONG = 6.0  # seconds of what goes on and on


@lru_cache(64)
def wav(word: str) -> bytes:
    """A word of `SOUNDS` or `AMBIENCES` as a WAV file."""
    waves = (SOUNDS.get(word) or AMBIENCES[word])()
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((np.clip(waves, -1, 1) * 32000).astype("<i2").tobytes())
    return file.getvalue()


def _time(seconds: float) -> Waves:
    return np.arange(round(seconds * RATE)) / RATE


def _noise(seconds: float, low: float, high: float, seed: int = 1) -> Waves:
    """Noise between two frequencies, as loud as it can be. It ends as it began: it can be repeated."""
    count = round(seconds * RATE)
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(size=count))
    at = np.fft.rfftfreq(count, 1 / RATE)
    spectrum *= 1 / (1 + (low / np.maximum(at, 1)) ** 4) / (1 + (at / high) ** 4)
    found: Waves = np.fft.irfft(spectrum, count)
    return found / np.abs(found).max()


def _tone(seconds: float, start: float, end: float | None = None) -> Waves:
    """A sine that glides from one frequency to another."""
    end = start if end is None else end
    glide = start * (end / start) ** np.linspace(0, 1, round(seconds * RATE))
    found: Waves = np.sin(2 * np.pi * np.cumsum(glide) / RATE)
    return found


def _fading(waves: Waves, half: float, rise: float = 0.002) -> Waves:
    """It begins at once, and is half as loud after each `half` seconds; its very end is silent."""
    at = _time(len(waves) / RATE)
    end = np.clip((at[-1] - at) / 0.01, 0, 1)
    return waves * np.minimum(1, at / rise) * 0.5 ** (at / half) * end


def _after(*parts: tuple[float, Waves]) -> Waves:
    """Several sounds, each from its own second on."""
    whole = np.zeros(max(round(start * RATE) + len(waves) for start, waves in parts))
    for start, waves in parts:
        whole[round(start * RATE) :][: len(waves)] += waves
    return whole


def _step(seed: int, low: float, high: float) -> Waves:
    return _fading(_noise(0.12, low, high, seed), 0.022) * 0.5 + _fading(_tone(0.12, 95, 60), 0.02) * 0.45


def _steps() -> Waves:
    return _after((0.0, _step(1, 200, 1500)), (0.24, _step(2, 160, 1300)))


def _paws() -> Waves:
    each = (_fading(_noise(0.05, 1800, 5200, seed), 0.009) * 0.7 for seed in range(6))
    return _after(*zip((0.0, 0.07, 0.17, 0.24, 0.34, 0.41), each, strict=True))


def _stomp() -> Waves:
    one = _fading(_tone(0.4, 70, 34), 0.08) * 0.85 + _fading(_noise(0.4, 50, 400), 0.05) * 0.3
    return _after((0.0, one), (0.42, one * 0.8))


def _piece() -> Waves:
    """Wood set down on wood."""
    return _fading(_tone(0.09, 900, 700), 0.010) * 0.4 + _fading(_noise(0.09, 700, 3200), 0.008) * 0.35


def _card() -> Waves:
    swish = _noise(0.16, 2200, 8000) * np.sin(np.pi * np.linspace(0, 1, round(0.16 * RATE))) ** 2
    return _after((0.0, swish * 0.45), (0.13, _fading(_noise(0.05, 500, 4000, 2), 0.008) * 0.5))


def _shuffle() -> Waves:
    taps = (
        (0.03 * n + 0.004 * (n % 3), _fading(_noise(0.03, 1500, 7000, n), 0.006) * 0.6) for n in range(18)
    )
    return _after(*taps)


def _dice() -> Waves:
    """It falls, and bounces ever sooner."""
    starts = (0.0, 0.11, 0.19, 0.25, 0.33, 0.36, 0.45, 0.48, 0.55)
    tap = [
        _fading(_tone(0.06, 2100 + 370 * (n * 5 % 4), 1700), 0.007)
        + _fading(_noise(0.06, 900, 6000, n), 0.006)
        for n in range(len(starts))
    ]
    return _after(*((at, one * 0.6 * 0.86**n) for n, (at, one) in enumerate(zip(starts, tap, strict=True))))


def _door() -> Waves:
    """A leaf slides, and stops."""
    at = np.linspace(0, 1, round(0.5 * RATE))
    slide = _noise(0.5, 250, 1400) * np.sin(np.pi * at) ** 0.6 * 0.3 + _tone(0.5, 90, 150) * 0.12 * np.sin(
        np.pi * at
    )
    return _after(
        (0.0, slide),
        (0.47, _fading(_tone(0.25, 110, 60), 0.04) * 0.7),
        (0.47, _fading(_noise(0.2, 200, 2400, 3), 0.02) * 0.4),
    )


def _shot() -> Waves:
    crack = _fading(_noise(0.7, 400, 7000), 0.022, 0.0005)
    tail = _fading(_noise(0.7, 120, 900, 2), 0.11) * 0.35
    return np.clip((crack + tail + _fading(_tone(0.7, 150, 50), 0.04) * 0.6) * 1.1, -0.9, 0.9)


def _burst() -> Waves:
    one = np.clip(
        _fading(_noise(0.3, 350, 6000), 0.016, 0.0005) + _fading(_tone(0.3, 140, 60), 0.03) * 0.5, -0.8, 0.8
    )
    return _after(*((0.085 * n, one * 0.85) for n in range(5)))


def _flames() -> Waves:
    at = np.linspace(0, 1, round(0.9 * RATE))
    return (_noise(0.9, 90, 900) * 0.55 + _noise(0.9, 1200, 5000, 4) * 0.18) * np.sin(np.pi * at**0.6)


def _strike() -> Waves:
    swing = _noise(0.18, 900, 4000) * np.linspace(0, 1, round(0.18 * RATE)) ** 2 * 0.3
    return _after(
        (0.0, swing),
        (0.17, _fading(_noise(0.2, 120, 1600, 5), 0.025) * 0.7),
        (0.17, _fading(_tone(0.2, 130, 60), 0.03) * 0.5),
    )


def _blast() -> Waves:
    return np.clip(
        _fading(_noise(1.6, 25, 500), 0.28, 0.004) * 1.3 + _fading(_tone(1.6, 75, 26), 0.3) * 0.6, -0.95, 0.95
    )


def _hurt() -> Waves:
    return _fading(_noise(0.25, 150, 900), 0.035) * 0.6 + _fading(_tone(0.25, 210, 120), 0.05) * 0.4


def _fall() -> Waves:
    down = _fading(_tone(0.5, 240, 90), 0.13) * 0.3
    return _after(
        (0.0, down),
        (0.3, _fading(_tone(0.35, 80, 42), 0.07) * 0.85),
        (0.3, _fading(_noise(0.3, 80, 700, 6), 0.04) * 0.5),
    )


def _bell(frequency: float, seconds: float = 0.7, half: float = 0.12) -> Waves:
    return sum(
        (
            _fading(_tone(seconds, frequency * times), half / times**0.5) * 0.3 / times
            for times in (1, 2, 3.01)
        ),
        np.zeros(round(seconds * RATE)),
    )


def _chime() -> Waves:
    return _after((0.0, _bell(660)), (0.11, _bell(880)))


def _heal() -> Waves:
    return _after((0.0, _bell(523, half=0.2)), (0.14, _bell(659, half=0.2)), (0.28, _bell(784, half=0.25)))


def _thud() -> Waves:
    return _after((0.0, _bell(196, half=0.08)), (0.16, _bell(147, half=0.14)))


def _ping() -> Waves:
    return _after((0.0, _bell(1240, 0.9, 0.16) * 0.7), (0.32, _bell(1240, 0.9, 0.10) * 0.25))


def _alarm() -> Waves:
    two = [np.tanh(3 * _tone(0.22, each)) * 0.28 for each in (740, 560)]
    return _fading(np.concatenate([*two, *two, *two]), 0.9, 0.01)


def _end() -> Waves:
    chord = ((0.0, 262), (0.12, 330), (0.24, 392), (0.40, 523))
    return _after(*((at, _bell(each, 1.8, 0.4) * 0.8) for at, each in chord))


SOUNDS: dict[str, Callable[[], Waves]] = {
    "steps": _steps,
    "paws": _paws,
    "stomp": _stomp,
    "piece": _piece,
    "card": _card,
    "shuffle": _shuffle,
    "dice": _dice,
    "door": _door,
    "shot": _shot,
    "burst": _burst,
    "flames": _flames,
    "strike": _strike,
    "blast": _blast,
    "hurt": _hurt,
    "fall": _fall,
    "heal": _heal,
    "chime": _chime,
    "thud": _thud,
    "ping": _ping,
    "alarm": _alarm,
    "end": _end,
}


def _swelling(waves: Waves, times: int, least: float) -> Waves:
    """Louder and softer so many times, beginning and ending alike."""
    return waves * (
        least + (1 - least) * (0.5 - 0.5 * np.cos(2 * np.pi * times * np.linspace(0, 1, len(waves))))
    )


def _hum() -> Waves:
    """Machines behind walls, and air that is pumped."""
    low = sum(
        (_tone(LONG, each) * part for each, part in ((50, 0.5), (75, 0.3), (100, 0.25))),
        np.zeros(round(LONG * RATE)),
    )
    return _swelling(low, 2, 0.75) * 0.05 + _swelling(_noise(LONG, 120, 500), 3, 0.6) * 0.05


def _wind() -> Waves:
    return (
        _swelling(_noise(LONG, 150, 600), 1, 0.35) * 0.11
        + _swelling(_noise(LONG, 500, 1500, 2), 2, 0.1) * 0.03
    )


def _rain() -> Waves:
    return _noise(LONG, 900, 6000) * 0.06 + _swelling(_noise(LONG, 200, 700, 2), 1, 0.6) * 0.03


AMBIENCES: dict[str, Callable[[], Waves]] = {"hum": _hum, "wind": _wind, "rain": _rain}
