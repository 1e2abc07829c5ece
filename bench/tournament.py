"""Tournaments: the chip model of a large field, and seats recomputed after an elimination.

``python -m bench.tournament`` prints seconds of processor, best of three.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from time import process_time

from tests.systems.tournament.field import BASES, Field

from tapete.chance import anyone, seeded
from tapete.maths.tournament.icm import icm_within
from tapete.scenario.torneo.hands import open_table
from tapete.systems.tournament.balancing import TableSeats, breaking, level
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.positions import Positions

FIELD, PRIZES, TABLES, SEATS = 1000, 150, 556, 9


def best(work: Callable[[], object], times: int = 3) -> float:
    """The least processor time of a few runs."""
    found = []
    for _ in range(times):
        began = process_time()
        work()
        found.append(process_time() - began)
    return min(found)


def chip_model() -> float:
    """A thousand players and 150 prizes, each worth known to a peso."""
    draws = random.Random(1)
    stacks = [draws.randrange(1_000, 200_000) for _ in range(FIELD)]
    prizes = sorted((draws.randrange(10**4, 10**7) for _ in range(PRIZES)), reverse=True)
    icm_within(stacks[:20], prizes[:5], 1.0)
    return best(lambda: icm_within(stacks, prizes, 1.0))


def reseating() -> float:
    """A field of 5,000: which table breaks and who moves after one is out."""
    tables = {
        n: TableSeats(tuple(range(1, SEATS + 1)), Positions(9, 8, 7)) for n in range(1, TABLES)
    }
    tables[3] = TableSeats(tuple(range(3, SEATS + 1)), Positions(9, 8, 7))
    order = sorted(tables, reverse=True)
    sizes = {number: table.players for number, table in tables.items()}

    def again() -> None:
        breaking(sizes, SEATS, 10, order)
        level(tables, SEATS, order)

    return best(again)


def hand_by_hand(players: int = 5_000) -> tuple[float, int]:
    """A field played to its end in the tournament's own log: a hand at a time, one out in each, and
    tables kept level and broken after it. Seconds of processor, and hands."""
    text = BASES.replace("maximo = 90", f"maximo = {players}").replace("mesas = 10", "mesas = 556")
    text = text.replace("practica = false", "").replace("croupiers = 10", "croupiers = 556")
    text = re.sub(r"fichas = \{.*?\}", "fichas = { 25 = 4000, 5000 = 999999 }", text)
    field = Field(text="practica = true\n" + text)
    field.do(do.OpenRegistration())
    names = [f"p{n}" for n in range(players)]
    for name in names:
        field.do(do.Enter(player=name))
    field.do(do.OpenDoors())
    for name in names:
        field.do(do.Accredit(player=name, slip=field.slip()))
    field.do(do.Start(cards=field.cards(field.now.tables[1].seats)))
    field.do(do.CloseRegistration())
    field.journal.entries.clear()
    began, hands = process_time(), 0
    while field.now.stage == "en-juego":
        number = field.draws.choice([n for n, t in field.now.tables.items() if len(t.seats) > 1])
        seated = list(field.now.tables[number].seats.values())
        loser, winner = field.draws.sample(seated, 2)
        stacks = {who: field.now.book.stacks[who] for who in seated}
        stacks[winner] += stacks[loser]
        stacks[loser] = 0
        field.do(do.DealHand(table=number))
        field.do(do.HandOver(table=number, stacks=stacks))
        field.arrange()
        field.journal.entries.clear()
        hands += 1
    return process_time() - began, hands


def live_tables(tables: int = 500) -> float:
    """Hands a second of one core, dealt in turn at so many tables as tournaments play them."""
    fields = {"tournament": {"level": [200, 400, 400], "unit": 25}, "button": 6}
    open_ = [open_table(fields, dict.fromkeys(range(1, 10), 20_000)) for _ in range(tables)]
    pick = seeded("torneo")
    began = process_time()
    for table in open_:
        table.play(anyone(pick))
    return tables / (process_time() - began)


if __name__ == "__main__":
    print(f"ICM, {FIELD} players, {PRIZES} prizes: {chip_model():.2f} s")
    print(f"seats of a field of 5,000 after an elimination: {reseating() * 1000:.1f} ms")
    print(f"hands a second at 500 tables of nine, one core: {live_tables():.0f}")
    spent, hands = hand_by_hand()
    print(f"a field of 5,000 hand by hand: {hands} hands, {spent:.1f} s")
