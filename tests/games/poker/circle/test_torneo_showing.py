"""The end of a tournament hand: who shows, in which order, what is seen and by whom, and pots given
(COL-7.4-26, -27, COL-7.5.5)."""

from __future__ import annotations

import pytest

from tapete.core.round.event import CardDealt, CardsCleared, CardSeen, Chosen, Event
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tapete.games.poker.circle.events import PotWon
from tapete.games.poker.circle.rulings import CardsShownTo, HandKilled, HandRestored
from tests.games.poker.circle.flops import BOARD, SIN, code, folding, holdem
from tests.games.poker.circle.studs import Script, dealt, net, played, said, told

CARDS = "As Ks Qs Tc Ad Kd Qd Th"
"""Button 1: seat 4 has aces, 3 kings, 2 queens, 1 tens. Seat 2 speaks first, then 1, 4, 3."""
PASS = ["pasar"] * 3
CHECKED = {2: ["ir", *PASS], 1: ["ir", *PASS], 4: ["ir", *PASS], 3: ["pasar", *PASS]}


def torneo(stacks: dict[int, int] | None = None, **terms: object) -> Table:
    return holdem(SIN, stacks, edition="colchagua-2025", **terms)  # type: ignore[arg-type]


def with_end(moves: dict[int, list[str]], **ends: str) -> dict[int, list[str]]:
    """Moves of a hand and what each says at its end: ``s4="mostrar"``."""
    return {seat: [*said_, *([ends[f"s{seat}"]] if f"s{seat}" in ends else [])]
            for seat, said_ in moves.items()}  # fmt: skip


def shows(record: Record) -> list[int]:
    """Who was asked to show, in order."""
    return [e.seat for e in told(record.events, Chosen) if e.about == "muestra"]


def public(events: tuple[Event, ...]) -> dict[str, list[str]]:
    """The covered cards that everybody has seen, by zone."""
    found: dict[str, list[str]] = {}
    for event in told(events, CardSeen):
        if not event.audience:
            found.setdefault(event.zone, []).append(str(event.card))
    return found


@pytest.mark.clause(
    "COL-7.5.5-01", "COL-7.5.5-03", "COL-7.5.5-04", "COL-7.5.5-08", "COL-7.5.5-11",
    "COL-7.5.5-24", "COL-7.5.5-25", "COL-7.5.5-29", "COL-7.5.5-16", "COL-7.5.5-36",
)  # fmt: skip
def test_with_no_bet_in_the_last_round_all_show_both_cards_from_the_left_of_the_button() -> None:
    """The cards speak, the croupier reads them: nobody says what he has, and whoever shows shows
    all of it, even where the board plays."""
    ends = dict.fromkeys(("s1", "s2", "s3", "s4"), "mostrar")
    record = played(torneo(), f"{CARDS} {BOARD}", with_end(CHECKED, **ends))
    assert shows(record) == [4, 3, 2, 1]
    assert public(record.events) == {
        "seat:4": ["As", "Ad"], "seat:3": ["Ks", "Kd"], "seat:2": ["Qs", "Qd"],
        "seat:1": ["Tc", "Th"],
    }  # fmt: skip
    [won] = told(record.events, PotWon)
    assert (won.seat, won.amount) == (1, 4000)  # a straight to the jack, the best of all
    # A royal flush on the board: everybody has to show to have his part of it.
    board = ["2c", "Ah", "Kh", "2d", "Qh", "3c", "Jh", "3d", "Th"]
    order = " ".join([board[0], *board[1:3], board[4], board[3], board[6], board[5], board[8]])
    hand = with_end(CHECKED, s1="mostrar", s2="mostrar", s3="tapar", s4="mostrar")
    shared = played(torneo(), f"As Ks Qs Tc Ad Kd Qd 9c {order}", hand)
    assert {e.seat for e in told(shared.events, PotWon)} == {1, 2, 4}


