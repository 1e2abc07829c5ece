"""Tickets on the floor: one book a unit of account, shared by machines and the cage."""
