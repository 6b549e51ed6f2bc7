"""The window at work: loop, mouse, keys, and the open question as a person meets it. Draws nothing itself."""
