"""Hold'em con límites, hold'em sin límites and Omaha: a hand from the button to the last pot
(CAT-III.3.5.7.1, CAT-III.3.5.8)."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET

from tapete.core.book.fault import Fault
from tapete.core.book.refused import Refused
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.chance import Boxed, Irregular, Mishap
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    CardDealt,
    CardsCleared,
    CardSeen,
    MarkerPut,
)
from tapete.core.round.game import Setup
from tapete.core.table.seats import left_of
from tapete.games.poker.circle import hand as circle
from tapete.games.poker.circle.betting import BUTTON_IN_TIME, BUTTON_WRONG, Betting
from tapete.games.poker.circle.board import BOARD, BURN_WRONG, NOT_BURNED, TournamentBoard
from tapete.games.poker.circle.cards import BUTTON
from tapete.games.poker.circle.hand import (
    BURNED,
    CircleHand,
    at_the_table,
    with_chips,
)
from tapete.games.poker.circle.positions import (
    Positions,
    before_the_first,
    between_two,
    big_advances,
    both_posted,
    draw_button,
    next_button,
)
from tapete.games.poker.circle.rules import CircleRules, CircleState
from tapete.games.poker.circle.showdown import Showdown
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.circle.terms import BettingTerms, Player
from tapete.games.poker.circle.waits import OTHERS, WAITS, OtherTables
from tapete.games.poker.hands import Hand, best, best_of_both

ANTE = "ante"
BOXED = "cartas-invertidas"
DROPPED = {"covers_again": "COL-8-02"}
"""Who drops his cards by accident plays on."""
BOXED_IN_THE_DEAL, BOXED_IN_ALL = 2, 4
SMALL, BIG = "ciega-menor", "ciega-mayor"
TORNEO = "torneo"
ROUNDS = ("pocket", "flop", "turn", "river")


class FlopRules(CircleRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of the games with cards for everybody.

    ``hole`` cards each, ``board`` so many at a time, ``burn_first`` burned before the deal and
    ``burn`` before each part of the board. ``units`` is the bet of each round in big blinds.
    ``hand``: the best five of all, or two of his own and three of the board. ``first_button``: how
    it is placed for the first hand. ``torneo`` are the options that the one of that name chooses.
    """

    some = ("hole",)

    hole: int
    board: tuple[int, ...]
    burn_first: int
    burn: int
    units: tuple[int, ...]
    hand: Literal["cinco-mejores", "dos-y-tres"]
    first_button: Literal["sorteo", "ante-el-primero"]
    torneo: tuple[str, ...]

    def as_in_tournaments(self, name: str) -> bool:
        """Whether a named option is read as in tournaments: it alone, or with all the others."""
        whole = self.option("torneo") == "si" and name in self.torneo
        return whole or self.options.get(f"{self.game}.{name}") == TORNEO

    def check(self) -> None:
        if not len(self.units) == len(self.board) + 1 == len(ROUNDS):
            raise ValueError(
                Fault(
                    "fault.flop-rounds",
                    "a bet for each of the four betting rounds, a part of the board less",
                )
            )


def blinds_of(terms: CircleTerms) -> tuple[int, int]:
    """Small and big blind: those the casino set, or the minimum bet of the table and its double."""
    if terms.blinds is not None:
        return terms.blinds
    least = terms.minimum or terms.limits.min
    return least, 2 * least


def ready(setup: Setup[FlopRules, CircleTerms], state: CircleState) -> None:
    """Raise `Refused` unless a hand can be dealt: players, and blinds as they must be."""
    if setup.rules.as_in_tournaments("ausente"):
        circle.ready_with(setup, state, len(with_chips(setup, state)))
    else:
        circle.ready(setup, state)
    small, big = blinds_of(setup.terms)
    if not setup.rules.as_in_tournaments("ciega-menor") and 2 * small != big:
        raise Refused(setup.rules.by("small_blind"), "blinds-not-half", small=small, big=big)


def opening(rules: FlopRules) -> CircleState:
    return CircleState()


