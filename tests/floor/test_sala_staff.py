"""Those who work in a hall, what each may do for the players, and what is checked before a game."""

from __future__ import annotations

import asyncio
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.book.papers import Papers
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_event
from tapete.core.round.event import at_seat
from tapete.floor.api.messages import state_seen
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino
from tapete.floor.house.office import create_units
from tapete.floor.house.settings import Settings
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.due import Draw, Until
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import wallet
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS
from tapete.floor.units.sala import Sala
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala.book import books_of
from tapete.floor.units.sala.spec import Pace
from tapete.systems.bingo.hall import DUTIES
from tests.floor.casino import envelope, give_chips
from tests.floor.hall import Kept, without_pot
from tests.floor.test_sala_paper import (
    DIRECTOR,
    JEFE,
    LOCUTOR,
    SELLER,
    STAFF,
    opened,
    paper,
    playing,
    refused,
    selling,
    send,
)

AUXILIAR, CASHIER, TECNICO = "auxiliar-de-sala", "cajero", "jefe-tecnico"


@pytest.mark.clause("CAT-V.2.3-36", "CAT-V.2.3-24")
def test_balls_are_called_no_faster_than_everybody_can_mark() -> None:
    chain = selling(pace=Pace(ball=4.0))
    send(chain, do.StartGame(), JEFE, at=10.0)
    assert refused(chain, do.CallBall(ball=5), LOCUTOR, at=12.0) == "CAT-V.2.3-36"
    send(chain, do.CallBall(ball=5), LOCUTOR, at=14.0)
    assert refused(chain, do.CallBall(ball=6), LOCUTOR, at=17.9) == "CAT-V.2.3-36"
    send(chain, do.CallBall(ball=6), LOCUTOR, at=18.0)
    assert chain.unit.view().balls == (5, 6)


@pytest.mark.clause("CAT-V.2.3-03", "CAT-V.2.3-04", "CAT-V.2.3-02")
def test_balls_put_in_by_hand_are_counted_before_the_director_in_every_session() -> None:
    chain = selling(manual=True)
    assert refused(chain, do.StartGame(), JEFE) == "CAT-V.2.3-03"
    assert refused(chain, do.CountBalls(balls=89), JEFE) == "CAT-V.2.3-02"
    counted: Any = send(chain, do.CountBalls(public=True), JEFE).events[0]
    assert (counted.balls, DIRECTOR in counted.before, counted.public) == (90, True, True)
    send(chain, do.StartGame(), JEFE)
    assert refused(chain, do.CountBalls(), JEFE) == "CAT-V.2.3-04", "they are in the extractor"
    send(chain, do.CallBall(), LOCUTOR)
    send(chain, do.Annul(why="prueba"), DIRECTOR)
    assert chain.unit.view().paper.ball_games == 1
    send(chain, do.SignActa(), JEFE)
    send(chain, do.CloseHall(), DIRECTOR)
    kept = chain.unit.memory()
    other = Sala(chain.unit.spec)
    other.remember(kept)
    for sala in (chain.unit, other):
        shown = sala.view().paper
        assert (shown.counted, shown.ball_games) == (False, 1)


@pytest.mark.clause("CAT-V.2.4-03", "CAT-V.2.5-01", "CAT-V.2.5-04", "CAT-V.2.5-03", "CAT-V.5-03")
def test_what_a_player_must_not_do_with_his_cards_goes_into_the_book_with_its_clause() -> None:
    chain = playing()
    lines: list[Any] = [event for event in send(chain, do.CallBall(), LOCUTOR).events]
    for clause in ("CAT-V.2.4-03", "CAT-V.2.5-01", "CAT-V.2.5-03", "CAT-V.2.5-04"):
        step = send(chain, do.NoteBreach(player="ana", clause=clause, text="lápiz"), JEFE)
        lines += step.events
        assert step.events[0].clause == clause
    assert refused(chain, do.NoteBreach(player="ana", clause="CAT-V.3.4-01"), JEFE) == "CAT-V.5-03"
    sale = read_event('! hall-sale-opened game=1 series="B" cards=200 price=1000 [CAT-V.2.3-05]')
    (folio,) = books_of([sale, *lines]).folios
    assert [text.split()[2] for text in folio.incidents] == [
        "CAT-V.2.4-03", "CAT-V.2.5-01", "CAT-V.2.5-03", "CAT-V.2.5-04",
    ]  # fmt: skip
    with pytest.raises(Refused, match="not-your-role"):
        chain.unit.check(do.NoteBreach(player="ana", clause="x"), "x", SELLER, on_duty=True)


