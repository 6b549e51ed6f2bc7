"""The open question, for people: its wording, its options, why something cannot be done. Takes no answer."""
