"""The tournament as a kind of unit: what the house does and allows there beyond the tournament."""

from __future__ import annotations

import json
from collections.abc import Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tapete.core.book.account import CLP
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JUGADOR
from tapete.core.book.written import plain
from tapete.core.round.bets import Limits
from tapete.core.round.felt import PUBLIC
from tapete.core.round.game import Game
from tapete.core.round.terms import Terms
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import Envelope, Kind, Spec, Surroundings
from tapete.floor.money.calendar import CHILE, Calendar, calendar_of
from tapete.floor.people.permissions import JEFE_TECNICO
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.maquina.kind import KIND as MACHINES
from tapete.floor.units.mesa.spec import TableSpec
from tapete.floor.units.torneo.licence import check_licence
from tapete.floor.units.torneo.rules import ANSWERS, CHECK_PAPERS, ROLES
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.floor.units.torneo.tables import smallest_chip
from tapete.floor.units.torneo.unit import Torneo, expulsion
from tapete.floor.units.torneo.view import PAPERS, STAFF, TorneoView
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.registry import find
from tapete.systems.machines.library import shipped, shipped_ids
from tapete.systems.tournament.bases import Bases, read_bases
from tapete.systems.tournament.book import ENTRY
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life.entries import prospect
from tapete.systems.tournament.life.state import Tournament

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.chain import Step
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.kernel.port import Kept
    from tapete.floor.people.person import Person

YEARS = range(2024, 2041)
COUNTRY = "CL"
EDITION = "colchagua-2025"
CATALOGUE = "scj-2023"
BETS_STAY = ("craps", "mini-craps", "ruleta-francesa")
"""Games of which a bet may wait for another throw: a pase does not settle them all."""
NOTICE = timedelta(days=21)
"""Enough for the regulator's five working days, and for publicity after them."""


@lru_cache(maxsize=1)
def national_holidays() -> tuple[date, ...]:
    """The days on which nobody works in Chile."""
    import holidays

    return tuple(sorted(holidays.country_holidays(COUNTRY, years=YEARS)))


def build(spec: TorneoSpec, around: Surroundings) -> Torneo:
    planned = "" if around.plan is None else around.plan.zone
    zone = Calendar(spec.zona or planned or CHILE, 0).zone

    def local(at: float) -> datetime:
        return datetime.fromtimestamp(at, zone).replace(tzinfo=None)

    return Torneo(spec, around, national_holidays(), local)


def table_of(spec: TorneoSpec, bases: Bases, number: int) -> TableSpec:
    """One of a tournament's own tables, for its chips: hold'em under the options of tournaments, or
    the Catalogue's game of its rounds. `ValueError`: its pases cannot be dealt here."""
    chip, edition, terms = smallest_chip(bases, 1), EDITION, Terms()
    if bases.rondas:
        game, edition = game_of(bases), CATALOGUE
        terms = game.terms(unit=spec.chips, limits=Limits(min=chip, unit=chip))
    else:
        game = find(bases.juego)
        _, small, big, ante = bases.level(1)
        terms = CircleTerms(
            unit=spec.chips, limits=Limits(min=big, unit=chip), blinds=(small, big), ante=ante
        )
    written: dict[str, Any] = msgspec.json.decode(plain(terms))
    return TableSpec(
        id=spec.table(number), group=spec.id, game=game.id, edition=edition, terms=written,
        torneo=spec.id, chips=tuple(sorted(int(value) for value in bases.fichas)),
    )  # fmt: skip


def game_of(bases: Bases) -> Game[Any, Any]:
    """The game of all rounds of a tournament whose pases are dealt here: one, against the bank, and
    of which no bet stays on the cloth after a pase."""
    games = {ronda.juego for ronda in bases.rondas}
    if len(games) != 1 or games & {*BETS_STAY}:
        raise ValueError(f"rondas: {', '.join(sorted(games))} is not dealt in a tournament")
    game = find(*games)
    most = game.rules_of(CATALOGUE, {}).players_max
    if game.on_stacks or (most is not None and bases.asientos > most):
        raise ValueError(f"rondas: {bases.asientos} seats of {game.id}")
    return game


def machines_planned(plan: Plan, spec: TorneoSpec, bases: Bases) -> Sequence[Spec]:
    """A tournament and its machines, as many as it has places: of the park, their program with
    tournament mode, one position each. `ValueError`: it cannot be played here."""
    games = {ronda.juego for ronda in bases.rondas}
    listed = sorted(bases.maquinas, key=lambda one: one.numero)
    if len(games) != 1 or len(listed) != bases.mesas * bases.asientos:
        raise ValueError(f"maquinas: {bases.mesas * bases.asientos} of one program")
    [game] = games
    if game not in shipped_ids() or not shipped(game).tournament:
        raise ValueError(f"rondas: {game} has no tournament mode")
    found: list[Spec] = [replace(spec, maquinas=len(listed))]
    for number, one in enumerate(listed, 1):
        row = {"number": one.numero, "programs": [game], "park": one.parque, "group": spec.id,
               "torneo": spec.id, "unidad": spec.unit}  # fmt: skip
        found += MACHINES.planned(plan, spec.machine(number), row)
    return found