def play(setup: Setup[FlopRules, CircleTerms], state: CircleState) -> Round[CircleState]:
    """One hand."""
    rules = setup.rules
    seats = with_chips(setup, state)
    button = state.button
    if button is not None:
        button = next_button(state, seats)
    elif rules.first_button == "sorteo":
        button = yield from draw_button(at_the_table(setup, state), rules.by("first_button"))
    else:
        button = before_the_first(at_the_table(setup, state))
    positions = positions_of(setup, state, button)
    away = state.places.absent
    if rules.as_in_tournaments("ausente"):
        away = ()  # whoever is away is dealt in too, and killed
    dealt = [
        seat for seat in seats
        if (seat not in away or seat in (positions.small, positions.big))
        and seat not in positions.gap
    ]  # fmt: skip
    return (yield from FlopHand(setup, state, dealt, positions).play_hand())


def positions_of(
    setup: Setup[FlopRules, CircleTerms], state: CircleState, button: int
) -> Positions:
    """Button and blinds of this hand. A blind that an absent player cannot pay in full is not
    posted for him: he sits out and it is the next one's (CAT-III.3.6.2-08)."""
    rules, seats = setup.rules, list(with_chips(setup, state))
    blinds = blinds_of(setup.terms)
    while True:
        if rules.as_in_tournaments("ciegas"):
            found = big_advances(state, button, seats)
        elif len(seats) == 2 and rules.as_in_tournaments("mano-a-mano"):
            found = between_two(button, seats)
        else:
            found = both_posted(button, seats)
        due = ((found.small, blinds[0]), (found.big, blinds[1]))
        short = [
            seat for seat, blind in due
            if seat in state.places.absent and setup.chips.get(seat, 0) < blind
        ]  # fmt: skip
        posted = rules.absent_blind == "siempre" or rules.as_in_tournaments("ausente")
        if not short or posted:
            return found
        seats.remove(short[0])


