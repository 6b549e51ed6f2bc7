"""What happens next: the state of a game, and what answers and generated code do to it."""
