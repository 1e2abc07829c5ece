"""Baccarat, clause by clause."""