class FlopHand(CircleHand[FlopRules]):
    """A hand of hold'em or Omaha in course."""

    def __init__(
        self,
        setup: Setup[FlopRules, CircleTerms],
        state: CircleState,
        seats: list[int],
        positions: Positions,
    ) -> None:
        super().__init__(setup, state, seats)
        self.positions, self.button = positions, positions.button
        self.small_blind, self.big_blind = blinds_of(setup.terms)
        self.pots.to_killed = self.rules.option("torneo") == "si"
        self.board: list[Card] = []
        self.shown = self.waited = False
        self.boxed, self.rounds = 0, ROUNDS
        self.street = TournamentBoard(self) if self.misdeals else None
        self.asks_to_see = self.rules.as_in_tournaments("muestra")

    @property
    def misdeals(self) -> bool:
        """Whether what goes wrong with cards is put right as in tournaments."""
        return self.rules.as_in_tournaments("mal-reparto")

    def irregular(self) -> tuple[str, ...]:
        more = ("carta-invertida", NOT_BURNED, BURN_WRONG) if self.misdeals else ()
        return (*super().irregular(), *more)

    def betting_of(self, terms: BettingTerms, first: int, *, blind: int = 0) -> Betting:
        betting = super().betting_of(terms, first, blind=blind)
        betting.street = self.street
        return betting

    def play_hand(self) -> Round[CircleState]:
        yield from self.announce_start()
        rules, positions = self.rules, self.positions
        place = str(self.button)
        yield MarkerPut(marker=BUTTON, place=place, clause=rules.by("button"))
        counts = yield from self.counts(self.play_cards())
        yield from self.collect_cards()
        if not counts:
            # A hand that did not count is played again from the same button.
            return self.after(
                button=self.button, moves=False, small=positions.small, big=positions.big
            )
        return self.after(
            button=self.button, moves=True, lineup=tuple(self.players), came=UNSET,
            small=positions.small, big=positions.big,
        )  # fmt: skip

    def play_cards(self) -> Round[None]:
        """The blinds, the covered cards, and the streets to the end of the hand."""
        yield from self.post_blinds()
        yield from self.deal_pocket()
        yield from self.kill_absent()
        yield from self.streets()

    # Before the cards

    def post_blinds(self) -> Round[None]:
        """Both blinds, and in tournaments the ante of the big blind, which counts for all."""
        small, big = self.positions.posting, self.positions.big
        if small is not None:
            yield from self.post(self.players[small], self.small_blind, SMALL, "small_blind")
        if self.state.misplaced:
            raise Annulled(BUTTON_WRONG, self.rules.by("button_wrong"))
        ante = self.setup.terms.ante
        if not self.rules.as_in_tournaments("ante"):
            ante = 0
        if ante and self.rules.option("ante-corto") == "ante-primero":
            yield from self.post_ante(self.players[big], ante)
            ante = 0
        yield from self.post(self.players[big], self.big_blind, BIG, "big_blind")
        if ante:
            yield from self.post_ante(self.players[big], ante)

    def post_ante(self, player: Player, amount: int) -> Round[None]:
        """The big blind's ante: dead money in the main pot."""
        amount = min(amount, player.stack)
        if amount:
            clause = self.rules.by("ante")
            player.stack -= amount
            yield BetPlaced(seat=player.seat, bet=ANTE, amount=amount, clause=clause)
            yield from self.pots.gather_dead(player, ANTE, amount, clause)

    def deal_pocket(self) -> Round[None]:
        """Covered cards one at a time from the button's left, the button last."""
        for _ in range(self.rules.burn_first):
            yield from self.burn_one("burn_first")
        order = self.from_left_of(self.button)
        for _ in range(self.rules.hole):
            for player in order:
                yield from self.serve(player, "deal_order")
        for player in order:
            yield from self.look_at(player)

    def put_in_order(self) -> Round[bool]:
        """Cards dealt in a wrong order: in tournaments that is a misdeal (COL-8-23)."""
        if self.misdeals:
            return False
        return (yield from super().put_in_order())

    def put_right(self, drawn: Irregular, covered: bool) -> Round[Card | None]:
        """A button found out of place in the deal: in tournaments a misdeal, since the big blind
        has not acted yet (COL-7.5.1-21)."""
        wrong = isinstance(drawn, Mishap) and drawn.what == BUTTON_WRONG
        if wrong and not self.board and self.rules.as_in_tournaments("boton-errado"):
            raise Annulled(BUTTON_WRONG, BUTTON_IN_TIME)
        if isinstance(drawn, Boxed):
            yield from self.take_out(drawn)
            return None
        if self.street is not None and isinstance(drawn, Mishap) and drawn.what == BURN_WRONG:
            yield from self.street.burn_fault(acted=False)
            return None
        return (yield from super().put_right(drawn, covered))

    def take_out(self, boxed: Boxed) -> Round[None]:
        """A card face up in the deck does not exist; two in the deal, or four in all, annul the
        hand (COL-7.5.1-28, -29, COL-8-26)."""
        self.boxed += 1
        self.lies(BURNED)
        yield CardDealt(to=BURNED, card=boxed.card, clause="COL-7.5.1-28")
        dealing = any(len(player.cards) < self.rules.hole for player in self.players.values())
        if dealing and self.boxed >= BOXED_IN_THE_DEAL:
            raise Annulled(BOXED, "COL-8-26")
        if self.boxed >= BOXED_IN_ALL:
            raise Annulled(BOXED, "COL-7.5.1-29")

    def kill_absent(self) -> Round[None]:
        """In tournaments the hand of whoever is away is dead once the last card is dealt
        (COL-7.5.1-37 to -40); if all are away the big blind keeps his."""
        if not self.rules.as_in_tournaments("ausente"):
            return
        betting = self.betting_of(self.terms(0), self.first_to_speak(0), blind=self.big_blind)
        there = any(not player.absent for player in self.left)
        for player in self.from_left_of(self.button):
            if player.absent and (there or player.seat != self.positions.big):
                yield from betting.retire(player, "absent")

    # The four betting rounds

    def streets(self) -> Round[None]:
        """Pocket, flop, turn and river, as far as more than one player is left; then the end."""
        yield from self.bet_round(self.terms(0), self.first_to_speak(0), blind=self.big_blind)
        for number, cards in enumerate(self.rules.board, 1):
            if len(self.left) < 2:
                break
            yield from self.wait_for_others()
            yield from self.show_rests()
            yield from self.deal_board(number, cards)
            yield from self.bet_round(self.terms(number), self.first_to_speak(number))
            if ROUNDS[number] == "turn" and self.rules.commission_at == "tras-el-turn":
                yield from self.commission()
        if self.board:  # ended before the flop: no commission
            yield from self.commission()
        yield from self.show_to_all()
        yield from self.finish_hand(self.worth, forced=self.shown or self.must_show)

    @property
    def must_show(self) -> bool:
        """Nobody may hand in his cards covered while somebody is all in (COL-7.5.5-15)."""
        return self.asks_to_see and any(not player.stack for player in self.left)

    def show_to_all(self) -> Round[None]:
        """Cards that one player was let see are seen by all when the betting is over (COL-8-06)."""
        for seat in self.watch.seen_by_one:
            player = self.players[seat]
            for index, (card, is_up) in enumerate(zip(player.cards, player.up, strict=True)):
                if not is_up:
                    yield CardSeen(zone=player.zone, index=index, card=card, clause="COL-8-06")
            player.up = [True] * len(player.cards)
            if player.folded:
                yield CardsCleared(zone=player.zone, clause=self.rules.by("collected"))

    def commission(self) -> Round[None]:
        if not self.rules.as_in_tournaments("comision"):
            yield from super().commission()

    def first_to_speak(self, number: int) -> int:
        """Left of the big blind before the flop, then left of the button."""
        return left_of(self.positions.big if number == 0 else self.button, self.players)

    def terms(self, number: int) -> BettingTerms:
        """What may be bet in a round."""
        rules, about = self.rules, ROUNDS[number]
        unit = self.big_blind * rules.units[number]
        free = rules.sizing != "fija" and rules.as_in_tournaments("montos")
        last = rules.sizing != "fija" and rules.as_in_tournaments("subida-minima")
        wrong_button = rules.as_in_tournaments("boton-errado")
        passing: Literal["no", "ciega-mayor", "sin-apuesta"] = "sin-apuesta"
        if number == 0:
            passing = "ciega-mayor" if rules.as_in_tournaments("paso-preflop") else "no"
        return BettingTerms(
            about=about,
            unit=unit,
            low=unit,
            raises=rules.raises_max,
            sizing="libre" if free else rules.sizing,
            min_raise="ultimo-aumento" if last else rules.min_raise,
            all_in=rules.all_in,
            heads_up_all_in=rules.heads_up_all_in,
            passing=passing,
            reopening="suman" if self.short_ones_add_up else "nunca",
            chip=self.setup.limits.unit,
            covers_again=rules.bet_covers_again or self.misdeals,
            declares=rules.as_in_tournaments("palabra") or rules.as_in_tournaments("silencio"),
            button_of=self.positions.big if wrong_button and number == 0 else None,
            clauses=rules.betting(about) | (DROPPED if self.misdeals else {}),
        )

    @property
    def short_ones_add_up(self) -> bool:
        """Whether short all-ins that add up to a whole increase reopen the betting."""
        rules = self.rules
        each = rules.option("reapertura-corta") == "cada-una"
        return rules.as_in_tournaments("reapertura") and not each

    def deal_board(self, number: int, cards: int) -> Round[None]:
        """A card burned, then the cards of this round one by one."""
        if self.street is not None:
            yield from self.street.deal(number, cards, f"{ROUNDS[number]}_cards")
            return
        for _ in range(self.rules.burn):
            yield from self.burn_one(f"{ROUNDS[number]}_cards")
        for _ in range(cards):
            self.board.append((yield from self.lay_open(BOARD, f"{ROUNDS[number]}_cards")))

    def wait_for_others(self) -> Round[None]:
        """Hand for hand, a called all-in stops unseen until the other tables have played theirs
        (COL-7.5.1-63, -64)."""
        if self.shown or self.waited or not self.setup.terms.waits or self.can_bet > 1:
            return
        self.waited = True
        yield Announced(what=WAITS, clause=OTHERS)
        yield from OtherTables()

    @property
    def can_bet(self) -> int:
        """How many could still bet."""
        return sum(1 for player in self.left if player.stack)

    def show_rests(self) -> Round[None]:
        """In tournaments all cards are turned up once nobody can bet any more."""
        if self.shown or self.can_bet > 1 or not self.rules.as_in_tournaments("muestra"):
            return
        self.shown = True
        show = Showdown(self.left, self.pots, self.worth, self.rules.show_clauses(), ())
        for player in self.from_left_of(self.button):
            if not player.folded:
                yield from show.turn_up(player)

    def worth(self, player: Player) -> Hand:
        """The best hand of a player's cards and the board."""
        if self.rules.hand == "dos-y-tres":
            return best_of_both(player.cards, self.board)
        return best([*player.cards, *self.board])
