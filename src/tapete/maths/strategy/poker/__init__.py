"""Best play of the poker games against the bank, by sums over every card that can come."""
