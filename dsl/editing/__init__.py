"""Edits of sources that change only the lines they are about. Compiles nothing."""
