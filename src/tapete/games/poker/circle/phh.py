"""Hand histories in PHH, the open format of PokerKit: a hand among players as text, and back.

Players are counted from the button's left: ``p1`` is the nearest to it. PHH has hold'em con and sin
límites and no Omaha by these limits, no seats of its own order and no burned cards. A hand read
from it is played by our engine with the readings of tournaments, where the rules coincide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tapete.core.book.datafile import exact, read_toml
from tapete.core.round.ask import Choose
from tapete.core.round.cards import DECK, Card, card
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    CardDealt,
    CardSeen,
    Chosen,
    CommissionTaken,
    Event,
    MarkerPut,
    RoundVoided,
    nets,
)
from tapete.core.round.game import Game, Setup
from tapete.core.round.live import Live
from tapete.core.round.record import Record, header_of, record_of
from tapete.core.round.zone import zone_of
from tapete.games.poker.circle.board import BOARD
from tapete.games.poker.circle.cards import BUTTON
from tapete.games.poker.circle.events import BetGathered
from tapete.games.poker.circle.flop import ANTE, BIG, SMALL, TORNEO, blinds_of
from tapete.games.poker.circle.games import TEXAS_CON_LIMITES, TEXAS_SIN_LIMITES
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.showdown import ABOUT, SEE, SHOWN, TAPAR
from tapete.games.poker.circle.speak import APOSTAR, IR, PASAR, RESTO, RETIRARSE, SUBIR, Speak
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.circle.terms import clockwise

VARIANTS = {"FT": TEXAS_CON_LIMITES, "NT": TEXAS_SIN_LIMITES}
UNKNOWN = "?"
POSITIONS = ("mano-a-mano", "ciegas")


class NotInPhh(Exception):
    """A record that cannot be written as PHH, or a text that cannot be played here, and why."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(" ".join([code, *(f"{name}={value}" for name, value in facts.items())]))


class HandText(msgspec.Struct, kw_only=True):
    """What a PHH file says that matters to a hand; other fields are left alone."""

    variant: str
    antes: list[int]
    blinds_or_straddles: list[int]
    starting_stacks: list[int]
    actions: list[str]
    min_bet: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    seats: list[int] | None = None


# Writing


def write_hand(record: Record) -> str:
    """The hand of a record as PHH."""
    names = {game.id: variant for variant, game in VARIANTS.items()}
    head = record.header
    if head.game not in names:
        raise NotInPhh("no-such-variant", game=head.game)
    if record.result is None or any(isinstance(e, RoundVoided) for e in record.events):
        raise NotInPhh("hand-does-not-count", game=head.game)
    return "".join(f"{line}\n" for line in _Writer(record, names[head.game]).lines())


