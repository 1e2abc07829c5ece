"""A traditional hall: paper, balls and people, through the unit, the ledger and the audit."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from tapete.chance import seeded
from tapete.cli.main import cli
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_event
from tapete.core.round.event import at_seat
from tapete.core.round.record import line_of_event
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.due import Idle
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import ledger_account, wallet
from tapete.floor.storage.store import Store
from tapete.floor.units.sala import Sala, SalaSpec
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala.book import books_of
from tapete.floor.units.sala.spec import Pace
from tapete.systems.bingo.hall import TRADITIONAL
from tests.floor.casino import envelope, give_chips
from tests.floor.hall import Kept, without_pot

DIRECTOR, JEFE, LOCUTOR, SELLER = "director-de-bingo", "jefe-de-mesa", "locutor", "vendedor"
STAFF = (DIRECTOR, JEFE, LOCUTOR)
QUICK = Pace(ball=0.0)


def paper(**changes: Any) -> SalaSpec:
    """A hall with paper in which nobody waits between two balls."""
    usual = {"game": TRADITIONAL, "company": 0, "series": {"B": 200, "C": 200}, "pace": QUICK}
    return without_pot(**{**usual, **changes})


def send(chain: Chain[Sala], command: Any, role: str = "jugador", at: float = 0.0) -> Step:
    return chain.apply(envelope(command, role, at=at))


def opened(**changes: Any) -> Chain[Sala]:
    chain = Chain(Sala(paper(**changes), pick=seeded("paper")))
    send(chain, do.OpenHall(staff=STAFF), DIRECTOR)
    for player in ("ana", "bruno"):
        send(chain, do.Enter(player=player))
    return chain


def selling(**changes: Any) -> Chain[Sala]:
    chain = opened(**changes)
    send(chain, do.BeginSale(series=("B",)), JEFE)
    send(chain, do.Buy(player="ana", cards=3), SELLER)
    send(chain, do.Buy(player="bruno", cards=4), SELLER)
    return chain


def playing(**changes: Any) -> Chain[Sala]:
    chain = selling(**changes)
    send(chain, do.StartGame(), JEFE)
    return chain


def refused(chain: Chain[Sala], command: Any, role: str = "jugador", at: float = 0.0) -> str:
    before = (chain.hash, chain.unit.view())
    with pytest.raises(Refused) as error:
        send(chain, command, role, at)
    assert (chain.hash, chain.unit.view()) == before, "a refusal leaves no trace"
    return error.value.clause


def call_row(chain: Chain[Sala], card: int, row: int = 0) -> None:
    """The balls of a row of a card come out."""
    for ball in chain.unit.spec.design.faces()[card].rows[row]:
        if ball in chain.unit.drawing.inside():
            send(chain, do.CallBall(ball=ball), LOCUTOR)


@pytest.mark.clause("CAT-V.2.2.2.1-01", "CAT-V.2.2.2.1-02", "CAT-V.2.2.2.1-03", "CAT-V.2.3-02")
def test_a_session_needs_director_jefe_de_mesa_and_locutor() -> None:
    chain = Chain(Sala(paper()))
    for missing, clause in (
        (DIRECTOR, "CAT-V.2.2.2.1-01"), (JEFE, "CAT-V.2.2.2.1-02"), (LOCUTOR, "CAT-V.2.2.2.1-03"),
    ):  # fmt: skip
        staff = tuple(role for role in STAFF if role != missing)
        assert refused(chain, do.OpenHall(staff=staff), DIRECTOR) == clause
    assert refused(chain, do.OpenHall(staff=STAFF, checked=False), DIRECTOR) == "CAT-V.2.3-02"
    assert chain.unit.due(1e6) == Idle(), "people run it"


@pytest.mark.clause("CAT-V.2.2.2.2-01", "CAT-V.2.2.2.2-02", "CAT-V.2.2.1-02")
def test_each_role_has_its_own_commands_and_no_others() -> None:
    sala = Sala(paper())
    for command, roles in (
        (do.BeginSale(), {JEFE}), (do.Buy(player="ana", cards=1), {SELLER, LOCUTOR, "cajero"}),
        (do.CallBall(), {LOCUTOR}), (do.ReadCard(card=1), {JEFE}), (do.GoOn(), {JEFE}),
        (do.Annul(why="x"), {DIRECTOR}), (do.ChangeBalls(), {DIRECTOR}),
        (do.BringBalls(), {DIRECTOR}),
        (do.SignActa(), {JEFE}), (do.LastGame(), {DIRECTOR, LOCUTOR}),
    ):  # fmt: skip
        for role in (DIRECTOR, JEFE, LOCUTOR, SELLER, "cajero", "jugador"):
            if role in roles:
                sala.check(command, "x", role, on_duty=True)
                with pytest.raises(Refused, match="not-on-duty"):
                    sala.check(command, "x", role, on_duty=False)
            else:
                with pytest.raises(Refused):
                    sala.check(command, "ana", role, on_duty=True)
    sala.check(do.Shout(player="ana", what="linea", card=1), "ana", "jugador", on_duty=False)
    with pytest.raises(Refused, match="not-yours"):
        sala.check(do.Shout(player="ana", what="linea", card=1), "eva", "jugador", on_duty=False)


@pytest.mark.clause("CAT-V.2.3-05", "CAT-V.2.3-06", "CAT-V.2.3-22", "CAT-V.2.3-23")
def test_cards_are_sold_in_order_and_announced_in_their_form_before_the_start() -> None:
    chain = opened()
    step = send(chain, do.BeginSale(series=("B",)), JEFE)
    assert (step.events[0].series, step.events[0].price) == ("B", 1000)  # type: ignore[attr-defined]
    send(chain, do.Buy(player="ana", cards=3), SELLER)
    for numbers in ((3,), (5,), (4, 6), (5, 4)):
        assert refused(chain, do.Buy(player="bruno", numbers=numbers), SELLER) == "CAT-V.2.3-06"
    step = send(chain, do.Buy(player="bruno", numbers=(4, 5, 6, 7)), SELLER)
    assert step.events[0].cards == ("B 4", "B 5", "B 6", "B 7")  # type: ignore[attr-defined]
    step = send(chain, do.StartGame(), JEFE)
    events: list[Any] = list(step.events)
    said = [event.what if event.kind == "announced" else event.kind for event in events]
    wanted = ["cartones-vendidos", "bingo-cards-sold", "bingo-prizes-set", "comienza-el-juego"]
    assert [one for one in said if one in wanted] == wanted
    assert events[0].facts["text"] == "cartones vendidos 7: serie B del 1 al 7"
    assert refused(chain, do.Buy(player="ana", cards=1), SELLER) == "CAT-V.2.3-15"


@pytest.mark.clause("CAT-V.2.3-29", "CAT-V.2.3-30", "CAT-V.2.3-33", "CAT-V.5-11", "CAT-V.2.1-02")
def test_a_call_stops_the_game_until_the_card_is_read_and_more_is_asked() -> None:
    chain = playing()
    call_row(chain, 1)
    line = do.Shout(player="ana", what="linea", card=1)
    send(chain, line, at=10.0)
    assert refused(chain, do.CallBall(), LOCUTOR) == "CAT-V.2.3-29"
    assert refused(chain, do.ReadCard(card=5), JEFE) == "CAT-V.2.3-30", (
        "of cards not called nothing"
    )
    assert refused(chain, do.GoOn(), JEFE, at=20.0) == "CAT-V.2.3-30"
    step = send(chain, do.ReadCard(card=1), JEFE, at=20.0)
    read: Any = step.events[0]
    assert read.right and read.rows == chain.unit.spec.design.faces()[1].rows
    assert refused(chain, do.GoOn(), JEFE, at=20.0) == "CAT-V.2.3-33"
    assert send(chain, do.AskMore(), JEFE, at=21.0).events[0].what == "alguna-linea-mas"  # type: ignore[attr-defined]
    assert refused(chain, do.GoOn(), JEFE, at=22.0) == "CAT-V.2.3-33", "a reasonable wait"
    step = send(chain, do.GoOn(), JEFE, at=40.0)
    awards = [event for event in step.events if event.kind == "bingo-awarded"]
    assert awards[0].shares == {"ana": 840}  # type: ignore[attr-defined]
    late = do.Shout(player="bruno", what="linea", card=4)
    assert refused(chain, late, at=41.0) == "CAT-V.2.3-35", "the order was given, no ball came yet"


@pytest.mark.clause("CAT-V.2.3-30", "CAT-V.2.3-33")
def test_a_wrong_bingo_over_a_complete_row_is_asked_about_as_a_line() -> None:
    chain = playing()
    call_row(chain, 1)
    send(chain, do.Shout(player="ana", what="bingo", card=1), at=10.0)
    read: Any = send(chain, do.ReadCard(card=1), JEFE, at=11.0).events[0]
    assert not read.right
    assert refused(chain, do.GoOn(), JEFE, at=12.0) == "CAT-V.2.3-33", "it wins the line"
    assert send(chain, do.AskMore(), JEFE, at=12.0).events[0].what == "alguna-linea-mas"  # type: ignore[attr-defined]
    step = send(chain, do.GoOn(), JEFE, at=40.0)
    awards = [event for event in step.events if event.kind == "bingo-awarded"]
    assert [(one.prize, one.shares) for one in awards] == [("linea", {"ana": 840})]  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-V.5-04", "CAT-V.5-05", "CAT-V.2.3-20")
def test_before_the_first_ball_cards_pass_on_and_the_director_annuls() -> None:
    chain = selling()
    send(chain, do.Enter(player="carla"))
    assert refused(chain, do.PassCards(player="ana", to="casa")) == "CAT-V.5-05"
    send(chain, do.PassCards(player="ana", to="carla"))  # while cards are on sale
    send(chain, do.StartGame(), JEFE)
    assert set(chain.unit.holders().values()) == {"carla", "bruno"}
    send(chain, do.PassCards(player="bruno", to="ana"))
    step = send(chain, do.Annul(why="bola caída"), DIRECTOR)
    back = {one.who: one.amount for one in step.events if one.kind == "bingo-refunded"}  # type: ignore[attr-defined]
    assert back == {"carla": 3000, "ana": 4000} and chain.unit.view().ended == "anulada"
    again = selling()  # in the sale: the sale is undone, and its numbers go back
    step = send(again, do.Annul(why="sin luz"), DIRECTOR)
    back = {one.who: one.amount for one in step.events if one.kind == "bingo-refunded"}  # type: ignore[attr-defined]
    assert back == {"ana": 3000, "bruno": 4000}
    assert again.unit.session.state.series["B"].last == 0


@pytest.mark.clause("CAT-V.2.3-31", "CAT-V.2.3-35", "CAT-V.2.5-02", "CAT-V.2.3-27")
def test_a_wrong_call_changes_nothing_a_late_or_altered_one_is_not_admitted() -> None:
    chain = playing()
    call_row(chain, 1)
    altered = do.Shout(player="ana", what="linea", card=1, altered=True)
    assert refused(chain, altered) == "CAT-V.2.5-02"
    (own, *_) = chain.unit.view(at_seat(1)).mine
    damaged = ("0" if own.code[0] != "0" else "1") + own.code[1:]
    for code in (damaged, chain.unit.view(at_seat(2)).mine[0].code):
        read_wrong = do.Shout(player="ana", what="linea", card=1, code=code)
        assert refused(chain, read_wrong) == "CAT-V.2.5-02", "not the code of this card"
    assert refused(chain, do.Shout(player="ana", what="linea", card=4)) == "CAT-V.2.3-27"
    send(chain, do.Shout(player="bruno", what="bingo", card=4))
    read: Any = send(chain, do.ReadCard(card=4), JEFE).events[0]
    assert not read.right and len(read.missing) > 5
    step = send(chain, do.GoOn(), JEFE)
    assert not any(event.kind == "bingo-awarded" for event in step.events)
    send(chain, do.CallBall(), LOCUTOR)
    send(chain, do.Shout(player="ana", what="linea", card=1, code=own.code))
    send(chain, do.ReadCard(card=1), JEFE)
    send(chain, do.AskMore(), JEFE)
    send(chain, do.GoOn(), JEFE, at=99.0)
    send(chain, do.CallBall(), LOCUTOR)
    assert refused(chain, do.Shout(player="ana", what="linea", card=1)) == "CAT-V.2.3-35"


@pytest.mark.clause("CAT-V.2.2.1-10", "CAT-V.2.2.1-12", "CAT-V.2.2.1-11")
def test_an_imperfect_ball_must_be_changed_before_the_director() -> None:
    chain = selling()
    send(chain, do.FindImperfect(ball=17), LOCUTOR)
    assert refused(chain, do.StartGame(), JEFE) == "CAT-V.2.2.1-10"
    assert refused(chain, do.ChangeBalls(), JEFE) == "CAT-V.2.2.1-12"
    step = send(chain, do.ChangeBalls(), DIRECTOR)
    assert step.events[0].what == "cambio-de-bolas"  # type: ignore[attr-defined]
    assert refused(chain, do.ChangeBalls(), DIRECTOR) == "CAT-V.2.2.1-11", "there was one spare set"
    assert refused(chain, do.BringBalls(sets=0), DIRECTOR) == "CAT-V.2.2.1-11"
    send(chain, do.BringBalls(sets=2), DIRECTOR)
    assert chain.unit.view().paper.spares == 2
    send(chain, do.ChangeBalls(), DIRECTOR)
    send(chain, do.StartGame(), JEFE)
    assert chain.unit.view().paper.spares == 1


@pytest.mark.clause("CAT-V.2.3-14", "CAT-V.2.5-03", "CAT-V.2.3-16", "CAT-V.2.3-18", "CAT-V.5-01")
@pytest.mark.clause("CAT-V.2.2.1-17", "CAT-V.2.2.1-18", "CAT-V.2.2.1-19", "CAT-V.2.3-07")
def test_the_acta_is_signed_at_both_ends_and_old_cards_are_handed_in() -> None:
    chain = playing()
    send(chain, do.CallBall(), LOCUTOR)
    noted: Any = send(chain, do.NoteIncident(text="corte de luz"), JEFE).events[0]
    assert (noted.book, noted.folio, noted.by) == ("incidente", 1, JEFE)
    send(chain, do.Complain(player="ana", text="no se oía"))
    send(chain, do.Annul(why="bola mal cantada"), DIRECTOR)
    assert chain.unit.view().ended == "anulada"
    played = "\n".join(map(line_of_event, chain.unit.shown))
    send(chain, do.BeginSale(series=("B",)), JEFE)
    send(chain, do.UndoSale(), DIRECTOR)  # neither a sale nor its undoing is of that acta
    send(chain, do.BeginSale(series=("B",)), JEFE)
    assert refused(chain, do.Buy(player="ana", cards=2), SELLER) == "CAT-V.2.3-14"
    for player in ("ana", "bruno"):
        send(chain, do.HandIn(player=player), SELLER)
    assert refused(chain, do.HandIn(player="ana"), SELLER) == "CAT-V.2.3-14"
    send(chain, do.UndoSale(), DIRECTOR)
    assert (chain.unit.view().sold, chain.unit.view().buyers) == (0, 0)
    send(chain, do.BeginSale(series=("B",)), JEFE)  # what was handed in is handed in
    step = send(chain, do.Buy(player="ana", cards=3), SELLER)
    assert step.events[0].cards[0] == "B 8", "the numbers of an annulled game are spent"  # type: ignore[attr-defined]
    send(chain, do.Buy(player="bruno", cards=2), SELLER)
    assert refused(chain, do.StartGame(), JEFE) == "CAT-V.2.3-18"
    signed: Any = send(chain, do.SignActa(), JEFE).events[0]
    assert signed.folio == 1
    assert signed.digest == hashlib.sha256(played.encode()).hexdigest()
    send(chain, do.StartGame(), JEFE)
    assert refused(chain, do.SignActa(), JEFE) == "CAT-V.2.3-18", "not while its game runs"


@pytest.mark.clause("CAT-V.2.3-08", "CAT-V.2.3-09", "CAT-V.2.3-10", "CAT-V.2.3-11")
def test_a_second_series_is_sold_up_to_where_the_first_began() -> None:
    chain = selling()
    send(chain, do.StartGame(), JEFE)
    send(chain, do.CallBall(), LOCUTOR)
    send(chain, do.Annul(why="x"), DIRECTOR)
    send(chain, do.SignActa(), JEFE)
    send(chain, do.BeginSale(series=("B",)), JEFE)
    for player in ("ana", "bruno"):
        send(chain, do.HandIn(player=player), SELLER)
    assert refused(chain, do.Buy(player="ana", cards=194), SELLER) == "CAT-V.2.3-08"
    send(chain, do.Buy(player="ana", cards=193), SELLER)
    send(chain, do.PutOnSale(series="C"), JEFE)
    assert refused(chain, do.Buy(player="bruno", cards=8), SELLER) == "CAT-V.2.3-11"
    step = send(chain, do.Buy(player="bruno", cards=7), SELLER)
    assert step.events[0].cards[0] == "C 1"  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-V.2.3-17", "CAT-V.3.2.1-13", "CAT-V.3.3-04")
@pytest.mark.clause("CAT-V.2.1-01", "CAT-V.2.1-03", "CAT-V.2.3-32", "CAT-V.5-13", "CAT-V.2.3-19")
def test_a_whole_game_on_paper_through_ledger_audit_and_book(
    store: Store, url: str, tmp_path: Path
) -> None:
    store.add(paper())
    give_chips(store)

    async def played() -> Sala:
        writer = Writer(store)
        kept = Kept(store, writer, paper())
        await kept.send(do.OpenHall(staff=STAFF), DIRECTOR)
        for player in ("ana", "bruno"):
            await kept.send(do.Enter(player=player))
        await kept.send(do.BeginSale(), JEFE)
        await kept.send(do.Buy(player="ana", cards=3), SELLER)
        await kept.send(do.Buy(player="bruno", cards=2), SELLER)
        await kept.send(do.StartGame(), JEFE)
        face = kept.sala.spec.design.faces()[1]
        for ball in sorted(face.numbers):
            await kept.send(do.CallBall(ball=ball), LOCUTOR)
        await kept.send(do.Shout(player="ana", what="bingo", card=1))
        await kept.send(do.ReadCard(card=1), JEFE)
        await kept.send(do.AskMore(), JEFE)
        kept.now += 60
        await kept.send(do.GoOn(), JEFE)
        await kept.send(do.SignActa(), JEFE)
        writer.close()
        return kept.sala

    sala = asyncio.run(asyncio.wait_for(played(), 600))
    assert sala.view().ended == "terminada" and not sala.paper.unsigned  # type: ignore[union-attr]
    # a bingo called while the line is open claims both: 12 % and 48.5 % of 5,000
    assert store.balance(wallet("ana")) == 5_000_000 - 3000 + 600 + 2425
    assert store.balance(ledger_account("sala:bingo-1/bank")) == 1975
    assert list(audit(store)) == []
    _check_book(store, url, tmp_path)


def _check_book(store: Store, url: str, folder: Path) -> None:
    """The book has everything the clause asks for, and is read from the log alone."""
    events = [read_event(line) for kept in store.log("bingo-1") for line in kept.lines]
    (folio,) = books_of(events).folios
    assert (folio.number, folio.ranges, folio.price) == (1, "B 1-5", 1000)
    assert (folio.cards, folio.takings, len(folio.balls)) == (5, 5000, 15)
    assert folio.paid == {"ana": 3025}
    assert {prize.prize: prize.cards for prize in folio.prizes} == {
        "linea": ("1",),
        "bingo": ("1",),
    }
    assert folio.opened and folio.closed and folio.opened.role == folio.closed.role == JEFE
    touched = [replace(one, amount=1) if one.kind == "hall-prize-paid" else one for one in events]  # type: ignore[call-overload]
    assert books_of(touched).folios[0].digest != folio.digest
    out = folder / "libro.pdf"
    words = ["bingo", "book", "--db", url, "--hall", "bingo-1", "--out", str(out)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0 and out.read_bytes().startswith(b"%PDF"), done.output


@pytest.mark.clause("CAT-V.2.2.1-01", "CAT-V.2.3-37", "CAT-V.5-02", "CAT-V.5-03")
def test_positions_the_last_game_and_errors_raised_after_payment() -> None:
    chain = opened(positions=2)
    assert refused(chain, do.Enter(player="carla")) == "CAT-V.2.2.2.3-01"
    with pytest.raises(Refused, match="one-place") as again:
        send(chain, do.Enter(player="ana"))
    assert again.value.clause == "CAT-V.2.2.2.3-01", "of paper: nothing there has terminals"
    step = send(chain, do.LastGame(), LOCUTOR)
    assert step.events[0].what == "ultimo-juego"  # type: ignore[attr-defined]
    send(chain, do.BeginSale(), JEFE)
    send(chain, do.Buy(player="ana", cards=3), SELLER)
    send(chain, do.Buy(player="bruno", cards=2), SELLER)
    send(chain, do.StartGame(), JEFE)
    for ball in sorted(chain.unit.spec.design.faces()[1].numbers):
        send(chain, do.CallBall(ball=ball), LOCUTOR)
    send(chain, do.Shout(player="ana", what="bingo", card=1))
    send(chain, do.ReadCard(card=1), JEFE)
    send(chain, do.AskMore(), JEFE)
    send(chain, do.GoOn(), JEFE, at=60.0)
    assert refused(chain, do.Shout(player="bruno", what="bingo", card=4)) == "CAT-V.2.3-35"
    assert refused(chain, do.Annul(why="mal cantada"), DIRECTOR) == "CAT-V.5-02"
    assert refused(chain, do.BeginSale(), JEFE) == "CAT-V.2.3-37", "the last one was played"
