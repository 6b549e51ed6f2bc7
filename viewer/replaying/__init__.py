"""Time at the table: looking back, playing a recording, branching, saving, notes. Plays no rule."""
