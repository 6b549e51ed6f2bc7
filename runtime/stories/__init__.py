"""The tests that authors write: played, compared with what happened, and counted. Knows no test of the
engine.
"""
