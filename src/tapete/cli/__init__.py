"""The command line: what a croupier, a player or an auditor types."""