class _Writer:
    """One record on its way into PHH."""

    def __init__(self, record: Record, variant: str) -> None:
        self.record, self.variant = record, variant
        events = record.events
        [button, *_] = [e.place for e in events if isinstance(e, MarkerPut) and e.marker == BUTTON]
        dealt = {zone_of(e.to).seat for e in events if isinstance(e, CardDealt)} - {None}
        seats = [seat for seat in dealt if seat is not None]
        self.order = clockwise(seats, int(button or 0) - 1)
        self.cards: dict[int, dict[int, str]] = {seat: {} for seat in seats}
        for event in events:
            if isinstance(event, CardSeen) and (seat := zone_of(event.zone).seat) in self.cards:
                assert seat is not None
                self.cards[seat][event.index] = event.card
        self.bets = dict.fromkeys(seats, 0)
        self.level = 0
        self.stacks = {seat: record.header.chips.get(seat, 0) for seat in seats}
        self.left = list(self.order)
        self.spoken: set[int] = set()
        self.shown: set[int] = set()
        self.last_bettor: int | None = None

    def lines(self) -> Iterator[str]:
        head = self.record.header
        yield f"variant = '{self.variant}'"
        yield f"antes = {[self._posted(seat, ANTE) for seat in self.order]}"
        blinds = [self._blind(seat) for seat in self.order]
        # With two players PHH lists the blinds as small and big, whoever posts them.
        yield f"blinds_or_straddles = {blinds[::-1] if len(blinds) == 2 else blinds}"
        big = max(blinds)
        if self.variant == "FT":
            yield f"small_bet = {big}"
            yield f"big_bet = {2 * big}"
        else:
            yield f"min_bet = {big}"
        yield f"starting_stacks = {[self.stacks[seat] for seat in self.order]}"
        yield "actions = ["
        yield from (f"  '{action}'," for action in self._actions())
        yield "]"
        yield f"hand = {head.number}"
        yield f"seats = {list(self.order)}"
        if head.table:
            yield f"table = '{head.table}'"
        won = nets(self.record.events)
        start = {seat: head.chips.get(seat, 0) for seat in self.order}
        yield f"finishing_stacks = {[start[s] + won.get(s, 0) for s in self.order]}"
        taken = sum(e.amount for e in self.record.events if isinstance(e, CommissionTaken))
        yield f"_commission = {taken}"

    def _posted(self, seat: int, bet: str) -> int:
        events = self.record.events
        return sum(
            e.amount for e in events
            if isinstance(e, BetPlaced) and e.seat == seat and e.bet == bet
        )  # fmt: skip

    def _blind(self, seat: int) -> int:
        terms = msgspec.convert(self.record.header.terms, CircleTerms, dec_hook=exact)
        for event in self.record.events:
            if isinstance(event, BetPlaced) and event.seat == seat and event.called in (SMALL, BIG):
                small, big = blinds_of(terms)
                return small if event.called == SMALL else big
        return 0

    def _actions(self) -> Iterator[str]:
        board: list[str] = []
        for seat in self.order:
            known = [self.cards[seat].get(i, UNKNOWN * 2) for i in range(2)]
            yield f"d dh {self._name(seat)} {''.join(known)}"
        for event in self.record.events:
            if board and not (isinstance(event, CardDealt) and event.to == BOARD):
                yield f"d db {''.join(board)}"
                board = []
            match event:
                case CardDealt(to=to, card=str(face)) if to == BOARD:
                    if not board:
                        yield from self._before_the_board()
                    board.append(face)
                case BetPlaced(called=called) if called or event.bet == ANTE:
                    self._put(event)
                    if called == BIG:
                        self.level = self._blind(event.seat)
                case BetPlaced():
                    yield self._bet(event)
                case Chosen() if event.about == ABOUT:
                    yield from self._show(event.seat, covered=event.move == TAPAR)
                case Announced(what=what, facts={"seat": int(seat)}) if what == SHOWN:
                    yield from self._show(seat)  # where nobody was asked: all had to
                case Chosen() if event.about == SEE:
                    pass
                case Chosen():
                    yield from self._said(event)
                case BetGathered():
                    self.bets[event.seat] = 0
                    self.level = 0

    def _name(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"

    def _put(self, event: BetPlaced) -> None:
        self.stacks[event.seat] -= event.amount
        if event.bet != ANTE:
            self.bets[event.seat] += event.amount

    def _bet(self, event: BetPlaced) -> str:
        self._put(event)
        to = self.bets[event.seat]
        # What nobody can answer any more comes back: there it is only a call.
        others = [seat for seat in self.left if seat != event.seat]
        answered = any(self.stacks[seat] + self.bets[seat] > self.level for seat in others)
        if to <= self.level or not answered:
            return f"{self._name(event.seat)} cc"
        self.level, self.last_bettor = to, event.seat
        return f"{self._name(event.seat)} cbr {to}"

    def _said(self, event: Chosen) -> Iterator[str]:
        """A move that puts no chips down; the others are told by the chips that follow."""
        self.spoken.add(event.seat)
        if event.move == RETIRARSE:
            self.left.remove(event.seat)
            yield f"{self._name(event.seat)} f"
        elif event.move == PASAR or (event.move == IR and self.bets[event.seat] == self.level):
            yield f"{self._name(event.seat)} cc"

    def _before_the_board(self) -> Iterator[str]:
        """There a big blind left alone with chips is asked once more, if somebody had more than
        it at first; and rests are shown as soon as nobody can bet."""
        with_chips = [seat for seat in self.left if self.stacks[seat]]
        if len(with_chips) == 1 and not self.spoken & set(with_chips):
            [alone] = with_chips
            start = self.record.header.chips
            if any(start[seat] > self._blind(alone) for seat in self.order if seat != alone):
                yield f"{self._name(alone)} cc"
        self.spoken |= set(self.left)
        if len(with_chips) <= 1:
            for seat in clockwise(self.left, self.last_bettor or self.order[0]):
                yield from self._show(seat)

    def _show(self, seat: int, *, covered: bool = False) -> Iterator[str]:
        if seat not in self.shown:
            self.shown.add(seat)
            faces = "" if covered else " " + "".join(self.cards[seat][i] for i in range(2))
            yield f"{self._name(seat)} sm{faces}"


# Reading


def read_hand(text: str, file: str = "phh", *, version: str = "") -> Record:
    """Play a PHH hand here; gives its record. Raises `NotInPhh` where the rules part ways."""
    told = read_toml(text, file, HandText)
    game = _game_of(told)
    setup = _setup(game, told)
    order = _seats(told)
    state = CircleState(button=order[-1], moves=False)
    reader = _Reader(told, order)
    live: Live[Any] = Live(game.play(setup, state))
    while live.ask is not None:
        live.answer(reader.answer(live.ask, live.events))
    reader.check_all_told()
    header = header_of(game, setup, state, version=version, changes=_changes(game, told))
    return record_of(header, live)


def _game_of(told: HandText) -> Game[Any, Any]:
    if told.variant not in VARIANTS:
        raise NotInPhh("no-such-variant", game=told.variant)
    big = max(told.blinds_or_straddles, default=0)
    if told.variant == "FT" and (told.small_bet, told.big_bet) != (big, 2 * big):
        raise NotInPhh("other-limits", small=told.small_bet, big=told.big_bet)
    return VARIANTS[told.variant]


def _changes(game: Game[Any, Any], told: HandText) -> dict[str, str]:
    """The readings a hand is played by: those of tournaments. Between two the button may have the
    big blind, as the Catalogue has it: then the blinds are told the other way round."""
    small, big = told.blinds_or_straddles[:2]
    if len(told.starting_stacks) > 2 or small <= big:
        return {"torneo": "si"}
    bundle: tuple[str, ...] = game.rules_of().torneo
    return dict.fromkeys((name for name in bundle if name not in POSITIONS), TORNEO)


def _seats(told: HandText) -> list[int]:
    """Seats clockwise from the button's left: those the file names if they run that way."""
    count = len(told.starting_stacks)
    if told.seats is not None and len(told.seats) == count:
        button = told.seats[-1]
        if list(clockwise(told.seats, button - 1)) == told.seats:
            return told.seats
    return list(range(count, 0, -1))


def _setup(game: Game[Any, Any], told: HandText) -> Setup[Any, CircleTerms]:
    stacks, blinds, count = (
        told.starting_stacks,
        told.blinds_or_straddles,
        len(told.starting_stacks),
    )
    upside_down = count > 2 and blinds[0] > blinds[1]
    if count < 2 or any(blinds[2:]) or len(blinds) not in (2, count) or upside_down:
        raise NotInPhh("other-blinds", blinds=blinds)
    antes = [ante for ante in told.antes if ante]
    if antes and not (len(antes) == 1 and told.antes.index(antes[0]) == (1 if count > 2 else 0)):
        raise NotInPhh("other-antes", antes=told.antes)
    return Setup(
        rules=game.rules_of("scj-2023", _changes(game, told)),
        terms=CircleTerms(blinds=(min(blinds[:2]), max(blinds[:2])), ante=sum(antes)),
        seats=tuple(sorted(_seats(told))),
        chips=dict(zip(_seats(told), stacks, strict=True)),
    )


class _Reader:
    """The answers of a PHH text: cards in the order we deal them, moves in the order told."""

    def __init__(self, told: HandText, order: list[int]) -> None:
        self.order = order
        actions = [action.partition("#")[0].split() for action in told.actions]
        self.moves = [words for words in actions if words and words[0] != "d"]
        deals = [words for words in actions if words and words[0] == "d"]
        hole = {words[2]: _cards(words[3]) for words in deals if words[1] == "dh"}
        self.board = [c for words in deals if words[1] == "db" for c in _cards(words[2])]
        shown = {
            words[0]: _cards(words[2]) for words in self.moves if words[1:2] == ["sm"] and words[2:]
        }
        hands = []
        for number in range(len(order)):
            mine = hole.get(f"p{number + 1}", [None, None])
            later = shown.get(f"p{number + 1}", mine)
            hands.append([now or then for now, then in zip(mine, later, strict=True)])
        known = {c for c in (*self.board, *(c for hand in hands for c in hand)) if c}
        self.spare = [c for c in DECK if c not in known]
        self.deck = [hand[turn] for turn in range(2) for hand in hands]
        for at in (0, 3, 4):
            cards = self.board[at : 3 if at == 0 else at + 1]
            self.deck += [None, *cards] if cards else []

    def answer(self, ask: Any, events: Iterable[Event]) -> Any:
        if ask.pack is not None:
            told = self.deck.pop(0) if self.deck else None
            return told or self.spare.pop()
        if ask.choice is not None and ask.choice.about != SEE:
            bets = SUBIR in ask.choice.closed or RETIRARSE in (o.name for o in ask.choice.options)
            return self._move(ask) if bets else self._shown(ask.choice)
        if ask.silence is None:
            raise NotInPhh("cannot-answer", ask=ask.kind)
        return ask.silence

    def _move(self, ask: Speak) -> str:
        name = f"p{self.order.index(ask.seat) + 1}"
        # There somebody left alone with chips is asked; here nothing is asked of him.
        while self.moves and self.moves[0][0] != name and self.moves[0][1] in ("cc", "sm"):
            self.moves.pop(0)
        if not self.moves or self.moves[0][0] != name:
            said = " ".join(self.moves[0]) if self.moves else ""
            raise NotInPhh("another-turn", turn=name, told=said)
        words = self.moves.pop(0)
        for move in self._meant(words, ask):
            if ask.choice.fits(move):
                return move
        raise NotInPhh("move-not-allowed", told=" ".join(words), seat=ask.seat)

    @staticmethod
    def _meant(words: list[str], ask: Speak) -> list[str]:
        match words[1:]:
            case ["f"]:
                return [RETIRARSE]
            case ["cc"]:
                return [PASAR, IR, RESTO]
            case ["cbr", to] if to.isdecimal():
                rest = [RESTO] if int(to) == ask.choice.already + ask.choice.stack else []
                return [f"{SUBIR}:{to}", f"{APOSTAR}:{to}", *rest]
        return []

    def _shown(self, ask: Choose) -> str:
        name = f"p{self.order.index(ask.seat) + 1}"
        for words in self.moves:
            if words[0] == name and words[1] == "sm":
                return ask.default if words[2:] else TAPAR
        return ask.default

    def check_all_told(self) -> None:
        """Nothing but showing may be left over when the hand has ended here."""
        left = [words for words in self.moves if words[1] not in ("sm", "cc")]
        if left:
            raise NotInPhh("moves-left", told=" ".join(left[0]))


def _cards(text: str) -> list[Card | None]:
    """
    >>> _cards("AhTd??")
    ['Ah', 'Td', None]
    """
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    return [None if UNKNOWN in pair else card(pair) for pair in pairs]
