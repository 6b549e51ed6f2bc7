"""Pictures and films without a window. What they show is drawn by `rendering/`."""
