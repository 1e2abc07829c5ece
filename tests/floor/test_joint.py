"""Several casinos in one game of bingo, each with a database of its own: a centre draws, every room
plays the same game, and a room that is cut off or killed changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.round.event import at_seat
from tapete.core.round.felt import PUBLIC
from tapete.core.round.pot import MAIN
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.unit import Envelope
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import in_plain_pot, ledger_account, wallet
from tapete.floor.storage.store import Store
from tapete.floor.units.sala import SalaSpec
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala.spec import Joint, Pace
from tapete.floor.units.sala.view import people_here
from tapete.systems.bingo.events import BallCalled, CardsPassed
from tapete.systems.bingo.joint import read_message, room_of
from tests.floor.casino import envelope, give_chips
from tests.floor.hall import POT, Kept, hall, with_pot

ROOMS = {"norte": (1, 60), "sur": (61, 120), "este": (121, 180)}
STAFF = ("director-de-bingo", "jefe-tecnico")
BOUGHT = 5_000_000
PEOPLE = {"norte": ("ana", "bruno"), "sur": ("ana", "bruno"), "este": ("ana",)}


Rooms: TypeAlias = dict[str, tuple[int, int]]


def spec_of(me: str, rooms: Rooms = ROOMS, **changes: Any) -> SalaSpec:
    pace = Pace(sale=30.0 if me == "centro" else 20.0)
    joint = Joint(me=me, rooms=rooms)
    return hall(id="enlazada", company=0, joint=joint, pace=pace, **changes)


class House:
    """A casino: its database, its hall, whether others reach it."""

    def __init__(self, name: str, url: str, rooms: Rooms = ROOMS, **changes: Any) -> None:
        self.name, self.url, self.spec = name, url, spec_of(name, rooms, **changes)
        self.store = Store(url)
        self.store.create()
        if name == "centro":
            with_pot(self.store)
        self.store.add(self.spec)
        give_chips(self.store, BOUGHT)
        self.cut = False
        self.begin()

    def begin(self) -> None:
        """The casino starts, for the first time or again."""
        self.writer = Writer(self.store)
        self.kept = Kept(self.store, self.writer, self.spec, seed=self.name)

    def kill(self) -> None:
        """All that is not written is gone."""
        now = self.kept.now
        self.writer.close()
        self.begin()
        self.kept.now = now

    @property
    def sala(self) -> Any:
        return self.kept.sala

    def balance(self, account: str) -> int:
        return self.store.balance(ledger_account(account))

    def close(self) -> None:
        self.writer.close()
        self.store.close()


class Country:
    """All casinos of a joint game, and the post between them."""

    def __init__(self, *houses: House) -> None:
        self.houses = {house.name: house for house in houses}
        self.now = 1000.0

    async def open(self) -> None:
        for house in self.houses.values():
            await house.kept.send(do.OpenHall(staff=STAFF), "director-de-bingo")

    async def post(self) -> None:
        """Letters are delivered to whoever is reached, as long as there are any."""
        moved = True
        while moved:
            moved = False
            for house in self.houses.values():
                for other in self.houses.values():
                    if other is house or house.cut or other.cut:
                        continue
                    letter = house.sala.linked.mail.state.next_to(other.name)
                    if letter is not None:
                        await self.deliver(house, other, letter)
                        moved = True

    async def deliver(self, house: House, other: House, letter: Any) -> None:
        sent = self.heard(house, other, letter)
        await other.kept.keeper.send(sent)
        await other.kept.keeper.send(sent)  # twice is once
        await house.kept.send(do.Delivered(to=letter.to, n=letter.n), "sistema")

    def heard(self, house: House, other: House, letter: Any) -> Envelope[Any]:
        """The command by which a letter is heard."""
        heard = do.Hear(sender=house.name, n=letter.n, body=letter.body)
        sent = envelope(heard, "sistema", at=other.kept.now)
        return replace(sent, id=f"{house.name}/{letter.n}")

    async def step(self) -> None:
        """Everybody does what is due, and the post comes."""
        waits = []
        for house in self.houses.values():
            house.kept.now = self.now
            waits.append(await house.kept.minder.advance())
        await self.post()
        if 0.0 not in waits:
            self.now += min((wait for wait in waits if wait), default=0.0)

    async def sell(self, cards: int = 4, *, but: str = "") -> None:
        rooms = [name for name in self.houses if name in ROOMS]
        while any(self.houses[room].sala.sale is None for room in rooms):
            await self.step()
        for room, people in ((room, PEOPLE[room]) for room in rooms):
            kept = self.houses[room].kept
            for person in people:
                if person not in kept.sala.places:
                    await kept.send(do.Enter(player=person))
                if room != but:
                    await kept.send(do.Buy(player=person, cards=cards))

    async def play(self, each: Any = None) -> None:
        """On until the centre's game is over, and everybody has heard of it."""
        centre = self.houses["centro"]
        known = centre.sala.session.rounds
        for _ in range(600):
            if centre.sala.session.rounds > known:
                return
            await self.step()
            if each is not None:
                await each(centre.sala)
        raise AssertionError("never over")


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


