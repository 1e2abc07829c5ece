"""The named options of tournaments on the one betting module (COL-7.4, COL-7.5, COL-8)."""

from __future__ import annotations

import msgspec
import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.event import BetPlaced, CardSeen, CommissionTaken
from tapete.core.table.table import Table
from tapete.games.poker.circle.events import BetGathered, PotWon
from tapete.games.poker.circle.stakes import CircleTerms, Rake
from tapete.games.poker.circle.waits import GO_ON, WAITS
from tapete.games.registry import find
from tests.games.poker.circle.flops import BOARD, CON, SIN, button_of, code, folding, holdem
from tests.games.poker.circle.studs import dealt, net, others, played, state_of, told

TORNEO = {"torneo": "si"}
SMALL, BIG = "ciega-menor", "ciega-mayor"
CARDS = "As Ks Qs Tc Ad Kd Qd Th"


def positions(
    table: Table, moves: dict[int, list[str]]
) -> tuple[str | None, list[tuple[str, int]]]:
    """Where the button lay and who posted what in the next hand."""
    cards = " ".join(others("")[: 2 * len(table.players)])
    record = played(table, cards, moves)
    return button_of(record), [
        (e.called, e.seat) for e in told(record.events, BetPlaced) if e.called
    ]


@pytest.mark.clause("COL-7.5.2-03", "COL-7.4-04")
def test_any_amount_from_the_big_blind_and_a_raise_at_least_the_last_one() -> None:
    table = holdem(SIN, changes=TORNEO)
    _, ask = dealt(table, CARDS, {2: ["subir:2750"]})
    [up] = [option for option in ask.choice.options if option.name == "subir"]
    assert (up.low, up.high, up.step) == (4500, 50_000, 1)
    assert code(table, "subir:4499")[1] == "move-amount"


@pytest.mark.clause("COL-7.5.2-03", "COL-7.4-04")
def test_each_reading_can_be_chosen_by_itself() -> None:
    _, ask = dealt(holdem(SIN, changes={"subida-minima": "torneo"}), CARDS, {2: ["subir:6000"]})
    [up] = [option for option in ask.choice.options if option.name == "subir"]
    assert (up.low, up.step) == (11_000, 1000)  # five more, still in multiples
    _, ask = dealt(holdem(SIN, changes={"montos": "torneo"}), CARDS, {2: ["subir:6000"]})
    [up] = [option for option in ask.choice.options if option.name == "subir"]
    assert (up.low, up.step) == (7000, 1)


@pytest.mark.clause("COL-8-11")
def test_the_unraised_big_blind_may_check() -> None:
    table = holdem(SIN, changes=TORNEO)
    _, ask = dealt(table, CARDS, {2: ["ir"], 1: ["ir"], 4: ["ir"]})
    assert ask.seat == 3 and {o.name for o in ask.choice.options} == {
        "pasar",
        "subir",
        "resto",
        "retirarse",
    }
    table.answer("pasar")


@pytest.mark.clause("COL-7.5.1-18")
def test_between_two_the_button_has_the_small_blind_and_speaks_first_before_the_flop_only() -> None:
    table = holdem(SIN, {3: 9000, 8: 9000}, button=8, changes=TORNEO)
    record = played(
        table, "As Ks Ad Kd " + BOARD,
        {8: ["ir", "pasar", "pasar", "pasar"], 3: ["pasar", "pasar", "pasar", "pasar"]},
    )  # fmt: skip
    blinds = [(e.called, e.seat) for e in told(record.events, BetPlaced) if e.called]
    assert blinds == [(SMALL, 8), (BIG, 3)]
    speaking = [e.seat for e in record.events if getattr(e, "about", "") in ("pocket", "flop")]
    assert speaking == [8, 3, 3, 8]


@pytest.mark.clause("COL-7.5.1-14", "COL-7.5.1-15", "COL-7.5.1-16", "COL-7.5.1-17")
def test_the_big_blind_always_goes_on_by_one_and_the_small_one_may_be_dead() -> None:
    def six() -> Table:
        table = holdem(SIN, dict.fromkeys((9, 8, 6, 5, 3, 2), 9000), button=9, changes=TORNEO)
        assert positions(table, folding(5, 3, 2, 9, 8)) == (
            "9",
            [(SMALL, 8), (BIG, 6)],
        )
        return table

    table = six()
    table.leave(6)
    assert positions(table, folding(3, 2, 9, 8)) == ("8", [(BIG, 5)])
    table.sit(6, "nuevo", chips=9000)  # into the dead small blind: the next button is his
    assert positions(table, folding(2, 9, 8, 6, 5)) == (
        "6",
        [(SMALL, 5), (BIG, 3)],
    )
    table = six()
    table.leave(8)
    assert positions(table, folding(3, 2, 9, 6)) == ("8", [(SMALL, 6), (BIG, 5)])


@pytest.mark.clause("COL-7.5.1-17")
def test_a_newcomer_between_button_and_small_blind_waits_a_hand() -> None:
    table = holdem(SIN, dict.fromkeys((9, 8, 6, 5, 3, 2), 9000), button=9, changes=TORNEO)
    positions(table, folding(5, 3, 2, 9, 8))
    table.sit(7, "nuevo", chips=9000)
    record = played(table, " ".join(others("")[:12]), folding(3, 2, 9, 8, 6))
    assert 7 not in state_of(table).lineup and net(record).get(7) is None


