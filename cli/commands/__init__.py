"""The commands, a module each with a `command` in it; its first line is what `tilewright --help` says of it.
What several of them need is in `cli/` itself.
"""
