"""Poker against the bank: one family of verbs, each game a short text on top of them."""
