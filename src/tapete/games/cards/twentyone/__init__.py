"""The Black Jack family: Black Jack, Perfect Pairs, Challenge 21, Canal 21 (CAT-III.1)."""
