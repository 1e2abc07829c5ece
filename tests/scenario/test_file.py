"""A scenario file is read strictly: what nobody knows is refused with file, line and reason."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.book.datafile import BrokenFile
from tapete.core.round.bets import SpotLimits
from tapete.core.round.cards import card
from tapete.core.round.chance import Exposed, Glimpsed, Mishap, NoResult, NotAsked, Skipped, Stuck
from tapete.games.poker.circle.stakes import CircleTerms, Rake
from tapete.games.registry import find
from tapete.scenario import Scenario, read_scenario
from tapete.scenario.file import Banco, Late, PotPlan, Tried

HEAD = 'title = "T"\ngame = "ruleta-francesa"\n'


def read(text: str) -> Scenario:
    return read_scenario(text, "case.toml")


def test_everything_a_scenario_may_say_is_read() -> None:
    scenario = read(
        """
title   = "All of it"
game    = "craps"
rules   = "aj-bolivia"
clauses = ["CAT-II.1.4-21"]
seats   = [2, 4]
table   = { min = 1000, max = 500000, commission = "2.5%", unit = 100, bonus = { min = 500 } }
players = { ana = [5, 4] }
options = { "canal-21.desempate-igual" = "1:1" }
stacks  = { 1 = 50000, 2 = 3000 }
button  = 4
blinds  = [500, 1000]
minimum = 1000
terms   = { ante = 250 }
rake    = { percent = "5%", from = 200, unit = 100 }
pot     = { main = 10000000, bet = 1000, commission = "0%", base = 5, reserve = 7 }

[[round]]
bets.3  = { "pleno:0" = 1000 }
bets.5  = { "rojo" = 10, "negro" = 20 }
chance  = ["3-4", { irregular = "tirada-nula", cause = "bola-fuera" }]
moves   = { 3 = ["mitad", "seguro:500"] }
rulings = ["si"]
net     = { 3 = -1000 }
void    = true
expect_pot = 9990000
expect_advance = 0
late    = [{ seat = 2, bet = "rojo", amount = 900000 }]
remove  = { 2 = ["odds-pass"] }
active  = { 2 = ["hard-6"] }
refused = [
  { seat = 3, bet = "rojo", amount = 1 },
  { seat = 2, move = "doblar", after = 1 },
  { seat = 2, move = "doblar", after = 0 },
  { seat = 3, remove = "pass" },
  { throw = true },
]
seats     = [1, 3]
leave     = [4]
last      = true
shooter   = 2
decline   = [4, 6]
button    = 1
banco     = { seat = 4, amount = 100000 }
bids      = { 3 = 50000 }
garage    = 20000
pass_bank = true
"""
    )
    assert (scenario.rules, scenario.seats, scenario.button) == ("aj-bolivia", (2, 4), 4)
    assert scenario.table.of("bonus") == (500, 500_000)
    assert scenario.table.bets == {"bonus": SpotLimits(min=500)}
    assert (scenario.table.commission, scenario.table.unit) == (Fraction(1, 40), 100)
    assert scenario.options == {"canal-21.desempate-igual": "1:1"}
    assert scenario.stacks == {1: 50000, 2: 3000}
    terms = scenario.terms_of(find("texas-holdem-sin-limites"))
    rake = Rake("5%", 200, 100)
    assert terms == CircleTerms(
        limits=scenario.table, blinds=(500, 1000), minimum=1000, rake=rake, ante=250
    )
    assert scenario.players == {"ana": (5, 4)}
    assert scenario.pot == PotPlan(main=10000000, bet=1000, commission="0%", base=5, reserve=7)
    [plan] = scenario.round
    assert plan.bets == {3: {"pleno:0": 1000}, 5: {"rojo": 10, "negro": 20}}
    assert plan.chance == ("3-4", NoResult("bola-fuera"))
    assert plan.moves == {3: ("mitad", "seguro:500")}
    assert (plan.rulings, plan.net, plan.void) == (("si",), {3: -1000}, True)
    assert (plan.expect_pot, plan.expect_advance) == (9990000, 0)
    assert plan.late == (Late(2, "rojo", 900000),)
    assert (plan.remove, plan.active) == ({2: ("odds-pass",)}, {2: ("hard-6",)})
    assert plan.refused == (
        Tried(seat=3, bet="rojo", amount=1),
        Tried(seat=2, move="doblar", after=1),
        Tried(seat=2, move="doblar", after=0),
        Tried(seat=3, remove="pass"),
        Tried(throw=True),
    )
    assert (plan.seats, plan.leave, plan.last) == ((1, 3), (4,), True)
    assert (plan.shooter, plan.decline, plan.button) == (2, (4, 6), 1)
    assert (plan.banco, plan.bids) == (Banco(4, 100000), {3: 50000})
    assert (plan.garage, plan.pass_bank) == (20000, True)


def test_a_bet_of_nothing_may_be_tried() -> None:
    refused = 'refused = [{ seat = 3, bet = "rojo", amount = 0 }]'
    [plan] = read(HEAD + "[[round]]\n" + refused).round
    assert plan.refused == (Tried(seat=3, bet="rojo", amount=0),)


def test_irregular_results_are_the_answers_chance_takes() -> None:
    scenario = read(
        HEAD
        + """[[round]]
