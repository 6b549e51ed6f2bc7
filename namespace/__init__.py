"""The name under which all folders are installed, and nothing else.

Without this module `tilewright` would be a namespace without a folder. Setuptools makes such a one findable, where
a checkout is installed as it stands, by a relative entry of Python's path: by a folder of that name in the current
folder, which may be a stranger's.
"""
