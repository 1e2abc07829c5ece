"""Rounds looked up, read again, explained and verified."""
