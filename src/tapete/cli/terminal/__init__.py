"""The casino in the terminal: what is typed, what is drawn, who sits at the table."""
