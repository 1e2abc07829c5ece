"""The progressive pot of one or more tables (CAT-III.6)."""