@pytest.mark.clause("COL-7.5.5-24", "COL-7.5.5-10")
def test_the_last_who_bet_shows_first_then_clockwise() -> None:
    moves = {2: ["ir", "pasar", "pasar", "apostar:1000"], 1: ["ir", "pasar", "pasar", "ir"],
             4: ["ir", "pasar", "pasar", "pasar", "ir"],
             3: ["pasar", "pasar", "pasar", "pasar", "ir"]}  # fmt: skip
    ends = dict.fromkeys(("s1", "s2", "s3", "s4"), "mostrar")
    record = played(torneo(), f"{CARDS} {BOARD}", with_end(moves, **ends))
    assert shows(record) == [2, 1, 4, 3]


@pytest.mark.clause("COL-7.5.5-02", "COL-7.5.5-26", "COL-7.5.5-28", "COL-7.5.1-36")
def test_the_last_with_cards_wins_without_showing_and_no_more_cards_are_seen() -> None:
    """Everybody may give up the pot and muck; and a hand that ends early shows nothing of what
    would have come."""
    hand = with_end(CHECKED, s4="tapar", s3="tapar", s2="tapar")
    record = played(torneo(), f"{CARDS} {BOARD}", hand)
    assert public(record.events) == {} and net(record) == {1: 3000, 2: -1000, 3: -1000, 4: -1000}
    called = {2: ["ir", "pasar", "pasar", "apostar:1000", "tapar"], 1: ["ir", *PASS, "retirarse"],
              4: ["ir", "pasar", "pasar", "pasar", "ir"],
              3: ["pasar", "pasar", "pasar", "pasar", "retirarse"]}  # fmt: skip
    called[1] = ["ir", "pasar", "pasar", "retirarse"]
    record = played(torneo(), f"{CARDS} {BOARD}", called)  # the bettor mucks when he is called
    assert public(record.events) == {} and net(record)[4] == 4000
    early = played(torneo(), CARDS, folding(2, 1, 4))
    assert not [e for e in told(early.events, CardDealt) if e.to == "mesa"]
    assert public(early.events) == {}


@pytest.mark.clause("COL-7.5.5-12", "COL-7.5.5-17", "COL-7.5.5-33")
def test_when_somebody_is_all_in_and_betting_is_over_all_hands_are_face_up() -> None:
    stacks = {1: 9000, 2: 9000, 3: 9000, 4: 9000}
    moves = {2: ["resto"], 1: ["resto"], 4: ["retirarse"], 3: ["retirarse"]}
    record = played(torneo(stacks), f"{CARDS} {BOARD}", moves)
    assert set(public(record.events)) == {"seat:1", "seat:2"}
    first = next(e for e in record.events if isinstance(e, CardDealt) and e.to == "mesa")
    seen = [e for e in told(record.events, CardSeen) if not e.audience]
    assert max(map(record.events.index, seen)) < record.events.index(first)
    # Without an all-in the losing hands of who folded are never seen.
    quiet = played(torneo(), f"{CARDS} {BOARD}", with_end(CHECKED, s4="mostrar", s3="tapar",
                   s2="tapar", s1="mostrar"))  # fmt: skip
    assert set(public(quiet.events)) == {"seat:4", "seat:1"}


@pytest.mark.clause("COL-7.5.5-15", "COL-7.5.5-35")
def test_while_one_is_all_in_nobody_mucks_at_the_side_pot_which_is_given_first() -> None:
    stacks = {1: 50_000, 2: 3000, 3: 50_000, 4: 50_000}
    moves = {2: ["resto"], 1: ["ir", "pasar", "pasar", "ir"], 4: ["retirarse"],
             3: ["ir", "pasar", "pasar", "apostar:2000"]}  # fmt: skip
    record = played(torneo(stacks), f"{CARDS} {BOARD}", moves)
    assert shows(record) == []  # nobody is asked: all three show
    assert set(public(record.events)) == {"seat:1", "seat:2", "seat:3"}
    assert [e.pot.text for e in told(record.events, PotWon)] == ["pozo:2", "pozo:1"]


