"""Poker: hands, the games against the bank, the games among players, the progressive bet."""
