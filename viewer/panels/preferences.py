"""What a table gives the interface to begin with, and a person may change: settings, language, keys. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..common.settings import Settings
from .interface import UiState


def adopt(ui: UiState, wanted: Settings) -> UiState:
    """These settings apply from now on."""
    return replace(
        ui,
        text=wanted.text,
        palette=wanted.palette,
        quality=wanted.quality,
        full_screen=wanted.full_screen,
        sound=wanted.sound,
        reduced_motion=wanted.reduced_motion,
        pace=wanted.pace,
        follow_events=wanted.follow_events,
    )


def offer_languages(ui: UiState, languages: Sequence[tuple[str, str]], present: str) -> UiState:
    """The settings have these languages to choose from, with what each is called."""
    return replace(ui, languages=tuple(languages), spoken=present)


def speak(ui: UiState, language: str) -> UiState:
    """Another language was chosen."""
    return replace(ui, spoken=language)


def list_keys(ui: UiState, keys: tuple[tuple[str, str], ...]) -> UiState:
    """The help lists these commands with their keys."""
    return replace(ui, keys=keys)


def limit_help(ui: UiState, mouse: tuple[tuple[str, str], ...], commands: frozenset[str]) -> UiState:
    """The help is of a table at which these things are done with the mouse, and only these commands work."""
    return replace(ui, mouse=mouse, commands=commands)
