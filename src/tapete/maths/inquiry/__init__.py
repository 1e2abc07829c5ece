"""Questions to the mathematics: which game, under which edition, with which changes by name.

The command line and the floor ask in the same words and are refused for the same reasons.
"""

from __future__ import annotations

from typing import Any


def answer(question: str, *given: Any) -> bytes:
    """The desk's answer as JSON, or a `Refused`.

    The desk is loaded where the answer is worked out, and not by whoever passes the question on.
    """
    from tapete.maths.inquiry import desk

    return desk.answer(question, *given)
