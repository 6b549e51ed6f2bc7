"""What one seat may know of a game: its view and log. Draws nothing and plays nothing."""