def to_come(text: str, today: date) -> str:
    """Bases whose date is past, or too near for its notices, moved by whole weeks to one to come:
    those of the example are held whenever the casino is opened."""
    bases = read_bases(text, "bases")
    late = (today + NOTICE - bases.inicio.date()).days
    if bases.practica or late <= 0:
        return text
    weeks = timedelta(weeks=-(-late // 7))
    for moment in (bases.inicio, bases.termino):
        text = text.replace(moment.isoformat(), (moment + weeks).isoformat())
    return text


def called(text: str, name: str) -> str:
    """Bases under another name: two tournaments by the same file are told apart. Raises
    `ValueError` where the name is not written on a line of its own."""
    was = f'nombre = "{read_bases(text, "bases").nombre}"'
    if was not in text:
        raise ValueError(f"the bases have no line {was}")
    return text.replace(was, f"nombre = {json.dumps(name, ensure_ascii=False)}", 1)


class TorneoRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the list of units; ``automatic``: it begins when it is full, not at
    ``start``. ``prize``: that of the first place; before prizes ``stand``, if it is full. How long
    it is: the ``minutes`` of its levels and breaks, or how many ``rounds``."""

    name: str
    unit: str
    played: bool
    stage: str
    practice: bool
    entrants: int
    maximum: int
    live: int
    price: int
    prize: int
    stand: bool
    level: int
    minutes: int
    rounds: int
    start: datetime | None
    game: str
    machines: bool
    automatic: bool


@dataclass(frozen=True)
class Tournaments(Kind):
    """Tournaments. A row of the plan names the file of its bases, or holds their text; ``nombre``:
    what this one is called, where several are held by the same file."""

    def planned(self, plan: Plan, id: str, row: Mapping[str, Any]) -> Sequence[Spec]:
        about = dict(row)
        file, name = about.pop("file", None), about.pop("nombre", None)
        if file is not None:
            today = datetime.now(calendar_of(plan).zone).date()
            about["bases"] = to_come(_shipped(f"{file}.toml"), today)
        if name is not None:
            about["bases"] = called(about["bases"], name)
        [spec] = super().planned(plan, id, about)
        assert isinstance(spec, TorneoSpec)
        spec = self.renewed(plan, spec)
        if not spec.jugado:
            return (spec,)
        bases = read_bases(spec.bases, id)
        group = replace(spec, group=id)
        if bases.categoria == "maquinas":
            return machines_planned(plan, group, bases)
        return (group, *(table_of(group, bases, n) for n in range(1, bases.mesas + 1)))

    def renewed(self, plan: Plan, spec: TorneoSpec) -> TorneoSpec:
        """It keeps the time zone it was made in; one of an older version has that of the plan."""
        return spec if spec.zona else replace(spec, zona=plan.zone or CHILE)

    def opening(self, unit: Torneo) -> Do | None:
        """The bases it begins with are written down first."""
        return Do(do.Draft(text=unit.spec.bases), ROLES[1]) if unit.spec.bases else None

    def stakes(self, unit: Torneo, command: Any) -> dict[str, int]:
        """What an entry costs, or another purchase."""
        bases = unit.now.bases
        if bases is None or not isinstance(command, do.Enter | do.Buy):
            return {}
        what = ENTRY if isinstance(command, do.Enter) else command.what
        return {command.player: bases.prices[what].precio}

    async def admit(
        self, house: Casino, keeper: Keeper, person: Person, role: str, command: Any,
        saw: str | None,
    ) -> str | None:  # fmt: skip
        """Whoever may not play is not entered, whoever enters him; without the licence of its game
        no tournament is prepared (CAT-VII.1.2-05)."""
        if isinstance(command, do.Draft | do.Notify | do.OpenRegistration):
            text = command.text if isinstance(command, do.Draft) else keeper.unit.now.text
            if text:
                check_licence(house.plan, read_bases(text, "bases"), text)
        if isinstance(command, do.Enter | do.Buy | do.Accredit):
            player = house.known(command.player)
            now = house.now()
            await house.aside(lambda: house.register.check_may_play(player, now, tournament=True))
            bases = keeper.unit.now.bases
            practice = bases is not None and bases.practica
            if player.guest and not practice and keeper.unit.spec.unit == CLP:
                raise Refused("COL-3.1-05", "legal-name", player=player.id)
            if keeper.unit.spec.jugado and isinstance(command, do.Enter):
                # The log is read by kinds, and admission reads the log.
                from tapete.floor.units.torneo.admission import admit_to_play

                await admit_to_play(house, keeper, player)
        return saw

    async def carry(
        self, house: Casino, keeper: Keeper, sent: Envelope[Any], saw: str | None
    ) -> Step | Kept:
        """Where hands are dealt the tables are moved along, in the same transaction."""
        if not keeper.unit.spec.jugado:
            return await super().carry(house, keeper, sent, saw)
        from tapete.floor.units.torneo.conductor import carry

        return await carry(house, keeper, sent, saw)

    def taking_part(self, unit: Torneo) -> Collection[str]:
        return unit.now.live if unit.now.stage == "en-juego" else ()

    def see_out(self, unit: Torneo, person: str) -> Sequence[Do]:
        """Whoever may not play any more goes by sanction, with the place of that moment
        (COL-9.3-20): at once, or where hands are dealt here when his is over."""
        place = unit.now.place_of(person)
        if unit.spec.jugado and place is not None and unit.now.tables[place[0]].playing:
            unit.leaving.add(person)
            return ()
        return (Do(expulsion(person), SYSTEM),)

    def beside(self, house: Casino, keeper: Keeper) -> Coroutine[None, None, None] | None:
        from tapete.floor.units.torneo.conductor import conduct

        return conduct(house, keeper) if keeper.unit.spec.jugado else None

    def stands(self, house: Casino, spec: TorneoSpec, person: Person) -> str:
        """Those who run it, and who watch them, see stacks and actas; those of them who check
        papers see legal names too."""
        roles = {*person.roles}
        if roles & {*CHECK_PAPERS}:
            return PAPERS
        return STAFF if roles & ({*ROLES, JEFE_TECNICO} - {JUGADOR}) else PUBLIC

    def shown(self, house: Casino, spec: TorneoSpec, view: TorneoView) -> TorneoView:
        """People by the names they are called; for who checks their papers, by those too."""
        papers = view.viewer == PAPERS
        known = {one.player for one in view.players}

        def facts(text: str) -> str:
            who, colon, rest = text.partition(": ")
            return f"{house.name_of(who)}{colon}{rest}" if who in known else text

        return replace(
            view,
            names={who: house.name_of(who) for who in view.names},
            actas=tuple(
                replace(one, by=house.name_of(one.by), facts=facts(one.facts)) for one in view.actas
            ),
            players=tuple(
                replace(
                    one,
                    name=house.name_of(one.player),
                    legal=house.legal_name_of(one.player) if papers else "",
                )
                for one in view.players
            ),
            notices=tuple(
                replace(
                    one,
                    text=one.text.replace("{player}", name),
                    facts={**one.facts, "player": name},
                )
                if (name := house.name_of(one.player) if one.player else "")
                else one
                for one in view.notices
            ),
        )

    def listed(
        self, house: Casino, spec: TorneoSpec, person: Person | None, unit: Torneo | None
    ) -> TorneoRow | None:
        """In the lobby once it may be made known, before that for those who run it alone
        (CAT-VII.4.1-02). Which it is, only whoever keeps it knows."""
        open_ = unit is not None and unit.now.announced
        if not open_ and (person is None or self.stands(house, spec, person) == PUBLIC):
            return None
        return self.row(spec, unit)

    def row(self, spec: TorneoSpec, unit: Torneo | None) -> TorneoRow:
        now = None if unit is None else unit.now
        bases = None if now is None else now.bases
        return TorneoRow(
            name=spec.id if bases is None else bases.nombre, unit=spec.unit,
            played=spec.jugado, stage="" if now is None else now.stage,
            practice=bases is not None and bases.practica,
            entrants=0 if now is None else now.book.entrants,
            maximum=0 if bases is None else bases.maximo, live=0 if now is None else now.left,
            price=0 if bases is None else bases.entrada.precio,
            stand=now is not None and bool(now.prizes),
            prize=0 if now is None or bases is None else next(iter(_prizes(now)), 0),
            level=0 if now is None else now.clock.level,
            minutes=0 if bases is None else bases.minutes,
            rounds=0 if bases is None else len(bases.rondas),
            start=None if bases is None else bases.inicio,
            game="" if bases is None else bases.juego, machines=bool(spec.maquinas),
            automatic=spec.automatico,
        )  # fmt: skip


def _prizes(now: Tournament) -> tuple[int, ...]:
    return tuple(now.prizes) or prospect(now, now.rules.maximo)


KIND = Tournaments(TorneoSpec, do.AnyCommand, build, roles=ROLES, answers=ANSWERS)


def _shipped(name: str) -> str:
    """The text of bases that come with Tapete. Raises `ValueError` for a name of none."""
    shipped = {one.name: one for one in (files("tapete") / "bases").iterdir()}
    if name not in shipped:
        raise ValueError(f"no bases {name}; there are: {' '.join(sorted(shipped))}")
    return shipped[name].read_text("utf-8")
