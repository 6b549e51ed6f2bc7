"""Folders of sources: what a package is, what its manifest says, which files belong to it."""
