"""From text to nodes: declarations cut out of a file, read one at a time, and mended where broken."""
