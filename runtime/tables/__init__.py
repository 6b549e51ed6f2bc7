"""A table where people and bots sit: who answers what, and the whole game as text."""
