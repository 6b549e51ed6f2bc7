"""Where chance comes from: a linear congruential generator of 64 bits, begun with a seed that is scrambled.

The multiplier and increment are those of Knuth's MMIX. Alone they would let seeds in a row begin alike: their
first numbers lie on a line, so that some face of a die never comes first. Scrambled, as in SplitMix64
(Steele, Lea and Flood, 2014), neighbouring seeds have nothing in common.
"""

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = 2**64 - 1

GAME, BOT, GUESS = range(3)
"""Who draws. With one seed each has numbers of their own: a bot's tell nothing of the game's."""

_GOLDEN = 0x9E3779B97F4A7C15


def begun(seed: int, stream: int = GAME) -> int:
    """Where a generator begins that has this seed."""
    r = (seed + (stream + 1) * _GOLDEN) & MASK
    r = ((r ^ (r >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    r = ((r ^ (r >> 27)) * 0x94D049BB133111EB) & MASK
    return r ^ (r >> 31)


def following(r: int) -> int:
    """Where the generator is after one more number."""
    return (r * MULTIPLIER + INCREMENT) & MASK


def value(r: int, number: int) -> int:
    """The number from 0 to below `number` that is drawn where the generator is."""
    return (r >> 33) % number


class Luck:
    """A generator apart from the game's, which nothing but its rules may touch."""

    def __init__(self, r: int) -> None:
        self.r = r

    def below(self, number: int) -> int:
        """A number from 0 to below `number`."""
        # `following` and `value` in one: bots draw a number for every answer.
        self.r = r = (self.r * MULTIPLIER + INCREMENT) & MASK
        return (r >> 33) % number
