"""Cases: small packages in one file, with the problems that are expected written where they happen.

    --- what this chunk is about
    content for case

    card axe "Axe":
      csot: 3                #! E0203 "did you mean `cost`?"
    >>> more.wright
    tests for case

Chunks are parted by `---`, the files of one chunk by `>>> NAME`. If the first does not say what it is, it
is a `system case`. What stands above the first chunk is a file of every chunk. A remark `#! CODE "part of the
message"` expects a problem in its line; in a line of its own it speaks of the next line, or with `+2` (`-1`)
of the second one below (the one above). What is expected must come, and nothing else may.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tilewright.dsl.compile import check_package
from tilewright.dsl.packages.manifest import Manifest
from tilewright.dsl.packages.package import Package
from tilewright.dsl.problems.diagnostics import Diagnostic
from tilewright.dsl.source import Source

_EXPECTED = re.compile(r" *#!(?P<said>.*)$")
_ONE = re.compile(r'(?:(?P<below>[+-]\d+) +)?(?P<code>[EWN]\d{4})(?: +"(?P<part>[^"]*)")?')
_HEADER = re.compile(r"(system|content|tests|library|mod)\b")
_FILE = re.compile(r">>> *(\S+)$")


@dataclass(frozen=True, slots=True)
class Expected:
    """A problem that must come: its code, a part of what it says, and where."""

    code: str
    part: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Case:
    """One chunk: its sources and what is expected of them."""

    name: str
    sources: tuple[Source, ...]
    expected: tuple[Expected, ...]

    def package(self) -> Package:
        return in_memory(self.sources)

    def problems(self) -> list[Diagnostic]:
        """What the compiler says of it."""
        return check_package(self.package())

    def differences(self) -> list[str]:
        """Every problem that was not expected, and every expected one that did not come."""
        left = list(self.expected)
        found = []
        for problem in self.problems():
            fits = next((one for one in left if _fits(one, problem)), None)
            if fits is not None:
                left.remove(fits)
            else:
                place = f"{problem.span.file}:{problem.span.line}"
                found.append(f"unexpected {place} {problem.code} {problem.message} | {problem.help}")
        return found + [f"missing {one.file}:{one.line} {one.code} {one.part}" for one in left]


def in_memory(sources: tuple[Source, ...], name: str = "case") -> Package:
    """A package of these sources that lies nowhere."""
    return Package(name, name.title(), "1.0.0", Path(), Manifest(name, name.title(), "1.0.0"), sources)


def package_of(text: str, *more: tuple[str, str]) -> Package:
    """A package of one file, and of others by their names."""
    files = (("case.wright", text), *more)
    return in_memory(tuple(Source(f"case/{name}", content) for name, content in files))


def cases_in(file: Path) -> Iterator[Case]:
    """The chunks of a file."""
    head, *chunks = re.split(r"^---(.*)\n", file.read_text("utf-8"), flags=re.MULTILINE)
    prelude = file.with_name("prelude.wright")
    shared = prelude.read_text("utf-8") if prelude.exists() else ""
    for title, text in zip(chunks[::2], chunks[1::2], strict=True):
        yield _case(f"{file.stem}: {title.strip()}", shared, head + text)


def _case(name: str, shared: str, text: str) -> Case:
    pieces = re.split(r"^(>>> *\S+)\n", text, flags=re.MULTILINE)
    files = [("case.wright", pieces[0])]
    files += [
        (mark.removeprefix(">>>").strip(), body)
        for mark, body in zip(pieces[1::2], pieces[2::2], strict=True)
    ]
    sources = [Source("case/prelude.wright", shared)] if shared else []
    expected: list[Expected] = []
    for number, (file, body) in enumerate(files):
        path = f"case/{file}"
        whole = body if number else _with_header(body)
        plain = "\n".join(_lines(path, whole.split("\n"), expected))
        if plain.strip():
            sources.append(Source(path, plain))
    return Case(name, tuple(sources), tuple(expected))


def _with_header(body: str) -> str:
    first = next((line for line in body.split("\n") if line.strip() and not line.startswith("#")), "")
    return body if not first or _HEADER.match(first) else f"system case\n\n{body}"


def _lines(path: str, lines: list[str], expected: list[Expected]) -> Iterator[str]:
    """The lines without what they expect, which is noted down."""
    for number, line in enumerate(lines, 1):
        found = _EXPECTED.search(line)
        if found is None:
            yield line
            continue
        own_line = not line[: found.start()].strip()
        for one in _ONE.finditer(found["said"]):
            below = int(one["below"]) if one["below"] else int(own_line)
            expected.append(Expected(one["code"], one["part"] or "", path, number + below))
        yield line[: found.start()]


def _fits(expected: Expected, problem: Diagnostic) -> bool:
    others = [f"{one.message} {one.span.file}:{one.span.line}" for one in problem.related]
    said = " | ".join([problem.message, problem.help, *others])
    place = (problem.span.file, problem.span.line)
    return (problem.code, *place) == (expected.code, expected.file, expected.line) and expected.part in said
