"""What rules and money are written in: clauses, rulebooks, plans, amounts, refusals."""
