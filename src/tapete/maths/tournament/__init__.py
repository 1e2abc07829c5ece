"""The mathematics of tournaments."""
