"""Cards on the table: the croupier's hand first, then each seat's in the order of the deal, with
what a hand counts where the game counts it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tapete.cli.explain import Teller
from tapete.cli.names import card_name
from tapete.cli.texts import t
from tapete.core.cards import Card
from tapete.core.felt import Felt
from tapete.games.cards.twentyone.hand import TARGET, is_natural, is_soft, points
from tapete.games.cards.twentyone.rules import TwentyOneRules

COUNTED = ("croupier", "seat")
NATURALS = {"canal-21": "Canal 21"}
"""What an ace with a ten or figure is called, where it is not Black Jack (CAT-III.1.6.1-01)."""


def draw(felt: Felt, teller: Teller, rules: Any = None) -> RenderableType:
    """The cards on the table, zone by zone; a covered one shows its back."""
    grid = Grid.grid(padding=(0, 2))
    turn = felt.turn[1] if felt.turn is not None else ""
    for zone in sorted(felt.cards, key=place_of):
        lying = felt.cards[zone]
        now = zone == turn
        who = Text(f"{'▸' if now else ' '} {teller.place(zone)}", "bold" if now else "dim")
        grid.add_row(who, faces(lying), Text(count(rules, zone, lying, felt, teller.lang), "cyan"))
    return grid


def place_of(zone: str) -> tuple[int, int, str]:
    """Where a zone comes: the croupier, then seats from his left, then the rest.

    >>> sorted(["quemadas", "seat:2", "seat:5/2", "croupier", "seat:5"], key=place_of)
    ['croupier', 'seat:5', 'seat:5/2', 'seat:2', 'quemadas']
    """
    where, _, rest = zone.partition(":")
    if where == "seat":
        return 1, -int(rest.partition("/")[0]), rest
    return (0 if where.partition("/")[0] == "croupier" else 2), 0, zone


def faces(cards: Sequence[str | None]) -> Text:
    """The cards of a hand, red suits in red."""
    line = Text()
    for card in cards:
        if card is None:
            line.append("▒▒ ", "dim")
        else:
            line.append(f"{card_name(card)} ", "bold #ff5f5f" if card[1] in "dh" else "bold")
    return line


def count(rules: Any, zone: str, cards: Sequence[str | None], felt: Felt, lang: str) -> str:
    """What a hand of twenty-one counts; nothing in other games or for cards out of play."""
    where = zone.partition(":")[0].partition("/")[0]
    if not isinstance(rules, TwentyOneRules) or where not in COUNTED or None in cards:
        return ""
    hand = [Card(card) for card in cards if card is not None]
    total = points(hand)
    split = "/" in zone or f"{zone}/2" in felt.cards
    if is_natural(hand) and not split:
        return NATURALS.get(rules.game, "Black Jack")
    if total > TARGET:
        return t("cards.over", lang, points=total)
    return f"{total - 10}/{total}" if is_soft(hand) and total < TARGET else str(total)
