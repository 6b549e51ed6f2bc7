"""Pictures and films without a window. Draws nothing itself: `rendering/` does."""
