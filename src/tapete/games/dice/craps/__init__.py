"""Craps and Mini Craps (CAT-IV.1): two dice, a shooter, a point. One round is one throw.

``rules``: what decides each bet. ``cloth``: what may be staked, raised and taken down, and when.
``dice_set``, ``shooter``: the five or six dice, and who throws them. ``throw``: one throw from
"hagan juego" to the last payment. ``acts``: what happens between throws. ``game``: the two games.
"""
