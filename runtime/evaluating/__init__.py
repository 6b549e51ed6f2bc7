"""Reads a position: the value of any expression, the options of a question, what could be paid. Plays
nothing; what plays is the engine, and the reference interpreter that checks it.
"""
