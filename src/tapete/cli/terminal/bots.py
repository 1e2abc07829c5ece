"""The other players: people with names and habits, who bet through the same window as anyone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tapete.core.ask import Ask, Choose, Pick, Ruling
from tapete.core.bets import Closed, Place
from tapete.core.refused import Refused
from tapete.core.window import BetWindow, Taking
from tapete.games.poker.circle.speak import APOSTAR, IR, PASAR, RESTO, SUBIR, Speak

NAMES = (
    "Rosa", "Don Lucho", "Camila", "Ignacio", "Sra. Marta", "Tomás", "Violeta", "Hernán",
    "Antonia", "El Gringo", "Pilar", "Ramón", "Gladys", "Benjamín",
)  # fmt: skip
DARING, WARY, KEEN = 9, 7, 3
"""From which mood, of twelve, somebody bets or raises, pays a high price, or pays a low one."""
GOES_ON = ("prision", "voy", "ir", "guerra", "esperar")


@dataclass(frozen=True)
class Habit:
    """How somebody bets: on which kinds, how many bets a round, how many minimums on each."""

    kinds: tuple[str, ...]
    bets: int
    units: int
    bold: bool = False


HABITS = (
    Habit(("rojo", "negro", "par", "impar", "pass", "1", "2", "low", "corona"), 1, 10),
    Habit(("pleno", "40a", "40b", "hard-6", "hard-8", "any-treble", "ancla"), 3, 2, bold=True),
    Habit(("docena", "columna", "right", "field", "big-6", "5", "corazon"), 2, 5),
    Habit(("caballo", "cuadro", "calle", "come", "odds-pass", "10", "pique"), 3, 3),
    Habit(("mayor", "menor", "dont-pass", "dont-come", "20", "high", "trebol"), 1, 15, bold=True),
    Habit((), 3, 4),
)


@dataclass
class Bot:
    """Somebody at the table who is not you."""

    seat: int
    name: str
    habit: Habit

    def bet(self, taking: Taking, purse: int, pick: Pick) -> int:
        """Put some bets down, all legal; gives what they cost."""
        spent = 0
        choices = self._choices(taking)
        for _ in range(1 + pick(self.habit.bets)):
            if not choices:
                break
            spent += self._one(taking, choices[pick(len(choices))], purse - spent, pick)
        # Where no throw can follow without a certain bet, it is put down as well.
        for seat, bet in taking.window.cloth.needed(taking.felt):
            if seat == self.seat and spent < purse:
                spent += self._one(taking, bet, purse - spent, pick)
                break
        return spent

    def _choices(self, taking: Taking) -> list[str]:
        bets = list(taking.window.cloth.bets())
        liked = [bet for bet in bets if bet.partition(":")[0] in self.habit.kinds]

        def is_open(bet: str) -> bool:
            return not isinstance(taking.room(self.seat, bet), Closed)

        return [bet for bet in liked if is_open(bet)] or [bet for bet in bets if is_open(bet)]

    def _one(self, taking: Taking, bet: str, purse: int, pick: Pick) -> int:
        room = taking.room(self.seat, bet)
        if isinstance(room, Closed):
            return 0
        least, _ = taking.window.limits.of(bet)
        wanted = max(room.low, least * (1 + pick(self.habit.units)))
        if room.high is not None:
            wanted = min(wanted, room.high)
        if taking.window.cloth.cost(bet, wanted) > purse:
            wanted = room.low
        amount = room.low + (wanted - room.low) // room.step * room.step
        cost = taking.window.cloth.cost(bet, amount)
        if not 0 < cost <= purse:
            return 0
        try:
            taking.take(Place(self.seat, bet, amount))
        except Refused:
            return 0
        return cost

    def decide(self, ask: Choose, purse: int) -> str:
        """The cautious take what is offered by default; the bold go on where they can pay it."""
        if self.habit.bold:
            for move in GOES_ON:
                if ask.fits(move) and ask.puts(move) <= purse:
                    return move
        return ask.default

    def speak(self, ask: Speak, pick: Pick) -> str:
        """A word in a betting round: the cautious pay small prices, the bold raise now and then."""
        open_ = {option.name: option for option in ask.options}
        mood = pick(10) + (2 if self.habit.bold else 0)
        for move in (SUBIR, APOSTAR):
            if move in open_ and mood >= DARING:
                return f"{move}:{open_[move].low}"
        if not ask.to_call:
            return next((move for move in (PASAR, IR) if move in open_), ask.default)
        dear = ask.to_call * 8 > ask.stack
        if mood >= (WARY if dear else KEEN):
            return next((move for move in (IR, RESTO) if move in open_), ask.default)
        return ask.default


def seat_bots(seats: list[int], pick: Pick) -> list[Bot]:
    """Somebody for each of these seats, no name twice."""
    names, bots = list(NAMES), []
    for number, seat in enumerate(seats):
        name = names.pop(pick(len(names))) if names else f"N.º {number + 1}"
        bots.append(Bot(seat, name, HABITS[(number + pick(len(HABITS))) % len(HABITS)]))
    return bots


def bets_of(bots: list[Bot], taking: Taking, purses: Mapping[int, int], pick: Pick) -> None:
    """Let every bot bet, and take back what could not stand at the close."""
    for bot in bots:
        if bot.seat in taking.window.seats:
            bot.bet(taking, purses.get(bot.seat, 0), pick)
            for action in taking.repairs(bot.seat):
                try:
                    taking.take(action)
                except Refused:
                    continue


def unattended(ask: Ask[object], bots: list[Bot], purses: Mapping[int, int], pick: Pick) -> object:
    """The answer of a table where only bots sit, to anything but a betting window."""
    assert not isinstance(ask, BetWindow)
    match ask:
        case Choose():
            bot = next((bot for bot in bots if bot.seat == ask.seat), None)
            if bot is None:
                return ask.default
            if isinstance(ask, Speak):
                return bot.speak(ask, pick)
            return bot.decide(ask, purses.get(bot.seat, 0))
        case Ruling():
            return ask.default
    return ask.some(pick)
