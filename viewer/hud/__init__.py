"""Flat pictures over the table: where panels are, the colours that mean something, and SVG."""
