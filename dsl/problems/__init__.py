"""Mistakes as values: their codes, how they are shown, which of them an author allows. Finds none itself."""
