"""What an answer puts at stake, before it is given."""

from __future__ import annotations

from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.core.round.move import Move


def stake_of_answer(ask: Ask[Any] | None, written: Any) -> int:
    """The chips that a written answer would put on the felt; 0 if it is no legal move, which is
    then refused where it is carried out."""
    choice = None if ask is None else ask.choice
    if ask is None or choice is None:
        return 0
    try:
        said = ask.hear(ask.read(written))
        return choice.puts(said) if isinstance(said, Move) and choice.fits(said) else 0
    except (ValueError, Refused):
        return 0
