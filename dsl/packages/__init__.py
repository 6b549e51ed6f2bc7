"""Folders of sources: what a package is, what its manifest says, which files are its own. Parses nothing."""
