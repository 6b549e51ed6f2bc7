"""The open question for people: how it is put, what each option is, and why something cannot be done."""
