"""Hold'em con límites, hold'em sin límites and Omaha: a hand from the button to the last pot
(CAT-III.3.5.7.1, CAT-III.3.5.8)."""

from __future__ import annotations

from typing import Literal

from tapete.core.ask import Round
from tapete.core.bets import Limits
from tapete.core.cards import Card
from tapete.core.circle import CircleTerms
from tapete.core.event import BetPlaced, MarkerPut
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.seats import left_of
from tapete.games.poker.circle import hand as circle
from tapete.games.poker.circle.cards import BUTTON
from tapete.games.poker.circle.hand import (
    BUTTON_WRONG,
    Annulled,
    CircleHand,
    at_the_table,
    with_chips,
)
from tapete.games.poker.circle.positions import (
    Positions,
    before_the_first,
    big_advances,
    both_posted,
    draw_button,
    next_button,
)
from tapete.games.poker.circle.rules import CircleRules, CircleState
from tapete.games.poker.circle.showdown import Showdown
from tapete.games.poker.circle.terms import BettingTerms, Player
from tapete.games.poker.hands import Hand, best, best_of_both

BOARD = "mesa"
ANTE = "ante"
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
            raise ValueError("a bet for each of the four betting rounds, a part of the board less")


def blinds_of(terms: CircleTerms | None, limits: Limits) -> tuple[int, int]:
    """Small and big blind: those the casino set, or the minimum bet of the table and its double."""
    if terms is not None and terms.blinds is not None:
        return terms.blinds
    least = terms.minimum if terms is not None and terms.minimum else limits.min
    return least, 2 * least


def ready(setup: Setup[FlopRules], state: CircleState) -> None:
    """Raise `Refused` unless a hand can be dealt: players, and blinds as they must be."""
    circle.ready(setup, state)
    small, big = blinds_of(setup.circle, setup.limits)
    if not setup.rules.as_in_tournaments("ciega-menor") and 2 * small != big:
        raise Refused(setup.rules.by("small_blind"), "blinds-not-half", small=small, big=big)


def opening(rules: FlopRules) -> CircleState:
    return CircleState()


def play(setup: Setup[FlopRules], state: CircleState) -> Round[CircleState]:
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
    dealt = [
        seat for seat in seats
        if (seat not in away or seat in (positions.small, positions.big))
        and seat not in positions.gap
    ]  # fmt: skip
    return (yield from FlopHand(setup, state, dealt, positions).play_hand())


def positions_of(setup: Setup[FlopRules], state: CircleState, button: int) -> Positions:
    """Button and blinds of this hand. A blind that an absent player cannot pay in full is not
    posted for him: he sits out and it is the next one's (CAT-III.3.6.2-08)."""
    rules, seats = setup.rules, list(with_chips(setup, state))
    blinds = blinds_of(setup.circle, setup.limits)
    while True:
        if rules.as_in_tournaments("ciegas"):
            found = big_advances(state, button, seats)
        elif len(seats) == 2 and rules.as_in_tournaments("mano-a-mano"):
            button = button if button in seats else left_of(button, seats)
            found = Positions(button, button, left_of(button, seats))
        else:
            found = both_posted(button, seats)
        due = ((found.small, blinds[0]), (found.big, blinds[1]))
        short = [
            seat for seat, blind in due
            if seat in state.places.absent and setup.stacks.get(seat, 0) < blind
        ]  # fmt: skip
        if not short or rules.absent_blind == "siempre":
            return found
        seats.remove(short[0])


class FlopHand(CircleHand[FlopRules]):
    """A hand of hold'em or Omaha in course."""

    def __init__(
        self,
        setup: Setup[FlopRules],
        state: CircleState,
        seats: list[int],
        positions: Positions,
    ) -> None:
        super().__init__(setup, state, seats)
        self.positions, self.button = positions, positions.button
        self.small_blind, self.big_blind = blinds_of(setup.circle, setup.limits)
        self.board: list[Card] = []
        self.shown = False

    def play_hand(self) -> Round[CircleState]:
        yield from self.announce_start()
        rules, positions = self.rules, self.positions
        place = str(self.button)
        yield MarkerPut(marker=BUTTON, place=place, clause=rules.by("button"))
        try:
            yield from self.post_blinds()
            yield from self.deal_pocket()
            yield from self.streets()
        except Annulled as out:
            yield from self.annul_hand(out.cause, out.clause)
            yield from self.collect_cards()
            # A hand that did not count is played again from the same button.
            return self.after(
                button=self.button, moves=False, small=positions.small, big=positions.big
            )
        yield from self.collect_cards()
        return self.after(
            button=self.button, moves=True, lineup=tuple(self.players),
            small=positions.small, big=positions.big,
        )  # fmt: skip

    # Before the cards

    def post_blinds(self) -> Round[None]:
        """Both blinds, and in tournaments the ante of the big blind, which counts for all."""
        small, big = self.positions.small, self.positions.big
        if small is not None:
            yield from self.post(self.players[small], self.small_blind, SMALL, "small_blind")
        if self.state.misplaced:
            raise Annulled(BUTTON_WRONG, self.rules.by("button_wrong"))
        ante = self.setup.circle.ante if self.setup.circle is not None else 0
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

    # The four betting rounds

    def streets(self) -> Round[None]:
        """Pocket, flop, turn and river, as far as more than one player is left; then the end."""
        yield from self.bet_round(self.terms(0), self.first_to_speak(0), blind=self.big_blind)
        for number, cards in enumerate(self.rules.board, 1):
            if len(self.left) < 2:
                break
            yield from self.show_rests()
            yield from self.deal_board(number, cards)
            yield from self.bet_round(self.terms(number), self.first_to_speak(number))
            if ROUNDS[number] == "turn" and self.rules.commission_at == "tras-el-turn":
                yield from self.commission()
        if self.board:  # ended before the flop: no commission
            yield from self.commission()
        yield from self.finish_hand(self.worth, forced=self.shown)

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
            reopening="suman" if rules.as_in_tournaments("reapertura") else "nunca",
            clauses=rules.betting(about),
        )

    def deal_board(self, number: int, cards: int) -> Round[None]:
        """A card burned, then the cards of this round one by one."""
        for _ in range(self.rules.burn):
            yield from self.burn_one(f"{ROUNDS[number]}_cards")
        for _ in range(cards):
            self.board.append((yield from self.lay_open(BOARD, f"{ROUNDS[number]}_cards")))

    def show_rests(self) -> Round[None]:
        """In tournaments all cards are turned up once nobody can bet any more."""
        can_bet = sum(1 for player in self.left if player.stack)
        if self.shown or can_bet > 1 or not self.rules.as_in_tournaments("muestra"):
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
