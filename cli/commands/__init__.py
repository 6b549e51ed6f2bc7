"""The commands, a module each with a `command` in it; its first line is what `tilewright --help` says of it.
Nothing that two of them need: that is in `cli/` itself.
"""
