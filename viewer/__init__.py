"""The table: draws a view of a game in 3D and hands back the options that
a person chose. Knows no rule of any game."""
