"""Where the camera stands, what it frames, and what lies under the mouse. Draws nothing."""
