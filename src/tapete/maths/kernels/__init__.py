"""Compiled rounds: the same rulebook, another lane, held against the engine on common tapes."""
