"""Mistakes as values: what they say, how they are shown, which of them an author allows."""
