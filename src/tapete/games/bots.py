"""The other players: people with names and habits, who bet through the same window as anyone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tapete.core.book.bet import kind_of
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Choose, Pick
from tapete.core.round.bets import Closed, Place
from tapete.core.round.betting import OpenBets
from tapete.games.poker.circle.speak import APOSTAR, IR, PASAR, RESTO, SUBIR

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

    def bet(self, open_bets: OpenBets, purse: int, pick: Pick) -> int:
        """Put some bets down, all legal; gives what they cost."""
        spent = 0
        choices = self._choices(open_bets)
        for _ in range(1 + pick(self.habit.bets)):
            if not choices:
                break
            spent += self._one(open_bets, choices[pick(len(choices))], purse - spent, pick)
        # Where no throw can follow without a certain bet, it is put down as well.
        for seat, bet in open_bets.cloth.needed(open_bets.felt):
            if seat == self.seat and spent < purse:
                spent += self._one(open_bets, bet, purse - spent, pick)
                break
        return spent

    def _choices(self, open_bets: OpenBets) -> list[str]:
        bets = list(open_bets.cloth.bets())
        liked = [bet for bet in bets if kind_of(bet) in self.habit.kinds]

        def is_open(bet: str) -> bool:
            return not isinstance(open_bets.room(self.seat, bet), Closed)

        return [bet for bet in liked if is_open(bet)] or [bet for bet in bets if is_open(bet)]

    def _one(self, open_bets: OpenBets, bet: str, purse: int, pick: Pick) -> int:
        room = open_bets.room(self.seat, bet)
        if isinstance(room, Closed):
            return 0
        least, _ = open_bets.window.limits.of(bet)
        wanted = max(room.low, least * (1 + pick(self.habit.units)))
        if room.high is not None:
            wanted = min(wanted, room.high)
        if open_bets.cloth.cost(bet, wanted) > purse:
            wanted = room.low
        amount = room.low + (wanted - room.low) // room.step * room.step
        cost = open_bets.cloth.cost(bet, amount)
        if not 0 < cost <= purse:
            return 0
        try:
            open_bets.take(Place(self.seat, bet, amount))
        except Refused:
            return 0
        return cost

    def choose(self, ask: Choose, purse: int, pick: Pick) -> str:
        """The cautious take what is offered by default; the bold go on where they can pay it."""
        if SUBIR in ask.closed or any(option.name == SUBIR for option in ask.options):
            return self.speak(ask, purse, pick)
        if self.habit.bold:
            for move in GOES_ON:
                if ask.fits(move) and ask.puts(move) <= purse:
                    return move
        return ask.default

    def speak(self, ask: Choose, purse: int, pick: Pick) -> str:
        """A word in a betting round: the cautious pay small prices, the bold raise now and then."""
        open_ = {option.name: option for option in ask.options}
        mood = pick(10) + (2 if self.habit.bold else 0)
        for move in (SUBIR, APOSTAR):
            if move in open_ and mood >= DARING:
                return f"{move}:{open_[move].low}"
        pays = IR if IR in open_ else RESTO
        price = 0 if pays == RESTO and PASAR in open_ else ask.puts(pays)
        if not price:
            return next((move for move in (PASAR, IR) if move in open_), ask.default)
        dear = price * 8 > purse
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


def bets_of(bots: list[Bot], open_bets: OpenBets, purses: Mapping[int, int], pick: Pick) -> None:
    """Let every bot bet, and take back what could not stand at the close."""
    for bot in bots:
        if bot.seat in open_bets.window.seats:
            bot.bet(open_bets, purses.get(bot.seat, 0), pick)
            for action in open_bets.repairs(bot.seat):
                try:
                    open_bets.take(action)
                except Refused:
                    continue


def unattended(ask: Ask[object], bots: list[Bot], purses: Mapping[int, int], pick: Pick) -> object:
    """The answer of a table where only bots sit, to anything but a betting window."""
    bot = next((bot for bot in bots if bot.seat == ask.put_to.seat), None)
    if bot is not None and ask.choice is not None:
        return bot.choose(ask.choice, purses.get(bot.seat, 0), pick)
    return ask.some(pick) if ask.silence is None else ask.silence
