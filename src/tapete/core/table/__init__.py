"""What stands around rounds: seats, duties, money, conduct, and the table that runs them."""
