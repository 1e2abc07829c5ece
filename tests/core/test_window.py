"""The betting window refuses what may not be done, by its clause, and keeps no trace of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.core.round.bets import (
    BetAction,
    Closed,
    Cloth,
    Felted,
    Limits,
    Noticed,
    Offer,
    Place,
    Remove,
    Slip,
    SpotLimits,
    Stake,
)
from tapete.core.round.betting import BetWindow, OpenBets, take_bets
from tapete.core.round.event import BetPlaced, BetReturned
from tapete.core.round.live import Live
from tapete.games.dice.craps.mark import Mark
from tapete.games.roulette.ball import Throw

CLOTH = "CAT-II.1.4-03"
CALLED = "CAT-II.1.4-04"
STAYS = "CAT-IV.1.5-26"
ALONE = "CAT-III.1.5.1-07"
CHIPS = "CAT-II.2.6.3-02"
MARKED = "CAT-IV.1.5-55"


class Small(Cloth, frozen=True, kw_only=True):
    """``linea`` with ``odds`` behind it, ``par``, a bet in steps, a called one, one that stays."""

    marks: Mapping[str, str] = msgspec.field(default_factory=lambda: {"dura=activa": MARKED})
    actions: ClassVar[tuple[type[BetAction], ...]] = (Mark,)

    def bets(self) -> Iterator[str]:
        yield from ("linea", "odds", "par", "pasos", "dura", "llamada", "cerrada")

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        if bet == "odds" and (seat, "linea") not in felt:
            return Closed(CLOTH, "no-line", {"needs": "linea"})
        if bet in ("linea", "odds", "par", "dura"):
            return Offer(CLOTH)
        if bet == "pasos":
            return Offer(CLOTH, step=60)
        if bet == "llamada":
            return Offer(CALLED, step=3)
        return Closed(CLOTH, "not-on-the-cloth")

    def parts(self, bet: str, amount: int) -> tuple[tuple[str, int], ...]:
        if bet == "llamada":
            return (("par", amount // 3), ("linea", amount // 3 * 2))
        return ((bet, amount),)

    def taking_down(self, felt: Felted, seat: int, bet: str) -> Closed | None:
        return Closed(STAYS, "stays") if bet == "dura" else None

    def fallen(self, felt: Felted, seat: int) -> tuple[str, ...]:
        alone = (seat, "odds") in felt and (seat, "linea") not in felt
        return ("odds",) if alone else ()

    def settled(self, felt: Felted) -> Closed | None:
        lonely = {seat for seat, bet in felt if bet == "dura"} - {
            seat for seat, bet in felt if bet == "par"
        }
        return Closed(ALONE, "needs-par", {"seat": min(lonely)}) if lonely else None

    def check_chips(self, done: Sequence[BetAction], place: Any) -> None:
        if isinstance(place, Place) and place.chips == "robadas":
            raise Refused(CHIPS, "wrong-chips", seat=place.seat)


class WithBall(Small, frozen=True, kw_only=True):
    """The same, with a ball that may be thrown while bets are open."""

    throw_clause: str = CLOTH
    actions: ClassVar[tuple[type[BetAction], ...]] = (Mark, Throw)


def window(**changes: Any) -> BetWindow:
    return BetWindow(
        **{
            "seats": (1, 2), "cloth": Small(), "clause": CLOTH, "closing_clause": CLOTH,
            "limits": Limits(min=100, max=1000, bets={"par": SpotLimits(min=50, max=200)}),
            **changes,
        }
    )  # fmt: skip


DOWN = (Place(1, "linea", 500), Place(1, "odds", 500), Place(1, "dura", 100))

REFUSED: list[tuple[str, BetAction, str, str]] = [
    ("nobody sits there", Place(3, "par", 100), "not-seated", "CAT-I.5.1-02"),
    ("no amount", Place(1, "par", 0), "bad-amount", "CAT-I.5.1-03"),
    ("no such bet", Place(1, "triple", 100), "not-on-the-cloth", CLOTH),
    ("closed by the cloth", Place(2, "odds", 100), "no-line", CLOTH),
    ("under its own minimum", Place(1, "par", 49), "under-minimum", "CAT-I.4.2-03"),
    ("over its own maximum", Place(1, "par", 201), "over-maximum", "CAT-I.4.2-03"),
    ("over it with what lies there", Place(1, "linea", 501), "over-maximum", "CAT-I.4.2-03"),
    ("not in whole steps", Place(1, "pasos", 130), "not-a-multiple", CLOTH),
    ("not in whole called chips", Place(2, "llamada", 160), "not-a-multiple", CALLED),
    ("a part under its minimum", Place(2, "llamada", 147), "under-minimum", "CAT-I.4.2-03"),
    ("a part over its maximum", Place(2, "llamada", 603), "over-maximum", "CAT-I.4.2-03"),
    ("the wrong chips", Place(1, "par", 100, "robadas"), "wrong-chips", CHIPS),
    ("nothing to take down", Remove(2, "linea"), "nothing-there", "CAT-I.5.1-03"),
    ("a bet that stays", Remove(1, "dura"), "stays", STAYS),
    ("more than lies there", Remove(1, "linea", 501), "bad-amount", "CAT-I.5.1-03"),
    ("nothing of it", Remove(1, "linea", 0), "bad-amount", "CAT-I.5.1-03"),
    ("leaving less than the minimum", Remove(1, "linea", 401), "under-minimum", "CAT-I.4.2-03"),
    ("a mark there is not", Mark(1, "linea", "activa"), "no-such-mark", "CAT-I.5.1-03"),
    ("a mark without chips", Mark(2, "dura", "activa"), "nothing-there", "CAT-I.4.1-02"),
    ("a throw while bets are open", Throw(), "no-throw-while-open", CLOTH),
    ("late, nobody there", Noticed(3, "par", 20, "x"), "not-seated", "CAT-I.5.1-02"),
    ("late, no amount", Noticed(1, "par", 0, "x"), "bad-amount", "CAT-I.5.1-03"),
    ("late, no such bet", Noticed(1, "triple", 20, "x"), "not-on-the-cloth", CLOTH),
    ("late, called", Noticed(2, "llamada", 20, "x"), "called-bet-noticed", "CAT-I.5.1-03"),
    ("late, yet in order", Noticed(1, "par", 100, "x"), "within-limits", "CAT-I.4.2-03"),
    ("late and over, nobody told", Noticed(1, "par", 300, ""), "must-be-told", "CAT-I.4.2-06"),
    ("late and under, nobody told", Noticed(1, "par", 20, ""), "must-be-told", "CAT-I.4.2-08"),
]


@pytest.mark.parametrize(
    ("action", "code", "clause"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_may_not_be_done_is_refused_and_leaves_no_trace(
    action: BetAction, code: str, clause: str
) -> None:
    open_bets = window().open()
    for down in DOWN:
        open_bets.take(down)
    felt, actions = dict(open_bets.felt), list(open_bets.actions)
    with pytest.raises(Refused) as caught:
        open_bets.take(action)
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert (open_bets.felt, open_bets.actions) == (felt, actions)


def test_a_ball_is_thrown_once() -> None:
    open_bets = window(cloth=WithBall()).open()
    open_bets.take(Throw())
    with pytest.raises(Refused, match="already-thrown"):
        open_bets.take(Throw())


@pytest.mark.parametrize("action", [Remove(1, "par"), Place(1, "par", 100), Throw()])
def test_after_a_bet_noticed_late_betting_is_closed(action: BetAction) -> None:
    open_bets = window(cloth=WithBall()).open()
    open_bets.take(Noticed(1, "par", 20, "jefe-de-sala"))
    open_bets.take(Noticed(2, "par", 300, "jefe-de-sala"))
    with pytest.raises(Refused, match="bets-closed"):
        open_bets.take(action)


def test_bets_that_cannot_stand_together_are_refused_at_the_close() -> None:
    open_bets = window().open()
    open_bets.take(Place(1, "dura", 100))
    with pytest.raises(Refused, match="needs-par") as caught:
        open_bets.close()
    assert caught.value.clause == ALONE
    open_bets.take(Place(1, "par", 100))
    assert open_bets.close() == Slip((Place(1, "dura", 100), Place(1, "par", 100)))


def test_a_whole_slip_is_checked_action_by_action() -> None:
    window().check(Slip((Place(1, "linea", 500), Place(1, "odds", 100), Remove(1, "linea"))))
    with pytest.raises(Refused, match="no-line"):
        window().check(Slip((Place(1, "odds", 100), Place(1, "linea", 500))))
    with pytest.raises(Refused, match="needs-par"):
        window().check(Slip((Place(1, "dura", 100),)))


def test_a_bet_that_loses_the_bet_it_stood_on_comes_down_with_it() -> None:
    live = Live(take_bets(window()))
    told = live.answer(Slip((Place(1, "linea", 500), Place(1, "odds", 100), Remove(1, "linea"))))
    back = {event.bet: event.amount for event in told if isinstance(event, BetReturned)}
    assert back == {"linea": 500, "odds": 100}
    assert live.result == ()


def test_a_called_bet_goes_down_in_its_parts() -> None:
    live = Live(take_bets(window()))
    told = live.answer(Slip((Place(2, "llamada", 300),)))
    placed = [(e.bet, e.amount, e.called) for e in told if isinstance(e, BetPlaced)]
    assert placed == [("par", 100, "llamada"), ("linea", 200, "llamada")]
    assert live.result == (Stake(2, "par", 100), Stake(2, "linea", 200))


def test_what_stood_before_counts_for_the_limits_and_stays() -> None:
    standing = (Stake(1, "par", 150),)
    open_bets = window(standing=standing).open()
    room = open_bets.room(1, "par")
    assert isinstance(room, Offer) and (room.low, room.high) == (1, 50)
    live = Live(take_bets(window(standing=standing)))
    live.answer(Slip((Place(1, "par", 50),)))
    assert live.result == (Stake(1, "par", 200),)


@given(st.integers(0, 10**6))
def test_any_way_of_picking_makes_a_legal_slip(seed: int) -> None:
    ask = window()
    ask.check(ask.some(seeded(seed)))


@pytest.mark.parametrize("seed", range(20))
def test_the_room_is_exactly_what_may_still_be_added(seed: int) -> None:
    done = window().some(seeded(seed)).actions
    for seat in (1, 2):
        for bet in Small().bets():
            room = after(done).room(seat, bet)
            if isinstance(room, Closed):
                assert not any(accepts(done, Place(seat, bet, amount)) for amount in (1, 60, 300))
                continue
            assert room.high is not None
            inside = {room.low, room.low + (room.high - room.low) // room.step * room.step}
            outside = {room.low - 1, room.high + 1}
            if room.step > 1:
                outside.add(room.low + 1)
            assert all(accepts(done, Place(seat, bet, amount)) for amount in inside)
            assert not any(accepts(done, Place(seat, bet, amount)) for amount in outside)


def after(done: Sequence[BetAction]) -> OpenBets:
    open_bets = window().open()
    for action in done:
        open_bets.take(action)
    return open_bets


def accepts(done: Sequence[BetAction], place: Place) -> bool:
    try:
        after(done).take(place)
    except Refused:
        return False
    return True
