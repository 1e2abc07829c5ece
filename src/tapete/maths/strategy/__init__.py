"""Best play of games in which the player decides: charts, what they are worth, and the book."""
