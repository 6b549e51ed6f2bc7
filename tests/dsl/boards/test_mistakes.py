"""What an author reads when a drawing or a table is wrong: the golden file is made to be read."""

from __future__ import annotations

from pathlib import Path

from support.drawn import read

CASES = Path(__file__).with_name("mistakes")


def test_messages(update: bool) -> None:
    cases = sorted(CASES.glob("*.txt"))
    assert len(cases) >= 15
    for case in cases:
        text = case.read_text(encoding="utf-8").split("\n----\n")[0]
        shown = f"{text}\n----\n{said(text)}"
        if update:
            case.write_text(shown, encoding="utf-8")
        assert case.read_text(encoding="utf-8") == shown, (
            f"{case.name}: run with --update and read the difference"
        )


def said(text: str) -> str:
    """All problems of a board; the first line of the case says of which kind its spaces are."""
    of, _, body = text.partition("\n")
    _, problems = read(body, of)
    lines = []
    for problem in sorted(problems):
        # The board's body begins in line 4 of its file, indented by 2.
        where = f"{problem.span.line - 2}:{problem.span.column - 2}"
        lines.append(f"{where} {problem.code} {problem.message}")
        if problem.help:
            lines.append(f"    {problem.help}")
    return "\n".join(lines or ["nothing"]) + "\n"
