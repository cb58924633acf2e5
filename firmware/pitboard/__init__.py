"""Pitboard firmware: table electronics that know the rules of the game."""
