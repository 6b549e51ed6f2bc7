"""Help for players that needs a whole game: odds, overlays, why something is left out. Decides nothing."""
