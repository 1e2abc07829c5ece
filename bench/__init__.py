"""Side by side with peers: how fast the engine plays and the exact lane counts, as ratios."""
