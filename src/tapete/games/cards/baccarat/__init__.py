"""Baccarat, or chemin de fer (CAT-III.2): a player holds the bank against the others."""
