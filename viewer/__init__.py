"""The table: draws a view of a game in 3D and gives back the options that a person chose. Knows no rule."""
