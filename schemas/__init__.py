"""The contracts between the folders, as JSON Schema (draft 2020-12), and `load`, which reads them.

What is written to disk or passes from one folder to another has its schema here: packages, programs,
diagnostics, views, saves and replays. A schema is for machines; an author never sees one of its messages.
"""
