"""Panels of the display, each a pure function of the view and the state of the interface, and what becomes of
that state. Draws nothing: SVG and hit boxes come out.
"""
