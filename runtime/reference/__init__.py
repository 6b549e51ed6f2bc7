"""A small interpreter of the same programs: the reference for the generated code, never the fast path.

It walks the program's JSON and keeps its place in Python generators, so what it does can be read off
statement by statement. Its states hold the same as those of the generated code but for the frames
(`State.position`).
"""

from .campaign import CampaignSession, Oracle
from .session import Session

__all__ = ["CampaignSession", "Oracle", "Session"]
