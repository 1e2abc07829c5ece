"""The record shown in docs/acta.md: a real round of French roulette."""

from __future__ import annotations

from tapete import __version__
from tapete.chance import tape
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.table.table import Table
from tapete.games.registry import find


def example() -> str:
    """Zero comes up; red goes to prison and the pleno on zero is paid."""
    limits = Limits(min=1000, max=500_000)
    game = find("ruleta-francesa")
    table = Table(
        game, terms=game.terms(limits=limits), seats=[3, 5], name="RF-1", version=__version__
    )
    table.open_play(["croupier", "croupier", "jefe-de-mesa"])
    slip = Slip(
        (Place(3, "rojo", 10_000), Place(3, "pleno:0", 1000), Place(5, "docena:2", 5000)),
    )
    record = table.play(tape([slip, "0", "prision"]))
    return f"```acta\n{record.text()}```"
