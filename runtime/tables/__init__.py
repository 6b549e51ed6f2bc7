"""A table where people and bots sit, the same for terminal and window: who answers what. Draws nothing."""
