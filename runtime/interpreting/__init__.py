"""The interpreter: statements run one by one as they stand in a program, with no code made for them first.

It runs what runs once, where generating code would take longer than the run: what a story gives, the stories
of a planted mistake, a position made by hand. No game is played by it; tests alone do that (reference/).
"""
