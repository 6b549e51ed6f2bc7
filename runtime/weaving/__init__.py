"""A program → procedures: hooks and triggers woven into the verbs they belong to. Writes no Python."""
