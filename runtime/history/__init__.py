"""A game over time: undo, saves, recordings, every moment at hand, changes by hand. Plays no rule itself."""
