"""War: one card against the croupier's; a tie is given up for half, or fought out (CAT-III.4)."""
