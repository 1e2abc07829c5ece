"""Treinta y Cuarenta: two rows of cards, black and red, and what is bet on them (CAT-III.5)."""
