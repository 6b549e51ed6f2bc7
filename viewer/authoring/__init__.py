"""Working on a game at its own table: sources that change, places in them, table mode, the board editor."""
