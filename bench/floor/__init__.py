"""The floor under load: bots on loopback against a served casino, and rounds against the disk."""
