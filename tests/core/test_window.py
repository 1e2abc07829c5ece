"""The betting window refuses what may not be done, by its clause, and keeps no trace of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.chance import seeded
from tapete.core.bets import (
    Action,
    Closed,
    Cloth,
    Felted,
    Limits,
    Mark,
    Noticed,
    Offer,
    Place,
    Remove,
    Slip,
    SpotLimits,
    Stake,
    Throw,
)
from tapete.core.event import BetPlaced, BetReturned
from tapete.core.live import Live
from tapete.core.refused import Refused
from tapete.core.window import BetWindow, Taking, take_bets

CLOTH = "CAT-II.1.4-03"
CALLED = "CAT-II.1.4-04"
STAYS = "CAT-IV.1.5-26"
ALONE = "CAT-III.1.5.1-07"
CHIPS = "CAT-II.2.6.3-02"
MARKED = "CAT-IV.1.5-55"


class Small(Cloth, frozen=True, kw_only=True):
    """``linea`` with ``odds`` behind it, ``par``, a bet in steps, a called one, one that stays."""

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

    def check_chips(self, done: Sequence[Action], place: Any) -> None:
        if isinstance(place, Place) and place.chips == "robadas":
            raise Refused(CHIPS, "wrong-chips", seat=place.seat)


def window(**changes: Any) -> BetWindow:
    return BetWindow(
        **{
            "seats": (1, 2), "cloth": Small(), "clause": CLOTH, "closing_clause": CLOTH,
            "limits": Limits(min=100, max=1000, bets={"par": SpotLimits(min=50, max=200)}),
            "marks": {"dura=activa": MARKED}, **changes,
        }
    )  # fmt: skip


DOWN = (Place(1, "linea", 500), Place(1, "odds", 500), Place(1, "dura", 100))

REFUSED: list[tuple[str, Action, str, str]] = [
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
    action: Action, code: str, clause: str
) -> None:
    taking = window().open()
    for down in DOWN:
        taking.take(down)
    felt, actions = dict(taking.felt), list(taking.actions)
    with pytest.raises(Refused) as caught:
        taking.take(action)
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert (taking.felt, taking.actions) == (felt, actions)


def test_a_ball_is_thrown_once() -> None:
    taking = window(throw_clause=CLOTH).open()
    taking.take(Throw())
    with pytest.raises(Refused, match="already-thrown"):
        taking.take(Throw())


@pytest.mark.parametrize("action", [Remove(1, "par"), Place(1, "par", 100), Throw()])
def test_after_a_bet_noticed_late_betting_is_closed(action: Action) -> None:
    taking = window(throw_clause=CLOTH).open()
    taking.take(Noticed(1, "par", 20, "jefe-de-sala"))
    taking.take(Noticed(2, "par", 300, "jefe-de-sala"))
    with pytest.raises(Refused, match="bets-closed"):
        taking.take(action)


def test_bets_that_cannot_stand_together_are_refused_at_the_close() -> None:
    taking = window().open()
    taking.take(Place(1, "dura", 100))
    with pytest.raises(Refused, match="needs-par") as caught:
        taking.close()
    assert caught.value.clause == ALONE
    taking.take(Place(1, "par", 100))
    assert taking.close() == Slip((Place(1, "dura", 100), Place(1, "par", 100)))


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
    taking = window(standing=standing).open()
    room = taking.room(1, "par")
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


def after(done: Sequence[Action]) -> Taking:
    taking = window().open()
    for action in done:
        taking.take(action)
    return taking


def accepts(done: Sequence[Action], place: Place) -> bool:
    try:
        after(done).take(place)
    except Refused:
        return False
    return True
