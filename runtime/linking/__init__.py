"""From a program to procedures: who reads and writes what, rules woven into their verbs, one build linked."""
