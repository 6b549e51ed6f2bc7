"""Texts in other languages: catalogues under `texts/`, what is wrong in them, and programs that use them.
Changes no rule.
"""
