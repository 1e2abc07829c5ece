"""Bingo (CAT-V): cards, series, halls and their games, traditional and electronic."""
