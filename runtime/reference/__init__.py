"""The reference interpreter: the same programs, statement by statement, to check the generated code, and to
run statements that belong to no program, as tests and changes by hand do. No game is played by it otherwise.
"""

from .campaign import CampaignSession, ReferenceMachine
from .session import ReferenceSession

__all__ = ["CampaignSession", "ReferenceMachine", "ReferenceSession"]
