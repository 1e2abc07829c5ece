"""Forms of tournament scenarios about hands, through the rounds of hold'em sin límites as they are
played in tournaments: whole hands, and who may raise after short all-ins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tapete.core.book.datafile import BrokenFile, line_of
from tapete.core.book.fault import Fault, fault_of
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Limits
from tapete.core.round.cards import DECK
from tapete.core.round.event import Event, MarkerPut
from tapete.core.round.move import move
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.events import BetGathered
from tapete.games.poker.circle.rules import CircleState
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.registry import find
from tapete.scenario.answers import Stopped
from tapete.scenario.cases import BadCase, Fields, Form
from tapete.scenario.compare import Difference, compare
from tapete.scenario.faults import is_
from tapete.scenario.file import Scenario, scenario_of
from tapete.scenario.reader import Reader
from tapete.scenario.rounds import play_round

GAME = "texas-holdem-sin-limites"
RULES = "colchagua-2025"
OPTIONS = {"ante-primero": "ante-corto", "cada-una": "reapertura-corta"}
"""Options a file names by their value alone."""
OF_A_HAND = ("level", "in", "absent", "positions", "pots", "leave")
"""What a round says that only tournaments know."""
MANY = 10**9


class Level(NamedTuple):
    """Small and big blind, and the ante of the big blind: as much as it unless it is said."""

    small: int
    big: int
    ante: int

    @classmethod
    def read(cls, said: Sequence[int]) -> Level:
        small, big, *ante = said
        return cls(small, big, ante[0] if ante else big)

    def terms(self, unit: int) -> CircleTerms:
        """The terms of a table at this level, its smallest chip worth a ``unit``."""
        limits = Limits(unit=unit)
        return CircleTerms(limits=limits, blinds=(self.small, self.big), ante=self.ante)


# Whole hands


def play_hands(fields: Fields, text: str, file: str) -> list[Difference]:
    """Play the hands of a scenario one after another at one table."""
    try:
        stacks = {int(seat): chips for seat, chips in fields["stacks"].items()}
        if {*fields.get("seats", stacks)} != {*stacks}:
            why = Fault("fault.seats-stacks", "seats are those that have stacks")
            raise BrokenFile(file, line_of(text, ("seats",)), why)
        scenario = _scenario(fields, text, file)
        table = open_table(fields, stacks)
    except BrokenFile as error:
        return [Difference("broken-file", line=error.line, found=error.reason)]
    except (Refused, KeyError, ValueError) as error:
        return [Difference("cannot-open", found=fault_of(error))]
    found: list[Difference] = []
    for number, (plan, said) in enumerate(zip(scenario.round, fields["round"], strict=True), 1):
        try:
            _before(table, fields, said)
            told, _ = play_round(table, scenario, plan, number)
        except Refused as refusal:
            found.append(Difference("not-done", number, found=str(refusal), refusal=refusal))
            break
        except Stopped as stop:
            found.append(stop.difference)
            break
        found += compare(number, plan, told, pot=0, advance=0)
        found += _compare(number, said, _came_out(table, told))
        for seat in [s for s in table.players if not table.desk.chips(s)]:
            table.leave(seat, why="eliminado")
    return found


def _scenario(fields: Fields, text: str, file: str) -> Scenario:
    """The hands as any scenario of hold'em has them, without what only tournaments know."""
    rounds = [
        {name: value for name, value in said.items() if name not in OF_A_HAND}
        for said in fields["round"]
    ]
    raw = {"title": fields.get("title", ""), "game": GAME, "rules": RULES, "round": rounds}
    return scenario_of(Reader(text, file, raw))


def open_table(fields: Fields, stacks: Mapping[int, int]) -> Table:
    """The table of a scenario, its players seated, the button as the file has it."""
    level = _level(fields)
    table = Table(
        find(GAME), edition=fields.get("rules", RULES), changes=_changes(fields),
        terms=level.terms(_unit(fields)),
    )  # fmt: skip
    for seat, chips in stacks.items():
        table.sit(seat, f"seat-{seat}", chips=chips)
    table.open_play(staff_of(table.rules))
    if "last" in fields:
        button, small, big = fields["last"]
        assert isinstance(table.state, CircleState)
        table.state = replace(
            table.state, button=button, small=small, big=big, lineup=tuple(stacks)
        )
    elif "button" in fields:
        table.act("button", seat=int(fields["button"]))
    return table


