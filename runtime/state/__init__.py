"""A position as data, the program it belongs to, and the primitives that change it. Runs no rule."""
