"""Help for players that needs a whole game: odds, what will be, overlays, why not. Decides nothing."""
