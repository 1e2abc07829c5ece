"""Hand histories in OHH (Open Hand History), the open format of trackers: a hand as JSON, and back.

Chips of an action are those it puts down. Seats keep our numbers, which go down clockwise; files of
other sites are read with seats that go up. A hand read from OHH is played by our engine, by way of
PHH.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tapete.core.book.datafile import exact
from tapete.core.book.written import Plain, Written
from tapete.core.round.event import BetPlaced, CardDealt, CardSeen, Chosen, MarkerPut, RoundVoided
from tapete.core.round.move import move
from tapete.core.round.record import Record
from tapete.core.round.zone import zone_of
from tapete.games.poker.circle.board import BOARD
from tapete.games.poker.circle.cards import BUTTON
from tapete.games.poker.circle.events import PotWon
from tapete.games.poker.circle.flop import ANTE, BIG, SMALL, blinds_of
from tapete.games.poker.circle.phh import UNKNOWN, VARIANTS, NotInPhh, read_hand
from tapete.games.poker.circle.showdown import ABOUT, TAPAR
from tapete.games.poker.circle.speak import IR, PASAR, RETIRARSE
from tapete.games.poker.circle.stakes import CircleTerms

SPEC = "1.4.7"
SITE = "Tapete"
STREETS = ("Preflop", "Flop", "Turn", "River")
LIMITS = {"FT": "FL", "NT": "NL"}
POSTS = {SMALL: "Post SB", BIG: "Post BB"}
FACES = {"Fold": "f", "Check": "cc", "Call": "cc"}
RAISES = ("Bet", "Raise")
SHOWS = {"Shows Cards", "Mucks Cards"}


# Writing


def write_ohh(
    record: Record, names: Mapping[int, str] | None = None, *, when: str = "",
    tournament: Plain | None = None, currency: str = "CLP",
) -> str:  # fmt: skip
    """The hand of a record as OHH; ``tournament`` is its ``tournament_info``, if it was one."""
    variants = {game.id: variant for variant, game in VARIANTS.items()}
    if record.header.game not in variants:
        raise NotInPhh("no-such-variant", game=record.header.game)
    if record.result is None or any(isinstance(e, RoundVoided) for e in record.events):
        raise NotInPhh("hand-does-not-count", game=record.header.game)
    body = _Writer(record, variants[record.header.game], names or {}).body(when, currency)
    if tournament is not None:
        body |= {"tournament": True, "tournament_info": dict(tournament)}
    return msgspec.json.format(msgspec.json.encode({"ohh": body})).decode() + "\n"


class _Writer:
    """One record on its way into OHH."""

    def __init__(self, record: Record, variant: str, names: Mapping[int, str]) -> None:
        self.record, self.variant, self.names = record, variant, names
        events = record.events
        [button, *_] = [e.place for e in events if isinstance(e, MarkerPut) and e.marker == BUTTON]
        self.button = int(button or 0)
        dealt = {zone_of(e.to).seat for e in events if isinstance(e, CardDealt)} - {None}
        self.seats = sorted(seat for seat in dealt if seat is not None)
        self.cards: dict[int, dict[int, str]] = {seat: {} for seat in self.seats}
        for event in events:
            seat = zone_of(event.zone).seat if isinstance(event, CardSeen) else None
            if isinstance(event, CardSeen) and seat in self.cards:
                self.cards[seat][event.index] = event.card
        self.rounds: list[Written] = []
        self.number = self.level = 0
        self.bets: dict[int, int] = {}
        self.stacks = {seat: record.header.chips.get(seat, 0) for seat in self.seats}

    def body(self, when: str, currency: str) -> Written:
        head = self.record.header
        terms = msgspec.convert(head.terms, CircleTerms, dec_hook=exact)
        small, big = blinds_of(terms)
        players = [
            {"id": seat, "seat": seat, "name": self.names.get(seat, f"seat-{seat}"),
             "display": self.names.get(seat, f"seat-{seat}"), "starting_stack": self.stacks[seat]}
            for seat in self.seats
        ]  # fmt: skip
        self._play()
        return {
            "spec_version": SPEC, "site_name": SITE, "network_name": SITE,
            "internal_version": head.version, "tournament": False,
            "game_number": str(head.number), "start_date_utc": when, "table_name": head.table,
            "table_size": max(head.seats, default=0), "game_type": "Holdem",
            "bet_limit": {"bet_type": LIMITS[self.variant], "bet_cap": 0},
            "currency": currency, "dealer_seat": self.button, "small_blind_amount": small,
            "big_blind_amount": big, "ante_amount": terms.ante, "flags": [],
            "players": players, "rounds": self.rounds, "pots": list(self._winnings()),
        }  # fmt: skip

    def _play(self) -> None:
        self._street(STREETS[0])
        for seat in self.seats:
            faces = [self.cards[seat].get(n, UNKNOWN * 2) for n in range(2)]
            self._act(seat, "Dealt Cards", cards=faces)
        said = ""
        for event in self.record.events:
            match event:
                case CardDealt(to=to, card=str(face)) if to == BOARD:
                    self._board(face)
                case BetPlaced():
                    self._bet(event, said)
                case Chosen() if event.about == ABOUT:
                    self._showdown(event)
                case Chosen():
                    said = move(event.move).name
                    self._said(event.seat, said)

    def _street(self, name: str, cards: list[str] | None = None) -> None:
        self.rounds.append(
            {"id": len(self.rounds), "street": name, "cards": cards or [], "actions": []}
        )

    def _board(self, face: str) -> None:
        laid = sum(len(one["cards"]) for one in self.rounds)
        if laid == 0 or laid >= 3:
            self._street(STREETS[1 if laid == 0 else laid - 1], [])
            self.bets, self.level = {}, 0
        self.rounds[-1]["cards"].append(face)

    def _act(self, seat: int, action: str, **more: Any) -> None:
        self.rounds[-1]["actions"].append(
            {"action_number": self.number, "player_id": seat, "action": action, **more}
        )
        self.number += 1

    def _said(self, seat: int, said: str) -> None:
        if said == RETIRARSE:
            self._act(seat, "Fold")
        elif said == PASAR or (said == IR and self.bets.get(seat, 0) == self.level):
            self._act(seat, "Check")

    def _bet(self, event: BetPlaced, said: str) -> None:
        seat = event.seat
        self.stacks[seat] -= event.amount
        ante = event.bet == ANTE
        if not ante:
            self.bets[seat] = self.bets.get(seat, 0) + event.amount
        to = self.bets.get(seat, 0)
        if ante:
            action = "Post Ante"
        elif event.called in POSTS:
            action = POSTS[event.called]
        elif to <= self.level:
            action = "Call"
        else:
            action = "Raise" if self.level else "Bet"
        if not ante:
            self.level = max(self.level, to)
        self._act(seat, action, amount=event.amount, is_allin=not self.stacks[seat])

    def _showdown(self, event: Chosen) -> None:
        if self.rounds[-1]["street"] != "Showdown":
            self._street("Showdown")
        faces = [self.cards[event.seat].get(n, UNKNOWN * 2) for n in range(2)]
        if event.move == TAPAR:
            self._act(event.seat, "Mucks Cards")
        else:
            self._act(event.seat, "Shows Cards", cards=faces)

    def _winnings(self) -> Iterator[Written]:
        won: dict[str, dict[int, int]] = {}
        for event in self.record.events:
            if isinstance(event, PotWon):
                here = won.setdefault(event.pot.text, {})
                here[event.seat] = here.get(event.seat, 0) + event.amount
        for number, wins in enumerate(won.values()):
            yield {
                "number": number, "amount": sum(wins.values()), "rake": 0,
                "player_wins": [{"player_id": s, "win_amount": n} for s, n in wins.items()],
            }  # fmt: skip


# Reading


class Action(msgspec.Struct, kw_only=True):
    """Something done in a hand."""

    player_id: int = 0
    action: str
    amount: float = 0
    cards: list[str] = []


class Street(msgspec.Struct, kw_only=True):
    """A betting round: its cards and what was done."""

    street: str
    cards: list[str] = []
    actions: list[Action] = []


class Seated(msgspec.Struct, kw_only=True):
    """A player of the hand."""

    id: int
    seat: int
    starting_stack: float


class Limit(msgspec.Struct, kw_only=True):
    """How bets are limited."""

    bet_type: str


class Ohh(msgspec.Struct, kw_only=True):
    """What an OHH file says that matters to a hand; other fields are left alone."""

    game_type: str
    bet_limit: Limit
    dealer_seat: int
    small_blind_amount: float
    big_blind_amount: float
    players: list[Seated]
    rounds: list[Street]
    ante_amount: float = 0
    site_name: str = ""


class _File(msgspec.Struct):
    ohh: Ohh


def read_ohh(text: str, file: str = "ohh", *, version: str = "") -> Record:
    """Play an OHH hand here; gives its record. Raises `NotInPhh` where it cannot be."""
    try:
        told = msgspec.json.decode(text, type=_File).ohh
    except msgspec.DecodeError as error:
        raise NotInPhh("broken-ohh", why=str(error)) from None
    limits = {limit: variant for variant, limit in LIMITS.items()}
    if told.game_type != "Holdem" or told.bet_limit.bet_type not in limits:
        raise NotInPhh("no-such-variant", game=told.game_type)
    return read_hand(_as_phh(told, limits[told.bet_limit.bet_type]), file, version=version)


def _as_phh(told: Ohh, variant: str) -> str:
    """The same hand as PHH, players from the button's left."""
    down = told.site_name == SITE
    seats = sorted((one.seat for one in told.players), reverse=down)
    after = [s for s in seats if (s < told.dealer_seat) == down and s != told.dealer_seat]
    order = [*after, *(seat for seat in seats if seat not in after)]
    by_seat = {one.seat: one for one in told.players}
    names = {by_seat[seat].id: f"p{n}" for n, seat in enumerate(order, 1)}
    posted = {a.action: a.player_id for one in told.rounds for a in one.actions}
    place = {one: int(names[one][1:]) - 1 for one in names}
    antes, blinds = [0] * len(order), [0] * len(order)
    if told.ante_amount and "Post Ante" in posted:
        antes[place[posted["Post Ante"]]] = int(told.ante_amount)
    for post, amount in (("Post SB", told.small_blind_amount), ("Post BB", told.big_blind_amount)):
        if post in posted:
            blinds[place[posted[post]]] = int(amount)
    if len(order) == 2:
        blinds.reverse()
    big = int(told.big_blind_amount)
    bet = f"min_bet = {big}" if variant == "NT" else f"small_bet = {big}\nbig_bet = {2 * big}"
    actions = "".join(f"  '{line}',\n" for line in _lines(told, names))
    return (
        f"variant = '{variant}'\nantes = {antes}\nblinds_or_straddles = {blinds}\n{bet}\n"
        f"starting_stacks = {[int(by_seat[seat].starting_stack) for seat in order]}\n"
        f"actions = [\n{actions}]\n" + (f"seats = {order}\n" if down else "")
    )


def _lines(told: Ohh, names: Mapping[int, str]) -> Iterator[str]:
    for street in told.rounds:
        if street.cards:
            yield f"d db {''.join(street.cards)}"
        bets: dict[int, int] = {}
        for one in street.actions:
            name = names.get(one.player_id, "")
            if one.action in ("Post SB", "Post BB", *RAISES, "Call"):
                bets[one.player_id] = bets.get(one.player_id, 0) + int(one.amount)
            if one.action == "Dealt Cards":
                yield f"d dh {name} {''.join(one.cards) or UNKNOWN * 4}"
            elif one.action in RAISES:
                yield f"{name} cbr {bets[one.player_id]}"
            elif one.action in FACES:
                yield f"{name} {FACES[one.action]}"
            elif one.action in SHOWS:
                yield f"{name} sm {''.join(one.cards)}".rstrip()
