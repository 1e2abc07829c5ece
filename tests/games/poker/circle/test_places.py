"""Places at a circle table: lists, the draw, free seats, absences (CAT-III.3.6.2, -3.6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.cards import SUITS, Card
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import BetPlaced, CardDealt
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.places import Given
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.registry import find
from tests.games.poker.circle.studs import (
    SEVEN,
    STUD,
    Script,
    ruled,
    said,
    state_of,
    table_of,
    told,
)

CON_LIMITES = "texas-holdem-con-limites"
MINUTE = 60
KNOWN = {"date": "sábado", "start": "21:00", "end": "03:00"}
BOX = 10_000


def lists(game: str = STUD, **terms: Any) -> Table:
    """A table whose game has been made known, nobody in it yet."""
    given: dict[str, Any] = {"minimum": 1000, "box": BOX, "informed": KNOWN, **terms}
    circle = CircleTerms(**given)
    table = Table(find(game), terms=circle, version="test")
    table.open_play(staff_of(table.rules))
    return table


def register(table: Table, *players: str) -> None:
    for player in players:
        table.act("inscribir", player=player)


def refusal(table: Table, act: str, **facts: Any) -> tuple[str, str]:
    before = table.state
    with pytest.raises(Refused) as found:
        table.act(act, **facts)
    assert table.state is before
    return found.value.clause, found.value.code


def names(count: int) -> Iterator[str]:
    return (f"p{number}" for number in range(1, count + 1))


@pytest.mark.clause(
    "CAT-III.3.4.2-02", "CAT-III.3.5.5-02", "CAT-III.3.5.6-02", "CAT-III.3.5.7.1-02"
)
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        (STUD, "CAT-III.3.5.5-02"),
        (SEVEN, "CAT-III.3.5.6-02"),
        (CON_LIMITES, "CAT-III.3.5.7.1-02"),
    ],
)
def test_names_are_taken_by_the_jefe_de_mesa_and_the_rest_wait(game: str, clause: str) -> None:
    table = lists(game)
    most = table.rules.players_max or 0
    register(table, *names(most))
    heard = table.act("inscribir", player="tarde")
    assert said(heard) == {"en-lista-de-espera": clause}
    places = state_of(table).places
    assert places.registered == tuple(names(most)) and places.waiting == ("tarde",)
    assert not places.given  # a place, not a given seat
    assert refusal(table, "inscribir", player="otra", by="croupier") == (
        "CAT-III.3.4.2-02", "not-your-role",
    )  # fmt: skip
    assert refusal(table, "inscribir", player="tarde") == (clause, "already-listed")


@pytest.mark.clause("CAT-III.3.5.5-03", "CAT-III.3.5.6-03", "CAT-III.3.5.7.1-03")
@pytest.mark.parametrize(
    ("game", "clause", "needed"),
    [
        (STUD, "CAT-III.3.5.5-03", ("date", "start", "end")),
        (SEVEN, "CAT-III.3.5.6-03", ("date", "start", "end")),
        (CON_LIMITES, "CAT-III.3.5.7.1-03", ("start",)),
    ],
)
def test_the_game_is_announced_before_names_are_taken(
    game: str, clause: str, needed: tuple[str, ...]
) -> None:
    for missing in needed:
        known = {name: when for name, when in KNOWN.items() if name != missing}
        table = lists(game, informed=known)
        assert refusal(table, "inscribir", player="ana") == (clause, "not-informed")
    assert refusal(lists(game, box=0), "inscribir", player="ana") == (clause, "not-informed")
    table = lists(game)
    [notice] = [event for event in table.log if getattr(event, "what", "") == "partida-informada"]
    assert notice.clause == clause
    assert getattr(notice, "facts", {})["box"] == BOX
    assert {"partida-informada"} <= set(table.signs().notices)


@pytest.mark.clause("CAT-III.3.6.2-03")
def test_who_reserved_a_place_and_is_not_there_at_the_opening_loses_it() -> None:
    table = lists()
    register(table, *names(8))
    heard = table.act("sortear-plazas", present=["p1", "p3", "p4"])
    lost = [dict(event.facts)["player"] for event in heard if event.what == "reserva-perdida"]
    assert lost == ["p2", "p5", "p6", "p7"]
    # The first on the waiting list comes in for one of them.
    assert state_of(table).places.drawing == ("p1", "p3", "p4", "p8")
    assert state_of(table).places.waiting == ()


@pytest.mark.clause(
    "CAT-III.3.5.7.1-02", "CAT-III.3.5.7.1-10", "CAT-III.3.5.7.1-11", "CAT-III.3.5.5-07",
    "CAT-III.3.5.6-07",
)  # fmt: skip
@pytest.mark.parametrize("game", [STUD, SEVEN, CON_LIMITES])
def test_seats_are_drawn_with_the_cards_of_one_suit(game: str) -> None:
    table = lists(game, suit="h")
    register(table, *names(4))
    table.act("sortear-plazas", present=list(names(4)))
    asked: list[DrawCard] = []
    script = Script("7h Ah 2h Kh")

    def answer(ask: Any) -> Any:
        assert isinstance(ask, DrawCard)
        asked.append(ask)
        return script(ask)

    record = table.prepare(answer)
    assert record is not None and record.header.act
    assert set(asked[0].left) == {Card(rank + "h") for rank in "23456789TJQKA"}
    assert "7h" not in asked[1].left  # each gets a card of his own
    shuffles = [event for event in record.events if getattr(event, "what", "") == "mezcla-y-corte"]
    assert len(shuffles) == 1
    assert len([event for event in record.events if isinstance(event, CardDealt)]) == 4
    # The ace sits at the croupier's left, then clockwise.
    most = table.rules.players_max or 0
    assert state_of(table).places.given == (
        Given("p2", most), Given("p4", most - 1), Given("p1", most - 2), Given("p3", most - 3),
    )  # fmt: skip
    # Cards have been drawn: they are shuffled and cut again before anything else.
    again = table.prepare(Script(""))
    assert again is not None and "corta-el-croupier" in said(again.events)


@pytest.mark.clause("CAT-III.3.5.7.1-29")
def test_in_the_first_round_seats_are_drawn_then_shuffle_and_cut_then_the_blinds() -> None:
    table = lists(CON_LIMITES, suit="h", blinds=(500, 1000))
    register(table, *names(4))
    table.act("sortear-plazas", present=list(names(4)))
    with pytest.raises(Refused):
        table.begin()  # nothing is played before the seats are drawn
    drawn = table.prepare(Script("7h Ah 2h Kh"))
    assert drawn is not None and len(told(drawn.events, CardDealt)) == 4
    for given in state_of(table).places.given:
        table.sit(given.seat, given.player, chips=BOX)
    cut = table.prepare(Script(""))
    assert cut is not None
    assert [*said(cut.events)][:2] == ["barajado-manual", "corta-el-croupier"]
    first, second, _, last = sorted(table.players, reverse=True)  # clockwise, the ace first
    table.act("button", seat=last)
    live = table.begin()
    assert [(event.called, event.seat) for event in told(live.events, BetPlaced)] == [
        ("ciega-menor", first), ("ciega-mayor", second),
    ]  # fmt: skip
    assert not told(live.events, CardDealt)


@pytest.mark.clause("R196-3.5.4-01", "R196-3.5.4-04")
def test_in_2009_seats_are_drawn_from_the_whole_deck() -> None:
    circle = CircleTerms(blinds=(500, 1000), box=BOX, informed=KNOWN)
    table = Table(find(CON_LIMITES), edition="scj-2009", terms=circle, version="test")
    heard = table.act("inscribir", player="p1")
    assert said(heard) == {"lugar-reservado": "R196-3.5.4-01"}
    register(table, "p2", "p3")
    table.act("sortear-plazas", present=["p1", "p2", "p3"])
    record = table.prepare(Script("9c 9s Qd"))  # of equal cards the first drawn is the higher
    assert record is not None
    assert [(given.player, given.seat) for given in state_of(table).places.given] == [
        ("p3", 10), ("p1", 9), ("p2", 8),
    ]  # fmt: skip
    assert {event.clause for event in record.events if isinstance(event, CardDealt)} == {
        "R196-3.5.4-04"
    }


def test_the_suit_of_the_draw_is_the_casinos_choice() -> None:
    for suit in SUITS:
        table = lists(STUD, suit=suit)
        register(table, "ana")
        table.act("sortear-plazas", present=["ana"])
        record = table.prepare(Script(f"9{suit}"))
        assert record is not None


@pytest.mark.clause("CAT-III.3.5.5-07", "CAT-III.3.5.6-07", "CAT-III.3.5.7.1-13")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        (STUD, "CAT-III.3.5.5-07"),
        (SEVEN, "CAT-III.3.5.6-07"),
        (CON_LIMITES, "CAT-III.3.5.7.1-13"),
    ],
)
def test_once_started_the_jefe_de_mesa_assigns_a_free_seat(game: str, clause: str) -> None:
    table = lists(game)
    register(table, "ana", "blas")
    with pytest.raises(Refused) as unasked:
        table.sit(3, "ana", chips=BOX)
    assert unasked.value.code == "seat-not-assigned" and 3 not in table.players
    assert refusal(table, "asignar-plaza", seat=3, by="croupier") == (clause, "not-your-role")
    assert said(table.act("asignar-plaza", seat=3)) == {"plaza-adjudicada": clause}
    for seat, player, code in ((3, "blas", "seat-reserved"), (4, "ana", "another-seat")):
        with pytest.raises(Refused) as wrong:
            table.sit(seat, player, chips=BOX)
        assert (wrong.value.clause, wrong.value.code) == (clause, code)
    table.sit(3, "ana", chips=BOX)
    assert table.players == {3: "ana"}
    assert refusal(table, "asignar-plaza", seat=3) == (clause, "seat-not-vacant")


@pytest.mark.clause("CAT-III.3.6.3-13")
def test_the_waiting_list_is_followed_in_its_order() -> None:
    table = lists()
    register(table, *names(9))
    for seat in range(1, 8):
        table.act("asignar-plaza", seat=seat)
        table.sit(seat, f"p{seat}", chips=BOX)
    table.leave(5)
    heard = table.act("asignar-plaza", seat=5)
    assert [dict(event.facts) for event in heard] == [{"place": 5, "player": "p8"}]
    table.sit(5, "p8", chips=BOX)
    table.act("borrar", player="p9")
    table.leave(4)
    assert refusal(table, "asignar-plaza", seat=4) == ("CAT-III.3.6.3-13", "nobody-waits")


@pytest.mark.clause("CAT-III.3.6.3-12")
def test_a_seat_is_ceded_only_to_the_first_who_waits_and_acquires_the_chips() -> None:
    table = lists()
    register(table, *names(9))
    for seat in range(1, 8):
        table.act("asignar-plaza", seat=seat)
        table.sit(seat, f"p{seat}", chips=12_000)
    cede = {"seat": 2, "player": "p8", "chips": 12_000}
    ceded, order = "CAT-III.3.6.3-12", "CAT-III.3.6.3-13"
    assert refusal(table, "ceder-plaza", **cede, price=5000) == (ceded, "seat-not-for-sale")
    assert refusal(table, "ceder-plaza", **{**cede, "player": "p9"}) == (
        order, "not-first-on-the-list",
    )  # fmt: skip
    assert refusal(table, "ceder-plaza", **{**cede, "chips": 11_000}) == (
        ceded, "chips-not-acquired",
    )  # fmt: skip
    assert said(table.act("ceder-plaza", **cede)) == {"plaza-cedida": ceded}
    table.leave(2)
    with pytest.raises(Refused, match="chips-not-acquired"):
        table.sit(2, "p8", chips=BOX)
    table.sit(2, "p8", chips=12_000)
    assert table.players[2] == "p8" and table.setup().chips[2] == 12_000
    assert state_of(table).places.waiting == ("p9",)


def test_a_seat_with_less_than_a_box_before_it_cannot_be_ceded() -> None:
    table = lists()
    register(table, *names(8))
    for seat in range(1, 8):
        table.act("asignar-plaza", seat=seat)
        table.sit(seat, f"p{seat}", chips=BOX)
    table.exchange.tip(2, 1000)
    assert refusal(table, "ceder-plaza", seat=2, player="p8", chips=9000) == (
        "CAT-III.3.5.5-04", "box-missing",
    )  # fmt: skip


# Absences


def five(game: str = STUD) -> Table:
    return table_of(
        game, dict.fromkeys((1, 2, 3, 4, 5), 30_000), button=1 if game == STUD else None
    )


@pytest.mark.clause("CAT-III.3.6.2-05")
def test_who_gives_notice_keeps_his_place_for_fifteen_minutes() -> None:
    table = five()
    kept = "CAT-III.3.6.2-05"
    assert refusal(table, "ausentarse", seat=4, now=0, to="croupier") == (kept, "not-your-role")
    table.act("ausentarse", seat=4, now=0)
    assert refusal(table, "ausentarse", seat=4, now=5) == (kept, "already-away")
    assert refusal(table, "plazo-vencido", seat=4, now=15 * MINUTE) == (kept, "place-kept")
    assert refusal(table, "asignar-plaza", seat=4) == (kept, "seat-not-vacant")
    table.act("volver", seat=4, now=15 * MINUTE)
    assert state_of(table).places.absent == ()
    assert refusal(table, "volver", seat=4, now=0) == (kept, "not-away")
    table.act("ausentarse", seat=4, now=0)
    assert refusal(table, "volver", seat=4, now=15 * MINUTE + 1) == (kept, "place-forfeited")
    assert refusal(table, "plazo-vencido", seat=4, now=1e6, by="jugador") == (
        kept, "not-your-role",
    )  # fmt: skip
    table.act("plazo-vencido", seat=4, now=15 * MINUTE + 1)
    with pytest.raises(Refused) as still_there:
        table.begin()
    assert (still_there.value.clause, still_there.value.code) == (kept, "place-forfeited")
    table.leave(4, why="plaza-perdida")
    assert state_of(table).places.lost == ()
    table.begin()


@pytest.mark.clause("CAT-III.3.6.2-06")
def test_who_insists_on_getting_up_without_notice_loses_his_place() -> None:
    table = five()
    heard = table.act("levantarse", seat=3)
    assert said(heard) == {"llamado-a-avisar": "CAT-III.3.6.2-06"}
    table.begin()
    table.void("prueba")
    heard = table.act("levantarse", seat=3)
    assert said(heard) == {"plaza-perdida": "CAT-III.3.6.2-06"}
    assert refusal(table, "levantarse", seat=3) == ("CAT-III.3.6.2-06", "place-forfeited")
    with pytest.raises(Refused, match="place-forfeited"):
        table.begin()


@pytest.mark.clause("CAT-III.3.6.2-05", "CAT-III.3.6.3-09")
def test_an_absence_with_notice_is_no_idleness_and_no_cards_are_dealt_to_it() -> None:
    table = five()
    table.act("ausentarse", seat=3, now=0)
    for _ in range(5):
        record = table.play(folding)
        assert "seat:3" not in {event.to for event in record.events if isinstance(event, CardDealt)}
        assert not table.idle.claimable(3)
    table.act("volver", seat=3, now=60)
    record = table.play(folding)
    assert "seat:3" in {event.to for event in record.events if isinstance(event, CardDealt)}


def folding(ask: Any) -> Any:
    """The first card left, and everybody retires as soon as he may."""
    if isinstance(ask, DrawCard):
        return next(card for card, count in ask.left.items() if count)
    moves = [option.name for option in ask.choice.options]
    return "retirarse" if "retirarse" in moves else ask.silence


@pytest.mark.clause("CAT-III.3.6.3-09")
def test_more_than_three_hands_without_playing_and_somebody_may_ask_for_the_seat() -> None:
    table = table_of(STUD, {**dict.fromkeys((1, 2, 3, 4), 30_000), 7: 0}, button=1)
    for hands in range(4):
        assert not table.idle.claimable(7), hands
        table.play(folding)
        # Who folds every hand was dealt cards all the same: he plays.
        assert not any(table.idle.claimable(seat) for seat in (1, 2, 3, 4))
    with pytest.raises(Refused, match="no-complaint"):
        table.places.free_seat(7)
    table.idle.complain(7, by="croupier")
    table.places.free_seat(7)
    assert 7 not in table.players


def texas(away: int, chips: int, edition: str = "scj-2023") -> list[tuple[str, int, int]]:
    """The blinds of a hand with the button at 4: big blind at 2, who is away."""
    stacks = {**dict.fromkeys((1, 2, 3, 4), 30_000), away: chips}
    circle = CircleTerms(blinds=(500, 1000))
    table = Table(find(CON_LIMITES), edition=edition, terms=circle, version="test")
    for seat, has in stacks.items():
        table.sit(seat, f"p{seat}", chips=has)
    table.open_play(staff_of(table.rules))
    table.act("button", seat=4)
    table.act("ausentarse", seat=away, now=0)
    record = table.play(folding)
    posted = [event for event in told(record.events, BetPlaced) if event.called]
    by_the_chief = ruled(record.events)
    assert by_the_chief == [(f"ciega-mayor:{away}", "puesta")] * (away in {e.seat for e in posted})
    return [(event.called, event.seat, event.amount) for event in posted]


@pytest.mark.clause("CAT-III.3.6.2-08", "R196-3.6.2-01", "AJ-2.3.6.2-02")
def test_an_absent_players_blind_is_posted_from_his_chips_if_they_reach() -> None:
    assert texas(2, 30_000) == [("ciega-menor", 3, 500), ("ciega-mayor", 2, 1000)]
    # With too few chips nothing is posted for him and the blind is the next one's...
    assert texas(2, 700) == [("ciega-menor", 3, 500), ("ciega-mayor", 1, 1000)]
    # ... except where the condition is not written.
    for edition in ("scj-2009", "aj-bolivia"):
        assert texas(2, 700, edition) == [("ciega-menor", 3, 500), ("ciega-mayor", 2, 700)]


def test_in_stud_an_absent_player_is_passed_over_by_the_blind() -> None:
    table = five()
    table.act("button", seat=4)
    table.act("ausentarse", seat=3, now=0)
    record = table.play(folding)
    [blind] = [event for event in told(record.events, BetPlaced) if event.called]
    assert (blind.called, blind.seat, blind.amount) == ("apuesta-ciega", 2, 1000)


# Who may sit


@pytest.mark.clause("CAT-III.3.4.2-06", "CAT-III.3.4.1-01", "R196-3.4.2-01", "R196-3.4.2-02")
@pytest.mark.parametrize("edition", ["scj-2023", "scj-2009"])
@pytest.mark.parametrize("game", [STUD, SEVEN])
def test_seven_players_and_no_other_seated_or_standing(game: str, edition: str) -> None:
    table = table_of(game, dict.fromkeys(range(1, 8), 30_000), edition=edition)
    with pytest.raises(Refused) as full:
        table.sit(8, "otra", chips=30_000)
    assert (full.value.clause, full.value.code) == ("CAT-III.3.4.2-06", "table-full")


@pytest.mark.clause("CAT-III.3.6.3-05")
def test_one_place_and_one_hand_for_each_player() -> None:
    table = five()
    with pytest.raises(Refused) as second:
        table.sit(6, "p1", chips=30_000)
    assert (second.value.clause, second.value.code) == ("CAT-III.3.6.3-05", "too-many-places")


@pytest.mark.clause("CAT-III.3.5.5-01", "CAT-III.3.5.6-01")
@pytest.mark.parametrize(
    ("game", "clause"), [(STUD, "CAT-III.3.5.5-01"), (SEVEN, "CAT-III.3.5.6-01")]
)
def test_four_players_with_chips_to_begin_a_hand(game: str, clause: str) -> None:
    table = table_of(game, {1: 30_000, 2: 30_000, 3: 30_000})
    table.sit(4, "p4")
    with pytest.raises(Refused) as few:
        table.begin()
    assert (few.value.clause, few.value.code) == (clause, "players-missing")
    table.bring(4, 30_000)
    table.begin()


@pytest.mark.clause("CAT-III.3.5.7.1-53")
def test_a_newcomer_takes_part_from_the_start_of_the_next_hand() -> None:
    table = five()
    live = table.begin()
    table.sit(7, "nueva", chips=30_000)
    while live.ask is not None:
        table.answer(folding(live.ask))
    record = table.finish()
    assert 7 not in record.header.seats
    record = table.play(folding)
    assert "seat:7" in {event.to for event in record.events if isinstance(event, CardDealt)}
