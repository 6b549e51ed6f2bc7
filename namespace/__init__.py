"""The name under which all folders are installed, and nothing else.

Without this module `tilewright` would be a namespace without a folder. Where a checkout is installed as it
stands, setuptools makes such a one findable by a relative entry of Python's path: a folder of that name in
the current folder, which may be a stranger's, would be searched for modules.
"""
