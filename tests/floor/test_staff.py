"""Who stands at a table of the floor and what each may send: the staff a game wants, what only a
croupier does, what only whoever directs decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from pytest import mark

from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ruling
from tapete.core.round.bets import Noticed, Place
from tapete.core.round.event import Announced, Event, Ruled
from tapete.floor.kernel.chain import Chain
from tapete.floor.table.commands import (
    Act,
    AnnounceLast,
    Answer,
    AnyCommand,
    Begin,
    Bet,
    CloseBets,
    Decide,
    Dispute,
    Open,
    Resume,
    Sit,
    Suspend,
    Tip,
    Void,
)
from tapete.floor.units.mesa import Mesa
from tapete.games.poker.circle.speak import Speak
from tapete.games.registry import GAMES
from tests.floor.casino import answer_to, chain_of, envelope, opened, spec

CROUPIER, JEFE, JUGADOR, SECCION = "croupier", "jefe-de-mesa", "jugador", "jefe-de-seccion"
BASE, BOLIVIA = "scj-2023", "aj-bolivia"
Sends = Callable[[AnyCommand, str], tuple[Event, ...]]


def table_of(game: str, book: str = BASE) -> Chain[Mesa]:
    return chain_of(replace(spec(game), edition=book, attended=True))


def ready(game: str, book: str = BASE, players: int = 1) -> tuple[Chain[Mesa], Sends]:
    """An open table of the floor with its staff and some players, and how commands reach it."""
    chain = table_of(game, book)

    def send(command: AnyCommand, role: str) -> tuple[Event, ...]:
        return tuple(chain.apply(envelope(command, role)).events)

    chain.apply(opened(chain))
    for seat in range(1, players + 1):
        send(Sit(seat=seat, player=f"p{seat}", chips=1_000_000), JUGADOR)
    return chain, send


def refused(send: Sends, command: AnyCommand, role: str) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        send(command, role)
    return refusal.value.code, refusal.value.clause


def wants(game: str, staff: str, clause: str, *marks: Any, book: str = BASE) -> Any:
    """A staff that a table does not open with, and the clause."""
    words = tuple(staff.split())
    return pytest.param(game, book, words, clause, marks=marks, id=f"{game} {book} {staff}")


@pytest.mark.parametrize(
    ("game", "book", "staff", "clause"),
    [
        wants("ruleta-francesa", "croupier jefe-de-mesa", "CAT-II.1.3.2-01",
              mark.clause("CAT-II.1.3.2-01", "CAT-II.1.3.2-02")),
        wants("ruleta-americana-un-cero", "jefe-de-mesa", "CAT-II.2.4.2-01",
              mark.clause("CAT-II.2.4.2-01")),
        wants("ruleta-americana-doble-cero", "croupier", "CAT-II.2.4.2-01"),
        wants("big-six", "jefe-de-mesa", "CAT-II.3.3.2-01", mark.clause("CAT-II.3.3.2-01")),
        wants("black-jack", "jefe-de-mesa", "CAT-III.1.4.2-01", mark.clause("CAT-III.1.4.2-01")),
        wants("punto-y-banca", "croupier jefe-de-mesa", "CAT-III.2.4.2-01",
              mark.clause("CAT-III.2.4.2-01", "CAT-III.2.4.2-02")),
        wants("caribbean-poker", "jefe-de-mesa", "CAT-III.3.4.2-01",
              mark.clause("CAT-III.3.4.2-01")),
        wants("omaha-poker", "croupier", "CAT-III.3.4.2-01"),
        wants("war", "croupier", "CAT-III.4.3.2-01", mark.clause("CAT-III.4.3.2-01")),
        wants("treinta-y-cuarenta", "croupier jefe-de-mesa", "CAT-III.5.3.2-01",
              mark.clause("CAT-III.5.3.2-01")),
        wants("treinta-y-cuarenta", "croupier croupier", "AJ-2.4.3.2-01",
              mark.clause("AJ-2.4.3.2-01", "AJ-2.4.3.2-02"), book=BOLIVIA),
        wants("ruleta-francesa", "croupier jefe-de-mesa", "AJ-4.1.3.2-01",
              mark.clause("AJ-4.1.3.2-01"), book=BOLIVIA),
        wants("mini-craps", "jefe-de-mesa", "CAT-IV.1.4.2-02", mark.clause("CAT-IV.1.4.2-02")),
        wants("mini-craps", "croupier", "CAT-IV.1.4.2-03", mark.clause("CAT-IV.1.4.2-03")),
        wants("corona-y-ancla", "jefe-de-mesa", "CAT-IV.2.3.2-01", mark.clause("CAT-IV.2.3.2-01")),
        wants("chuck-a-luck", "croupier", "CAT-IV.3.3.2-01", mark.clause("CAT-IV.3.3.2-01")),
    ],
)  # fmt: skip
def test_a_table_opens_only_with_the_staff_its_game_wants(
    game: str, book: str, staff: tuple[str, ...], clause: str
) -> None:
    chain = table_of(game, book)
    with pytest.raises(Refused) as refusal:
        chain.apply(envelope(Open(staff=staff), JEFE))
    assert refusal.value.clause == clause
    assert not chain.unit.table.open
    chain.apply(opened(chain))
    assert chain.unit.table.open


@pytest.mark.clause("CAT-IV.1.4.2-09")
def test_in_craps_the_tallador_may_be_the_jefe_de_mesa_and_in_mini_craps_nobody_may() -> None:
    craps = table_of("craps")
    craps.apply(envelope(Open(staff=("tallador", "pagador", "pagador")), "tallador"))
    assert craps.unit.table.open
    with pytest.raises(Refused):
        table_of("mini-craps").apply(envelope(Open(staff=(CROUPIER,)), CROUPIER))


@pytest.mark.clause("CAT-IV.1.3-01")
@pytest.mark.parametrize("game", ["craps", "mini-craps"])
def test_both_modalities_of_craps_have_tables(game: str) -> None:
    chain, send = ready(game)
    send(Begin(), CROUPIER)
    send(Bet(action=Place(1, "pass", 5000)), JUGADOR)
    assert chain.unit.table.live is not None


@pytest.mark.clause(
    "CAT-II.1.3.2-03", "CAT-II.1.3.2-05", "CAT-II.2.4.2-03", "CAT-II.2.4.2-05", "CAT-I.3.2-10",
)  # fmt: skip
@pytest.mark.parametrize("game", ["ruleta-francesa", "ruleta-americana-un-cero", "big-six"])
def test_the_jefe_de_mesa_directs_the_game_and_answers_for_it(game: str) -> None:
    _, send = ready(game)
    send(Begin(), CROUPIER)
    for command in (Void(cause="revision"), Suspend(why="revision"), Resume()):
        assert refused(send, command, CROUPIER)[0] == "not-your-role"
        send(command, JEFE)
    assert refused(send, AnnounceLast(order=CROUPIER), CROUPIER)[0] == "not-your-role"
    send(AnnounceLast(order=JEFE), CROUPIER)


@pytest.mark.clause("CAT-II.2.4.2-03", "CAT-I.3.2-09")
def test_he_is_told_of_the_changes_into_colour_chips_which_are_the_croupiers_to_make() -> None:
    _, send = ready("ruleta-americana-un-cero")
    facts = {"seat": 1, "colour": "verde", "value": 500, "amount": 20_000}
    buying = Act(name="comprar-color", facts=facts)
    assert refused(send, buying, JEFE)[0] == "not-your-role"
    told = [e for e in send(buying, CROUPIER) if isinstance(e, Announced)]
    assert ("CAT-II.2.4.2-03", JEFE) in [(e.clause, e.facts.get("to")) for e in told]


@pytest.mark.parametrize(
    ("game", "book", "clause"),
    [
        pytest.param(
            "ruleta-francesa", BASE, "CAT-II.1.3.2-04", marks=mark.clause("CAT-II.1.3.2-04")
        ),
        pytest.param(
            "ruleta-americana-un-cero",
            BASE,
            "CAT-II.2.4.2-04",
            marks=mark.clause("CAT-II.2.4.2-04"),
        ),
        pytest.param(
            "ruleta-francesa", BOLIVIA, "AJ-4.1.3.2-02", marks=mark.clause("AJ-4.1.3.2-02")
        ),
    ],
)
def test_the_jefe_de_mesa_touches_no_chips(game: str, book: str, clause: str) -> None:
    _, send = ready(game, book)
    assert refused(send, Tip(seat=1, amount=1000), JEFE) == ("not-your-role", clause)
    send(Begin(), CROUPIER)
    bet = Bet(action=Place(1, "rojo", 5000))
    assert refused(send, bet, JEFE) == ("not-your-role", clause)
    send(bet, CROUPIER)


@pytest.mark.parametrize(
    ("game", "book", "bet", "answer"),
    [
        pytest.param("ruleta-francesa", BASE, "rojo", "1", marks=mark.clause("CAT-II.1.3.2-02")),
        pytest.param(
            "ruleta-americana-un-cero", BASE, "rojo", "1", marks=mark.clause("CAT-II.2.4.2-02")
        ),
        pytest.param("black-jack", BASE, "principal", "Ah", marks=mark.clause("CAT-III.1.4.2-02")),
        pytest.param(
            "punto-y-banca", BASE, "punto", "Ah",
            marks=mark.clause("CAT-III.2.4.2-05", "CAT-III.2.4.2-06", "CAT-III.2.4.2-09"),
        ),
        pytest.param(
            "midi-punto-y-banca", BASE, "punto", "Ah",
            marks=mark.clause("CAT-III.2.4.2-12", "CAT-III.2.4.2-14"),
        ),
        pytest.param("caribbean-poker", BASE, "ante", "Ah", marks=mark.clause("CAT-III.3.4.2-03")),
        pytest.param("war", BASE, "war", "Ah", marks=mark.clause("CAT-III.4.3.2-02")),
        pytest.param(
            "treinta-y-cuarenta", BASE, "rojo", "Ah", marks=mark.clause("CAT-III.5.3.2-02")
        ),
        pytest.param(
            "treinta-y-cuarenta", BOLIVIA, "rojo", "Ah", marks=mark.clause("AJ-2.4.3.2-03")
        ),
    ],
)  # fmt: skip
def test_a_croupier_and_nobody_else_takes_the_bets_closes_them_and_deals(
    game: str, book: str, bet: str, answer: str
) -> None:
    chain, send = ready(game, book)
    send(Begin(), CROUPIER)
    live = chain.unit.table.live
    if live is not None and live.ask is not None and live.ask.betting is None:
        send(Answer(answer="tomar", seat=1), JUGADOR)  # the shoe
    send(Bet(action=Place(1, bet, 50_000)), CROUPIER)
    for role in (JUGADOR, JEFE):
        assert refused(send, CloseBets(), role)[0] == "not-your-role"
    send(CloseBets(), CROUPIER)
    for role in (JUGADOR, JEFE):
        assert refused(send, Answer(answer=answer), role)[0] == "not-your-role"
    assert send(Answer(answer=answer), CROUPIER)


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param("black-jack", "CAT-III.1.4.2-03", marks=mark.clause("CAT-III.1.4.2-03")),
        pytest.param("punto-y-banca", "CAT-III.2.4.2-07", marks=mark.clause("CAT-III.2.4.2-07")),
        pytest.param("war", "CAT-III.4.3.2-03", marks=mark.clause("CAT-III.4.3.2-03")),
        pytest.param(
            "treinta-y-cuarenta", "CAT-III.5.3.2-03", marks=mark.clause("CAT-III.5.3.2-03")
        ),
    ],
)
def test_faulty_cards_are_replaced_at_once_but_only_by_leave_of_a_chief(
    game: str, clause: str
) -> None:
    _, send = ready(game)
    change = Act(name="cartas-nuevas")
    assert refused(send, change, CROUPIER) == ("not-your-role", clause)
    told = {e.what for e in send(change, JEFE) if isinstance(e, Announced)}
    assert told & {"cambio-de-mazos", "cambio-de-cartas"}


@pytest.mark.clause("CAT-III.2.4.2-08")
def test_tips_pass_through_the_hands_of_a_croupier() -> None:
    _, send = ready("punto-y-banca")
    assert refused(send, Tip(seat=1, amount=1000), JEFE)[0] == "not-your-role"
    for role in (JUGADOR, CROUPIER):  # what a player gives a croupier takes
        assert send(Tip(seat=1, amount=1000), role)


@pytest.mark.clause("CAT-III.1.7-11", "CAT-I.3.2-11")
@pytest.mark.parametrize("chief", [JEFE, SECCION])
def test_a_disagreement_with_the_croupier_is_resolved_by_a_chief(chief: str) -> None:
    _, send = ready("black-jack")
    send(Begin(), CROUPIER)
    send(Void(cause="x"), JEFE)
    send(Dispute(seat=1, round=1, about="pedí carta"), JUGADOR)
    assert refused(send, Decide(dispute=1, ruling="no"), CROUPIER)[0] == "not-your-role"
    ruled = [e for e in send(Decide(dispute=1, ruling="bien"), chief) if isinstance(e, Ruled)]
    assert [(e.role, e.ruling) for e in ruled] == [(chief, "bien")]


@pytest.mark.clause("CAT-I.4.2-06", "CAT-I.4.2-08")
@pytest.mark.parametrize(
    ("amount", "clause"), [(500, "CAT-I.4.2-08"), (50_000_000, "CAT-I.4.2-06")]
)
def test_a_bet_beyond_the_limits_noticed_late_needs_the_jefe_de_sala_to_be_told(
    amount: int, clause: str
) -> None:
    chain, send = ready("ruleta-francesa")
    send(Begin(), CROUPIER)
    told = {who: Bet(action=Noticed(1, "rojo", amount, who)) for who in (JEFE, "jefe-de-sala")}
    assert refused(send, told[JEFE], CROUPIER) == ("must-be-told", clause)
    assert refused(send, told["jefe-de-sala"], JUGADOR)[0] == "not-your-role"
    if amount < chain.unit.table.available(1):
        send(told["jefe-de-sala"], CROUPIER)


@pytest.mark.clause("CAT-III.2.4.2-10")
def test_the_sum_that_forms_the_bank_lies_in_custody_at_the_table() -> None:
    chain, send = ready("baccarat", players=4)
    low = chain.unit.table.limits.min
    send(Act(name="banco", facts={"seat": 1, "amount": low}), CROUPIER)
    standing = [(stake.bet, stake.amount) for stake in chain.unit.table.state.standing()]
    assert standing == [("banco", low)]


@pytest.mark.clause("CAT-I.5.2-02", "CAT-I.5.2-03", "CAT-III.1.6.3-07")
def test_chips_and_bets_have_one_owner_and_nobody_bets_with_anothers() -> None:
    chain, send = ready("black-jack", players=2)
    before = {seat: chain.unit.table.available(seat) for seat in (1, 2)}
    send(Begin(), CROUPIER)
    send(Bet(action=Place(1, "principal", 50_000)), JUGADOR)
    assert chain.unit.table.available(2) == before[2]
    over = Bet(action=Place(1, "principal", before[1]))
    assert refused(send, over, JUGADOR)[0] in ("no-chips", "over-maximum")


@pytest.mark.clause("CAT-III.1.4.1-03")
def test_perfect_pairs_are_bet_only_where_the_cloth_has_their_box() -> None:
    pairs = Bet(action=Place(1, "perfect-pairs", 5000))
    _, send = ready("black-jack")
    send(Begin(), CROUPIER)
    assert refused(send, pairs, JUGADOR) == ("not-on-the-cloth", "CAT-III.1.4.1-03")
    _, send = ready("black-jack-perfect-pairs")
    send(Begin(), CROUPIER)
    assert refused(send, pairs, JUGADOR)[0] != "not-on-the-cloth"


@pytest.mark.clause("CAT-I-01")
@pytest.mark.parametrize("game", GAMES)
def test_chapter_one_holds_at_every_table_of_the_floor(game: str) -> None:
    chain, _ = ready(game, players=0)
    duties = {duty.id for duty in chain.unit.table.conduct.breaches()}
    assert {"CAT-I.5.1-02", "CAT-I.5.2-01", "CAT-I.5.2-05"} <= duties


@pytest.mark.clause("CAT-III.3.5.7.1-28")
def test_the_jefe_de_sala_hears_that_a_table_of_texas_opens() -> None:
    chain = table_of("texas-holdem-sin-limites")
    told = [e for e in chain.apply(opened(chain)).events if isinstance(e, Announced)]
    assert ("apertura-avisada", "CAT-III.3.5.7.1-28") in [(e.what, e.clause) for e in told]


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param("punto-y-banca", "CAT-III.2.7-09", marks=mark.clause("CAT-III.2.7-09")),
        pytest.param("stud-poker", "CAT-III.3.5.5-39", marks=mark.clause("CAT-III.3.5.5-39")),
        pytest.param("seven-stud-poker", "CAT-III.3.5.6-38", marks=mark.clause("CAT-III.3.5.6-38")),
        pytest.param(
            "texas-holdem-con-limites",
            "CAT-III.3.5.7.1-58",
            marks=mark.clause("CAT-III.3.5.7.1-58"),
        ),
    ],
)
def test_the_commission_is_the_plans_and_stands_on_the_sign_of_the_table(
    game: str, clause: str
) -> None:
    chain, _ = ready(game, players=0)
    sign = chain.unit.table.signs()
    if game == "punto-y-banca":
        assert sign.commission == "5%"
    else:
        assert "comision-de-la-mesa" in sign.notices and clause in sign.clauses


@pytest.mark.clause("ARI-0-01")
def test_the_decree_of_arica_rules_draw_poker_and_is_never_the_default() -> None:
    assert table_of("draw-poker", "arica-2017").unit.table.rules.edition == "arica-2017"
    assert spec("draw-poker").edition == BASE


@mark.clause("CAT-II.1.3.2-08", "CAT-II.2.4.2-08")
@pytest.mark.parametrize("game", ["ruleta-francesa", "ruleta-americana-un-cero"])
def test_the_support_croupier_watches_chips_and_bets_and_objects(game: str) -> None:
    _, send = ready(game)
    send(Begin(), CROUPIER)
    send(Bet(action=Place(1, "rojo", 5000)), CROUPIER)
    send(CloseBets(), CROUPIER)
    send(Answer(answer="1"), CROUPIER)
    assert send(Dispute(seat=1, round=1, about="la ficha estaba en negro"), CROUPIER)


@mark.clause("CAT-I.1-10", "CAT-I.3.1-02", "CAT-I.3.1-03")
def test_a_table_takes_money_chips_and_what_the_plan_of_the_casino_has_authorised() -> None:
    chain = Chain(Mesa(spec("ruleta-francesa"), plan=plan()))
    check = chain.unit.table.exchange.check_instrument
    check("fichas-de-valor")
    check("fichas-de-dinero")
    for instrument, clause in (("cheque", "CAT-I.3.1-02"), ("tickets:verano", "CAT-I.3.1-03")):
        with pytest.raises(Refused) as refusal:
            check(instrument)
        assert refusal.value.clause == clause


@mark.clause("CAT-III.3.6.3-19")
def test_who_bets_out_of_turn_is_warned_and_if_he_does_it_again_may_not_go_on() -> None:
    chain, send = ready("texas-holdem-sin-limites", players=4)
    rulings: list[tuple[str, ...]] = []
    for _ in range(2):
        rulings.append(_out_of_turn(chain, send))
    assert rulings[0] == () and "no-sigue" in rulings[1]


EAGER = 4
PRESHUFFLED = {"cards": "pre-barajadas"}


def _may_call(ask: Speak, seat: int) -> bool:
    return "ir" in [option.name for option in dict(ask.waiting).get(seat, ())]


def _out_of_turn(chain: Chain[Mesa], send: Sends) -> tuple[str, ...]:
    """A hand in which somebody speaks out of turn: what the jefe de mesa may rule, if he is
    asked; then everybody retires."""
    asked: tuple[str, ...] = ()
    table, done = chain.unit.table, False
    while table.live is None:  # the shuffle, and then the hand
        send(Begin(), CROUPIER)
        while (live := table.live) is not None and live.ask is not None:
            ask = live.ask
            if isinstance(ask, Ruling):
                asked = ask.options
                send(Answer(answer=ask.options[-1]), ask.role)
            elif isinstance(ask, Speak) and not done and _may_call(ask, EAGER):
                done = True
                said = {"irregular": "fuera-de-turno", "seat": EAGER, "move": "ir"}
                send(Answer(answer=said, seat=EAGER, by_word=True), CROUPIER)
            elif isinstance(ask, Speak):
                send(Answer(answer="retirarse", seat=ask.put_to.seat), JUGADOR)
            else:
                chain.apply(answer_to(ask, ask.some(lambda n: 0)))
        if done:
            return asked
    raise AssertionError("no hand was played")


@mark.clause("AJ-2.4.3.1-02")
def test_under_the_bolivian_edition_no_table_deals_pre_shuffled_cards() -> None:
    usual = spec("treinta-y-cuarenta")
    chain = chain_of(replace(usual, edition=BOLIVIA, terms={**usual.terms, **PRESHUFFLED}))
    chain.apply(opened(chain))
    chain.apply(envelope(Sit(seat=1, player="ana", chips=1_000_000), JUGADOR))
    with pytest.raises(Refused) as refusal:
        chain.apply(envelope(Begin(), CROUPIER))
    assert refusal.value.clause == "AJ-2.4.3.1-02"
