"""Every code a diagnostic can carry, with its title, message, way out, explanation and an example.

E01xx layout and syntax, E02xx names, E03xx types, E04xx verbs and rules, E05xx things and tables, E06xx
boards, E09xx and W09xx packages and mods; W1xxx and E1xxx what is hardly meant, 110x of them files of art and
111x texts in other languages; N09xx notes on remarks. A code never changes its meaning, and one that is given
up is not used again. When a problem is reported is not decided here.
"""

from ..diagnostics import Code
from .art import *  # noqa: F403
from .boards import *  # noqa: F403
from .catalogues import *  # noqa: F403
from .leaks import *  # noqa: F403
from .lints import *  # noqa: F403
from .meaning import *  # noqa: F403
from .missions import *  # noqa: F403
from .mods import *  # noqa: F403
from .names import *  # noqa: F403
from .packages import *  # noqa: F403
from .rules import *  # noqa: F403
from .stories import *  # noqa: F403
from .syntax import *  # noqa: F403
from .things import *  # noqa: F403
from .values import *  # noqa: F403


def every() -> dict[str, Code]:
    """All codes by their code, in order."""
    found = [value for value in globals().values() if isinstance(value, Code)]
    return {code.code: code for code in sorted(found, key=lambda code: code.code)}
