"""Cards on the table: the croupier's hand first, then each seat's in the order of the deal, with
what a hand counts or is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tapete.core.round.cards import Card
from tapete.core.round.felt import Felt
from tapete.core.round.zone import zone_of
from tapete.games.cards.twentyone.hand import TARGET, is_natural, is_soft, points
from tapete.games.cards.twentyone.rules import TwentyOneRules
from tapete.games.poker.bank.rules import BankRules
from tapete.games.poker.hands import best, in_sight, three
from tapete.telling.explain import Teller
from tapete.telling.names import card_name, hand_name
from tapete.telling.texts import t

COUNTED = ("croupier", "seat")
BUTTON = "boton"
COMMON = "mesa"
"""Where cards lie that belong to every hand of poker."""
OF_THREE_CARDS = "poker-tres-cartas"
NATURALS = {"canal-21": "Canal 21"}
"""What an ace with a ten or figure is called, where it is not Black Jack (CAT-III.1.6.1-01)."""


def draw(felt: Felt, teller: Teller, rules: Any = None) -> RenderableType:
    """The cards on the table, zone by zone; a covered one shows its back, ``D`` is the button."""
    grid = Grid.grid(padding=(0, 2))
    turn = felt.turn[1] if felt.turn is not None else ""
    for zone in sorted(felt.zones, key=place_of):
        lying = felt.zones[zone]
        now = zone == turn
        who = Text(f"{'▸' if now else ' '} {teller.place(zone)}", "bold" if now else "dim")
        if zone == felt.markers.get(BUTTON):
            who.append(" D", "bold")
        grid.add_row(who, faces(lying), Text(count(rules, zone, lying, felt, teller.lang), "cyan"))
    return grid


def place_of(zone: str) -> tuple[int, int, str]:
    """Where a zone comes: the croupier, then seats from his left, then the rest.

    >>> sorted(["quemadas", "seat:2", "seat:5/2", "croupier", "seat:5"], key=place_of)
    ['croupier', 'seat:5', 'seat:5/2', 'seat:2', 'quemadas']
    """
    lies = zone_of(zone)
    if lies.seat is not None:
        return 1, -lies.seat, lies.hand
    return (0 if lies.where == "croupier" else 2), 0, zone


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
    """What a hand of twenty-one counts or a hand of poker is called; nothing in other games or
    for cards out of play."""
    if zone_of(zone).where not in COUNTED or None in cards:
        return ""
    hand = [Card(card) for card in cards if card is not None]
    if isinstance(rules, BankRules):
        return hand_name(poker_hand(rules, hand, common_cards(felt)), lang)
    if not isinstance(rules, TwentyOneRules):
        return ""
    total = points(hand)
    split = "/" in zone or f"{zone}/2" in felt.zones
    if is_natural(hand) and not split:
        return NATURALS.get(rules.game, "Black Jack")
    if total > TARGET:
        return t("cards.over", lang, points=total)
    return f"{total - 10}/{total}" if is_soft(hand) and total < TARGET else str(total)


def common_cards(felt: Felt) -> list[Card]:
    """The cards on the table that every hand uses, as far as they are known."""
    return [Card(card) for card in felt.zones.get(COMMON, ()) if card is not None]


def poker_hand(rules: BankRules, own: Sequence[Card], common: Sequence[Card]) -> str:
    """The category of the best hand these cards make so far."""
    cards = [*own, *common]
    if rules.game == OF_THREE_CARDS and len(cards) == rules.cards_each:
        return three(cards).category
    return (best(cards) if len(cards) >= 5 else in_sight(cards)).category
