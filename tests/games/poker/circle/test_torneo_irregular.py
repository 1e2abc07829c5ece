"""Irregular plays of a tournament hand: misdeals, boxed cards, fouled decks, boards too early,
burns (COL-7.5.1-22 to -31, COL-8)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.chance import Boxed, Exposed, Glimpsed, Mishap, Skipped, Surplus
from tapete.core.round.event import Announced, CardDealt, RoundVoided, Ruled
from tapete.core.round.record import Record, record_of
from tapete.core.round.replay import replay
from tapete.core.table.table import Table
from tapete.games.poker.circle.rulings import BoardEarly, BurnFault, DealFault, HandKilled
from tapete.games.poker.circle.speak import CardsExposed, Speak
from tapete.games.registry import find
from tests.games.poker.circle.flops import SIN, button_of, chips, code, folding, holdem
from tests.games.poker.circle.studs import dealt, played, said, told

CARDS = "As Ks Qs Tc Ad Kd Qd Th"
WAYS = ("mezcla-circular", "simple", "peinado", "doble")


def torneo(stacks: dict[int, int] | None = None, **terms: object) -> Table:
    return holdem(SIN, stacks, edition="colchagua-2025", **terms)  # type: ignore[arg-type]


def void_of(record: Record) -> tuple[str, str]:
    [void] = told(record.events, RoundVoided)
    return void.cause, void.clause


def board(events: Any) -> list[str]:
    return [str(e.card) for e in told(events, CardDealt) if e.to == "mesa"]


def deal(table: Table, cards: str) -> None:
    for card in cards.split():
        table.answer(card)


def run_out(table: Table) -> Record:
    """Play on, everybody checking, calling and showing."""
    live = table.live
    assert live is not None
    while live.ask is not None:
        ask = live.ask
        if ask.is_chance:
            table.answer(ask.some(lambda n: 0))
        elif isinstance(ask, Speak):
            names = [o.name for o in ask.choice.options]
            table.answer("pasar" if "pasar" in names else "ir")
        else:
            table.answer(ask.silence)
    return table.finish()


@pytest.mark.clause("COL-8-14", "COL-8-23", "COL-8-24", "COL-8-25", "COL-8-27", "COL-8-29",
                    "COL-8-31")  # fmt: skip
@pytest.mark.parametrize("fault", [
    [Exposed("7c")], ["As Ks", Glimpsed("seat:2", "7c")], ["As", Exposed("8c")],
    ["As", Mishap("orden-equivocado")], [Mishap("orden-equivocado")], ["As Ks", Skipped(2)],
])  # fmt: skip
def test_a_card_exposed_or_dealt_out_of_order_is_a_misdeal_from_the_same_button(
    fault: list[Any],
) -> None:
    table = torneo()
    before = chips(table)
    record = played(table, fault)
    assert told(record.events, RoundVoided) and chips(table) == before
    assert button_of(played(table, CARDS, folding(2, 1, 4))) == "1"


@pytest.mark.clause("COL-7.5.1-22", "COL-8-11", "COL-8-12", "COL-8-13", "COL-8-24", "COL-8-25",
                    "COL-8-27", "COL-8-29", "COL-8-30", "COL-8-31", "COL-8-23")  # fmt: skip
@pytest.mark.parametrize(("what", "clause"), [
    ("carta-expuesta", "COL-8-24"), ("dos-expuestas", "COL-8-25"),
    ("orden-equivocado", "COL-8-27"), ("primera-carta-a-otro", "COL-8-29"),
    ("asiento-vacio", "COL-8-30"), ("sin-cartas", "COL-8-31"),
])  # fmt: skip
def test_a_faulty_deal_found_later_annuls_the_hand_until_there_was_substantial_action(
    what: str, clause: str
) -> None:
    """Two actions of which one puts chips in, or three of any kind; for a player without cards the
    big blind must have acted."""
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["retirarse"]})  # one action
    assert code(table, DealFault(1, "mala-suerte"))[1] == "no-such-deal-fault"
    table.answer("retirarse")  # two, and no chips
    table.answer(DealFault(4, what), by="croupier")
    record = table.finish()
    assert void_of(record) == (what, clause)
    read = read_record(record.text())
    assert record_of(read.header, replay(read, find)).text() == record.text()
    live, _ = dealt(table, CARDS, {2: ["ir"], 1: ["retirarse"]})  # two, with chips
    table.answer(DealFault(4, what), by="croupier")
    if what == "sin-cartas":  # the big blind has not acted
        assert void_of(table.finish()) == (what, clause)
        live, _ = dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"], 3: ["subir:3000"]})
        table.answer(DealFault(2, what), by="croupier")
    late = "COL-8-12" if what == "sin-cartas" else "COL-7.5.1-22"
    assert said(live.events)["la-mano-sigue"] == late and not told(live.events, RoundVoided)
    run_out(table)
    # The next hand: the button takes the following place, and no position is skipped.
    live, ask = dealt(table, CARDS)
    assert button_of(live) == "4" and ask.seat == 1  # type: ignore[arg-type]


@pytest.mark.clause("COL-7.5.1-28", "COL-7.5.1-29", "COL-8-26")
def test_a_boxed_card_does_not_exist_two_annul_the_deal_and_four_the_hand() -> None:
    table = torneo()
    one = [Boxed("2c"), CARDS]
    record = played(table, one, folding(2, 1, 4))
    assert not told(record.events, RoundVoided)
    first = [e for e in told(record.events, CardDealt) if e.to == "seat:4"]
    assert len(first) == 2  # the next card took its place
    assert void_of(played(torneo(), ["As", Boxed("2c"), "Ks", Boxed("2d")])) == (
        "cartas-invertidas", "COL-8-26",
    )  # fmt: skip
    table = torneo()
    dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"]})
    table.answer("pasar")
    for card in ("2c", "2d", "2h"):
        table.answer(Boxed(card))
    table.answer("3c")  # three are only taken out
    table.answer(Boxed("2s"))
    assert void_of(table.finish()) == ("cartas-invertidas", "COL-7.5.1-29")


@pytest.mark.clause("COL-7.5.1-30")
def test_a_fouled_deck_annuls_the_hand_whenever_it_is_found_and_bets_go_back() -> None:
    table = torneo()
    before = chips(table)
    dealt(table, CARDS, {2: ["subir:3000"], 1: ["ir"], 4: ["ir"]})
    table.answer("ir")
    deal(table, "3c 9h 8d 2s")
    table.answer("apostar:5000")
    table.answer(DealFault(3, "baraja-defectuosa"), by="croupier")
    assert void_of(table.finish()) == ("baraja-defectuosa", "COL-7.5.1-30")
    assert chips(table) == before


@pytest.mark.clause("COL-8-07")
def test_a_flop_too_early_is_void_and_dealt_again_from_the_whole_stub_without_burning() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["ir"], 1: ["ir"]})
    table.answer(BoardEarly(4), by="croupier")
    deal(table, "3c 9h 8d 2s")  # burned, and three cards that do not count
    assert said(live.events)["cartas-antes-de-tiempo"] == "COL-8-07" and board(live.events) == []
    table.answer("ir")
    table.answer("pasar")  # the first round is completed
    assert said(live.events)["mazo-revuelto"] == "COL-8-07"
    ask = live.ask
    assert ask is not None and ask.to == "mesa"  # type: ignore[attr-defined]
    left = ask.left  # type: ignore[attr-defined]
    assert all(left[card] == 1 for card in ("9h", "8d", "2s")) and left["3c"] == 0
    deal(table, "9h 5d 6s")
    assert board(live.events) == ["9h", "5d", "6s"]
    run_out(table)


@pytest.mark.clause("COL-8-08", "COL-8-09")
def test_a_turn_too_early_lies_aside_and_is_mixed_in_before_a_river_without_burn() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"]})
    table.answer("pasar")
    deal(table, "3c 9h 8d 2s")
    table.answer(BoardEarly(4), by="croupier")
    deal(table, "3d 7c")
    assert said(live.events)["cartas-antes-de-tiempo"] == "COL-8-08"
    for _ in range(4):
        table.answer("pasar")
    deal(table, "4h Jd")  # a card burned, the next is the turn
    assert board(live.events)[-1] == "Jd"
    for _ in range(4):
        table.answer("pasar")
    ask = live.ask
    assert ask is not None and ask.to == "mesa"  # type: ignore[attr-defined]
    assert ask.left["7c"] == 1 and ask.left["4h"] == 0  # type: ignore[attr-defined]
    deal(table, "7c")
    assert board(live.events) == ["9h", "8d", "2s", "Jd", "7c"]
    assert code(table, BoardEarly(4)) == ("COL-8-10", "no-street-to-come")
    record = run_out(table)
    read = read_record(record.text())
    assert record_of(read.header, replay(read, find)).text() == record.text()


@pytest.mark.clause("COL-8-10")
def test_a_river_too_early_is_mixed_in_and_dealt_again_without_burning() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"]})
    table.answer("pasar")
    deal(table, "3c 9h 8d 2s")
    for _ in range(4):
        table.answer("pasar")
    deal(table, "3d 7c")
    table.answer(BoardEarly(4), by="croupier")
    deal(table, "4h Jd")
    for _ in range(4):
        table.answer("pasar")
    ask = live.ask
    assert ask is not None and ask.to == "mesa" and ask.left["Jd"] == 1  # type: ignore[attr-defined]
    deal(table, "5c")
    assert board(live.events)[-1] == "5c"


@pytest.mark.clause("COL-8-19")
@pytest.mark.parametrize(("came", "right"), [
    ([Mishap("sin-quemar"), "9h", "8d", "2s", BurnFault(4), "4c"], ["8d", "2s", "4c"]),
    (["3c", Surplus("9h"), "8d", "2s", "4c", BurnFault(4)], ["9h", "8d", "2s"]),
])  # fmt: skip
def test_a_burn_forgotten_or_doubled_is_corrected_if_nobody_has_acted(
    came: list[Any], right: list[str]
) -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"]})
    assert code(table, BurnFault(3)) == ("COL-8-19", "nothing-burned-yet")
    table.answer("pasar")
    for answer in came:
        table.answer(answer)
    assert said(live.events)["quema-corregida"] == "COL-8-19"
    assert board(live.events)[-3:] == right
    run_out(table)


@pytest.mark.clause("COL-8-20")
def test_with_action_the_board_stands_and_the_second_burn_is_the_one_before_the_turn() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"]})
    table.answer("pasar")
    for answer in ("3c", Surplus("9h"), "8d", "2s", "4c"):
        table.answer(answer)
    table.answer("pasar")
    table.answer(BurnFault(3), by="croupier")
    assert said(live.events)["la-mesa-queda"] == "COL-8-20"
    assert board(live.events) == ["8d", "2s", "4c"]
    for _ in range(3):
        table.answer("pasar")
    ask = live.ask
    assert ask is not None and ask.to == "mesa"  # type: ignore[attr-defined]
    deal(table, "5c")  # nothing was asked for the burn: it lay on top already
    assert board(live.events)[-1] == "5c"


@pytest.mark.clause("COL-8-21")
def test_all_in_with_cards_face_up_the_board_is_restored_as_it_would_have_been() -> None:
    table = torneo(dict.fromkeys((1, 2, 3, 4), 9000))
    live, _ = dealt(table, CARDS, {2: ["resto"], 1: ["resto"], 4: ["retirarse"]})
    table.answer("retirarse")
    for answer in ("3c", Surplus("9h"), "8d", "2s", "4c", Mishap("quema-errada")):
        table.answer(answer)
    assert said(live.events)["quema-corregida"] == "COL-8-21"
    assert board(live.events)[-3:] == ["9h", "8d", "2s"]
    ask = live.ask
    assert ask is not None and ask.to == "mesa"  # type: ignore[attr-defined]
    deal(table, "5c")  # the fourth of them is the burn before the turn
    run_out(table)


@pytest.mark.clause("COL-8-02", "COL-8-16", "COL-8-17")
def test_cards_dropped_by_accident_stay_live_and_shown_ones_cost_the_hand_the_second_time() -> None:
    table = torneo()
    live, _ = dealt(table, CARDS)
    for _ in range(3):  # however often
        table.answer(CardsExposed(1, by_mistake=True))
        assert said(live.events)["cubre-sus-cartas"] == "COL-8-02"
    assert not told(live.events, Ruled)
    table.answer(CardsExposed(1))
    table.answer("ir")
    table.answer(CardsExposed(1))
    rulings = [(e.question, e.ruling) for e in told(live.events, Ruled)]
    assert rulings == [
        ("cartas-expuestas:1", "advertencia"), ("cartas-expuestas:1", "pierde-la-mano"),
    ]  # fmt: skip
    assert code(table, HandKilled(1)) == ("COL-8-33", "no-cards-there")


@pytest.mark.clause("COL-7.5.1-23", "COL-8-15", "COL-7.5.1-27")
def test_the_deck_is_shuffled_by_its_procedure_again_if_a_card_shows_and_changed_by_staff() -> None:
    table = torneo()
    shuffled = table.prepare(lambda ask: ask.silence)
    played(table, CARDS, folding(2, 1, 4))
    with pytest.raises(Refused):
        table.begin()  # not without a shuffle between two hands
    shuffled = table.prepare(lambda ask: ask.silence)
    assert shuffled is not None
    [done] = [e for e in told(shuffled.events, Announced) if e.what.startswith("barajado")]
    assert done.facts["ways"] == " ".join(table.rules.shuffle)  # its steps by their names
    assert table.rules.shuffle == WAYS and done.clause == "COL-7.5.1-23"
    [event] = table.act("carta-vista-al-cortar")
    with pytest.raises(Refused):
        table.begin()
    assert table.prepare(lambda ask: ask.silence) is not None
    with pytest.raises(Refused):
        table.act("cartas-nuevas", by="jugador")
    table.act("cartas-nuevas", by="jefe-de-mesa")
    assert event.clause == "COL-8-15"
