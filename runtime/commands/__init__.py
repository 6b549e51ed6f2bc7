"""The commands, a module each with a `command` in it: the one place to join compiler, engine and viewer."""
