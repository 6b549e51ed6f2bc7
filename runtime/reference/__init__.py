"""The oracle: whole games, campaigns too, played by the interpreter, to compare the generated code with.

It is for tests. Nothing else imports it.
"""

from .campaign import CampaignSession, ReferenceMachine
from .session import ReferenceSession

__all__ = ["CampaignSession", "ReferenceMachine", "ReferenceSession"]
