"""Work on a game at its own table: sources that change, edits by hand, the board editor. Compiles nothing."""