def _level(fields: Fields) -> Level:
    if "tournament" in fields:
        return Level.read(fields["tournament"]["level"])
    big = int(fields["big"])
    return Level(big // 2 or 1, big, 0)


def _unit(fields: Fields) -> int:
    return int(fields.get("tournament", {}).get("unit", 1))


def _changes(fields: Fields) -> dict[str, str]:
    changes = {"torneo": "si"}
    for name, value in fields.get("options", {}).items():
        if name in OPTIONS:
            changes |= {OPTIONS[name]: name} if value is True else {}
        else:
            changes[name] = str(value)
    return changes


def _before(table: Table, fields: Fields, said: Fields) -> None:
    """What changes between two hands: who goes and comes, who is away, the level."""
    for seat in said.get("leave", ()):
        if seat in table.players:
            table.leave(seat)
    for seat, chips in said.get("in", {}).items():
        table.sit(int(seat), f"new-{seat}", chips=int(chips))
    assert isinstance(table.state, CircleState)
    away, now = {*table.state.places.absent}, {*said.get("absent", ())}
    for seat in sorted(away - now):
        table.act("volver", seat=seat)
    for seat in sorted(now - away):
        table.act("ausentarse", seat=seat)
    if "level" in said:
        table.set_terms(Level.read(said["level"]).terms(_unit(fields)), "COL-7.5.1-69")


def _came_out(table: Table, told: Sequence[Event]) -> dict[str, Any]:
    """Positions and pots of the hand just over."""
    state = table.state
    assert isinstance(state, CircleState)
    buttons = [e.place for e in told if isinstance(e, MarkerPut) and e.marker == "boton"]
    button = int(buttons[-1] or 0)
    pots: dict[str, int] = {}
    for event in told:
        if isinstance(event, BetGathered):
            pots[event.pot.spot] = pots.get(event.pot.spot, 0) + event.amount
    return {"positions": [button, state.small, state.big], "pots": list(pots.values())}


def _compare(number: int, said: Fields, found: Mapping[str, Any]) -> list[Difference]:
    return [
        Difference("value", number, expected=is_(key, said[key]), found=str(value))
        for key, value in found.items()
        if key in said and list(said[key]) != value
    ]


# Who may raise after short all-ins


class Action(NamedTuple):
    """Something a player did in the round: ``B resto:4500``, with his total."""

    player: str
    move: str
    total: int

    @classmethod
    def read(cls, text: str) -> Action:
        player, said = text.split(" ", 1)
        done = move(said)
        return cls(player, done.name, done.amount if done.has_amount else 0)


def reopening(fields: Fields) -> Fields:
    """The round is played as it is written; then the player asked says what he may do."""
    actions = [Action.read(text) for text in fields["actions"]]
    blinds = [said for said in actions if said.move in ("menor", "mayor")]
    rest = actions[len(blinds) :]
    if blinds and [said.move for said in blinds] != ["menor", "mayor"]:
        raise BadCase(
            Fault("fault.blinds-first", "before the flop the blinds come first: menor, then mayor")
        )
    names = list(dict.fromkeys([*(said.player for said in actions), fields["asked"]]))
    if len(names) < 2:
        raise BadCase(Fault("fault.two-players", "a betting round has two players or more"))
    table, seats = _reopening_table(fields, names, blinds, rest)
    table.prepare(lambda ask: ask.silence)
    live, moves = table.begin(), list(rest)
    cards = iter(DECK)
    asked = seats[fields["asked"]]
    while (ask := live.ask) is not None:
        if ask.is_chance:
            table.answer(next(cards))
            continue
        seat = ask.put_to.seat
        if not blinds and ask.about == "pocket":
            table.answer("pasar" if ask.fits(ask.read("pasar")) else "ir")
        elif moves and seats[moves[0].player] == seat:
            said = moves.pop(0)
            table.answer(said.move if said.move in BARE else f"{said.move}:{said.total}")
        elif not moves and seat == asked:
            return _asked(ask)
        else:
            table.answer("retirarse")
    raise BadCase(
        Fault("fault.not-asked", "{who} is not asked: the betting is over", who=fields["asked"])
    )


BARE = ("pasar", "ir", "resto", "retirarse")


def _reopening_table(
    fields: Fields, names: list[str], blinds: list[Action], rest: list[Action]
) -> tuple[Table, dict[str, int]]:
    """A table whose players speak in the order of the file: seats go down clockwise."""
    seats = {name: len(names) - place for place, name in enumerate(names)}
    level = _level(fields)
    if blinds:
        level = Level(blinds[0].total, max(blinds[1].total, level.big), 0)
    stacks = {seat: MANY for seat in seats.values()}
    if blinds and blinds[1].total < level.big:
        stacks[seats[blinds[1].player]] = blinds[1].total
    before = 0 if blinds else level.big
    for said in rest:
        if said.move == "resto":
            stacks[seats[said.player]] = before + said.total
    # Before the flop the first of them has the small blind, after it he speaks first: either way
    # the button lies with the last; between two it has the small blind (COL-7.5.1-18).
    first_has_it = len(names) == 2 and bool(blinds)
    button = seats[names[0]] if first_has_it else seats[names[-1]]
    tournament = {"level": list(level), "unit": 1}
    return open_table({**fields, "tournament": tournament, "button": button}, stacks), seats


def _asked(ask: Ask[Any]) -> Fields:
    shown = ask.view(f"seat:{ask.put_to.seat}")
    raises = [o.low for o in shown.options if o.name in ("subir", "apostar") and o.low is not None]
    may = list(dict.fromkeys(o.name for o in shown.options if o.name != "resto"))
    return {"may": may} | ({"least": min(raises)} if raises else {})


FORMS: dict[str, Form] = {"reapertura": reopening}
