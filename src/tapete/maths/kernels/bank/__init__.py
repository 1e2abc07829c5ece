"""Poker against the bank compiled: one hand, a fresh deck for every round, best play by tables."""
