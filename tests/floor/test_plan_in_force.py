"""Another plan for a house that exists: it holds from the next round on at each table, by an event
that says who, by which clause, before and after; what it cannot change it says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tapete.cli.main import main
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import rulebook
from tapete.core.round.acta import read_event
from tapete.core.round.bets import Place
from tapete.core.round.terms import TermsSet
from tapete.floor.api.app import HealthView, health
from tapete.floor.api.tables import _table_row
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.in_force import POT_SET, pot_changes, set_pots, stored_changes
from tapete.floor.house.office import create_units
from tapete.floor.house.planning import FIXED
from tapete.floor.house.watching import approve, look
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.unit import Envelope, Ref
from tapete.floor.money.accounts import vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.permissions import ADMINISTRADOR
from tapete.floor.rounds.records import read_audit
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Bet, CloseBets, Resume, SetTerms, Sit
from tapete.floor.units.maquina.commands import Insert, Play
from tapete.floor.units.mesa.admission import admit
from tapete.systems.pot.aggregate import POT
from tapete.systems.progressive.state import terms_of

GAMES = ("ruleta-francesa", "war", "caribbean-poker")
WHEEL, TABLE = "ruleta-francesa", "ruleta-francesa-1"
EXAMPLE = (resources.files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
QUICK = Clocks(betting=1e6, pause=0.0, idle=1e6, numbers=0.0)
"""Nothing happens by time, and nothing waits."""
BEFORE = "[table.ruleta-francesa]\nmin = 1000\nmax = 2000000\n"
AFTER = "[table.ruleta-francesa]\nmin = 2000\nmax = 1000000\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The plan of a house, to be edited."""
    file = tmp_path / "plan.toml"
    file.write_text(EXAMPLE, "utf-8")
    return file


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def run(
    file: Path, play: Callable[[Casino], Awaitable[None]], *, games: tuple[str, ...] = GAMES,
    **settings: Any,
) -> None:  # fmt: skip
    """A start of the house, and what is done while it is open."""

    async def whole() -> None:
        from tapete.core.book.plan import plan

        plan.cache_clear()  # another start is another process
        db = f"sqlite:///{file.parent}/casino.db"
        casino = Casino(Settings(db=db, plan=str(file), games=games, **settings))
        casino.prepare()
        await casino.start()
        try:
            await play(casino)
        finally:
            await casino.stop()

    asyncio.run(whole())


async def nothing(casino: Casino) -> None:
    """It is open, and nobody comes."""


def sent(casino: Casino, command: Any, role: str, person: str = "ana") -> Envelope[Any]:
    id = f"{person}/{uuid4()}"
    return Envelope(id=id, person=person, role=role, at=casino.now(), command=command)


async def bet(casino: Casino, amount: int) -> None:
    """A round begins at the roulette, and somebody has bet."""
    keeper = casino.keepers[TABLE]
    if not keeper.unit.table.players:
        given = Transfer(
            id="given", source=vault("juego"), target=wallet("ana", "juego"), amount=100_000,
            state="posted", clause="CAT-I.1-10", why="compra",
        )  # fmt: skip
        with casino.store.writing() as connection:
            casino.store.post(connection, [given], at=0.0)
        await keeper.send(sent(casino, Sit(seat=1, player="ana", chips=50_000), "jugador"))
    while keeper.unit.table.open_bets is None:
        await keeper.goes_on(keeper.chain.steps, 60.0)
    await keeper.send(sent(casino, Bet(action=Place(seat=1, bet="rojo", amount=amount)), "jugador"))


async def over(casino: Casino) -> None:
    """The round comes to its end."""
    keeper = casino.keepers[TABLE]
    rounds = keeper.unit.table.rounds
    await keeper.send(sent(casino, CloseBets(), "croupier", "sistema"))
    while keeper.unit.table.rounds == rounds:
        await keeper.goes_on(keeper.chain.steps, 60.0)
    await keeper.settled()  # and is written


def health_of(casino: Casino) -> HealthView:
    answer: HealthView = health.fn(casino)
    return answer


def events(file: Path, unit: str = TABLE) -> list[TermsSet]:
    """What was told of other terms at a unit, and that the command of it was the house's own."""
    store = Store(f"sqlite:///{file.parent}/casino.db")
    try:
        found = []
        for kept in store.log(unit):
            told = [one for one in map(read_event, kept.lines) if isinstance(one, TermsSet)]
            if told:
                assert isinstance(kept.envelope.command, SetTerms)
                assert kept.envelope.person == "sistema"
            found += told
        return found
    finally:
        store.close()


def findings(file: Path) -> list[Any]:
    store = Store(f"sqlite:///{file.parent}/casino.db")
    try:
        return list(audit(store))
    finally:
        store.close()


