"""Names for JSON documents and their parts. Their shapes are in the schemas beside this module."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]
"""A document, or a part of one that is a table."""

ProgramDocument = dict[str, Any]
"""A whole program, as docs/internals/program.md describes it."""

Node = dict[str, Any]
"""An operation of a program, or a part of it that holds some."""
