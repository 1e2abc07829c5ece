"""Speaking in turn in a tournament hand: options, words, two-step bets, bets out of turn, who is
away, who comes (COL-7.3, COL-7.5.1 to -3)."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.event import Announced, BetPlaced, CardDealt, Chosen
from tapete.core.table.table import Table
from tapete.games.poker.circle.rulings import TwoSteps
from tapete.games.poker.circle.speak import OutOfTurn, Pushed, Speak
from tests.games.poker.circle.flops import SIN, code, folding, holdem
from tests.games.poker.circle.studs import dealt, others, played, said, state_of, told

CARDS = "As Ks Qs Tc Ad Kd Qd Th"
"""Button 1, 500/1,000: seat 2 speaks first, then 1, 4 (small blind), 3 (big blind)."""


def torneo(stacks: dict[int, int] | None = None, **terms: object) -> Table:
    return holdem(SIN, stacks, edition="colchagua-2025", **terms)  # type: ignore[arg-type]


def asked(table: Table) -> Speak:
    assert table.live is not None and isinstance(table.live.ask, Speak)
    return table.live.ask


def spoken(table: Table) -> list[tuple[int, str]]:
    assert table.live is not None
    return [(e.seat, e.move) for e in told(table.live.events, Chosen)]


@pytest.mark.clause("COL-7.5.1-03", "COL-7.5.2-04", "COL-7.5.2-05", "COL-7.5.2-06",
                    "COL-7.5.2-12", "COL-7.5.2-24")  # fmt: skip
def test_after_the_forced_bets_each_in_turn_may_check_bet_raise_or_go_all_in_without_a_cap() -> (
    None
):
    table = torneo(dict.fromkeys((1, 2, 3, 4), 500_000), ante=1000)
    live, ask = dealt(table, CARDS)
    forced = [(e.bet if not e.called else e.called, e.seat, e.amount)
              for e in told(live.events, BetPlaced)]  # fmt: skip
    assert forced == [("ciega-menor", 4, 500), ("ciega-mayor", 3, 1000), ("ante", 3, 1000)]
    assert {o.name for o in ask.choice.options} == {"ir", "subir", "resto", "retirarse"}
    assert code(table, "pasar")[1] == "move-closed"  # somebody has bet: the blind
    seats, total = [2, 1, 4, 3] * 5, 1000
    for seat in seats:  # twenty raises in one round
        assert asked(table).seat == seat
        with pytest.raises(Refused):
            table.answer("ir", by="jugador", seat=seat % 4 + 1)  # nobody speaks for another
        total += 1000
        table.answer(f"subir:{total}")
    for _ in range(3):
        table.answer("ir")
    for card in ["3c", "9h", "8d", "2s"]:
        table.answer(card)
    for seat in (4, 3, 2, 1):  # the same options for each of them, one after another
        options = {o.name: o for o in asked(table).choice.options}
        assert asked(table).seat == seat and {"pasar", "apostar", "resto"} <= set(options)
        assert options["apostar"].low == 1000  # the big blind or more
        table.answer("pasar")


@pytest.mark.clause("COL-7.5.2-10", "COL-7.5.3-02", "COL-7.5.3-03", "COL-7.5.3-06",
                    "COL-7.5.3-07", "COL-7.5.3-10", "COL-2-12", "COL-7.5.2-20")  # fmt: skip
def test_words_bind_before_the_chips_and_a_call_is_for_the_right_amount() -> None:
    table = torneo()
    dealt(table, CARDS)
    table.answer(Pushed(2, (300,)))  # short of the opening bet, the big blind: a full call
    assert spoken(table)[-1] == (2, "ir")
    table.answer(Pushed(1, (1000, 500), "subo a 4000"))  # the number said is the total
    assert spoken(table)[-1] == (1, "subir:4000")
    with pytest.raises(Refused, match="not-a-clear-word"):
        table.answer(Pushed(4, (5000,), "dale"))
    table.answer(Pushed(4, (5000,)))  # one larger chip without a word is a call
    assert spoken(table)[-1] == (4, "ir")
    table.answer(Pushed(3, (5000, 5000), "subo"))  # with one it is a raise
    assert spoken(table)[-1] == (3, "subir:11000")
    table.answer(Pushed(2, (1000,), "voy"))  # he was told 2,000: he pays what it is
    assert spoken(table)[-1] == (2, "ir")
    assert table.live is not None
    paid = told(table.live.events, BetPlaced)[-1]
    assert (paid.seat, paid.amount) == (2, 10_000)
    for word in ("me retiro", "igualo"):
        table.answer(Pushed(asked(table).seat, (), word))
    for card in ["3c", "9h", "8d", "2s"]:
        table.answer(card)
    table.answer(Pushed(4, (5000,)))  # after the flop nobody has bet: its whole value
    assert spoken(table)[-1] == (4, "apostar:5000")


@pytest.mark.clause("COL-7.5.2-07", "COL-7.5.2-08", "COL-7.5.2-09", "COL-7.5.3-12",
                    "COL-7.5.3-14")  # fmt: skip
def test_a_two_step_raise_is_a_call_and_the_croupier_says_so() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["subir:3000"]})
    assert code(table, TwoSteps(1, (3000,), ()))[1] == "one-motion"
    assert code(table, TwoSteps(4, (3000,), (3000,)))[1] == "wait-for-your-turn"
    with pytest.raises(Refused, match="not-your-role"):
        table.answer(TwoSteps(1, (3000,), (3000,)), by="jugador", seat=1)
    table.answer(TwoSteps(1, (1000, 2000), (5000,)), by="croupier")
    assert spoken(table)[-1] == (1, "ir")
    [event] = [e for e in told(live.events, Announced) if e.what == "apuesta-en-dos-tiempos"]
    assert (event.clause, event.facts["back"]) == ("COL-7.5.2-09", 5000)
    for move in ("retirarse", "ir"):
        table.answer(move)
    for card in ["3c", "9h", "8d", "2s"]:
        table.answer(card)
    table.answer(TwoSteps(3, (2000,), (2000,)), by="croupier")  # back to the stack: it is 2,000
    assert spoken(table)[-1] == (3, "apostar:2000")


@pytest.mark.clause("COL-7.5.2-14", "COL-7.5.2-15", "COL-7.5.2-16")
@pytest.mark.parametrize(("between", "bound"), [
    (["ir", "retirarse"], True), (["retirarse", "ir"], True), (["subir:3000", "ir"], False),
])  # fmt: skip
def test_out_of_turn_binds_unless_a_bet_or_a_raise_came_between(
    between: list[str], bound: bool
) -> None:
    table = torneo()
    live, _ = dealt(table, CARDS)
    table.answer(OutOfTurn(4, "subir:5000"))
    assert asked(table).seat == 2  # the turn is still his
    for move in between:
        table.answer(move)
    if bound:
        assert spoken(table)[-1] == (4, "subir:5000") and asked(table).seat == 3
        return
    assert "puede-retirar-su-apuesta" in said(live.events) and asked(table).seat == 4
    names = {o.name for o in asked(table).choice.options}
    assert {"ir", "subir", "retirarse"} <= names  # all his options again, and nothing is in
    assert asked(table).choice.already == 500


@pytest.mark.clause("COL-7.5.1-39", "COL-7.5.1-40", "COL-7.5.1-37")
def test_who_is_not_there_at_the_first_card_is_dealt_in_and_killed_after_the_last() -> None:
    table = torneo()
    table.act("ausentarse", seat=2)
    live, ask = dealt(table, CARDS)
    cards = [e for e in told(live.events, CardDealt) if e.to == "seat:2"]
    last = max(live.events.index(e) for e in told(live.events, CardDealt))
    [killed] = [e for e in told(live.events, Chosen) if e.seat == 2]
    assert len(cards) == 2 and killed.move == "retirarse" and live.events.index(killed) > last
    assert ask.seat == 1  # he is not asked
    with pytest.raises(Refused):
        table.act("volver", seat=2)  # he comes running: the hand is dealt
    for move in ("retirarse", "retirarse"):
        table.answer(move)
    table.finish()
    table.act("volver", seat=2)
    live, ask = dealt(table, CARDS)
    assert not told(live.events, Chosen)  # back in time: he plays


@pytest.mark.clause("COL-7.5.1-34", "COL-7.5.1-32")
def test_cards_released_facing_a_bet_are_a_fold_and_stay_one() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["subir:3000"]})
    table.answer(Pushed(1, (), "me retiro"))
    assert spoken(table)[-1] == (1, "retirarse")
    assert code(table, OutOfTurn(1, "ir"))[1] == "wait-for-your-turn"
    while live.ask is not None:
        table.answer("retirarse")
    assert 1 not in {e.seat for e in told(live.events, Chosen)[2:]}


@pytest.mark.clause("COL-3.5.2-05", "COL-7.3-06", "COL-7.3-07", "COL-7.3-17", "COL-7.3-18")
def test_a_moved_player_takes_the_position_of_his_seat_all_in_if_he_must_but_not_in_the_gap() -> (
    None
):
    def six() -> Table:
        table = torneo(dict.fromkeys((9, 8, 6, 5, 3, 2), 9000), button=9)
        played(table, " ".join(others("")[:12]), folding(5, 3, 2, 9, 8))
        return table  # button 9, small 8, big 6: the next are 8, 6 and 5

    def forced(table: Table, cards: int) -> list[tuple[str, int, int]]:
        live, _ = dealt(table, " ".join(others("")[:cards]))
        return [(e.called, e.seat, e.amount) for e in told(live.events, BetPlaced) if e.called]

    table = six()
    table.leave(5)
    table.sit(5, "movido", chips=300)  # the next big blind, with less than it
    assert forced(table, 12) == [("ciega-menor", 6, 500), ("ciega-mayor", 5, 300)]
    table = six()
    table.leave(8)
    table.sit(8, "movido", chips=9000)  # he has the button
    assert forced(table, 12) == [("ciega-menor", 6, 500), ("ciega-mayor", 5, 1000)]
    assert table.live is not None
    assert "seat:8" in {e.to for e in told(table.live.events, CardDealt)}
    table = six()
    table.sit(7, "movido", chips=9000)  # between button and small blind: not dealt in
    live, _ = dealt(table, " ".join(others("")[:12]))
    assert "seat:7" not in {e.to for e in told(live.events, CardDealt)}
    assert 7 not in state_of(table).lineup
