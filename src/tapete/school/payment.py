"""Payment drills: chips on the cloth and a result; what is paid, what is taken, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tapete.core.book.bet import kind_of
from tapete.core.book.plan import plan
from tapete.core.round.ask import Pick
from tapete.core.round.betting import BetWindow
from tapete.core.round.event import (
    BetLost,
    BetMoved,
    BetReturned,
    BetWon,
    CardDealt,
    CardsCleared,
    Chosen,
    CommissionTaken,
    Event,
    MarkerPut,
    ResultShown,
    RoundVoided,
)
from tapete.core.round.felt import PUBLIC, Felt
from tapete.core.round.pot import PROGRESIVO, PotFed, PotPaid
from tapete.core.table.table import Table
from tapete.games.poker.progressive import progressive_rules
from tapete.games.registry import GAMES, find
from tapete.games.roulette.rules import RouletteRules
from tapete.school.drill import (
    Colour,
    Drill,
    Field,
    Key,
    Made,
    Question,
    Scene,
    UnknownDrill,
)
from tapete.school.party import (
    Again,
    Party,
    Wishes,
    pick_of,
    places,
    seats_for,
    some_bets,
    table_of,
)

PAGOS = "pagos"
ONE, AROUND, WHOLE, SEVERAL, ORDER = "uno", "alrededor", "completo", "mesa", "orden"
SAME_BETS = 120
MOST_TRIES = 4000
SEATS = {SEVERAL: 4, ORDER: 3}
BETS = {ONE: 1, WHOLE: 6, SEVERAL: 3, ORDER: 2}
STEPS = (3, 6)
"""How few and how many steps an order is asked of."""
COMMISSION, WON_BACK = "comision", "ganada"
PLAIN = ("pedir", "plantarse", "doblar", "separar", "voy", "ir", "paso", "no")
"""Decisions that are seen on the felt, or change nothing: there is no need to tell them."""

Theme = Callable[[Sequence[Event], Table], bool]


def _bet_settled(*bets: str) -> Theme:
    return lambda events, table: any(
        isinstance(event, BetWon | BetLost) and kind_of(event.bet).startswith(bets)
        for event in events
    )


def _bet_won(*bets: str) -> Theme:
    return lambda events, table: any(
        isinstance(event, BetWon) and event.bet.startswith(bets) for event in events
    )


def _natural(events: Sequence[Event], table: Table) -> bool:
    """A payment better than even, on a hand: Black Jack, Canal 21."""
    odds = {pay.odds for pay in table.rules.pays.values() if pay.on in ("black-jack", "canal-21")}
    return any(isinstance(event, BetWon) and event.odds in odds for event in events)


def _half(events: Sequence[Event], table: Table) -> bool:
    return any(
        (isinstance(event, BetReturned) and event.why == "mitad") or isinstance(event, BetMoved)
        for event in events
    )


def _commission(events: Sequence[Event], table: Table) -> bool:
    return any(isinstance(event, CommissionTaken) for event in events)


def _prize(events: Sequence[Event], table: Table) -> bool:
    return any(isinstance(event, PotPaid) for event in events)


THEMES: dict[str, dict[str, Theme]] = {
    "ruleta-francesa": {"cero": _half},
    **{
        game: {"black-jack": _natural, "seguro": _bet_settled("seguro")}
        for game in ("black-jack", "black-jack-perfect-pairs", "challenge-21", "canal-21")
    },
    **{
        game: {COMMISSION: _commission}
        for game in ("punto-y-banca", "baccarat", "midi-punto-y-banca", "mini-punto-y-banca")
    },
    "war": {"guerra": _bet_settled("guerra")},
    "treinta-y-cuarenta": {"mitad": _half},
    "craps": {"odds": _bet_won("odds")},
    "mini-craps": {"odds": _bet_won("odds")},
}
THEMES["black-jack-perfect-pairs"]["pares"] = _bet_won("perfect-pairs")


def games() -> dict[str, tuple[str, ...]]:
    """The games in which the bank pays, and the levels of each."""
    return {id: levels(id) for id, game in GAMES.items() if not game.on_stacks}


def levels(game: str) -> tuple[str, ...]:
    """From one bet to a whole table, then what is special to the game."""
    around = (AROUND,) if isinstance(find(game).rules_of(), RouletteRules) else ()
    pot = (PROGRESIVO,) if game in progressive_rules().games else ()
    return (ONE, *around, WHOLE, SEVERAL, ORDER, *THEMES.get(game, ()), *pot)


def make(drill: Drill) -> Made:
    """The drill, from the first round played with its seed that serves."""
    if drill.level not in games().get(drill.game, ()):
        raise UnknownDrill(drill.id)
    for number in range(MOST_TRIES):
        try:
            return _Try(drill, number).made()
        except Again:
            continue
    raise UnknownDrill(drill.id)


class _Try:
    """One attempt: the bets are the same for many attempts, chance is another each time."""

    def __init__(self, drill: Drill, number: int) -> None:
        self.drill, self.level = drill, drill.level
        same = SAME_BETS if drill.level == ONE else 10
        bets = pick_of(drill, "bets", number // same)
        chance = pick_of(drill, number)
        theme = drill.level in THEMES.get(drill.game, ())
        several = SEATS.get(drill.level, 2 if theme else 3 if drill.level == PROGRESIVO else 1)
        seats = seats_for(drill.game, several, bets)
        self.table = table_of(drill.game, seats, linked=drill.level == PROGRESIVO)
        self.loses = not bets(6)
        self.colours = self._colours(bets) if drill.level in (AROUND, SEVERAL, ORDER) else {}
        result, wishes = self._wishes(bets)
        self.party = Party(
            self.table, wishes, bets=bets, chance=chance, result=result, chips=self._chips,
            bold=theme or drill.level == PROGRESIVO,
        )  # fmt: skip
        self.felt = Felt()
        for _ in range(self._rounds_before(bets)):
            for event in self.party.play():
                self.felt.tell(event)

    def _rounds_before(self, pick: Pick) -> int:
        """Where bets live longer than a round, the drill begins in the midst of them."""
        if "craps" not in self.drill.game or self.level == ONE:
            return 0
        return pick(3) + 1

    def _wishes(self, pick: Pick) -> tuple[str | None, Wishes]:
        rules = self.table.rules
        if self.level == AROUND:
            assert isinstance(rules, RouletteRules)
            result = rules.pockets[pick(len(rules.pockets))]
            return result, _around(rules, result)
        if self.level == "cero":
            return "0", some_bets(1, "rojo", "impar")
        if self.level == PROGRESIVO:
            return None, some_bets(0, *rules.bets, PROGRESIVO)
        if self.level == "pares":
            return None, some_bets(0, "principal", "perfect-pairs")
        if self.level == COMMISSION:
            return None, some_bets(1, "banca")
        if self.level == "odds":
            return None, some_bets(1, "odds-pass", "odds-dont-pass", "pass")
        return None, some_bets(BETS.get(self.level, 2), alone=self.level in (ONE, WHOLE))

    # Colour chips of the American roulette: each player a colour of his own.

    def _colours(self, pick: Pick) -> dict[int, Colour]:
        rules = self.table.rules
        if not isinstance(rules, RouletteRules) or not rules.colour_chips:
            return {}
        values = plan().table[self.drill.game].colour_values
        found = {}
        names = list(rules.colours)
        for seat in sorted(self.table.players):
            colour, value = names.pop(pick(len(names))), values[pick(len(values))]
            self.table.act(
                "comprar-color", seat=seat, colour=colour, value=value, amount=200 * value
            )
            found[seat] = Colour(colour, value)
        return found

    def _chips(self, seat: int) -> str:
        return f"color:{self.colours[seat].colour}" if seat in self.colours else ""

    # The round and what follows from it

    def made(self) -> Made:
        events = self.party.play()
        self._check(events)
        scene = Scene(
            game=self.drill.game,
            edition=self.table.rules.edition,
            limits=self.table.limits,
            seats=tuple(sorted(self.table.players)),
            players_max=places(self.table),
            felt=position(events, self.felt),
            said=tuple(
                e
                for e in events
                if isinstance(e, Chosen) and e.seen_by(PUBLIC) and e.move not in PLAIN
            ),
            colours=self.colours,
            pot=self.party.pot,
        )
        if self.level == ORDER:
            fields, answers = _ordered(events, self.table)
        else:
            fields, answers = self._amounts(events, scene)
        question = Question(drill=self.drill, prompt=self.level, scene=scene, fields=fields)
        return Made(question, Key(answers=answers, because=settlement(events)), tuple(events))

    def _check(self, events: Sequence[Event]) -> None:
        """Raise `Again` unless the round shows what the level is about."""
        if any(isinstance(event, RoundVoided) for event in events):
            raise Again
        theme = THEMES.get(self.drill.game, {}).get(self.level)
        if theme is not None:
            if not theme(events, self.table):
                raise Again
            return
        if self.level == PROGRESIVO:
            if not _prize(events, self.table):
                raise Again
            return
        settled = settlement(events)
        won = any(isinstance(event, BetWon) for event in settled)
        if not settled or not (won or (self.level == ONE and self.loses)):
            raise Again
        if self.level in (SEVERAL, ORDER) and not any(isinstance(e, BetLost) for e in settled):
            raise Again

    def _amounts(
        self, events: Sequence[Event], scene: Scene
    ) -> tuple[tuple[Field, ...], dict[str, str]]:
        """What each player is paid; what the bank takes; the commission where it is learnt."""
        fields, answers = [], {}
        staked = {seat for owners in scene.felt.chips.values() for seat in owners}
        for seat in sorted(staked | {*paid(events)}, reverse=True):
            fields.append(Field(name=f"paga:{seat}", kind="amount", seat=seat))
            answers[f"paga:{seat}"] = str(paid(events).get(seat, 0))
        if self.level not in (ONE, AROUND):
            fields.append(Field(name="cobra", kind="amount"))
            answers["cobra"] = str(taken(events))
        if self.level == COMMISSION:
            kept = sum(e.amount for e in events if isinstance(e, CommissionTaken))
            fields.append(Field(name=COMMISSION, kind="amount"))
            answers[COMMISSION] = str(kept)
        return tuple(fields), answers


def _around(rules: RouletteRules, result: str) -> Wishes:
    """Inside bets that hold the number, and one or two beside it that do not."""
    inside = ("pleno", "caballo", "calle", "cuadro", "linea")
    spots = {bet: held for bet, held in rules.spots.items() if kind_of(bet) in inside}
    on = [bet for bet, held in spots.items() if result in held]
    near = {number for bet in on for number in spots[bet]}
    beside = [bet for bet, held in spots.items() if result not in held and held <= near]

    def wishes(window: BetWindow, seat: int, pick: Pick) -> Iterator[str]:
        left = list(on)
        for _ in range(min(len(left), 3 + pick(4))):
            yield left.pop(pick(len(left)))
        for _ in range(pick(3) if beside else 0):
            yield beside[pick(len(beside))]

    return wishes


# -- what the events of a round say ---------------------------------------------------------------


def settlement(events: Sequence[Event]) -> tuple[Event, ...]:
    """What was paid, taken, given back without a win, moved, kept: in the order it was done."""
    return tuple(
        event
        for event in events
        if isinstance(event, BetWon | BetLost | BetMoved | CommissionTaken | PotPaid)
        or (isinstance(event, BetReturned) and event.why not in (WON_BACK, "retirada"))
    )


def paid(events: Sequence[Event]) -> dict[int, int]:
    """What each seat is paid, its stakes apart."""
    found: dict[int, int] = {}
    for event in events:
        match event:
            case BetWon():
                found[event.seat] = found.get(event.seat, 0) + event.paid
            case PotPaid():
                found[event.seat] = found.get(event.seat, 0) + event.amount
    return found


def taken(events: Sequence[Event]) -> int:
    """What the bank takes of all bets."""
    return sum(event.amount for event in events if isinstance(event, BetLost))


def position(events: Sequence[Event], felt: Felt) -> Felt:
    """The felt with all cards and chips of the round, nothing paid, taken or cleared away yet."""
    dealt_last = {event.to: n for n, event in enumerate(events) if isinstance(event, CardDealt)}
    begun = False
    for n, event in enumerate(events):
        match event:
            case BetReturned(why="retirada"):
                pass
            case BetWon() | BetLost() | BetReturned() | BetMoved() | CommissionTaken() | PotPaid():
                begun = True
                continue
            case PotFed():
                continue
            case CardsCleared() if dealt_last.get(event.zone, -1) < n:
                continue
            case ResultShown():
                begun = True
            case MarkerPut() if begun and (event.marker != "ganador" or event.place is None):
                continue
        felt.tell(event)
    felt.said, felt.net, felt.turn = [], {}, None
    return felt


def _ordered(events: Sequence[Event], table: Table) -> tuple[tuple[Field, ...], dict[str, str]]:
    """The steps of the settlement in their order, as coarse as they can be told apart: by kinds of
    bets where the game pays so, else player by player."""
    done = [e for e in settlement(events) if not isinstance(e, CommissionTaken)]
    rules = table.rules
    by_kind = isinstance(rules, RouletteRules) and not rules.pay_by_player
    for coarse in (_by_kind, _by_bet) if by_kind else (_by_seat, _by_kind, _by_bet):
        steps: list[str] = []
        for event in done:
            name = coarse(event)
            if not steps or steps[-1] != name:
                steps.append(name)
        if len(set(steps)) == len(steps) and STEPS[0] <= len(steps) <= STEPS[1]:
            field = Field(name=ORDER, kind="order", choices=tuple(sorted(steps)))
            return (field,), {ORDER: " ".join(steps)}
    raise Again


def _verb(event: Event) -> str:
    match event:
        case BetWon() | PotPaid():
            return "paga"
        case BetLost():
            return "cobra"
        case BetMoved():
            return "mueve"
    return "devuelve"


def _by_seat(event: Any) -> str:
    return f"{_verb(event)}/asiento/{event.seat}"


def _by_kind(event: Any) -> str:
    return f"{_verb(event)}/apuesta/{kind_of(getattr(event, 'bet', PROGRESIVO))}"


def _by_bet(event: Any) -> str:
    return f"{_verb(event)}/{event.seat}/{getattr(event, 'bet', PROGRESIVO)}"