@pytest.mark.clause("CAT-V.3.4-01", "CAT-V.3.2.2.2-01")
def test_in_an_electronic_hall_the_director_notes_a_damaged_terminal_and_more_staff_may_be_there(
) -> None:  # fmt: skip
    chain = Chain(Sala(without_pot(company=0)))
    staff = (DIRECTOR, TECNICO, "vendedor", AUXILIAR)
    step = send(chain, do.OpenHall(staff=staff), DIRECTOR)
    assert step.events[0].staff == staff  # type: ignore[attr-defined]
    noted: Any = send(
        chain, do.NoteBreach(player="ana", clause="CAT-V.3.4-01", text="pantalla rota"), DIRECTOR
    ).events[0]
    assert (noted.who, noted.clause) == ("ana", "CAT-V.3.4-01")


@pytest.mark.clause("CAT-V.2.2.2.2-03", "CAT-V.2.3-29")
def test_an_assistant_lets_people_in_and_a_seller_stops_the_game_for_who_has_no_screen() -> None:
    sala = Sala(paper())
    for command, roles in (
        (do.Enter(player="ana"), {AUXILIAR, SELLER, LOCUTOR, CASHIER}),
        (do.Exit(player="ana"), {AUXILIAR, SELLER, LOCUTOR, CASHIER}),
        (do.Shout(player="ana", what="linea", card=1), {SELLER, LOCUTOR, CASHIER, JEFE}),
        (do.PassCards(player="ana", to="bruno"), {JEFE}),
        (do.Complain(player="ana", text="x"), {JEFE, DIRECTOR}),
    ):
        sala.check(command, "ana", "jugador", on_duty=False)
        for role in (*STAFF, SELLER, CASHIER, AUXILIAR):
            if role in roles:
                sala.check(command, "x", role, on_duty=True)
            else:
                with pytest.raises(Refused, match="not-your-role"):
                    sala.check(command, "x", role, on_duty=True)
    chain = opened()
    assert {one.id for one in chain.unit.view(AUXILIAR).room} == {"ana", "bruno"}
    assert chain.unit.view().room == (), "who is who only those who work there are shown"


@pytest.mark.clause("CAT-V.3.2.1-04")
def test_mobile_terminals_need_a_kiosk_that_hands_them_out_and_sells() -> None:
    chain = Chain(Sala(without_pot(company=0, terminals="moviles")))
    staff = (DIRECTOR, TECNICO)
    assert refused(chain, do.OpenHall(staff=staff), DIRECTOR) == "CAT-V.3.2.1-04"
    send(chain, do.OpenHall(staff=(*staff, CASHIER)), DIRECTOR)
    fixed = Sala(without_pot(company=0))
    for command in (do.Enter(player="ana"), do.Buy(player="ana", cards=2), do.Exit(player="ana")):
        chain.unit.check(command, "caja", CASHIER, on_duty=True)
        with pytest.raises(Refused, match="not-on-duty"):
            chain.unit.check(command, "caja", CASHIER, on_duty=False)
        with pytest.raises(Refused, match="not-yours"):
            fixed.check(command, "caja", CASHIER, on_duty=True)


@pytest.mark.clause("CAT-V.2.3-12", "CAT-V.3.3-03", "CAT-V.2.3-15")
def test_who_does_not_buy_in_time_does_not_play() -> None:
    on_paper = playing()
    assert refused(on_paper, do.Buy(player="ana", cards=1), SELLER) == "CAT-V.2.3-15"
    chain = Chain(Sala(without_pot()))
    send(chain, do.OpenHall(staff=(DIRECTOR, TECNICO)), DIRECTOR)
    for player in ("ana", "bruno"):
        send(chain, do.Enter(player=player))
    send(chain, do.BeginSale(), "sistema")
    send(chain, do.Buy(player="ana", cards=2))
    send(chain, do.StartGame(), "sistema")
    assert refused(chain, do.Buy(player="bruno", cards=1)) == "CAT-V.2.3-15"
    assert chain.unit.view(at_seat(2)).mine == ()


