"""Mistakes planted on purpose, one at a time: where a source can be changed, and what stands there then.

Finds no mistake itself: whoever plants one looks who notices.
"""
