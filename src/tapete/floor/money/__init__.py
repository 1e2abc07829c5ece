"""The ledger, the cage, and the days of the house."""