@pytest.mark.clause("CAT-V.3.1-04", "CAT-V.3.2.1-01", "CAT-V.4-09", "CAT-V.5-14")
def test_a_terminal_tells_everything_and_the_system_stops_awards_and_pays_in_chips(
    store: Store,
) -> None:
    spec = without_pot()
    store.add(spec)
    give_chips(store, 5_000_000)

    async def played() -> None:
        writer = Writer(store)
        kept = Kept(store, writer, spec)
        await kept.advance()
        await kept.send(do.Enter(player="ana"))
        await kept.until("venta")
        seen = kept.sala.view(at_seat(1))
        assert (seen.price, seen.number, seen.phase) == (1000, 1, "venta")
        await kept.send(do.Buy(player="ana", cards=200 - seen.sold))
        mine = kept.sala.view(at_seat(1)).mine
        left = store.balance(wallet("ana"))
        assert left == 5_000_000 - 1000 * len(mine) and all(card.code for card in mine)
        await kept.send(do.Ready(player="ana"))
        await kept.until("sorteo")
        stops: dict[str, float] = {}
        while kept.sala.live is not None:
            known = len(kept.sala.view().won)
            while not isinstance(kept.sala.due(kept.now), Draw):
                await kept.advance()
            await kept.advance()
            for prize in kept.sala.view().won[known:]:
                due = kept.sala.due(kept.now)
                stops[prize.prize] = due.moment - kept.now if isinstance(due, Until) else 0.0
        assert list(stops) == ["linea", "bingo"], "the line first, then the bingo"
        assert stops["linea"] == spec.pace.prize > spec.pace.ball, "the system stops for a prize"
        gained = sum(prize.shares.get("ana", 0) for prize in kept.sala.view().won)
        assert gained and store.balance(wallet("ana")) == left + gained
        writer.close()

    asyncio.run(asyncio.wait_for(played(), 600))
    assert list(audit(store)) == []


@pytest.mark.clause("CAT-V.2.2.1-20", "CAT-V.3.2.1-14")
@pytest.mark.parametrize(
    ("game", "clause"),
    [("bingo-tradicional", "CAT-V.2.2.1-20"), ("bingo-electronico", "CAT-V.3.2.1-14")],
)
def test_a_hall_opens_only_with_the_paper_of_its_material(
    tmp_path: Path, game: str, clause: str
) -> None:
    example = (resources.files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
    plan = tmp_path / "plan.toml"
    plan.write_text(re.sub(r"material = .*", "", example), "utf-8")
    row = {
        "game": game, "series": {"B": 60}, "cards": 60,
        "plan": {"price": 1000, "line": "12%", "bingo": "48%", "house": "40%"},
    }  # fmt: skip

    async def tried() -> None:
        settings = Settings(db=f"sqlite:///{tmp_path}/casino.db", plan=str(plan), games=("sala",))
        casino = Casino(settings)
        casino.prepare()
        await casino.start()
        await create_units(casino, "sala", "salon", row, by="prueba")
        roles = tuple(DUTIES[game])
        for role in roles:
            person = casino.register.admit_staff(
                f"el-{role}", role, "una clave larga", (role,), by="prueba", now=1.0
            )
            casino.staffing.assign("salon", person, role, by="prueba", now=1.0, roles=roles)
        director = casino.known("el-director-de-bingo")
        with pytest.raises(Refused) as error:
            await casino.command(director, DIRECTOR, "salon", do.OpenHall(staff=roles), id="1")
        assert (error.value.clause, error.value.code) == (clause, "paper-missing")
        casino.plan = replace(casino.plan, papers=Papers(material="registro 12"))
        await casino.command(director, DIRECTOR, "salon", do.OpenHall(staff=roles), id="2")
        await casino.stop()

    asyncio.run(asyncio.wait_for(tried(), 600))


@pytest.mark.clause("CAT-V.5-04")
def test_what_is_annulled_is_the_game_that_was_seen(store: Store) -> None:
    """Whoever presses late, when it is over and cards of the next one are sold, annuls nothing."""
    store.add(paper())
    give_chips(store)

    async def played() -> Any:
        writer = Writer(store)
        kept = Kept(store, writer, paper())
        await kept.send(do.OpenHall(staff=STAFF), DIRECTOR)
        for player in ("ana", "bruno"):
            await kept.send(do.Enter(player=player))
        await kept.send(do.BeginSale(), JEFE)
        seen = kept.keeper.chain.hash
        await kept.send(do.Buy(player="ana", cards=3), SELLER)
        annul = envelope(do.Annul(why="un error"), DIRECTOR, at=kept.now)
        for saw in (seen, None):
            must = state_seen(KINDS["sala"], annul.command, saw)
            with pytest.raises(Refused, match="table-moved-on"):
                await kept.keeper.send(annul, saw=must)
        assert kept.sala.sale is not None
        must = state_seen(KINDS["sala"], annul.command, kept.keeper.chain.hash)
        await kept.keeper.send(annul, saw=must)
        writer.close()
        return kept.sala.sale

    assert asyncio.run(asyncio.wait_for(played(), 600)) is None
