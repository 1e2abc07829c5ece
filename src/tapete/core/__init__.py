"""Asks, events, rounds, records, felt, seats, money, clauses, rulebooks. Pure."""
