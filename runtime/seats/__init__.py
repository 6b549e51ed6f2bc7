"""What one seat may know of a game: its view, its log, what undo must not teach it. Draws nothing and plays
nothing.
"""
