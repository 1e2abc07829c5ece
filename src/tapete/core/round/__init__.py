"""What a round is made of: asks, events, bets, chance, the felt, and the record of it."""
