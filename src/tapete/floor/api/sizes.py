"""How much is read of what somebody sends."""

from __future__ import annotations

BODY_MAX = 65_536
"""Bytes of a body, whatever it is about."""
LETTERS = "/letters"
LETTER_MAX = 8_500_000
"""Bytes of a letter between casinos: the lists of all rooms of a joint game stand in one."""