@pytest.fixture
def country(tmp_path: Path) -> Iterator[Country]:
    names = ("centro", *ROOMS)
    houses = [House(name, f"sqlite:///{tmp_path}/{name}.db") for name in names]
    yield Country(*houses)
    for house in houses:
        with closing(house):
            pass


def course(house: House) -> list[str]:
    """The balls of the last game and the cards passed on between them, people by their room."""
    found = []
    for event in house.sala.shown:
        if isinstance(event, BallCalled):
            found.append(str(event.ball))
        elif isinstance(event, CardsPassed):
            rooms = [room_of(who) or house.name for who in (event.who, event.to)]
            found.append(" passes to ".join(rooms))
    return found


def settled(country: Country, *rooms: str) -> None:
    """The sums agree: what the centre owes each room is what the room is owed, every peso is
    somewhere, and the audit of every casino is clean."""
    centre = country.houses["centro"]
    for room in rooms:
        owed = centre.balance(f"enlace:enlazada.{room}/bank")
        assert owed == -country.houses[room].balance("enlace:enlazada.centro/bank"), room
    for house in country.houses.values():
        assert list(audit(house.store)) == [], house.name


@pytest.mark.clause("CAT-V.5-05")
def test_cards_of_a_sealed_list_pass_on_by_the_order_of_the_centre(country: Country) -> None:
    centre, norte, _, este = country.houses.values()

    async def tried() -> None:
        await country.open()
        await country.sell()
        await norte.kept.send(do.SealRoom(), "sistema")
        await country.post()
        for who, to, code in (("ana", "casa", "no-refund"), ("ana", "eva", "not-in-the-hall")):
            with pytest.raises(Refused, match=code):
                await norte.kept.send(do.PassCards(player=who, to=to))
        await norte.kept.send(do.PassCards(player="ana", to="bruno"))
        assert set(norte.sala.holders().values()) == {"ana", "bruno"}
        await country.post()
        assert set(norte.sala.holders().values()) == {"bruno"}
        asked = '{"says":"pass-asked","game":1,"who":"norte/2","to":"este/1"}'
        await centre.kept.send(do.Hear(sender="norte", n=3, body=asked), "sistema")
        while not centre.sala.drawing.balls():
            await country.step()
            centre.kept.now = country.now

    run(tried())
    for house in (centre, este):
        held = [who for who in house.sala.holders().values() if room_of(who) == "norte"]
        assert held == ["norte/2"] * 8, "one holder, and nobody of another room"


@pytest.mark.clause("CAT-V.5-05", "CAT-V.3.1-02")
def test_a_room_that_asks_too_late_is_told_by_which_clause(country: Country) -> None:
    centre, norte, _, _ = country.houses.values()
    desk: Any = None

    async def tried() -> None:
        nonlocal desk
        await country.open()
        await country.sell()
        while len(norte.sala.drawing.balls()) < 3:
            await country.step()
        place = norte.sala.places["ana"]
        people = people_here(norte.sala, at_seat(place), str)
        assert [one.id for one in people if one.id] == ["bruno"]
        anybody = people_here(norte.sala, PUBLIC, str)
        assert not any(one.id for one in anybody), "for whoever has cards alone"
        norte.cut = True
        await norte.kept.send(do.PassCards(player="ana", to="bruno"))
        asked = norte.sala.view(at_seat(place)).passes
        assert [(one.who, one.to, one.code) for one in asked] == [("ana", "bruno", "")]
        assert norte.sala.view(at_seat(norte.sala.places["bruno"])).passes == ()
        await country.play()
        norte.cut = False
        await country.post()
        norte.kill()
        desk = norte.sala.view("director-de-bingo")

    run(tried())
    assert set(norte.sala.holders().values()) & {"ana", "bruno"} == {"ana", "bruno"}
    assert [(one.who, one.clause, one.code) for one in desk.passes] == [
        ("ana", "CAT-V.5-05", "pass-too-late")
    ]
    assert centre.sala.view().ended == norte.sala.view().ended == "terminada"
    settled(country, *ROOMS)


