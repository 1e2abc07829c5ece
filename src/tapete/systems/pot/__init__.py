"""The pot of tables, bingo halls and machines: one algorithm, one identity, one aggregate."""