@pytest.mark.clause("COL-7.5.1-19")
@pytest.mark.parametrize(("out", "button", "big"), [(2, 4, 7), (4, 2, 7), (7, 2, 4)])
def test_when_two_are_left_nobody_has_the_big_blind_twice(out: int, button: int, big: int) -> None:
    table = holdem(SIN, {7: 9000, 4: 9000, 2: 9000}, button=7, changes=TORNEO)
    positions(table, folding(7, 4))
    table.leave(out)
    assert positions(table, folding(button)) == (
        str(button), [(SMALL, button), (BIG, big)],
    )  # fmt: skip


@pytest.mark.clause("COL-7.5.1-06", "COL-7.5.1-07", "COL-7.5.1-08")
@pytest.mark.parametrize(("reading", "pot"), [("ciega-primero", 3100), ("ante-primero", 2700)])
def test_the_big_blinds_ante_is_dead_money_and_a_short_one_pays_the_blind_first(
    reading: str, pot: int
) -> None:
    changes = {**TORNEO, "ante-corto": reading}
    table = holdem(SIN, {1: 9000, 2: 9000, 3: 1600, 4: 9000}, changes=changes, ante=1000)
    record = played(table, CARDS + " " + BOARD, {2: ["ir"], 1: ["retirarse"], 4: ["retirarse"]})
    assert sum(e.amount for e in told(record.events, PotWon)) == pot
    ante = [e for e in told(record.events, BetGathered) if e.bet == "ante"]
    assert [(e.seat, e.pot.text) for e in ante] == [(3, "pozo:1")]


@pytest.mark.clause("COL-7.5.3-17")
@pytest.mark.parametrize(("rest", "may_raise"), [(6000, True), (5900, False)])
def test_short_all_ins_reopen_once_they_add_up_to_a_whole_raise(rest: int, may_raise: bool) -> None:
    stacks = {1: 50_000, 2: 1000 + rest, 3: 5500, 4: 50_000}
    goes = {2: ["ir", "resto"], 1: ["ir", "retirarse"], 4: ["ir", "apostar:3000"]}
    _, ask = dealt(
        holdem(SIN, stacks, changes=TORNEO), CARDS + " 3c 9h 8d 2s", goes | {3: ["pasar", "resto"]}
    )
    assert ask.seat == 4 and ask.choice.to_call == rest - 3000
    up = [option.low for option in ask.choice.options if option.name == "subir"]
    assert up == ([rest + 3000] if may_raise else [])


@pytest.mark.clause("COL-4-03")
def test_tournament_chips_bear_no_commission() -> None:
    goes = {s: ["ir", "pasar", "pasar", "pasar"] for s in (1, 2, 4)} | {3: ["pasar"] * 4}
    record = played(holdem(SIN, rake=Rake("5%"), changes=TORNEO), CARDS + " " + BOARD, goes)
    assert not told(record.events, CommissionTaken)


@pytest.mark.clause("COL-7.5.5-10")
def test_rests_are_turned_up_as_soon_as_nobody_can_bet() -> None:
    table = holdem(SIN, changes=TORNEO)
    record = played(
        table, CARDS + " " + BOARD, {2: ["resto"], 1: ["resto"], 4: ["retirarse"], 3: ["retirarse"]}
    )
    public = [e for e in told(record.events, CardSeen) if not e.audience]
    assert {e.zone for e in public} == {"seat:1", "seat:2"}
    board = next(e for e in record.events if getattr(e, "to", "") == "mesa")
    assert record.events.index(public[-1]) < record.events.index(board)


@pytest.mark.clause("COL-4-01")
@pytest.mark.parametrize("game", [CON, SIN])
def test_the_bundle_is_every_one_of_its_options_at_once(game: str) -> None:
    rules = find(game).rules_of("scj-2023", TORNEO)
    for name in rules.torneo:
        assert rules.as_in_tournaments(name) and not find(game).rules_of().as_in_tournaments(name)
        assert find(game).rules_of("scj-2023", {name: "torneo"}).as_in_tournaments(name)
    with pytest.raises(ValueError):
        find(game).rules_of("scj-2023", {"torneo": "a-veces"})


@pytest.mark.clause("COL-4-01")
def test_under_the_edition_of_colchagua_the_hand_is_a_tournament_hand() -> None:
    rules = find(SIN).rules_of("colchagua-2025")
    assert all(rules.as_in_tournaments(name) for name in rules.torneo)
    table = holdem(SIN, edition="colchagua-2025")
    _, ask = dealt(table, CARDS, {2: ["subir:2750"]})
    assert "subir" in {option.name for option in ask.choice.options}
    assert not find(CON).rules_of("colchagua-2025").as_in_tournaments("muestra")


@pytest.mark.clause("COL-7.5.1-63", "COL-7.5.1-64")
def test_hand_for_hand_a_called_all_in_waits_unseen_until_it_is_ordered_on() -> None:
    table = holdem(SIN, changes=TORNEO)
    assert isinstance(table.terms, CircleTerms)
    table.set_terms(msgspec.structs.replace(table.terms, waits=True))
    table.prepare(lambda ask: ask.silence if not ask.is_chance else ask.some(lambda n: 0))
    live, cards = table.begin(), iter((CARDS + " " + BOARD).split())
    says = {2: "resto", 1: "resto", 4: "retirarse", 3: "retirarse"}
    while live.ask is not None and live.ask.about != WAITS:
        ask = live.ask
        table.answer(next(cards) if ask.is_chance else says[ask.put_to.seat or 0])
    assert live.ask is not None and live.ask.silence is None and not live.ask.put_to.seat
    assert not [e for e in told(tuple(live.events), CardSeen) if not e.audience]
    with pytest.raises(Refused, match="no-such-ruling"):
        table.answer("mostrar")
    table.answer(GO_ON)
    shown = [e for e in told(tuple(live.events), CardSeen) if not e.audience]
    assert {e.zone for e in shown} == {"seat:1", "seat:2"}
