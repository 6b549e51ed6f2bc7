"""Facts about a program: types, what is read and written, what may be none, what never changes, what is
hidden. Changes no program and knows no state.
"""
