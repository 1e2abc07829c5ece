"""The screen of a table: the drawn cloth, whose chips lie where, and what was just said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from tapete.cli.terminal import box_cloth, cards_cloth, circle_cloth, roulette_cloth
from tapete.cli.terminal.canvas import Chips
from tapete.core.round.felt import Felt
from tapete.games.poker.circle.rules import CircleRules
from tapete.telling.explain import Teller
from tapete.telling.names import bet_name, named
from tapete.telling.texts import pesos

NOTES = 14
CLOTH_HEIGHT = 26
MANY_BETS = 60


class Screen:
    """Draws for one player. On a terminal each picture is whole; elsewhere lines follow lines."""

    def __init__(self, lang: str, teller: Teller, *, whole: bool) -> None:
        self.lang, self.teller, self.whole = lang, teller, whole
        self.console = Console(highlight=False)
        self.notes: list[Text] = []

    def note(self, text: str | Text, style: str = "") -> None:
        """Something to be told: kept for the next picture, or printed at once."""
        line = Text(text, style) if isinstance(text, str) else text
        self.notes.append(line)
        if not self.whole:
            self.console.print(line, soft_wrap=True)

    def forget(self) -> None:
        """Begin a new page of notes."""
        self.notes = []

    def page(self, *parts: RenderableType) -> None:
        """Something long that was asked for: rules, bets, history."""
        if self.whole:
            self.console.clear()
        for part in parts:
            self.console.print(part)

    def page_after(self, part: RenderableType) -> None:
        """Something that belongs under what is already seen."""
        self.console.print(part, soft_wrap=True)

    def hands(self, felt: Felt, rules: Any = None) -> None:
        """The cards on the table, where the whole table is not drawn."""
        if felt.zones and not self.whole:
            if isinstance(rules, CircleRules):
                self.console.print(circle_cloth.draw(felt, self.teller, rules))
            else:
                self.console.print(cards_cloth.draw(felt, self.teller, rules))

    def table(self, title: str, rules: Any, felt: Felt, chips: Chips, bets: Sequence[str]) -> None:
        """The table as it stands."""
        if self.whole:
            self.console.clear()
        self.console.print(Rule(Text(title, "bold"), style="#1e7a46"))
        self.console.print(cloth(rules, felt, chips, self.teller, bets))
        lying = on_the_felt(felt, chips, self.teller)
        if lying is not None:
            self.console.print(lying)
        if self.whole:
            room = max(6, min(NOTES, self.console.height - CLOTH_HEIGHT))
            for line in self.notes[-room:]:
                self.console.print(line, soft_wrap=True)


def cloth(
    rules: Any, felt: Felt, chips: Chips, teller: Teller, bets: Sequence[str]
) -> RenderableType:
    """The drawn cloth of the game's family; any other game has boxes, and its cards above."""
    if hasattr(rules, "zeros") and hasattr(rules, "red"):
        return roulette_cloth.draw(rules, felt, chips, teller.lang)
    if isinstance(rules, CircleRules):
        return circle_cloth.draw(felt, teller, rules)
    boxes = box_cloth.draw(rules, felt, chips, teller.lang, bets[:MANY_BETS])
    return Group(cards_cloth.draw(felt, teller, rules), boxes) if felt.zones else boxes


def on_the_felt(felt: Felt, chips: Chips, teller: Teller) -> RenderableType | None:
    """Whose chips lie where, seat by seat, yours first."""
    by_seat: dict[int, list[str]] = {}
    for bet, stakes in felt.chips.items():
        for seat, amount in stakes.items():
            mark = felt.marks.get((seat, bet))
            said = f"{bet_name(bet, teller.lang)} {teller.money(amount)}"
            said += f" ({named('mark', mark, teller.lang)})" if mark else ""
            by_seat.setdefault(seat, []).append(said)
    if not by_seat:
        return None
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    for seat in sorted(by_seat, key=lambda seat: (seat != chips.you, seat)):
        style = chips.style(seat)
        grid.add_row(Text(f"● {teller.who(seat)}", style), Text(" · ".join(by_seat[seat])))
    return grid


def net_line(nets: Mapping[int, int], chips: Chips, teller: Teller) -> Text:
    """What each seat won or lost, in one line."""
    line = Text("  ")
    for seat in sorted(nets, key=lambda seat: (seat != chips.you, seat)):
        line.append("● ", chips.style(seat)).append(f"{teller.who(seat)} ")
        line.append(*signed(nets[seat], teller.lang)).append("   ")
    return line


def signed(amount: int, lang: str) -> tuple[str, str]:
    """An amount with its sign, and the style it is shown in.

    >>> signed(-5000, "es"), signed(0, "es")
    (('-$5.000', '#ff8787'), ('$0', 'dim'))
    """
    if not amount:
        return pesos(0, lang), "dim"
    sign, style = ("+", "#87d787") if amount > 0 else ("-", "#ff8787")
    return sign + pesos(abs(amount), lang), style
