"""A table of poker among players: the board and the pots, then each seat with its cards, what it
has in, and what it has left."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tapete.cli.terminal.cards_cloth import faces
from tapete.core.round.cards import Card
from tapete.core.round.event import at_seat
from tapete.core.round.felt import Felt
from tapete.core.table.seats import in_order
from tapete.games.poker.circle.rules import CircleRules
from tapete.games.poker.hands import best, best_of_both, in_sight
from tapete.telling.explain import Teller
from tapete.telling.names import hand_name
from tapete.telling.texts import t

BOARD = "mesa"
BUTTON = "boton"


def draw(felt: Felt, teller: Teller, rules: CircleRules) -> RenderableType:
    """The table, seats in the order of the deal; ``D`` marks the button."""
    lang = teller.lang
    grid = Grid.grid(padding=(0, 1))
    board = felt.zones.get(BOARD, [])
    pots = " · ".join(
        f"{teller.fact('pot', pot)} {teller.money(amount)}" for pot, amount in felt.pots.items()
    )
    for _ in range(6):
        grid.add_column(no_wrap=True)
    shared = Text(f"{teller.place(BOARD)}: ", "dim").append_text(faces(board)) if board else Text()
    turn = felt.turn[0] if felt.turn is not None else None
    for seat in in_order(felt.net):
        lying = felt.zones.get(at_seat(seat), [])
        bet = felt.on("apuesta", seat)
        grid.add_row(
            Text("D" if felt.markers.get(BUTTON) == str(seat) else "", "bold"),
            Text(f"{'▸' if seat == turn else ' '} {teller.who(seat)}", "bold" if lying else "dim"),
            faces(lying),
            Text(teller.money(bet) if bet else "", "yellow"),
            Text(t("play.stack", lang, amount=teller.money(felt.net[seat])), "dim"),
            Text(called(rules, lying, board, lang), "cyan"),
        )
    inside = Group(shared.append(f" {pots}", "yellow"), grid) if board or pots else grid
    return Panel(inside, box=box.ROUNDED, border_style="#1e7a46", expand=False)


def called(rules: CircleRules, own: list[str | None], board: list[str | None], lang: str) -> str:
    """What the cards of a hand that can be seen make so far; nothing while some lie covered."""
    mine = [Card(card) for card in own if card is not None]
    shared = [Card(card) for card in board if card is not None]
    if not mine or len(mine) < len(own):
        return ""
    if getattr(rules, "hand", "") == "dos-y-tres":
        if len(shared) < 3 or len(mine) < 2:
            return ""
        return hand_name(best_of_both(mine, shared).category, lang)
    cards = [*mine, *shared]
    hand = best(cards) if len(cards) >= 5 else in_sight(cards)
    return hand_name(hand.category, lang)
