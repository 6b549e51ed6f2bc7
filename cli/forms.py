"""`--format`: in which form a command prints what it found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def format_option(
    help: str = "text is for people, json for programs.", *, forms: tuple[str, ...] = ("text", "json")
) -> Callable[[Decorated], Decorated]:
    """The option of a command, as its parameter `form`. The first form is the usual one."""
    return click.option("--format", "form", type=click.Choice(forms), default=forms[0], help=help)
