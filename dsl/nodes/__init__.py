"""What the text says, node by node: frozen values with spans, whose fields are the children of the grammar
rule of the same name, in their order. Nothing is added to them: what is found out later
(names, types, numbers) gets types of its own.
"""

from .blocks import *  # noqa: F403
from .expressions import *  # noqa: F403
from .files import *  # noqa: F403
from .node import *  # noqa: F403
from .rules import *  # noqa: F403
from .statements import *  # noqa: F403
from .stories import *  # noqa: F403
from .things import *  # noqa: F403
from .type_syntax import *  # noqa: F403
from .vocabulary import *  # noqa: F403
