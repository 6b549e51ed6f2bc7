"""From a program to procedures: rules woven into their verbs. Writes no Python."""
