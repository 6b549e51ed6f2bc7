"""The command line: joins compiler, engine and viewer, and prints for people. No rule of the language, of a
game or of the table is written here.
"""