@pytest.mark.clause("CAT-I.4.2-01")
def test_a_plan_edited_before_a_start_holds_at_the_tables_there_are(file: Path) -> None:
    run(file, nothing)
    edit(file, BEFORE, AFTER)

    async def play(casino: Casino) -> None:
        mesa = casino.mesa(TABLE)
        limits, row = mesa.table.limits, _table_row(mesa.spec, "", mesa)
        assert (limits.min, limits.max) == (row.min, row.max) == (2000, 1_000_000)

    run(file, play)
    [told] = events(file)
    assert (told.by, told.clause) == ("sistema", "CAT-I.4.2-01")
    assert (told.before["limits"]["min"], told.after["limits"]["min"]) == (1000, 2000)
    run(file, play)  # taken up from the log it is the same, and nothing is set again
    assert len(events(file)) == 1 and findings(file) == []


def test_a_round_in_course_ends_by_the_terms_it_began_with(file: Path) -> None:
    """Also where the house was killed in the middle of it, and is started with another plan."""

    async def left(casino: Casino) -> None:
        await bet(casino, 1000)

    run(file, left, clocks=QUICK)
    edit(file, BEFORE, AFTER)

    async def play(casino: Casino) -> None:
        mesa = casino.mesa(TABLE)
        assert mesa.table.live is not None and mesa.table.limits.min == 1000
        await over(casino)
        with pytest.raises(Refused) as refused:
            await bet(casino, 1000)  # the next round begins by the new ones
        assert refused.value.code == "under-minimum" and mesa.table.limits.min == 2000
        await bet(casino, 2000)
        await over(casino)

    run(file, play, clocks=QUICK)
    assert [one.after["limits"]["min"] for one in events(file)] == [2000]
    assert findings(file) == []


def test_at_a_running_house_it_holds_once_somebody_has_approved_it(file: Path) -> None:
    """Until then the tables are closed; the event says in which role, the log who did."""
    run(file, nothing)
    edit(file, BEFORE, AFTER)

    async def play(casino: Casino) -> None:
        mesa = casino.mesa(TABLE)
        assert casino.in_force is None and not mesa.table.open and mesa.table.limits.min == 1000
        well = health_of(casino)
        assert (well.status, well.differs) == ("degraded", ("plan:plan",))
        assert "approve" in well.todo
        await approve(casino, ADMINISTRADOR)
        assert mesa.table.open and mesa.table.limits.min == 2000
        assert (health_of(casino).status, health_of(casino).todo) == ("ok", "")
        edit(file, AFTER, AFTER.replace("2000", "3000", 1))  # and once more, without a start
        assert "plan:plan" in (await look(casino, "sistema", "pedido")).differs
        assert not mesa.table.open and mesa.table.limits.min == 2000
        await approve(casino, ADMINISTRADOR)
        assert mesa.table.open and mesa.table.limits.min == casino.plan.limits(WHEEL).min == 3000
        file.write_text("casino = 5", "utf-8")
        with pytest.raises(Refused) as refused:
            await approve(casino, ADMINISTRADOR)
        assert refused.value.code == "plan-unreadable" and mesa.table.limits.min == 3000

    run(file, play, approve="person")
    assert [one.by for one in events(file)] == [ADMINISTRADOR] * 2
    assert findings(file) == []


def test_the_terms_of_a_pot_change_between_rounds(file: Path) -> None:
    run(file, nothing)
    edit(
        file,
        'commission   = "10%"\nreserve      = "10%"',
        'commission   = "8%"\nreserve      = "5%"',
    )
    edit(file, "within = 50", "within = 45")

    async def play(casino: Casino) -> None:
        assert casino.in_force is not None
        assert await set_pots(casino, casino.in_force)
        assert not list(pot_changes(casino.shared, casino.plan))
        [pot] = casino.pots.all()
        algorithm = terms_of(pot.written).algorithm
        assert (algorithm.commission, algorithm.reserve) == (Fraction(2, 25), Fraction(1, 20))
        assert pot.written.pot.active and pot.written.pot.version == 2
        noted = [row for row in read_audit(casino.store, limit=50) if row.what == POT_SET]
        assert [(row.person, row.facts["pot"]) for row in noted] == [("sistema", pot.id)]

    run(file, play)
    assert findings(file) == []


