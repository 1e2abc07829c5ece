"""The steps of a machine scenario, one verb each, carried out by a section of machines."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from tapete.core.book.aggregate import Journal, replay
from tapete.core.book.fault import Fault
from tapete.core.book.money import share
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.maths.machines import par_sheet
from tapete.scenario.cases import WRONG, BadCase, Fields, reason_of
from tapete.scenario.compare import Difference
from tapete.scenario.faults import in_step, missing, one_of
from tapete.scenario.maquinas.checks import CHECKS, Came, check_step
from tapete.scenario.maquinas.sheets import program_in
from tapete.scenario.reader import Reader
from tapete.systems.machines import commands as do
from tapete.systems.machines.cabinet import PRINTER, STOPPING, VALIDATOR
from tapete.systems.machines.machine import MACHINE
from tapete.systems.machines.mesa import check_bets, table_settled
from tapete.systems.machines.play import PlayBet
from tapete.systems.machines.program import AnyProgram, BrokenProgram
from tapete.systems.machines.section import Outcome, Section, Waiting, unit_of
from tapete.systems.machines.tickets import Annul, Days, Issue, Pay, Release
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Change, Contribute, Draw, Open, Publish
from tapete.systems.pot.state import terms_of
from tapete.systems.pot.terms import Terms

CODES = {
    "pot-in-operation": "in-operation",
    "pot-holds-money": "holds-money",
    "condition-not-published": "not-published",
    "pot-not-active": "not-published",
}
"""What pots refuse, by the words of machine scenarios."""
BY = "director-de-maquinas"
BESIDES = frozenset({
    "machine", "position", "refused", "denomination", "program", "chance", "hold", "pick", "spots",
    "cut", "outside", "moves",
})  # fmt: skip
"""What a step may say besides its verb and what must come out."""
AT_TERMINALS = ("in", "play", "bet", "cash_out")
FAULTS = (*STOPPING, PRINTER, VALIDATOR)


class Steps:
    """A file's machines, tickets and pots, and its steps."""

    def __init__(self, fields: Fields, folder: Path) -> None:
        self.fields, self.folder = fields, folder
        plan = fields.get("plan", {})
        self.plan = plan
        self.minimum = share(plan["minimum_return"]) if "minimum_return" in plan else None
        self.section = Section(ticket_days=plan.get("ticket_days"), on_fed=self._draw)
        self.thresholds: dict[str, list[int]] = {}
        self.came = Came()
        self.down: set[tuple[int, int]] = set()
        """Terminals that are cut: machine and position."""
        for name, row in fields.get("pots", {}).items():
            self._open_pot(name, row)
        for number, row in fields.get("machines", {}).items():
            self._install(int(number), row)
        for name, row in fields.get("tickets", {}).items():
            self.section.tickets.do(Issue(name, f"{name}#", row["amount"], row.get("casino")))

    def _open_pot(self, name: str, row: Fields) -> None:
        journal = self.section.pots[name] = Journal(POT, name)
        self.thresholds[name] = list(row.get("thresholds", ()))
        aside = row.get("reserve", 0)
        terms = Terms(
            pot=name, rate=share(row["rate"]), base=row.get("base", 0), limit=row.get("limit"),
            reserve=share(aside if isinstance(aside, str) else "0%"), condition="pozo",
            mystery="thresholds" in row,
        )  # fmt: skip
        journal.do(Open(terms, reserve=aside if isinstance(aside, int) else 0))
        if row.get("published", True):
            self._publish(name)
        if row.get("bets"):
            journal.do(Contribute("antes", 1, row["bets"], True))

    def _publish(self, name: str) -> None:
        journal = self.section.pots[name]
        journal.do(Publish())
        journal.do(Activate())
        self._draw(name)

    def _draw(self, name: str) -> None:
        """The next threshold of a mystery pot that has none."""
        journal = self.section.pots[name]
        waiting = terms_of(journal.state).mystery and journal.state.threshold is None
        if waiting and self.thresholds[name]:
            journal.do(Draw(self.thresholds[name].pop(0), "escenario"))

    def _install(self, number: int, row: Fields) -> None:
        names = row.get("programs") or [row["program"]]
        programs = {name: program_in(self.folder, name) for name in names}
        machine = self.section.add(number, row.get("pots", ()))
        homologated = self.fields.get("homologated")
        machine.do(
            do.Install(
                {name: program.text for name, program in programs.items()}, names[0],
                row.get("denomination", 0), row.get("positions", 1), row.get("park", True),
                None if homologated is None else tuple(homologated),
                self.plan.get("handpay"), self.plan.get("two_signatures"), row.get("meters", {}),
                tuple(names) if len(names) > 1 else (),
            )
        )  # fmt: skip
        if not row.get("closed", False) and self.minimum is not None:
            with suppress(Refused):  # what cannot be enabled is not
                machine.do(self._enabling(number, self.minimum))

    def _enabling(self, number: int, minimum: Fraction | None) -> do.Enable:
        """What a machine is put in service with: its least return, and whether the conditions of
        its pots are known."""
        known = self.fields.get("homologated")
        programs = self.section.machines[number].state.programs
        judged = [name for name in programs if known is None or name in known]
        worst = min((_worst(program_in(self.folder, name)) for name in judged), default=Fraction(0))
        pots = [self.section.pots[pot] for pot in self.section.links[number]]
        return do.Enable(worst, minimum, all(pot.state.active for pot in pots))

    # Running

    def run(self, read: Reader) -> list[Difference]:
        """Every step in order; what differs in one is told, and the rest go on."""
        found: list[Difference] = []
        for number, step in enumerate(self.fields.get("step", ()), 1):
            try:
                differences = self._step(step)
            except (BadCase, *WRONG) as error:
                raise BadCase(in_step(number, reason_of(error)), "step", number - 1) from None
            line = read.line("step", number - 1)
            found += [replace(one, step=number, line=line) for one in differences]
        for machine in self.section.machines.values():
            if replay(MACHINE, machine.text()).state != machine.state:
                raise BadCase(Fault("fault.machine-log", "a machine is what its log says"))
        return found

    def _step(self, step: Fields) -> list[Difference]:
        verb, act = self._verb(step)
        self.came = Came()
        refusal: Refused | None = None
        try:
            self._check_terminal(verb, step)
            act(step[verb], step)
        except Refused as refused:
            refusal = refused
        except BrokenProgram as broken:
            refusal = Refused("CAT-VI.3-10", broken.code, program=str(step[verb]))
        came = check_step(self.section, step, self._number(step), self.came)
        return [*_refusal(step.get("refused"), refusal), *came]

    def _verb(self, step: Fields) -> tuple[str, Callable[[Any, Fields], None]]:
        verbs: dict[str, Callable[[Any, Fields], None]] = {
            "enable": self._enable, "open": self._open, "in": self._in, "play": self._play,
            "restart": self._restart, "bet": self._bet, "close": self._close,
            "result": self._result, "terminal": self._terminal, "cash_out": self._cash_out,
            "sign": self._sign, "fault": self._fault, "clear": self._clear, "audit": self._audit,
            "fetch": self._fetch, "switch": self._switch, "verify": self._verify,
            "tournament": self._tournament, "present": self._present, "pay": self._pay,
            "release": self._release, "void": self._void, "days": self._days,
            "feed": self._feed, "win": self._win, "publish": self._do_publish,
            "link": self._link, "change": self._change, "move": self._move, "cut": self._cut,
        }  # fmt: skip
        said = [verb for verb in verbs if verb in step and (verb != "cut" or "play" not in step)]
        if len(said) != 1:
            raise BadCase(
                Fault(
                    "fault.one-verb",
                    "one verb a step, not {said} in {step}",
                    said=said,
                    step=dict(step),
                )
            )
        unknown = step.keys() - {said[0]} - BESIDES - CHECKS
        if unknown:
            raise BadCase(
                Fault(
                    "fault.not-of-a-step",
                    "a step says nothing of {names}",
                    names=" ".join(sorted(unknown)),
                )
            )
        return said[0], verbs[said[0]]

    def _number(self, step: Fields) -> int:
        return int(step.get("machine", next(iter(self.section.machines), 0)))

    def _machine(self, step: Fields) -> Any:
        return self.section.machines[self._number(step)]

    # Verbs

    def _enable(self, value: Fields, step: Fields) -> None:
        minimum = share(value["minimum_return"]) if "minimum_return" in value else self.minimum
        self._machine(step).do(self._enabling(self._number(step), minimum))

    def _open(self, value: Fields, step: Fields) -> None:
        self.section.open_session(value.get("duty", ()), checked=value.get("checked", True))

    def _in(self, value: Fields, step: Fields) -> None:
        position = step.get("position", 1)
        if "ticket" in value:
            paid = self.section.ticket_in(self._number(step), value["ticket"], position)
            self.came = Came(Outcome((), paid))
            return
        means = next(name for name in ("note", "chip", "card") if name in value)
        put = do.PutIn(
            means, value[means], position, value.get("valid", True), str(value.get("id", ""))
        )
        self._machine(step).do(put)

    def _answers(self, step: Fields) -> Callable[[Ask[Any]], Any]:
        chance, picks = list(step.get("chance", ())), list(step.get("pick", ()))
        held = step.get("hold")

        def answer(ask: Ask[Any]) -> Any:
            if ask.is_chance:
                if not chance:
                    raise Waiting if step.get("cut") else BadCase(missing("chance"))
                return chance.pop(0)
            if ask.kind == "hold" and held is not None:
                return list(held)
            if ask.kind == "box" and picks:
                return picks.pop(0)
            raise Waiting

        self._left = chance
        return answer

    def _play(self, value: str, step: Fields) -> None:
        cut = step.get("cut")
        if cut == "antes":  # nothing was written
            self._machine(step).do(do.Cut())
            return
        machine = self._machine(step)
        if "program" in step and step["program"] != machine.state.running:
            machine.do(do.Select(step["program"]))
        worth = step.get("denomination") or machine.state.worth
        spots = tuple(step.get("spots", ()))
        bet = PlayBet(value, worth, step.get("position", 1), spots)
        answers = self._answers(step)
        outcome = self.section.play(
            self._number(step), bet, answers, settle=cut != "azar",
            outside=bool(step.get("outside", False)),
        )  # fmt: skip
        if self._left:
            raise BadCase(Fault("fault.chance-left", "chance left over: {left}", left=self._left))
        self.came = Came(outcome)
        if cut is not None:
            machine.do(do.Cut())

    def _cut(self, value: str, step: Fields) -> None:
        self._machine(step).do(do.Cut())

    def _restart(self, value: bool, step: Fields) -> None:
        number = self._number(step)
        self.came = Came(self.section.restart(number))
        if self._machine(step).state.play is not None:
            more = self.section.go_on(number, self._answers(step))
            if self._left:
                raise BadCase(
                    Fault("fault.chance-left", "chance left over: {left}", left=self._left)
                )
            self.came = Came(more)

    def _check_terminal(self, verb: str, step: Fields) -> None:
        """Raise `Refused` for what a player does at a terminal that is cut."""
        position = step.get("position", 1)
        if verb in AT_TERMINALS and (self._number(step), position) in self.down:
            raise Refused("CAT-VI.3-05", "power-off", position=position)

    def _terminal(self, value: Fields, step: Fields) -> None:
        """A terminal is cut, or back: what is down plays all the same."""
        which = (self._number(step), int(value["position"]))
        (self.down.discard if value.get("up", True) else self.down.add)(which)

    def _bet(self, value: dict[str, int], step: Fields) -> None:
        machine, position = self._machine(step), step.get("position", 1)
        check_bets(machine.state, position, value)
        linked = self.section.linked(self._number(step))
        machine.do(do.TableBet(position, value, bool(step.get("outside", False)), linked))

    def _close(self, value: bool, step: Fields) -> None:
        self.section.close_table(self._number(step))

    def _result(self, value: str | list[str], step: Fields) -> None:
        """One result, or every card of the game behind the machine, with its players' moves."""
        machine = self._machine(step)
        drawn = value if isinstance(value, list) else [value]
        if not machine.state.table.closed:
            raise Refused("CAT-VI.3-05", "bets-open")
        moves = {int(seat): list(said) for seat, said in step.get("moves", {}).items()}
        told = self.section.settle_table(
            self._number(step), table_settled(machine.state, drawn, moves)
        )
        paid = {int(at): n for one in told for at, n in getattr(one, "paid", {}).items() if n}
        self.came = Came(Outcome(told, sum(paid.values())), paid)

    def _cash_out(self, value: Fields, step: Fields) -> None:
        name = value.get("name", "")
        told = self.section.cash_out(
            self._number(step), value.get("to", "ticket"), name=name, validation=f"{name}#",
            amount=value.get("amount"), position=step.get("position", 1),
        )  # fmt: skip
        self.came = Came(Outcome(told, 0))

    def _sign(self, value: Fields, step: Fields) -> None:
        self._machine(step).do(do.Sign(value["person"], value["role"]))

    def _fault(self, value: str, step: Fields) -> None:
        if value not in FAULTS:  # a name nobody knows would stop nothing, and say nothing
            raise BadCase(one_of("fault", " ".join(FAULTS), value))
        self._machine(step).do(do.Fault(value))

    def _clear(self, value: str, step: Fields) -> None:
        self._machine(step).do(do.Clear(value))

    def _audit(self, value: bool, step: Fields) -> None:
        self._machine(step).do(do.Audit(value))

    def _fetch(self, value: str, step: Fields) -> None:
        program = program_in(self.folder, value)
        known = self.fields.get("homologated")
        back = "" if known is not None and value not in known else str(_worst(program))
        self._machine(step).do(do.Fetch(value, program.text, back))

    def _switch(self, value: str, step: Fields) -> None:
        self._machine(step).do(do.Switch(value))

    def _verify(self, value: str, step: Fields) -> None:
        self._machine(step).do(do.Verify(value == "right"))
        if value != "right":
            raise Refused("CAT-VI.3-10", "digest-differs")

    def _tournament(self, value: Any, step: Fields) -> None:
        credits = None if value is False else value["credits"]
        self._machine(step).do(do.Tournament(credits))

    def _present(self, value: Fields, step: Fields) -> None:
        number = "wrong" if value.get("number") == "wrong" else None
        paid = self.section.present(
            value["ticket"], value["by"], str(value.get("request", "")), number=number,
            amount=value.get("amount"),
        )  # fmt: skip
        self.came = Came(Outcome((), paid))

    def _pay(self, value: Fields, step: Fields) -> None:
        self.section.tickets.do(Pay(value["ticket"], value["by"]))

    def _release(self, value: Any, step: Fields) -> None:
        name = value if isinstance(value, str) else value["ticket"]
        self.section.tickets.do(Release(name))

    def _void(self, value: str, step: Fields) -> None:
        self.section.tickets.do(Annul(value))

    def _days(self, value: int, step: Fields) -> None:
        self.section.tickets.do(Days(value))

    def _feed(self, value: Fields, step: Fields) -> None:
        self._check_link(value["pot"])
        pot = self.section.pots[value["pot"]]
        unit = unit_of(int(value.get("machine", 0)))
        paid = 0
        for _ in range(value.get("times", 1)):
            told = pot.do(Contribute(unit, value.get("position", 1), value["amount"], True))
            won = [event for event in told if event.kind == "prize-paid"]
            paid += sum(getattr(event, "amount", 0) for event in won)
            if won:
                self._draw(value["pot"])
                self.came = Came(Outcome((), paid), None, True)

    def _win(self, value: Fields, step: Fields) -> None:
        number = int(value.get("machine", self._number(step)))
        positions = tuple(value.get("positions", (1,)))
        self._check_link(value["pot"])
        shares = self.section.win(value["pot"], number, positions)
        by_position = shares if "positions" in value else None
        self.came = Came(Outcome((), sum(shares.values())), by_position, True)

    def _check_link(self, pot: str) -> None:
        if pot in self.section.cut:
            raise Refused("CAT-VI.7.3-05", "pot-cut-off", pot=pot)

    def _do_publish(self, value: str, step: Fields) -> None:
        self._publish(value)

    def _link(self, value: Fields, step: Fields) -> None:
        (self.section.cut.discard if value.get("up", True) else self.section.cut.add)(value["pot"])

    def _change(self, value: Fields, step: Fields) -> None:
        journal = self.section.pots[value["pot"]]
        terms = terms_of(journal.state)
        changed = Terms(
            pot=terms.pot, rate=share(value["rate"]) if "rate" in value else terms.rate,
            base=value.get("base", terms.base), limit=value.get("limit", terms.limit),
            reserve=share(value["reserve"]) if "reserve" in value else terms.reserve,
            condition=terms.condition, mystery=terms.mystery,
        )  # fmt: skip
        journal.do(Change(changed, BY))

    def _move(self, value: Fields, step: Fields) -> None:
        self.section.move_pot(value["pot"], value.get("to"), BY)


def _worst(program: AnyProgram) -> Fraction:
    """The least that a program returns over its bets."""
    return par_sheet(program).worst.back


def _refusal(wanted: Any, refusal: Refused | None) -> list[Difference]:
    if refusal is None:
        return [] if wanted is None else [Difference("not-refused", expected=_said(wanted))]
    code = CODES.get(refusal.code, refusal.code)
    if isinstance(wanted, dict):
        fits = wanted.get("code", code) == code and wanted.get("clause", refusal.clause) in (
            refusal.clause,
        )
    else:
        fits = wanted is True or wanted == code
    if fits:
        return []
    by = (refusal.clause,)
    if wanted is None:
        return [Difference("refused", refusal=refusal, clauses=by)]
    return [Difference("refused-otherwise", expected=_said(wanted), refusal=refusal, clauses=by)]


def _said(wanted: Any) -> str:
    return " ".join(map(str, wanted.values() if isinstance(wanted, dict) else (wanted,)))
