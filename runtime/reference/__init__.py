"""The reference interpreter: the same programs, statement by statement, to check the generated code.

It also runs statements that belong to no program, those of tests and of changes by hand; no game is played
by it otherwise. It walks the program's JSON and keeps its place in Python generators, so what it does can be
read off statement by statement. Its states hold the same as those of the generated code but for the frames
(`State.position`).
"""

from .campaign import CampaignSession, Oracle
from .session import Session

__all__ = ["CampaignSession", "Oracle", "Session"]
