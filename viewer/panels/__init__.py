"""Panels of the heads-up display: each a pure function of the view and the
state of the display, giving SVG and hit boxes."""
