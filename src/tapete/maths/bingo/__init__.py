"""The mathematics of bingo: when the first line and the first bingo come."""