chance = [
  { irregular = "dado-fuera" },
  { irregular = "tope-entre-dos" },
  { irregular = "carta-descubierta", card = "7d" },
  { irregular = "cartas-pegadas", cards = ["2d", "Kh"], chosen = "Kh" },
  { irregular = "carta-no-pedida", seat = 2, card = "9c" },
  { irregular = "carta-vista", seat = 2, card = "9c" },
  { irregular = "carta-vista", seat = "croupier", card = "9c" },
  { irregular = "sin-carta", seat = 3 },
  { irregular = "sabot-agotado" },
]
"""
    )
    assert [str(entry) for entry in scenario.round[0].chance] == [
        str(answer)
        for answer in (
            NoResult("dado-fuera"),
            NoResult("tope-entre-dos"),
            Exposed(card("7d")),
            Stuck((card("2d"), card("Kh")), card("Kh")),
            NotAsked(2, card("9c")),
            Glimpsed("seat:2", card("9c")),
            Glimpsed("croupier", card("9c")),
            Skipped(3),
            Mishap("sabot-agotado"),
        )
    ]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("title = ", 1, "Invalid value"),
        ('title = "T"\ngame = "g"', 1, "round is missing"),
        ('game = "g"\n[[round]]', 1, "title is missing"),
        (HEAD + "round = []", 3, "at least one round"),
        (HEAD + "colour = 1\n[[round]]", 3, "no key 'colour' here"),
        (HEAD + '[[round]]\nchnace = ["0"]', 4, "near it: chance"),
        (HEAD + '[[round]]\n[[round]]\nbets = 3\nchance = ["0"]', 5, "Expected `object`"),
        (HEAD + "[[round]]\nbets.x = { rojo = 1 }", 4, "a seat is a number from 1 on, not 'x'"),
        (HEAD + "[[round]]\nbets.1 = { rojo = 1 }\nbets.2 = { rojo = -5 }", 5, "whole number"),
        (HEAD + "[[round]]\nbets.1 = { rojo = 1.5 }", 4, "Expected `int | null`, got `float`"),
        (HEAD + "[[round]]\nchance = [17]", 4, "a result is written as text, not 17"),
        (HEAD + '[[round]]\nchance = [{ irregular = "x" }]', 4, "not 'x'"),
        (HEAD + '[[round]]\nchance = [{ irregular = "tirada-nula" }]', 4, "needs cause"),
        (HEAD + '[[round]]\nchance = [{ irregular = "dado-fuera", die = 1 }]', 4, "has no die"),
        (HEAD + '[[round]]\nchance = [\n{ irregular = "carta-de-mas", card = "1h" },]', 5, "'1h'"),
        (HEAD + "[[round]]\nmoves = { 1 = 3 }", 4, "Expected `array`"),
        (HEAD + "[[round]]\nnet = { 1 = 2.5 }", 4, "Expected `int`, got `float`"),
        (HEAD + "[[round]]\nrefused = [{ seat = 1 }]", 4, "seat and move"),
        (HEAD + '[[round]]\nrefused = [\n{ throw = true },\n{ seat = 1, bat = "x" },\n]', 6, "bat"),
        (HEAD + '[[round]]\nrefused = [{ seat = 1, remove = "x", after = 1 }]', 4, "after"),
        (HEAD + '[[round]]\nlate = [{ seat = 1, bet = "x" }]', 4, "missing"),
        (HEAD + "[[round]]\nseats = [1, 1]", 4, "seat 1 stands there twice"),
        (HEAD + "[[round]]\nshooter = 0", 4, "a seat is a number from 1 on, not 0"),
        (HEAD + 'rules = "scj-2032"\n[[round]]', 3, "there are: scj-2023"),
        (HEAD + 'clauses = ["CAT-II.1.4-99"]\n[[round]]', 3, "there is no clause CAT-II.1.4-99"),
        (HEAD + "table = { min = 10, max = 5 }\n[[round]]", 3, "lies below the minimum"),
        (HEAD + "table = { mim = 10 }\n[[round]]", 3, "near it: min"),
        (HEAD + "table = { bonus = { mn = 10 } }\n[[round]]", 3, "mn"),
        (HEAD + 'table = { commission = "five" }\n[[round]]', 3, "a percentage like 5%"),
        (HEAD + 'rake = { percent = "5%", of = 1 }\n[[round]]', 3, "of"),
        (HEAD + "blinds = [500]\n[[round]]", 3, "length 2"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(BrokenFile) as refusal:
        read(text)
    assert refusal.value.file == "case.toml"
    assert refusal.value.line == line
    assert reason in refusal.value.reason


def test_a_try_may_say_code_and_clause_and_no_clause_that_does_not_exist() -> None:
    try_ = '{ seat = 3, bet = "rojo", amount = 1, code = "under-minimum", clause = "CAT-I.4.2-03" }'
    (tried,) = read(f"{HEAD}[[round]]\nrefused = [{try_}]\n").round[0].refused
    assert (tried.code, tried.clause) == ("under-minimum", "CAT-I.4.2-03")
    with pytest.raises(BrokenFile, match="there is no clause CAT-X"):
        read(f"{HEAD}[[round]]\nrefused = [{try_.replace('CAT-I.4.2-03', 'CAT-X')}]\n")
