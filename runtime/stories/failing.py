"""How a story ends that does not come out as told."""


class Failed(Exception):
    """A line of a story does not hold; or the story itself is wrong."""