@pytest.mark.clause("COL-7.5.5-18", "COL-7.5.5-19", "COL-7.5.5-20", "COL-7.5.5-22",
                    "COL-7.5.5-27", "COL-7.5.5-33")  # fmt: skip
@pytest.mark.parametrize("sees", ["ver", "no-ver"])
def test_who_shows_may_ask_to_see_what_was_mucked_and_who_mucked_may_not(sees: str) -> None:
    hand = {2: ["retirarse"], 1: ["ir", *PASS, "mostrar", sees], 4: ["ir", *PASS, "mostrar"],
            3: ["pasar", *PASS, "tapar"]}  # fmt: skip
    hand[4].append("no-ver")
    table = torneo()
    script = Script(f"{CARDS} {BOARD}", hand)
    asked = []

    def answer(ask: object) -> object:
        if getattr(ask, "about", "") == "ver-cartas":
            asked.append(ask.seat)  # type: ignore[attr-defined]
        return script(ask)  # type: ignore[arg-type]

    record = table.play(answer)  # type: ignore[arg-type]
    # Neither who mucked (3) nor who folded before (2) is asked.
    assert asked == [4, 1]
    assert ("seat:3" in public(record.events)) == (sees == "ver")


@pytest.mark.clause("COL-7.5.5-31")
def test_losing_hands_are_collected_before_the_pot_is_given() -> None:
    ends = dict.fromkeys(("s1", "s2", "s3", "s4"), "mostrar")
    record = played(torneo(), f"{CARDS} {BOARD}", with_end(CHECKED, **ends))
    pot = record.events.index(told(record.events, PotWon)[0])
    before = [e.zone for e in record.events[:pot] if isinstance(e, CardsCleared)]
    after = [e.zone for e in record.events[pot:] if isinstance(e, CardsCleared)]
    assert before == ["seat:4", "seat:3", "seat:2"] and "seat:1" in after


@pytest.mark.clause("COL-7.4-26", "COL-7.4-27")
def test_a_tie_is_split_as_evenly_as_chips_allow_from_the_left_of_the_button_on() -> None:
    """Three have the board's straight: 4,100 in chips of 100 is 1,400, 1,400 and 1,300."""
    table = torneo(ante=100, unit=100)
    ends = dict.fromkeys(("s1", "s3", "s4"), "mostrar")
    moves = {2: ["ir", "retirarse"], 1: ["ir", *PASS], 4: ["ir", *PASS], 3: ["pasar", *PASS]}
    board = "9s Ah Kh Qd 9d Jc 9c Ts"
    record = played(table, f"2s 3s 4s 5s 2d 3d 4d 5d {board}", with_end(moves, **ends))
    shares = {e.seat: e.amount for e in told(record.events, PotWon)}
    assert shares == {4: 1400, 3: 1400, 1: 1300}


@pytest.mark.clause("COL-7.5.1-32", "COL-7.5.1-33", "COL-7.5.5-13")
def test_a_folded_hand_is_out_unless_staff_declare_it_live_before_the_hand_is_over() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["retirarse"], 1: ["ir"]})
    assert [e.zone for e in told(live.events, CardsCleared)] == ["seat:2"]  # in the muck: folded
    assert code(table, HandRestored(1)) == ("COL-7.5.1-33", "not-folded")
    with pytest.raises(Exception, match="not-your-role"):
        table.answer(HandRestored(2), by="jugador", seat=2)
    table.answer(HandRestored(2), by="jefe-de-mesa")
    assert said(live.events)["mano-recuperada"] == "COL-7.5.1-33"
    table.answer("ir")
    table.answer("pasar")
    ask = live.ask
    assert ask is not None and ask.put_to.seat == 2  # he has cards, and speaks again
    table.answer("ir")
    while live.ask is not None:
        table.answer(live.ask.some(lambda n: 0) if live.ask.is_chance else live.ask.silence)
    assert 2 in {e.seat for e in told(live.events, Chosen) if e.about == "muestra"}


