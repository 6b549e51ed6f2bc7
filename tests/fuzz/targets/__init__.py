"""The targets, one module each; a new one is a line here."""

from __future__ import annotations

from ..target import Target
from .archives import Archives
from .calls import Calls
from .declarations import Declarations
from .folders import Folders
from .kept import Kept
from .manifests import Manifests
from .odd_text import OddText
from .pictures import Pictures
from .recordings import Recordings
from .resources import Resources
from .saves import Saves
from .seen import Seen
from .sources import Sources
from .translations import Translations

TARGETS: tuple[Target, ...] = (
    Declarations(),
    Sources(),
    Manifests(),
    Translations(),
    Saves(),
    Recordings(),
    Seen(),
    Kept(),
    Calls(),
    Resources(),
    OddText(),
    Folders(),
    Archives(),
    Pictures(),
)

BY_NAME = {target.name: target for target in TARGETS}
