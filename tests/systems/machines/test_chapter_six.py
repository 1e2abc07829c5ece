"""Chapter VI where the machine itself shows it: acceptors, pots, the register, irregular plays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.book.aggregate import Journal
from tapete.core.book.refused import Refused
from tapete.systems.machines import commands as do
from tapete.systems.machines.library import certificate, shipped, shipped_ids
from tapete.systems.machines.machine import MACHINE
from tapete.systems.machines.play import PlayBet
from tapete.systems.machines.program import BrokenProgram
from tapete.systems.machines.section import Section
from tapete.systems.machines.validate import read_program
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Contribute, Open, Publish
from tapete.systems.pot.terms import Terms


def machine(program: str = "tres-cerezas") -> Section:
    """A section of one machine, number 12, in service."""
    section = Section(ticket_days=30)
    found = section.add(12)
    text = shipped(program).text
    sheet = certificate(program)
    assert sheet is not None
    found.do(do.Install({program: text}, program, returns={program: str(sheet.worst)}))
    found.do(do.Enable(sheet.worst, sheet.worst))
    return section


@pytest.mark.clause("CAT-VI.4.1-04", "CAT-VI.4.1-05")
@pytest.mark.parametrize(
    ("means", "meter", "code", "clause"),
    [
        ("chip", "chips_in", "chip-invalid", "CAT-VI.4.1-04"),
        ("note", "bills", "note-invalid", "CAT-VI.4.1-05"),
    ],
)
def test_an_acceptor_counts_what_is_good_and_gives_back_what_is_not(
    means: str, meter: str, code: str, clause: str
) -> None:
    journal = machine().machines[12]
    with pytest.raises(Refused) as refused:
        journal.do(do.PutIn(means, 1000, valid=False))
    assert (refused.value.code, refused.value.clause) == (code, clause)
    assert journal.state.credits.get(1, 0) == 0 and journal.state.meters.get(meter, 0) == 0
    journal.do(do.PutIn(means, 1000))
    assert journal.state.credits == {1: 1000} and journal.state.meters[meter] == 1000


@pytest.mark.clause("CAT-VI.4.1-05")
def test_a_validator_out_of_order_gives_notes_and_tickets_back_and_stops_nothing_else() -> None:
    journal = machine().machines[12]
    journal.do(do.Fault("validador"))
    for means in ("note", "ticket"):
        with pytest.raises(Refused) as refused:
            journal.do(do.PutIn(means, 1000))
        assert (refused.value.code, refused.value.clause) == ("validator-out", "CAT-VI.4.1-05")
    assert journal.state.state == "libre" and journal.state.credits == {}
    journal.do(do.PutIn("chip", 1000))
    journal.do(do.Play(PlayBet("1x1", 100), ("9-9-9",)))
    journal.do(do.CashOut("ticket"))
    journal.do(do.Clear("validador"))
    journal.do(do.PutIn("note", 1000))
    assert journal.state.meters["bills"] == 1000 and journal.state.meters["faults"] == 1


@pytest.mark.clause("CAT-VI.2-01")
def test_a_machine_takes_money_gives_play_and_awards_by_a_random_result() -> None:
    section = machine()
    journal = section.machines[12]
    journal.do(do.PutIn("note", 1000))
    asked = []

    def draw(ask: object) -> str:
        asked.append(ask)
        return "1-1-1"

    outcome = section.play(12, PlayBet("1x1", 100), draw)
    assert outcome.paid == 2000 and len(asked) == 1 and asked[0].is_chance  # type: ignore[attr-defined]
    section.cash_out(12, "ticket", name="t", validation="1")
    assert section.tickets.state.issued.pesos == 2900


@pytest.mark.clause("CAT-VI.6.2.1-01")
def test_every_program_is_in_the_register_by_its_digest_and_a_changed_one_is_another() -> None:
    for id in shipped_ids():
        sheet = certificate(id)
        assert sheet is not None and sheet.digest == shipped(id).digest
    text = shipped("tres-cerezas").text
    changed = read_program(text.replace("= 200", "= 201"), "otro.toml")
    known = certificate("tres-cerezas")
    assert known is not None and changed.digest != known.digest
    journal = Journal(MACHINE, "12")
    journal.do(do.Install({"tres-cerezas": text}, "tres-cerezas", homologated=("faro",)))
    with pytest.raises(Refused, match="not-homologated"):
        journal.do(do.Enable(known.worst, known.worst))


@pytest.mark.clause("CAT-VI.7.2-01", "CAT-VI.7.2-02")
def test_what_contradicts_the_published_rules_is_irregular_and_never_edits_what_was() -> None:
    """A play pays what its table says for its draws: another result is refused before it can be
    paid, a fault stops the machine under the clause, and what was told stays in the log."""
    section = machine()
    journal = section.machines[12]
    journal.do(do.PutIn("note", 1000))
    with pytest.raises((Refused, ValueError)):  # a stop that no reel has
        section.play(12, PlayBet("1x1", 100), lambda ask: "99-0-0")
    assert journal.state.credits == {1: 1000} and journal.state.play is None
    before = section.play(12, PlayBet("1x1", 100), lambda ask: "0-0-0")
    assert before.paid == 20_000  # what the table publishes for three sevens, to the peso
    told = journal.text()
    journal.do(do.Fault("memoria"))
    with pytest.raises(Refused) as refused:
        section.play(12, PlayBet("1x1", 100), lambda ask: "0-0-0")
    assert refused.value.clause == "CAT-VI.7.2-02"
    assert journal.text().startswith(told.rpartition("seal ")[0])


@pytest.mark.clause("CAT-VI.7.4-02")
def test_a_pot_of_several_casinos_is_under_the_same_demands_as_any_other() -> None:
    """Its conditions come first, it is not changed while it is played for, and no program may pay
    from it alone."""
    terms = Terms(
        pot="entre-casinos", rate=Fraction(1, 100), base=1_000_000, condition="Tres sietes",
        scope="casinos",
    )  # fmt: skip
    bet = Contribute("maquina 1", 1, 1000, True)
    pot: Journal[Any, Any, Any] = Journal(POT, "entre-casinos")
    pot.do(Open(terms))
    with pytest.raises(Refused):  # before its conditions are published
        pot.do(bet)
    pot.do(Publish())
    with pytest.raises(Refused) as refused:  # and registered, as VI.7.4 asks besides
        pot.do(Activate())
    assert refused.value.clause == "CAT-VI.7.4-01"
    known: Journal[Any, Any, Any] = Journal(POT, "registrado")
    for command in (Open(replace(terms, registration="SCJ-1")), Publish(), Activate()):
        known.do(command)
    known.do(bet)
    assert known.state.meters.current == 1_000_010
    text = shipped("campana-pozo").text
    row = next(line for line in text.splitlines() if line.startswith("pays"))
    with pytest.raises(BrokenProgram) as broken:
        read_program(text.replace(row, 'pays = ["siete siete siete = pozo"]'), "solo.toml")
    assert broken.value.code == "only-pots"
