"""Tournaments (CAT-VII and the Reglamento of Casino Colchagua): seats, chips, places, prizes."""
