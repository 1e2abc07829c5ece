"""Prepaid cards as an aggregate: sold and loaded at the cage, used at one machine at a time.

Whoever has a card may use it. What it holds goes to the credits of the machine it is put into, and
what is left of them comes back to it when it is taken out; meanwhile it is nowhere else. A lost one
is blocked; what a blocked card holds is given back to the person it was sold to and to nobody else.
"""
