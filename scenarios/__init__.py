"""The games that come with Tilewright, as text: a folder each, with sources, texts and recorded games.

There is no Python here. The folders are data that the command line finds through `importlib.resources`;
`std` is the library that the other games use.
"""
