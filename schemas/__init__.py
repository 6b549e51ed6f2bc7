"""The contracts between the folders, as JSON Schema (draft 2020-12), with the code that loads them and looks
documents through. Imports nothing of the project, and an author never sees one of its messages.
"""
