"""Gaming machines (CAT-VI): their programs, what a play pays, and the machine itself."""
