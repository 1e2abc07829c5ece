"""What chance decides in a tournament, drawn in the step it belongs to: slips, seat cards, cards.

A command that comes with its draws (slips out of a real box, entered by a person) keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.round.cards import DECK, Card
from tapete.core.round.chance import DrawCard
from tapete.floor.kernel.draws import Draws
from tapete.games.poker.pot import DrawSeat
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import contest, days, entries, play, redraw
from tapete.systems.tournament.life.state import Tournament, taken
from tapete.systems.tournament.seats import Place, Slips

SLIPS = "COL-7.2-03"
CARDS = "COL-7.5.1-10"


class Hat:
    """Where slips and cards of a tournament are drawn from."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws

    def one(self, places: list[Place], clause: str = SLIPS) -> Place:
        """One of some places, each as likely."""
        numbers = tuple(range(1, len(places) + 1))
        ask = DrawSeat(seats=numbers, odds=Fraction(1), clause=clause)
        return places[self.draws.answer(ask) - 1]

    def cards(self, keys: Iterable[Any], among: Iterable[Card] = DECK) -> dict[Any, Card]:
        """A card each, none twice."""
        left, found = list(among), {}
        for key in keys:
            card = self.draws.answer(
                DrawCard(source="sorteo", left=dict.fromkeys(left, 1), clause=CARDS, to="sorteo")
            )
            assert isinstance(card, str)
            left.remove(card)
            found[key] = card
        return found

    def field(self, now: Tournament, tables: Iterable[int]) -> dict[str, Any]:
        """A slip for everybody on these tables, and cards for the button."""
        numbers = sorted(tables)
        most = redraw.seats_of(now, numbers)
        slips = self.slips(now.accredited, dict.fromkeys(numbers, ()), most)
        first = [entries.read_place(slip) for slip in slips.values()]
        seats = [place.seat for place in first if place.table == numbers[0]]
        return {"slips": slips, "cards": self.cards(seats)}

    def slips(
        self, players: Iterable[str], tables: Mapping[int, Sequence[int]], most: int
    ) -> dict[str, str]:
        """A slip for each, the tables filled evenly; ``tables`` are the seats taken there."""
        left, slips = Slips(tables, most), {}
        for player in players:
            place = self.one(left.next)
            left.take(place)
            slips[player] = str(place)
        return slips

    def seat_cards(self, now: Tournament) -> dict[str, Any]:
        """The seat cards of a table that breaks, shuffled, and a card for each of its players."""
        found = play.breaks(now)
        if not found.table:
            return {}
        free: list[Place] = []
        for number, count in found.share.items():
            left = [
                Place(number, seat)
                for seat in range(1, now.rules.asientos + 1)
                if seat not in now.tables[number].seats
            ]
            for _ in range(count):
                free.append(self.one(left, "COL-7.3-13"))
                left.remove(free[-1])
        shuffled = []
        while free:
            shuffled.append(self.one(free, "COL-7.3-13"))
            free.remove(shuffled[-1])
        return {
            "slips": tuple(map(str, shuffled)), "cards": self.cards(now.tables[found.table].seats),
        }  # fmt: skip


def check_cards(command: Any) -> None:
    """Raise `Refused` for cards that no deck has, or has twice."""
    given: list[Any] = []
    for name in ("cards", "drawn", "card"):
        value = getattr(command, name, None)
        dealt = value.values() if isinstance(value, Mapping) else [value]
        for one in dealt:
            given += one if isinstance(one, tuple) else [one]
    cards = [one for one in given if isinstance(one, str)]
    wrong = [one for one in cards if one not in DECK or cards.count(one) > 1]
    if wrong:
        raise Refused(CARDS, "not-of-a-deck", card=wrong[0][:10])


def with_draws(now: Tournament, command: Any, draws: Draws) -> Any:
    """A command with what chance says to it, where it came without: cards and slips that were
    drawn at a real table come with it."""
    check_cards(command)
    hat = Hat(draws)
    match command:
        case do.Accredit(slip="") | do.Buy(slip=""):
            rebuys = isinstance(command, do.Buy) and command.what == "recompra"
            if now.place_of(command.player) is not None:
                return command
            if rebuys and now.kept_seat(command.player) is not None:
                return command
            slips = entries.open_slips(now) if now.tables else []
            return replace(command, slip=str(hat.one(slips))) if slips else command
        case do.SeatCompany(slips=()):
            drawn_slips = hat.slips(command.players, taken(now.tables), now.rules.asientos)
            return replace(command, slips=tuple(drawn_slips.values()))
        case do.Start() if not command.cards and now.tables and not now.rules.rondas:
            return replace(command, cards=hat.cards(now.tables[now.first_table].seats))
        case do.BreakTable(slips=()):
            return replace(command, **hat.seat_cards(now))
        case do.Redraw() if not command.slips:
            tables = redraw.tables_to_be(now)
            return replace(command, **hat.field(now, tables)) if tables else command
        case do.NextDay() if now.stage == days.STILL:
            if command.cards or now.rules.rondas or not now.tables:
                return command
            return replace(command, cards=hat.cards(now.tables[now.first_table].seats))
        case do.NextDay() if not command.slips and now.stage == redraw.OVER:
            tables = redraw.tables_to_be(now)
            return replace(command, **hat.field(now, tables)) if tables else command
        case do.ColourUp() if not command.cards and command.small > 0:
            ratio = max(command.big // command.small, 1)
            odd = {who: count % ratio for who, count in command.held.items() if count % ratio}
            if sum(odd.values()) > len(DECK):
                return command
            drawn = hat.cards([(who, n) for who, count in odd.items() for n in range(count)])
            cards = {who: tuple(drawn[who, n] for n in range(count)) for who, count in odd.items()}
            return replace(command, cards=cards)
        case do.CallLastHands(card=None):
            low = [card for card in DECK if card[0] in "23456"]
            return replace(command, card=hat.cards(["card"], low)["card"])
        case do.CloseRound() if not command.slips and now.round is not None:
            passes = contest.outcome(now).passes
            if now.round.number == len(now.rules.rondas):
                return command
            empty = dict.fromkeys(contest.tables_next(now, len(passes)), ())
            return replace(command, slips=hat.slips(passes, empty, now.rules.asientos))
        case do.HandOver() if not command.drawn and command.winners and now.bases is not None:
            shared = [by for by in command.winners.values() if len(by) > 1]
            if not any(now.rules.recompensa % len(by) for by in shared):
                return command
            return replace(command, drawn=hat.cards({who: 0 for by in shared for who in by}))
        case do.Pay() if not command.cards and len(now.players) <= len(DECK):
            return replace(command, cards=hat.cards(now.tied)) if now.tied else command
        case _:
            return command
