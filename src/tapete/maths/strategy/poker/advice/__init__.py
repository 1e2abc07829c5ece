"""What the sums say to a player: an answer to every question of a round, and charts to read."""
