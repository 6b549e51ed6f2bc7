"""The commands, a module each with a `command` in it. What several of them need is in `cli/` itself."""