@pytest.mark.clause("CAT-V.5-07")
def test_a_hall_takes_another_plan_between_two_games(file: Path) -> None:
    run(file, nothing, games=("sala",))
    edit(
        file,
        'price = 500\nline  = "12%"\nbingo = "48.5%"',
        'price = 600\nline  = "11%"\nbingo = "49.5%"',
    )
    edit(file, "ball = 3.5", "ball = 5")

    async def play(casino: Casino) -> None:
        sala = casino.keepers["bingo-practica"].unit
        assert (sala.plan.price, sala.settling.plan.price, sala.pace.ball) == (600, 600, 5)
        assert casino.keepers["bingo-salon"].unit.plan.price == 1000

    run(file, play, games=("sala",))
    run(file, play, games=("sala",))
    [told] = events(file, "bingo-practica")
    assert (told.before["plan"]["price"], told.after["plan"]["line"]) == (500, "11/100")
    assert events(file, "bingo-salon") == [] and findings(file) == []


@pytest.mark.clause("CAT-VI.7.3-02")
def test_a_machine_takes_another_minimum_or_goes_out_of_service(
    file: Path,
) -> None:
    run(file, nothing, games=("maquina",))
    edit(file, 'minimum_return = "85%"', 'minimum_return = "93%"')

    async def play(casino: Casino) -> None:
        cabinets = {id: keeper.unit.cabinet for id, keeper in casino.keepers.items()}
        assert {one.minimum for one in cabinets.values()} == {"93/100"}
        for one in cabinets.values():
            assert one.enabled == (one.worst >= Fraction(93, 100))
        assert {one.enabled for one in cabinets.values()} == {True, False}

    run(file, play, games=("maquina",))
    run(file, play, games=("maquina",))
    assert findings(file) == []


CAMPANA, ALONE = "campana", '[pozo.campana]\nof        = "maquinas"\n'


def shared(me: str, to: str) -> str:
    """The rows of that pot as casinos share it, norte keeping it."""
    peers = f'{to} = "http://127.0.0.1:9/api/pots/{CAMPANA}"'
    link = f'{{ me = "{me}", centre = "norte", peers = {{ {peers} }} }}'
    return f'{ALONE}scope = "casinos"\nregistration = "SCJ-4711"\nlink = {link}\n'


async def fed(casino: Casino) -> int:
    """How much the pot holds once somebody has played 1,000 pesos for it at a machine."""
    keeper, ana = casino.keepers["maquina-10"], wallet("ana", "juego")
    given = Transfer(
        id="given", source=vault("juego"), target=ana, amount=1000, state="posted",
        clause="CAT-I.1-10", why="compra",
    )  # fmt: skip
    with casino.store.writing() as connection:
        casino.store.post(connection, [given], at=0.0)
    keeper.unit.draws.pick = lambda n: n - 1
    for command in (Insert(amount=1000), Play(bet="1x1")):
        await keeper.send(sent(casino, command, "jugador"))
    return int(casino.shared.host(Ref(POT.kind, CAMPANA)).look().meters.current)


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.4-01")
def test_a_machine_feeds_the_pot_that_an_approved_plan_shares_and_that_is_kept_here(
    file: Path,
) -> None:
    run(file, nothing, games=("maquina",))
    edit(file, ALONE, shared("norte", "sur"))

    async def play(casino: Casino) -> None:
        await approve(casino, ADMINISTRADOR)
        assert casino.in_force is not None and await set_pots(casino, casino.in_force)
        await asyncio.to_thread(casino.shared_pots.make)
        assert await fed(casino) == 250_010
        await casino.shared_pots.write_letters(CAMPANA)
        told = casino.shared_pots.link(CAMPANA).look().told
        assert told is not None and told.holds == 250_010

    run(file, play, games=("maquina",), approve="person")
    assert findings(file) == []


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.4-01")
def test_a_pot_of_the_house_is_not_given_to_another_casino_and_that_is_said(file: Path) -> None:
    """What lies in it is of those who played for it here: one kept elsewhere has another name."""
    run(file, nothing, games=("maquina",))
    edit(file, ALONE, shared("sur", "norte"))

    async def play(casino: Casino) -> None:
        [said] = stored_changes(casino.store, casino.plan)
        assert (said.unit, said.what, said.after) == (CAMPANA, "link", "norte")
        assert said.refused == FIXED
        assert casino.in_force is not None and await set_pots(casino, casino.in_force)
        pot = casino.shared.host(Ref(POT.kind, CAMPANA)).look()
        assert pot.terms.scope == "casino" and pot.version == 1
        assert await fed(casino) == 250_010
        row = {"number": 40, "programs": ["campana-pozo"], "pots": [CAMPANA]}
        with pytest.raises(Refused, match="pot-kept-here"):
            await create_units(casino, "maquina", "maquina-40", row, by=ADMINISTRADOR)
        assert not casino.shared_pots.is_begun(CAMPANA)

    run(file, play, games=("maquina",))
    assert findings(file) == []


