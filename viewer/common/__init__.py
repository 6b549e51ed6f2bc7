"""What all of the viewer stands on: plane geometry, SVG, colours, settings, the session and its choices.
Imports no other room of the viewer.
"""
