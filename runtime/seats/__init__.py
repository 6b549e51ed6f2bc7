"""What one seat may know of a game: its view and log, odds and overlays, and what undo must not teach."""
