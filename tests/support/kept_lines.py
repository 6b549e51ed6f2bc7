"""What is found out about lines of sight, small: as it is kept, and as it is found again."""

from __future__ import annotations

from tilewright.runtime.geometry import line_cache as lines


def best() -> lines.Best:
    """A table of the best lines: that which is kept, else kept from now on."""
    table: lines.Best = {(a, b): None if a + b == 9 else (a, b) for a in range(8) for b in range(8)}
    found = lines.load("0", 8)
    if found is None:
        lines.store("0", table)
    return found or table


def masks() -> lines.MaskTable:
    """What the lines of each pair need to be clear: what is kept, else kept from now on."""
    table: lines.MaskTable = {(a, b): tuple(range(a, b)) for a in range(8) for b in range(8)}
    found = lines.load_masks("0", 8, 3)
    if found is None:
        lines.store_masks("0", table)
    return found or table
