"""Versions of packages and ranges of them. Most are so plain that no library is needed to compare them."""

import re
from functools import lru_cache

_PLAIN_RANGE = re.compile(r"(>=|<=|<|>|==) *(\d+(?:\.\d+)*)")
_PLAIN = re.compile(r"\d+(\.\d+)*")


@lru_cache(maxsize=4096)
def fits(version: str, wanted: str) -> bool:
    """Whether a version is in a range; a bad range or version has been reported already, and fits."""
    if not wanted:
        return True
    plain = [_PLAIN_RANGE.fullmatch(one.strip()) for one in wanted.split(",")]
    if _PLAIN.fullmatch(version) and all(plain):
        return all(_in_range(version, one[1], one[2]) for one in plain if one is not None)
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        return SpecifierSet(wanted).contains(Version(version.partition("-")[0]), prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return True


def newest_first(version: str) -> tuple[tuple[int, ...], bool]:
    """A key by which the newest of several versions comes first; one that is not finished comes later."""
    number, _, unfinished = version.partition("-")
    parts = [int(part) if part.isdecimal() else 0 for part in number.partition("+")[0][:200].split(".")]
    return tuple(-part for part in parts), bool(unfinished)


def _in_range(version: str, sign: str, limit: str) -> bool:
    left, right = ([int(part) for part in text[:200].split(".")] for text in (version, limit))
    length = max(len(left), len(right))
    left += [0] * (length - len(left))
    right += [0] * (length - len(right))
    return {
        ">=": left >= right,
        "<=": left <= right,
        "<": left < right,
        ">": left > right,
        "==": left == right,
    }[sign]