@pytest.mark.clause("CAT-V.3.1-02", "CAT-V.3.1-07", "CAT-V.3.1-08", "CAT-V.3.3-13", "CAT-V.5-05")
def test_one_game_in_four_casinos_one_killed_one_cut_off(country: Country) -> None:
    centre, norte, sur, _ = country.houses.values()

    async def played() -> None:
        await country.open()
        await country.sell()
        killed: list[int] = []

        async def trouble(sala: Any) -> None:
            out = len(sala.drawing.balls())
            if out == 5 and not sur.cut:
                sur.cut = True  # what it asks for now is heard when the game is over
                await sur.kept.send(do.PassCards(player="ana", to="bruno"))
            if out in (8, 20) and out not in killed:
                killed.append(out)
                if out == 8:
                    await norte.kept.send(do.PassCards(player="ana", to="bruno"))
                    with pytest.raises(Refused, match="pass-asked-already"):
                        await norte.kept.send(do.PassCards(player="ana", to="bruno"))
                    norte.kill()
                    assert "ana" in norte.sala.holders().values(), "the centre has not heard it"
                norte.kill()
                if out == 20:
                    centre.kill()

        await country.play(trouble)
        assert len(sur.sala.drawing.balls()) < len(centre.sala.drawing.balls()), (
            "the game did not wait for it"
        )
        sur.cut = False
        await country.post()

    run(played())
    won = {name: house.sala.view().won for name, house in country.houses.items()}
    for view in won.values():  # everybody found the same by himself
        assert [(one.prize, one.amount, one.cards, one.ball) for one in view] == [
            (one.prize, one.amount, one.cards, one.ball) for one in won["centro"]
        ]
    assert [one.prize for one in won["centro"]][:2] == ["linea", "bingo"]
    passed = {name: course(house) for name, house in country.houses.items()}
    assert passed["centro"].count("norte passes to norte") == 1 and len(passed["centro"]) > 20
    for name, events in passed.items():
        assert events == passed["centro"], name
    assert {"ana", "bruno"} <= set(sur.sala.holders().values()), "asked too late"
    with pytest.raises(Refused) as refused:
        run(norte.kept.send(do.PassCards(player="bruno", to="ana")))
    assert refused.value.clause == "CAT-V.5-05"
    takings = {"norte": 8000, "sur": 8000, "este": 4000}
    paid = dict.fromkeys(ROOMS, 0)
    for room, people in PEOPLE.items():
        house = country.houses[room]
        for person in people:
            gained = house.store.balance(wallet(person)) - (BOUGHT - 4000)
            shares = [one.shares.get(person, 0) for one in house.sala.view().won]
            assert gained == sum(shares)
            paid[room] += gained
        commission = takings[room] * 33 // 100
        assert house.balance("sala:enlazada/bank") == commission
        assert centre.balance(f"enlace:enlazada.{room}/bank") == (
            commission + paid[room] - takings[room]
        )
    prizes = sum(one.amount for one in won["centro"])
    pot = centre.store.balance(in_plain_pot(POT, MAIN))
    kept = sum(takings[room] - takings[room] * 33 // 100 - paid[room] for room in ROOMS)
    taken = any(one.prize == POT for one in won["centro"])
    assert kept == pot - 50_000 - (50_000 if taken else 0), "a pot that was won begins at its base"
    assert prizes >= sum(paid.values())
    settled(country, *ROOMS)


@pytest.mark.clause("CAT-V.3.1-02", "CAT-V.2.3-20")
def test_a_room_that_seals_late_is_out_and_pays_back(country: Country) -> None:
    centre, norte, _, este = country.houses.values()

    async def played() -> None:
        await country.open()
        await country.sell()
        este.cut = True  # it seals, and the centre does not hear of it in time
        await country.play()
        este.cut = False
        await country.post()

    run(played())
    assert este.sala.view().ended == "deshecha"
    assert este.sala.view().out == "seal-too-late", "and it is told why"
    assert este.store.balance(wallet("ana")) == BOUGHT
    assert centre.balance("enlace:enlazada.este/bank") == 0
    heard = [read_message(letter.body) for letter in centre.sala.linked.mail.state.waiting]
    assert heard == [], "everything was delivered"
    assert centre.sala.view().ended == norte.sala.view().ended == "terminada"
    settled(country, "norte", "sur")


@pytest.mark.clause("CAT-V.3.1-02", "CAT-V.2.1-05", "CAT-V.4-08")
def test_every_room_shows_what_the_pot_of_the_centre_holds(country: Country) -> None:
    centre, norte, _, este = country.houses.values()
    seen: set[int] = set()

    def shown(house: House) -> int | None:
        [pot] = house.sala.view().pots
        amount: int | None = pot.amount
        return amount

    async def same(_: Any = None) -> None:
        for house in country.houses.values():
            if not house.cut:
                assert shown(house) == shown(centre), house.name
        seen.add(shown(centre) or 0)

    async def played() -> None:
        await country.open()
        await country.post()
        assert shown(norte) == 50_000, "before anything is on sale"
        for game in ("played", "annulled"):
            await country.sell()
            while not centre.sala.drawing.balls():
                await country.step()
                await same()
            norte.kill()
            centre.kill()
            if game == "played":
                este.cut = True
                await country.play(same)
                este.cut = False
                await country.post()
            else:
                await centre.kept.send(do.Annul(why="falla"), "director-de-bingo")
                await country.post()
            await same()
        norte.kill()
        await same()

    run(played())
    assert len(seen) > 1 and min(seen) == 50_000


@pytest.mark.clause("CAT-V.3.1-02", "CAT-V.5-04")
def test_an_annulment_at_the_centre_pays_back_in_every_room(country: Country) -> None:
    centre = country.houses["centro"]

    async def played() -> None:
        await country.open()
        await country.sell()
        while len(centre.sala.drawing.balls()) < 12:
            await country.step()
        await centre.kept.send(do.Annul(why="falla del sorteo"), "director-de-bingo")
        await country.post()

    run(played())
    for room, people in PEOPLE.items():
        house = country.houses[room]
        assert house.sala.view().ended == "anulada"
        assert [house.store.balance(wallet(person)) for person in people] == [BOUGHT] * len(people)
        assert centre.balance(f"enlace:enlazada.{room}/bank") == 0
    assert centre.store.balance(in_plain_pot(POT, MAIN)) == 50_000
    settled(country, *ROOMS)


@pytest.mark.clause("CAT-V.3.1-02")
def test_letters_are_heard_in_their_order_and_a_seal_that_does_not_fit_is_out(
    country: Country,
) -> None:
    centre, norte, _, _ = country.houses.values()

    async def tried() -> None:
        await country.open()
        await country.sell(but="este")
        with pytest.raises(Refused) as refused:
            await norte.kept.send(do.Hear(sender="centro", n=9, body="{}"), "sistema")
        assert refused.value.code == "not-a-message"
        opened = '{"says":"opened","game":9}'
        with pytest.raises(Refused) as refused:
            await norte.kept.send(do.Hear(sender="centro", n=9, body=opened), "sistema")
        assert refused.value.code == "letter-out-of-order"
        with pytest.raises(Refused) as refused:
            await norte.kept.send(do.Hear(sender="oeste", n=1, body=opened), "sistema")
        assert refused.value.code == "no-such-room"
        with pytest.raises(Refused) as refused:
            norte.sala.check(
                do.Hear(sender="centro", n=2, body=opened), "x", "jugador", on_duty=True
            )
        assert refused.value.code == "not-your-role"
        await norte.kept.send(do.SealRoom(), "sistema")
        with pytest.raises(Refused) as refused:
            await norte.kept.send(do.Buy(player="ana", cards=1))
        assert refused.value.clause == "CAT-V.2.3-15"
        letter = norte.sala.linked.mail.state.next_to("centro")
        forged = letter.body.replace('"norte/1",[1', '"norte/1",[61')
        assert forged != letter.body
        await centre.kept.send(do.Hear(sender="norte", n=1, body=forged), "sistema")
        assert "norte" not in centre.sala.linked.sealed
        said = [read_message(one.body) for one in centre.sala.linked.mail.state.waiting]
        assert [type(one).__name__ for one in said] == ["Out"]

    run(tried())
    assert len(norte.sala.view(at_seat(1)).mine) == 4
