"""Tournaments of Black Jack, roulette and machines from the draft to the prizes: each pase is
played by the game's own table, each play by the machine in tournament mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.resources import files

import pytest

from tapete.chance import anyone, by_chance, seeded
from tapete.core.book.aggregate import replay
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits, Place
from tapete.core.round.live import Live
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.registry import find
from tapete.systems.machines.commands import Play, Tournament
from tapete.systems.machines.play import PlayBet, PlayResult, play
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import contest
from tapete.systems.tournament.life.tournament import TOURNAMENT
from tapete.systems.tournament.rounds import Fallen, Ronda, passing
from tapete.systems.tournament.seats import next_slips
from tests.systems.machines.test_machine import machine, program
from tests.systems.tournament.field import Field
from tests.terms import terms_of

BLACK_JACK = (files("tapete") / "bases" / "black-jack.toml").read_text("utf-8")
BET = PlayBet("5x2", 10)
Pase = Callable[[Mapping[int, int], Ronda], dict[int, int]]
"""A pase at a table: chips by seat before and after it."""


def bases(categoria: str, juego: str, rondas: str) -> str:
    text = re.sub(r"rondas = \[.*?^\]", f"rondas = {rondas}", BLACK_JACK, flags=re.S | re.M)
    text = text.replace('categoria = "cartas"', f'categoria = "{categoria}"')
    return text.replace('juego = "black-jack"', f'juego = "{juego}"', 1)


def at_a_table(game: str, bet: str, seed: str) -> Pase:
    """A pase of a game of the Catalogue, everybody betting at random what he has."""
    pick = seeded(seed)

    def pase(chips: Mapping[int, int], ronda: Ronda) -> dict[int, int]:
        limits = Limits(min=ronda.minimo, max=ronda.maximo)
        table = Table(find(game), edition="scj-2023", terms=terms_of(find(game), limits, {}))
        for seat, amount in chips.items():
            table.sit(seat, f"seat-{seat}", chips=amount)
        table.open_play(staff_of(table.rules))
        table.prepare(anyone(pick))
        table.begin()
        for seat, amount in chips.items():
            most = min(amount, ronda.maximo)
            if most >= ronda.minimo:
                table.bet(Place(seat, bet, ronda.minimo + pick(most - ronda.minimo + 1)))
        table.close_bets()
        table.run(by_chance(pick, lambda ask: ask.silence))
        return {seat: table.desk.chips(seat) for seat in chips}

    return pase


def played(field: Field, pase: Pase) -> None:
    """Every round to its end, ties played out with a pase of equal chips."""
    while field.now.stage == "en-juego":
        _, ronda = contest.round_of(field.now)
        while not contest.over(field.now, 0.0):
            for number, table in list(field.now.tables.items()):
                seats = dict(table.seats)
                if not seats:
                    continue
                before = {seat: field.now.book.stacks[who] for seat, who in seats.items()}
                after = pase(before, ronda)
                field.do(do.PaseOver(
                    table=number, stacks={who: after[seat] for seat, who in seats.items()}
                ))  # fmt: skip
                book = field.now.book
                assert book.sold + book.added - book.removed == sum(book.stacks.values())
        while tied := contest.outcome(field.now).tied:
            with pytest.raises(Refused, match="tie-to-play"):
                field.do(do.CloseRound())
            scores = pase(dict.fromkeys(range(1, len(tied[0]) + 1), 5_000), ronda)
            field.do(do.PlayTie(scores=dict(zip(tied[0], scores.values(), strict=True))))
        passes = contest.outcome(field.now).passes
        filled: dict[int, list[int]] = {
            number: [] for number in contest.tables_next(field.now, len(passes))
        }
        slips = {}
        for player in passes:
            place = field.draws.choice(next_slips(filled, field.now.rules.asientos))
            filled[place.table].append(place.seat)
            slips[player] = str(place)
        field.do(do.CloseRound(slips=slips))


def begun(text: str, players: int) -> Field:
    field = Field(text=text)
    field.do(do.OpenRegistration())
    for n in range(players):
        field.do(do.Enter(player=f"p{n}"))
    field.do(do.OpenDoors())
    for n in range(players):
        field.do(do.Accredit(player=f"p{n}", slip=field.slip()))
    field.do(do.Start())
    field.do(do.CloseRegistration())
    return field


def paid(field: Field, players: int) -> None:
    assert field.now.stage == "terminado"
    standing = field.now.places()
    assert len(standing) + len(field.now.live) == players
    field.do(do.Pay())
    assert sum(field.now.paid.values()) == players * 10_000 == field.now.fund
    assert field.now.paid[field.now.live[0]] == max(field.now.paid.values())
    assert replay(TOURNAMENT, field.journal.text()).state == field.now


@pytest.mark.clause("CAT-VII.1.1-01", "CAT-VII.1.2-01", "CAT-VII.1.2-02", "CAT-VII.1.3-02")
def test_a_black_jack_tournament_from_the_draft_to_the_prizes() -> None:
    field = begun(BLACK_JACK, 10)
    with pytest.raises(Refused, match="round-not-over"):
        field.do(do.CloseRound())
    played(field, at_a_table("black-jack", "principal", "torneo"))
    assert field.now.round.number == 2
    paid(field, 10)


@pytest.mark.clause("CAT-VII.1.2-01", "CAT-VII.1.3-02", "CAT-VII.3.1-09")
def test_a_roulette_tournament_to_the_last_ones_in() -> None:
    rondas = """[
      { juego = "ruleta-americana-un-cero", quedan = 3, maximo = 90000, cuantos = 3 },
      { juego = "ruleta-americana-un-cero", pases = 5, maximo = 5000 },
    ]"""
    field = begun(bases("ruleta", "ruleta-americana-un-cero", rondas), 8)
    played(field, at_a_table("ruleta-americana-un-cero", "rojo", "cero"))
    paid(field, 8)


@pytest.mark.clause("CAT-VII.2.1.3-02", "CAT-VII.2.1.3-06", "CAT-VII.1.3-02")
def test_a_machine_tournament_on_machines_in_tournament_mode() -> None:
    pick = seeded("maquinas")

    def plays(chips: Mapping[int, int], ronda: Ronda) -> dict[int, int]:
        """A play each, on a machine of his own whose normal meters stand still."""
        found = {}
        for seat, credits in chips.items():
            journal = machine("faro")
            meters = dict(journal.state.meters)
            journal.do(Tournament(credits))
            live: Live[PlayResult] = Live(play(program("faro"), BET))
            answers = []
            while live.ask is not None:
                answers.append(live.ask.some(pick))
                live.answer(answers[-1])
            journal.do(Play(BET, tuple(answers)))
            found[seat] = journal.state.tournament.credits
            journal.do(Tournament(None))
            assert dict(journal.state.meters) == meters
        return found

    rondas = '[{ juego = "faro", pases = 12, pasan = "todos", cuantos = 1 }]'
    field = begun(bases("maquinas", "faro", rondas), 5)
    played(field, plays)
    paid(field, 5)


@pytest.mark.clause("CAT-VII.3.1-29", "CAT-VII.3.1-09", "COL-2-05")
def test_while_a_round_is_played_its_fallen_outlast_those_of_the_rounds_before() -> None:
    rondas = """[
      { juego = "black-jack", pases = 1, pasan = "todos", cuantos = 3 },
      { juego = "black-jack", pases = 3 },
    ]"""
    field = begun(bases("cartas", "black-jack", rondas), 4)

    def pase(**lost: int) -> None:
        for number, table in [*field.now.tables.items()]:
            after = {who: field.now.book.stacks[who] - lost.get(who, 0)
                     for who in table.seats.values()}  # fmt: skip
            field.do(do.DealHand(table=number))
            field.do(do.PaseOver(table=number, stacks=after))

    pase(p0=100)
    slips = {}
    for seat, who in enumerate(("p1", "p2", "p3"), 1):
        slips[who] = f"1-{seat}"
    field.do(do.CloseRound(slips=slips))
    pase(p1=field.now.book.stacks["p1"])
    assert field.now.places()["p0"] == [4]  # p1 fell later; his place waits for the round
    with pytest.raises(Refused, match="count-the-table"):
        field.do(do.PaseOver(table=2, stacks={}))


@pytest.mark.clause("CAT-VII.3.1-09")
def test_who_passes_a_round() -> None:
    stacks = {"ana": 900, "beto": 700, "carla": 700, "dino": 100}
    tables = {"ana": 1, "beto": 1, "carla": 2, "dino": 2, "eva": 2}
    out = [Fallen("eva", 4, 50)]

    def of(**rules: object) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        ronda = Ronda(juego="black-jack", pases=5, **rules)  # type: ignore[arg-type]
        return tuple(passing(ronda, stacks, out, tables))  # type: ignore[return-value]

    assert of(pasan="mesa", cuantos=1) == (("ana", "carla"), ())
    assert of(pasan="todos", cuantos=2) == (("ana",), (("beto", "carla"),))
    assert of(pasan="todos", cuantos=2, empate="compartir") == (("ana", "beto", "carla"), ())
    assert of(pasan="todos", cuantos=5) == (("ana", "beto", "carla", "dino", "eva"), ())
    assert of(pasan="sobre", cuantos=700) == (("ana",), ())
    assert of(pasan="ultimo") == (("ana",), ())


@pytest.mark.clause("CAT-VII.3.1-09")
@pytest.mark.parametrize(
    ("ronda", "code"),
    [
        ('{ juego = "black-jack" }', "end-of-a-round"),
        ('{ juego = "black-jack", pases = 3, minutos = 3 }', "end-of-a-round"),
        ('{ juego = "black-jack", pases = 3, fichas = "nuevas" }', "chips-of-a-round"),
        ('{ juego = "black-jack", pases = 3, minimo = 9, maximo = 5 }', "limits-of-a-round"),
        ('{ juego = "black-jack", pases = 3, cuantos = 0 }', "who-passes"),
    ],
)
def test_rounds_that_cannot_be_played_are_refused(ronda: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        Field(text=bases("cartas", "black-jack", f"[{ronda}]"))