@pytest.mark.clause("COL-7.5.5-32")
def test_a_winning_hand_killed_by_the_croupier_wins_unless_a_new_hand_has_begun() -> None:
    """The croupier takes the best hand away on the river: found in time it is live and wins, and
    once the next hand is dealt nothing of the last one can be taken up."""
    moves = {2: ["ir", *PASS[:2]], 1: ["ir", *PASS[:2]], 4: ["ir", *PASS[:2]],
             3: ["pasar", *PASS[:2]]}  # fmt: skip
    for found in (True, False):
        table = torneo()
        live, ask = dealt(table, f"{CARDS} {BOARD}", moves)
        assert ask.about == "river"
        table.answer(HandKilled(1), by="croupier")
        if found:
            table.answer(HandRestored(1), by="jefe-de-mesa")
        while live.ask is not None:
            table.answer("mostrar" if live.ask.about == "muestra" else "pasar")
        winners = {e.seat for e in told(live.events, PotWon)}
        assert winners == ({1} if found else {4})  # the aces, where nobody found it
        table.finish()
    dealt(table, CARDS)
    assert code(table, HandRestored(1)) == ("COL-7.5.1-33", "not-folded")


@pytest.mark.clause("COL-7.5.2-17", "COL-7.5.5-37", "COL-7.5.5-38", "COL-8-33", "COL-8-34")
def test_a_hand_killed_unprotected_loses_all_but_a_raise_nobody_called() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["subir:5000"]})
    table.answer(HandKilled(2), by="croupier")
    [back] = [e for e in live.events if type(e).__name__ == "BetReturned"]
    assert (back.seat, back.amount, back.clause) == (2, 4000, "COL-8-34")  # type: ignore[attr-defined]
    assert said(live.events)["mano-muerta"] == "COL-8-33"
    ask = live.ask
    assert ask is not None and ask.put_to.seat == 1 and ask.choice.to_call == 1000  # type: ignore[union-attr]
    assert code(table, HandKilled(2)) == ("COL-8-33", "no-cards-there")
    for move in ("retirarse", "retirarse"):
        table.answer(move)
    assert table.net_of(table.finish()) == {2: -1000, 3: 1500, 4: -500}


@pytest.mark.clause("COL-7.5.5-37", "COL-7.5.5-39", "COL-8-33")
def test_what_was_called_of_a_killed_hand_is_lost_even_all_of_it() -> None:
    table = torneo({1: 50_000, 2: 5000, 3: 50_000, 4: 50_000})
    dealt(table, CARDS, {2: ["resto"], 1: ["ir"]})
    table.answer(HandKilled(2), by="croupier")
    for move in ("retirarse", "retirarse"):
        table.answer(move)
    assert table.net_of(table.finish())[2] == -5000  # all in, called: he is out


@pytest.mark.clause("COL-7.5.5-34", "COL-8-06", "COL-7.5.5-23")
def test_cards_shown_to_one_are_kept_apart_and_shown_to_all_when_the_hand_is_over() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["retirarse"]})
    table.answer(CardsShownTo(1, 2), by="croupier")
    seen = [e for e in told(live.events, CardSeen) if e.zone == "seat:1" and e.clause ==
            "COL-7.5.5-34"]  # fmt: skip
    assert [e.audience for e in seen] == [("seat:2",), ("seat:2",)]  # nobody else yet
    table.answer("retirarse")
    assert not [e for e in told(live.events, CardsCleared) if e.zone == "seat:1"]
    table.answer("retirarse")  # the hand is over
    shown = [e for e in told(live.events, CardSeen) if not e.audience]
    assert {(e.zone, e.clause) for e in shown} == {("seat:1", "COL-8-06")}
    assert {e.card for e in shown} == {"Tc", "Th"}
    assert [e for e in told(live.events, CardsCleared) if e.zone == "seat:1"]
