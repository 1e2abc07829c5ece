"""Questions to the mathematics: which game, under which edition, with which changes by name.

The command line and the floor ask in the same words and are refused for the same reasons.
"""
