"""What happens at the tables of a tournament while its people play, over HTTP and on a clock that
the test holds: the time of a decision, called all-ins that wait hand for hand, a fouled deck."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.event import CardSeen
from tapete.games.poker.circle.waits import GO_ON, WAITS
from tests.floor.played import ID, House, bases
from tests.floor.test_torneo_played import conserved

DIRECTOR, SUPERVISOR = "director-de-torneo", "jefe-de-mesa"
SIX = ("Ana", "Beto", "Carla", "Dino", "Eva", "Fabián")


class Room:
    """Six people at two tables of five seats, a director and a supervisor."""

    def __init__(self, folder: Path, **rows: str) -> None:
        self.rows = rows
        self.house = House(f"sqlite:///{folder}/casino.db")
        self.people: dict[str, Client] = {}

    async def open(self) -> None:
        house = self.house
        await house.open()
        self.director = await house.staff("directora", DIRECTOR)
        self.chief = await house.staff("jefa", SUPERVISOR)
        text = bases(
            minimo="6", maximo="10", mesas="2", croupiers="2", asientos="5", final="5",
            tramos='[{ desde = 6, reparto = ["60", "40"] }]', tarjetas="2",
            fichas="{ 25 = 4000, 100 = 600 }", **self.rows,
        )  # fmt: skip
        await house.create({"bases": text, "jugado": True, "unidad": "juego"})
        await self.direct("open-registration")
        for name in SIX:
            client = await house.guest(name)
            assert client.me is not None
            self.people[client.me.id] = client
            await house.do(client, "jugador", "enter", player=client.me.id)
        await self.direct("open-doors")
        for who in self.people:
            await self.direct("accredit", player=who)
        await self.direct("start")

    async def direct(self, what: str, **about: Any) -> None:
        await self.house.do(self.director, DIRECTOR, what, **about)

    def table(self, number: int) -> Any:
        return self.house.mesas[f"{ID}-mesa-{number}"]

    def ask(self, number: int) -> Any:
        live = self.table(number).unit.table.live
        return None if live is None else live.ask

    async def until(self, what: Callable[[], bool]) -> None:
        """Wait for the thing itself; whoever runs the test says how long at most."""
        while not what():
            await asyncio.sleep(0.005)

    async def say(self, number: int, move: str) -> None:
        """Whoever is asked at a table says this."""
        keeper = self.table(number)
        seat = self.ask(number).put_to.seat
        client = self.people[keeper.unit.table.players[seat]]
        answer = {"do": "answer", "answer": move, "seat": seat}
        saw = keeper.chain.mark.state
        await self.house.at_table(client, answer, f"{ID}-mesa-{number}", saw=saw)

    def seat_asked(self, number: int) -> int:
        """The seat of the player who is asked at a table; 0: nobody is."""
        ask = self.ask(number)
        return 0 if ask is None or ask.is_chance else ask.put_to.seat or 0

    async def asked(self, number: int) -> int:
        """Wait until a player of a table is asked; his seat."""
        await self.until(lambda: bool(self.seat_asked(number)))
        return self.seat_asked(number)

    async def folded(self, number: int, hands: int) -> None:
        """All fold until so many hands of a table are over."""
        table = self.house.unit.now
        while (table := self.house.unit.now).tables[number].hands <= hands:
            await self.asked(number)
            if table.tables[number].hands <= hands:
                await self.say(number, "retirarse")
                await self.table(number).settled()

    @property
    def held(self) -> set[int]:
        """The tables that wait with a called all-in, as the tournament knows."""
        return {n for n, table in self.house.unit.now.tables.items() if table.held}

    async def hand_for_hand(self) -> None:
        """Both tables play hand for hand, and the hands dealt before are over."""
        await self.direct("close-registration")
        await self.direct("hand-for-hand")
        while not {1, 2} <= {*self.house.unit.now.dealt}:  # neither goes on before the other
            for number in (1, 2):
                if number not in self.house.unit.now.dealt and self.seat_asked(number):
                    await self.say(number, "retirarse")
                    await self.table(number).settled()
            await asyncio.sleep(0.005)

    async def all_in(self, number: int) -> None:
        """All go all in at a table, until it waits for the other."""
        while self.ask(number) is None or self.ask(number).about != WAITS:
            await self.asked(number)
            await self.say(number, "resto")
            await self.table(number).settled()


def evening(folder: Path, played: Callable[[Room], Coroutine[Any, Any, None]], **rows: str) -> None:
    async def night() -> None:
        room = Room(folder, **rows)
        await room.open()
        await played(room)
        await room.house.casino.stop()

    asyncio.run(asyncio.wait_for(night(), 600))


@pytest.mark.clause("COL-7.5.1-44", "COL-7.5.1-45", "COL-7.5.1-53")
def test_a_decision_has_its_seconds_at_once_a_card_as_many_more_and_who_abuses_fewer(
    tmp_path: Path,
) -> None:
    async def played(room: Room) -> None:
        house = room.house
        view = await house.view(room.director)
        assert {one["cards"] for one in view["players"]} == {2}  # everybody was given his cards
        keeper = room.table(1)
        seat = await room.asked(1)
        who = keeper.unit.table.players[seat]
        assert keeper.unit.deadline(house.time) == house.time + 30.0  # at once, with no grace
        house.time += 30.0
        keeper._news.set()
        await room.until(lambda: keeper.unit.directed.cards[seat] == 1)
        assert keeper.unit.deadline(house.time) == house.time + 30.0  # a card is thirty more
        late = {"player": who, "reason": "demora siempre"}
        with pytest.raises(Refused, match="not-shorter"):
            await room.direct("shorten-clock", seconds=30, **late)
        with pytest.raises(Refused, match="reason-missing"):
            await room.direct("shorten-clock", player=who, seconds=15, reason=" ")
        with pytest.raises(Refused, match="not-your-role"):  # it is the Direction's
            await house.do(room.chief, SUPERVISOR, "shorten-clock", seconds=15, **late)
        await room.direct("shorten-clock", seconds=15, **late)
        seconds: dict[str, float] = {}
        await room.say(1, "retirarse")
        while len(seconds) < 3:  # in the hands to come
            await keeper.settled()
            hand = house.unit.now.tables[1].hands
            seat = await room.asked(1)
            if hand > 1:
                player = keeper.unit.table.players[seat]
                seconds[player] = keeper.unit.deadline(house.time) - house.time
            await room.say(1, "retirarse")
        assert seconds == {other: 15.0 if other == who else 30.0 for other in seconds}

    evening(tmp_path, played)


@pytest.mark.clause("COL-7.5.1-63", "COL-7.5.1-64", "COL-7.5.1-65")
def test_hand_for_hand_called_all_ins_wait_unseen_until_a_supervisor_orders_each_in_its_turn(
    tmp_path: Path,
) -> None:
    async def played(room: Room) -> None:
        house = room.house
        await room.hand_for_hand()

        def seen(number: int) -> list[CardSeen]:
            live = room.table(number).unit.table.live
            return [e for e in live.events if isinstance(e, CardSeen) and not e.audience]

        async def order(number: int, who: Client, role: str) -> None:
            await house.do(who, role, "play-out", table=number)

        async def proposed() -> list[tuple[str, int]]:
            view = await house.view(room.director)
            return [(one["what"], one["table"]) for one in view["proposals"]]

        await room.asked(2)
        await room.all_in(1)
        await room.until(lambda: room.held == {1})
        assert not seen(1)  # the croupier asks them not to show
        with pytest.raises(Refused, match=r"other-tables-play \[COL-7.5.1-63\]"):
            await order(1, room.chief, SUPERVISOR)
        saw = room.table(1).chain.mark.state
        at_once = {"id": "orden", "role": SUPERVISOR, "saw": saw,
                   "command": {"do": "answer", "answer": GO_ON}}  # fmt: skip
        with pytest.raises(Refused, match=r"other-tables-play \[COL-7.5.1-63\]"):
            await room.chief.post(f"/api/units/{ID}-mesa-1/commands", at_once, dict)
        assert ("play-out", 1) not in await proposed()
        told: list[int] = []
        for number in (1, 2):
            room.table(number).watchers.append(_ended(told, number))
        await room.all_in(2)
        await room.until(lambda: room.held == {1, 2})
        assert ("play-out", 1) in await proposed()
        player = next(iter(room.people.values()))
        with pytest.raises(Refused, match="not-your-role"):
            await order(1, player, "jugador")
        with pytest.raises(Refused, match=r"other-tables-play \[COL-7.5.1-63\]"):
            await order(2, room.chief, SUPERVISOR)  # one at a time, the first of them first
        assert {room.ask(n).about for n in (1, 2)} == {WAITS} and not told
        await order(1, room.chief, SUPERVISOR)
        await room.until(lambda: not house.unit.now.tables[1].playing)
        assert told == [1] and room.held == {2}
        assert room.ask(2).about == WAITS  # it waits for its own order
        await order(2, room.director, DIRECTOR)
        await room.until(lambda: told == [1, 2])

    evening(tmp_path, played)


@pytest.mark.clause("COL-7.5.1-63", "COL-7.5.1-65")
def test_where_nobody_directs_called_all_ins_go_on_by_themselves_one_after_another(
    tmp_path: Path,
) -> None:
    async def played(room: Room) -> None:
        await room.hand_for_hand()
        await room.asked(2)
        await room.all_in(1)
        unit = room.house.unit
        unit.spec = unit.money.spec = replace(unit.spec, automatico=True)
        told: list[int] = []
        for number in (1, 2):
            room.table(number).watchers.append(_ended(told, number))
        while not told:
            if room.seat_asked(2):
                await room.say(2, "resto")
            await room.table(2).settled()
            await asyncio.sleep(0.005)
        await room.until(lambda: told[:2] == [1, 2])

    evening(tmp_path, played)


@pytest.mark.clause("COL-7.5.1-31")
def test_who_knew_that_the_deck_was_fouled_gets_no_chips_back_and_is_sanctioned(
    tmp_path: Path,
) -> None:
    async def played(room: Room) -> None:
        house, number = room.house, 1
        knew = room.table(number).unit.table.players[await room.asked(number)]
        await room.say(number, "subir:300")
        await room.asked(number)
        await room.direct("stop-clock")  # the next hand waits for what is decided
        before = dict(house.unit.now.book.stacks)
        ruling = {"irregular": "reparto-errado", "seat": room.ask(number).put_to.seat,
                  "what": "baraja-defectuosa"}  # fmt: skip
        saw = room.table(number).chain.mark.state
        body = {"id": "defectuosa", "role": SUPERVISOR, "saw": saw,
                "command": {"do": "answer", "answer": ruling}}  # fmt: skip
        await room.chief.post(f"/api/units/{ID}-mesa-{number}/commands", body, dict)
        await room.until(lambda: not house.unit.now.tables[number].playing)
        assert house.unit.now.book.stacks == before  # void: all in the pot goes back
        lost = {"player": knew, "chips": 300, "reason": "sabía de la carta repetida"}
        fault = {"fault": "baraja-defectuosa"}
        await house.do(room.chief, SUPERVISOR, "forfeit", **lost, **fault)
        await house.do(room.chief, SUPERVISOR, "penalise", player=knew, proposed=True, **fault)
        now = house.unit.now
        assert now.book.stacks == {**before, knew: before[knew] - 300}
        assert now.actas[-1].clauses == ("COL-7.5.1-31",) and now.players[knew].sits_out == 3
        conserved(house)
        await room.direct("run-clock")
        hands = house.unit.now.tables[number].hands
        await room.folded(number, hands)  # the next one is played with what each has
        conserved(house)

    evening(tmp_path, played)


@pytest.mark.clause("COL-7.5.1-55", "COL-7.5.1-57", "COL-7.5.1-58")
def test_the_last_hands_of_a_day_are_dealt_with_the_clock_stopped_and_no_more(
    tmp_path: Path,
) -> None:
    async def played(room: Room) -> None:
        house = room.house
        for number in (1, 2):
            await room.asked(number)
        await room.direct("call-last-hands")
        now = house.unit.now
        assert not now.clock.running
        assert f"{now.last_hands} manos" in now.notices[-1].text
        last = {number: table.hands + now.last_hands for number, table in now.tables.items()}
        while any(one.hands_left or one.playing for one in house.unit.now.tables.values()):
            for number in (1, 2):
                if room.seat_asked(number):
                    await room.say(number, "retirarse")
                    await room.table(number).settled()
            await asyncio.sleep(0.005)
        house.time += 60.0  # a table could deal by now
        await house.casino.keepers[ID].settled()
        tables = house.unit.now.tables
        assert {number: table.hands for number, table in tables.items()} == last
        await room.direct("end-day", stacks=dict(house.unit.now.book.stacks))
        conserved(house)
        await room.direct("next-day")
        await room.asked(1)  # hands are dealt again

    evening(tmp_path, played, niveles="[[10, 25, 50, 50], [10, 50, 100, 100]]")


@pytest.mark.clause("COL-7.5.5-32")
def test_a_pot_pushed_past_a_killed_winning_hand_is_given_to_it_before_the_next_is_dealt(
    tmp_path: Path,
) -> None:
    async def played(room: Room) -> None:
        house, number = room.house, 1
        await room.asked(number)
        before = dict(house.unit.now.book.stacks)
        await room.direct("stop-clock")  # the next hand waits for what is decided
        killed = room.table(number).unit.table.players[room.seat_asked(number)]
        while house.unit.now.tables[number].playing:
            if room.seat_asked(number):
                await room.say(number, "retirarse")
            await room.table(number).settled()
            await asyncio.sleep(0.005)
        pushed = dict(house.unit.now.book.stacks)
        winner = max(room.people, key=lambda who: pushed[who] - before[who])
        table = house.unit.now.tables[number]
        chips = pushed[winner] - before[winner] + table.staked[winner]
        assert chips == sum(table.staked.values())  # he alone was pushed all of it
        about = {"player": killed, "winner": winner, "chips": chips}
        about["reason"] = "El croupier botó la mano ganadora"
        with pytest.raises(Refused, match=rf"more-than-the-pot .* pot={chips}$"):
            await house.do(room.chief, SUPERVISOR, "give-pot", **about | {"chips": chips + 1})
        with pytest.raises(Refused, match="not-your-role"):
            await house.do(room.people[killed], "jugador", "give-pot", **about)
        await house.do(room.chief, SUPERVISOR, "give-pot", **about)
        table = room.table(number).unit.table
        seats = {who: seat for seat, who in table.players.items()}
        assert table.desk.chips(seats[killed]) == pushed[killed] + chips  # they lie before him
        assert table.desk.chips(seats[winner]) == pushed[winner] - chips
        conserved(house)
        await room.direct("run-clock")
        await room.asked(number)
        with pytest.raises(Refused, match=r"new-hand-begun \[COL-7.5.5-32\]"):
            await house.do(room.chief, SUPERVISOR, "give-pot", **about)

    evening(tmp_path, played)


@pytest.mark.clause("COL-7.5.5-32", "COL-2-05")
def test_who_went_out_by_a_killed_winning_hand_is_back_with_its_pot(tmp_path: Path) -> None:
    async def played(room: Room) -> None:
        house, number = room.house, 1
        now = house.unit.now
        while len(now.live) == 6:  # all have split it: another one
            await room.asked(number)
            before = dict(house.unit.now.book.stacks)
            await room.direct("stop-clock")
            while (now := house.unit.now).tables[number].playing:
                if room.seat_asked(number):
                    await room.say(number, "resto")
                await room.table(number).settled()
                await asyncio.sleep(0.005)
            if len(now.live) == 6:
                await room.direct("run-clock")
        back = {who for who in before if who not in now.live}
        await room.direct("undo", reason="El croupier botó la mano ganadora")
        conserved(house)
        assert house.unit.now.book.stacks == before  # the hand again from its stacks
        table = room.table(number).unit.table
        assert back <= {*table.players.values()}
        killed = min(back)
        for other in {*table.players.values()} - {killed}:
            staked = house.unit.now.tables[number].staked[other]
            about = {"winner": other, "chips": staked // 2}
            with pytest.raises(Refused, match=rf"more-than-the-pot .* pot={staked}$"):
                await house.do(
                    room.chief, SUPERVISOR, "give-pot", player=killed, reason="Su bote",
                    **about | {"chips": staked + 1},
                )  # fmt: skip
            await house.do(
                room.chief, SUPERVISOR, "give-pot", player=killed, reason="Su bote", **about
            )
        seats = {who: seat for seat, who in table.players.items()}
        assert table.desk.chips(seats[killed]) == house.unit.now.book.stacks[killed]
        assert table.desk.chips(seats[killed]) > before[killed]
        conserved(house)
        await room.direct("run-clock")
        await room.asked(number)  # the next hand is dealt with them

    evening(tmp_path, played)


def _ended(told: list[int], number: int) -> Callable[[Any], Coroutine[Any, Any, None]]:
    async def hear(step: Any) -> None:
        if any(type(event).__name__ == "PotWon" for event in step.events):
            told.append(number)

    return hear


@pytest.mark.clause("COL-7.4-06", "COL-7.5.2-28")
def test_a_player_is_told_what_others_bet_and_neither_what_they_have_nor_what_the_pot_is(
    tmp_path: Path,
) -> None:
    async def played(room: Room) -> None:
        house = room.house
        await room.folded(1, 1)
        path, unit = f"{ID}-mesa-1", room.table(1).unit
        while not unit.view(CROUPIER).felt.pots:  # all come along until there is one
            seat, bets = await room.asked(1), unit.view(CROUPIER).felt.chips["apuesta"]
            await room.say(1, "pasar" if bets.get(seat) == max(bets.values()) else "ir")
            await room.table(1).settled()
        await room.asked(1)
        seat, who = next(iter(unit.table.players.items()))
        for client, own in ((await house.guest("Otra"), 0), (room.people[who], seat)):
            told = (await client.get(f"/api/units/{path}/events", dict))["events"]
            brought = [one["fields"]["seat"] for one in told if one["kind"] == "chips-changed"]
            assert {*brought} == ({own} if own else set())
            assert "bet-placed" in {one["kind"] for one in told}  # real bets are exact
            felt = (await client.get(f"/api/tables/{path}", dict))["felt"]
            assert {*felt["net"]} == ({str(own)} if own else set())
            assert felt["pots"] == {}
        counted = unit.view(CROUPIER).felt  # whoever runs the table counts all of it
        assert counted.pots
        assert counted.net == {n: unit.table.available(n) for n in unit.table.players}

    evening(tmp_path, played)
