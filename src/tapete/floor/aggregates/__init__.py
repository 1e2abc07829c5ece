"""Aggregates that units share: pots, tickets, cards."""
