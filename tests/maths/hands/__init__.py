"""Poker hands for people."""
