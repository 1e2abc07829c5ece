"""The mathematics of the games: the same rulebook, other lanes."""
