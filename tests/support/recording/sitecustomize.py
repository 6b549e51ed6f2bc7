"""Notes what a Python process and all that it starts ask of the machine, from their first line on.

Python imports a module of this name by itself when it begins, if the folder is on PYTHONPATH. Each process
writes a file of its own into the folder that RECORD_INTO names: a line of JSON for each event that Python's
audit hooks tell, `[event, what, who]`. `what` may be a path with its links followed; `who` is the file of the
code that asks. Judges nothing: that is for the test. `steps.py` beside it runs commands.
"""

from __future__ import annotations

import json
import os
import sys
from types import CodeType
from typing import Any

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# Events about one path or two; `shutil` and `tempfile` do their work by these. Others by how they begin.
OF_PATHS = (
    "glob.glob",
    *(
        f"os.{name}"
        for name in (
            "chdir",
            "chmod",
            "chown",
            "link",
            "listdir",
            "mkdir",
            "remove",
            "rename",
            "rmdir",
            "scandir",
            "symlink",
            "truncate",
            "utime",
        )
    ),
)
OF_THE_MACHINE = (
    "ctypes.dlopen",
    "ftplib.",
    "http.",
    "os.exec",
    "os.fork",
    "os.kill",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pickle.find_class",
    "pty.",
    "smtplib.",
    "socket.",
    "subprocess.",
    "urllib.",
    "webbrowser.",
)

FILE = os.path.join(os.environ["RECORD_INTO"], f"{os.getpid()}.jsonl")
OUT = os.open(FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def write(event: str, what: Any, who: str) -> None:
    """Note it at once: a process may end in any way."""
    os.write(OUT, json.dumps([event, what, who]).encode() + b"\n")


def note(event: str, args: tuple[Any, ...]) -> None:
    """The audit hook."""
    if event == "open":
        path, _, flags = args
        if not isinstance(path, int):  # a file that is open already was told when it was opened
            write("write" if flags & WRITES else "read", real(path), asking())
    elif event in OF_PATHS:
        named = [arg for arg in args if isinstance(arg, (str, bytes, os.PathLike))]
        for path in named:
            write(event, real(path), asking())
    elif event == "exec":
        code = args[0]
        write(event, code.co_filename if isinstance(code, CodeType) else str(code), asking())
    elif event == "compile":
        source, name = args
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        write(event, [str(name), text if str(name).startswith("<") else None], asking())
    elif event.startswith(OF_THE_MACHINE):
        write(event, [str(arg) for arg in args], asking())


def real(path: Any) -> str:
    """Where a path leads, whatever links are on the way."""
    return os.path.realpath(os.fsdecode(path))


def asking() -> str:
    """The file of the code that caused an event; none where Python itself begins a program."""
    note = sys._getframe().f_back
    caused = note.f_back if note else None
    return caused.f_code.co_filename if caused else ""


sys.addaudithook(note)
