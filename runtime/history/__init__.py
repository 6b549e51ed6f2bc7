"""A game over time: saves, replays, every moment at hand, changes by hand, and new rules in mid-game."""
