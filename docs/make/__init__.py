"""The pages of docs/ that are made from the clauses, the rulebooks and the code."""
