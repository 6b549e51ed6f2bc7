"""What is true of a position: the value of any expression, the options of a question, what could be paid.
Changes nothing.
"""
