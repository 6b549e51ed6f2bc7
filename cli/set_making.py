"""A set of mods as somebody wants it: found, sorted and locked. For `sets` and the start screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tilewright.host.terminal import say, say_coloured

from . import mod_sets
from .loading import Unplayable, located


def make(name: str, game: str, wanted: Sequence[str]) -> mod_sets.ModSet:
    """Lock what is wanted for a game, and keep it under a name. If mods are missing or do not go together,
    the mistakes are printed, the set stays as it was, and the command ends."""
    from tilewright.dsl.packages.package import read_package
    from tilewright.dsl.problems.render import render_text

    mod_sets.file_of(name)  # what cannot be a name is told before anything else
    game, mods = lasting(game), list(dict.fromkeys(map(lasting, wanted)))
    package, problems = read_package(located(game)[0], mods)
    errors = [one for one in problems if one.is_error]
    if package is None or errors:
        say_coloured(render_text(errors, package, colour=sys.stderr.isatty()), err=True)
        say(f"\nThe set `{name}` stays as it was.", err=True)
        raise Unplayable(errors, package)
    made = mod_sets.ModSet(name, game, tuple(mods), mod_sets.lock(package))
    mod_sets.write(made)
    return made


def lasting(name: str) -> str:
    """A path in full, so that it is found from everywhere; a name stays one."""
    return os.path.abspath(name) if os.path.exists(name) else name
