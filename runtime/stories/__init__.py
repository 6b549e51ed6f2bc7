"""The tests that authors write: told to the engine, compared with what happened, and counted."""
