"""What leads back to itself, in a graph: defines that read one another, procedures that call one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

Vertex = TypeVar("Vertex", int, str)


def components(graph: Mapping[Vertex, set[Vertex]]) -> Iterator[list[Vertex]]:
    """What leads back to itself together, and everything else alone; what something leads to comes before it.

    Tarjan's way, without calls in calls: a chain may be of any length.
    """
    numbers: dict[Vertex, int] = {}
    lows: dict[Vertex, int] = {}
    met: list[Vertex] = []
    waiting: set[Vertex] = set()
    for root in graph:
        if root in numbers:
            continue
        path = [(root, iter(sorted(graph[root])))]
        while path:
            name, following = path[-1]
            if name not in numbers:
                numbers[name] = lows[name] = len(numbers)
                met.append(name)
                waiting.add(name)
            for one in following:
                if one not in numbers:
                    path.append((one, iter(sorted(graph[one]))))
                    break
                if one in waiting:
                    lows[name] = min(lows[name], numbers[one])
            else:
                path.pop()
                if path:
                    lows[path[-1][0]] = min(lows[path[-1][0]], lows[name])
                if lows[name] == numbers[name]:
                    found = [met.pop()]
                    while found[-1] != name:
                        found.append(met.pop())
                    waiting.difference_update(found)
                    yield found
