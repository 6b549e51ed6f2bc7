"""Menus: the start screen, the menu of a table, the end of a game. Never compiles or begins a game itself."""
