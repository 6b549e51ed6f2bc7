"""From text to nodes: declarations cut out of a file, parsed one at a time, with recovery after an error.
Knows no names and no types.
"""