def test_what_cannot_change_is_said_and_the_table_stays_as_it_is(file: Path) -> None:
    run(file, nothing)
    edit(file, BEFORE, AFTER + 'unidad = "clp"\n')
    edit(file, "[table.war]", "[table.guerra]")
    edit(file, "[table.war.bets]", "[table.guerra.bets]")

    async def play(casino: Casino) -> None:
        assert casino.mesa(TABLE).table.limits.min == 1000
        found = {(one.unit, one.what): one for one in stored_changes(casino.store, casino.plan)}
        assert found[TABLE, "unit"].refused == FIXED and (TABLE, "terms.limits.min") not in found
        assert found["war-1", ""].refused == "not-in-the-plan"

    run(file, play)
    assert events(file) == []


@pytest.mark.clause("CAT-I.4.2-01", "R196-RES-02")
def test_a_table_whose_game_leaves_the_plan_closes_after_its_round(file: Path) -> None:
    """Nobody opens it, and it opens by itself with a plan that has the game again: so it is read,
    and so the reading is declared."""
    sides = {"CAT-I.4.2-01", "R196-RES-02"}
    assert any(sides <= {*one.clauses} for one in rulebook("scj-2023").chain[0].reading)

    async def left(casino: Casino) -> None:
        await bet(casino, 1000)

    run(file, left, clocks=QUICK)
    named = f"[table.{WHEEL}"
    file.write_text(EXAMPLE.replace(named, "[table.otra-ruleta"), "utf-8")

    async def play(casino: Casino) -> None:
        mesa = casino.mesa(TABLE)
        assert mesa.table.open and mesa.table.live is not None
        await over(casino)
        while mesa.table.open and mesa.table.live is None:  # no other round begins
            await casino.keepers[TABLE].goes_on(casino.keepers[TABLE].chain.steps, 60.0)
        assert not mesa.table.open
        admin = casino.register.find(ADMINISTRADOR)
        assert admin is not None
        with pytest.raises(Refused) as refused:
            await admit(casino, casino.keepers[TABLE], admin, "jefe-de-mesa", Resume(), None)
        assert refused.value.code == "not-in-the-plan"
        assert casino.mesa("war-1").table.open

    async def closed(casino: Casino) -> None:
        assert not casino.mesa(TABLE).table.open

    async def again(casino: Casino) -> None:
        assert casino.mesa(TABLE).table.open

    run(file, play, clocks=QUICK)
    run(file, closed, clocks=QUICK)
    file.write_text(EXAMPLE, "utf-8")
    run(file, again, clocks=QUICK)
    assert findings(file) == []


def test_the_money_of_a_pot_stays_what_it_is(file: Path) -> None:
    run(file, nothing)
    edit(file, 'unidad      = "juego"', 'unidad      = "clp"')

    async def play(casino: Casino) -> None:
        assert casino.in_force is not None and await set_pots(casino, casino.in_force)
        [pot] = casino.pots.all()
        assert terms_of(pot.written).played_for == "juego"
        [change] = pot_changes(casino.shared, casino.plan)
        assert (change.what, change.refused) == ("unit", FIXED)

    run(file, play)


def test_nobody_sends_the_command_of_the_house(file: Path) -> None:
    async def play(casino: Casino) -> None:
        command = SetTerms(terms={}, by=ADMINISTRADOR, approved="x")
        for role in ("jugador", "croupier", "jefe-de-mesa"):
            with pytest.raises(Refused) as refused:
                casino.mesa(TABLE).check(command, "x", role, on_duty=True)
            assert refused.value.code in ("not-your-role", "not-yours")

    run(file, play)


def test_what_a_plan_would_change_is_shown_before_it_does(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(file, nothing)
    edit(file, BEFORE, AFTER)
    db = f"sqlite:///{file.parent}/casino.db"
    capsys.readouterr()
    assert main(["--lang", "es", "plan", str(file), "--db", db]) == 0
    said = capsys.readouterr().out
    assert "Desde la ronda siguiente" in said
    assert TABLE in said and "terms.limits.min" in said and "2000" in said
    assert "Poner una mesa" in said and "bingo-practica" in said
    edit(file, "min = 2000", 'unidad = "clp"\nmin = 2000')
    assert main(["--lang", "en", "plan", str(file), "--db", db]) == 0
    said = capsys.readouterr().out
    assert "changes nothing" in said and "unit cannot go from juego to clp" in said
    assert main(["--lang", "en", "plan", str(file), "--db", db, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changes"][0]["refused"] == FIXED
    file.write_text("casino = 5", "utf-8")
    assert main(["--lang", "en", "plan", str(file), "--db", db]) == 1
    assert "plan.toml:1" in capsys.readouterr().err
