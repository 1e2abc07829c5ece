"""Bases, notices, entries and sales: what a tournament does before and beside its play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament import book as books
from tapete.systems.tournament.bases import Bases, read_bases
from tapete.systems.tournament.book import ENTRY, REENTRY, Price, Sell
from tapete.systems.tournament.dates import OWN_REFUND
from tapete.systems.tournament.life import bounty
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.postpone import MOVED, check_notified, not_kept_refunded
from tapete.systems.tournament.life.state import Tournament, taken
from tapete.systems.tournament.prizes import bracket_for, prize_table
from tapete.systems.tournament.reglamento import named, reglamento
from tapete.systems.tournament.seats import Place, Slips, next_slips
from tapete.systems.tournament.windows import CLOSED

WINDOWS = {ENTRY: "tardia", REENTRY: REENTRY, "recompra": "recompra", "addon": "addon"}


def read_place(text: str) -> Place:
    """A place as it is written, ``3-4``."""
    table, dash, seat = text.partition("-")
    if not dash or not (table.isdecimal() and seat.isdecimal()):
        raise Refused("COL-7.2-03", "no-such-place", place=text[:20])
    return Place(int(table), int(seat))


def prices_of(bases: Bases) -> dict[str, Price]:
    """What is sold, at which price and for how many chips."""
    return {
        kind: Price(own.precio, own.comision, bases.chips(kind))
        for kind, own in bases.prices.items()
        if own.limite != 0
    }


# Before registration


def drafted(now: Tournament, command: do.Draft) -> Iterator[Event]:
    """Bases are checked before they stand; a change after the notice is notified again."""
    read_bases(command.text, "bases")
    yield told.BasesWritten(
        text=command.text, version=now.version + 1, reglamento=named(reglamento()), at=command.at,
        clause="CAT-VII.3.1-14",
    )  # fmt: skip
    if now.stage not in ("borrador",):
        yield told.StageReached(stage="borrador", at=command.at, clause="COL-15-01")


def notified(now: Tournament, command: do.Notify) -> Iterator[Event]:
    yield told.StageReached(
        stage="notificado", day=command.day, at=command.at, clause="CAT-VII.4.1-01"
    )


def objected(now: Tournament, command: do.Object) -> Iterator[Event]:
    yield told.StageReached(
        stage="observado", why=command.why, at=command.at, clause="CAT-VII.3-02"
    )


def announced(now: Tournament, command: do.Announce, holidays: Sequence[date]) -> Iterator[Event]:
    """Five working days before the start the regulator had it; the texts are public, after that
    notice (CAT-VII.4.1-04)."""
    check_notified(now, now.rules.inicio, holidays)
    if now.notified is not None and command.day < now.notified:
        raise Refused("CAT-VII.4.1-04", "published-before-the-notice", notified=str(now.notified))
    yield told.StageReached(
        stage="anunciado", day=command.day, at=command.at, clause="CAT-VII.4.1-03"
    )


def opened(now: Tournament, command: do.OpenRegistration) -> Iterator[Event]:
    yield told.StageReached(stage="inscripcion", at=command.at, clause="CAT-VII.3.1-17")
    if now.stage in MOVED:
        yield from not_kept_refunded(now, command.at)
    if now.book.prices:
        return
    first = now.rules.tramos[0].reparto
    own = books.Open(prices_of(now.rules), first, now.rules.recompensa)
    yield from books.decide(now.book, own)


# Entries


def entered(now: Tournament, command: do.Enter) -> Iterator[Event]:
    """An entry paid; when the field is full the player waits, first come first served."""
    player, bases = command.player, now.rules
    if player in now.players:
        raise Refused("COL-9.1-22", "entered-already", player=player)
    until = now.barred.get(player, now.number - 1)
    if until is None or until >= now.number:
        raise Refused("COL-9.1-41", "suspended-from-dates", player=player)
    late = now.stage == "en-juego"
    if late:
        _check_window(now, ENTRY)
    ahead = [other for other in now.waiting if other != player]
    first = now.waiting[:1] == (player,) or not now.waiting
    if counted(now) >= bases.maximo or (ahead and not first):
        if player in now.waiting:
            raise Refused("COL-3.1-16", "field-full", live=counted(now), maximum=bases.maximo)
        yield told.PlayerWaits(player=player, at=command.at, clause="COL-3.1-16")
        return
    if player in now.waiting:
        yield told.PlayerWaits(player=player, waits=False, at=command.at, clause="COL-3.1-16")
    yield from _enters(now, player, command.at, image=command.image)


def _enters(now: Tournament, player: str, at: float, *, image: bool) -> Iterator[Event]:
    yield from books.decide(now.book, Sell(player, ENTRY))
    yield told.PlayerEntered(
        player=player, version=now.version, image=image, at=at, clause="COL-10-01"
    )


def company_entered(now: Tournament, command: do.EnterCompany) -> Iterator[Event]:
    """Bots of the house enter, many at once: no more than are free and nobody waits for."""
    room = now.rules.maximo - counted(now) - len(now.waiting)
    if len(command.players) > room:
        raise Refused("COL-3.1-16", "field-full", live=counted(now), maximum=now.rules.maximo)
    if len({*command.players} - now.players.keys()) < len(command.players):
        raise Refused("COL-9.1-22", "entered-already", player=command.players[0])
    for player in command.players:
        yield from _enters(now, player, command.at, image=False)


def counted(now: Tournament) -> int:
    """What the maximum counts: players in play at once, or where the bases say so all entries."""
    return now.book.entrants if now.rules.acumulado else now.left


def on_sale(now: Tournament, what: str) -> bool:
    """Whether the window of a sale is open while the tournament is played: none is once the prizes
    stand."""
    until = now.rules.ventanas.get(WINDOWS[what], 0)
    over = now.clock.level > until or (now.clock.level == until and now.clock.pause)
    return now.open and not over


def _check_window(now: Tournament, what: str) -> None:
    if not on_sale(now, what):
        until = now.rules.ventanas.get(WINDOWS[what], 0)
        raise Refused(CLOSED[what], "window-closed", what=what, until=until, at=now.clock.level)


def withdrawn(now: Tournament, command: do.Withdraw) -> Iterator[Event]:
    """An own cancellation, paid back up to 48 hours before the start; later it is refused."""
    player = command.player
    if player in now.waiting:
        yield told.PlayerWaits(player=player, waits=False, at=command.at, clause="COL-3.1-16")
        return
    start = now.rules.inicio
    bound = (
        not now.rules.practica and now.stage not in MOVED
    )  # where nothing of value is paid nothing is kept back
    if bound and command.local is not None and command.local > start - OWN_REFUND:
        raise Refused("COL-3.1-13", "refund-too-late", until=str(start - OWN_REFUND))
    yield from books.decide(now.book, books.Withdraw(player))
    yield from _rises(now, player, command.at)
    yield told.StandingChanged(
        player=player, standing="anulado", at=command.at, clause="COL-3.1-13"
    )


def _rises(now: Tournament, player: str, at: float) -> Iterator[Event]:
    """A player's place becomes free, if he has one."""
    place = now.place_of(player)
    if place is not None:
        yield told.SeatLeft(
            player=player, table=place[0], seat=place[1], at=at, clause="COL-7.5.6-01"
        )


rises = _rises


def invited(now: Tournament, command: do.Invite) -> Iterator[Event]:
    """Bots of the house as company: no more than the field has room for."""
    most = now.rules.maximo
    if not 0 <= command.bots <= most:
        raise Refused("COL-3.5.2-02", "no-company", maximum_n=most)
    yield told.CompanyInvited(bots=command.bots, at=command.at, clause="COL-3.5.2-02")


def doors_opened(now: Tournament, command: do.OpenDoors) -> Iterator[Event]:
    """Enough players have entered: as many tables as they need stand ready."""
    bases = now.rules
    if now.left < bases.minimo:
        raise Refused("CAT-VII.3.1-19", "too-few-entrants", entrants=now.left, minimum=bases.minimo)
    yield told.StageReached(stage="acreditacion", at=command.at, clause="COL-7.2-01")
    wanted = now.left + bases.vacantes  # seats kept free for whoever comes late (COL-3.1-17)
    count = min(max(-(-wanted // bases.asientos), 1), bases.mesas)
    yield told.TablesOpened(tables=tuple(range(1, count + 1)), at=command.at, clause="COL-7.1-02")


def accredited(now: Tournament, command: do.Accredit) -> Iterator[Event]:
    """A player shows his document and draws a slip among the free seats of the least filled
    tables."""
    player = command.player
    state = now.players.get(player)
    if state is None or state.standing != "inscrito" or player not in now.book.stacks:
        raise Refused("COL-7.2-01", "not-entered", player=player)
    if now.place_of(player) is not None:
        raise Refused("COL-7.2-03", "seated-already", player=player)
    if not command.document:
        raise Refused("COL-7.2-08", "document-missing", player=player)
    if not command.tax and not now.rules.practica:
        raise Refused("CAT-VII.3-05", "entry-tax", player=player)
    yield from seated(now, player, command.slip, command.at)
    standing = "en-juego" if now.stage == "en-juego" else "acreditado"
    yield told.StandingChanged(player=player, standing=standing, at=command.at, clause="COL-7.2-01")


def company_seated(now: Tournament, command: do.SeatCompany) -> Iterator[Event]:
    """Bots of the house draw their slips one after another, as players do; they have no papers."""
    if len(command.slips) != len({*command.players}):
        raise Refused("COL-7.2-03", "slip-a-player", players=len(command.players),
                      slips=len(command.slips))  # fmt: skip
    left, places = Slips(taken(now.tables), now.rules.asientos), now.seating()
    for player, slip in zip(command.players, command.slips, strict=True):
        state, place = now.players.get(player), read_place(slip)
        if state is None or state.standing != "inscrito" or player in places:
            raise Refused("COL-7.2-01", "not-entered", player=player)
        if place not in left:
            raise Refused("COL-7.2-03", "not-a-slip-in-the-draw", place=slip)
        left.take(place)
        yield told.PlayerSeated(
            player=player, table=place.table, seat=place.seat, at=command.at, clause="COL-7.2-03"
        )
        yield told.StandingChanged(
            player=player, standing="acreditado", at=command.at, clause="COL-7.2-01"
        )


def open_slips(now: Tournament) -> list[Place]:
    """The places the next slip is drawn from: if all tables are full, those of one table more."""
    found = next_slips(taken(now.tables), now.rules.asientos)
    if found or len(now.tables) >= now.rules.mesas:
        return found
    another = max(now.tables, default=0) + 1
    return [Place(another, seat) for seat in range(1, now.rules.asientos + 1)]


def seated(now: Tournament, player: str, slip: str, at: float) -> Iterator[Event]:
    place = read_place(slip)
    if place not in open_slips(now):
        raise Refused("COL-7.2-03", "not-a-slip-in-the-draw", place=slip)
    yield told.PlayerSeated(
        player=player, table=place.table, seat=place.seat, at=at, clause="COL-7.2-03"
    )


# Sales during play


def bought(now: Tournament, command: do.Buy) -> Iterator[Event]:
    """A re-entry, a rebuy or an add-on, in its window and as often as it is allowed."""
    player, what = command.player, command.what
    state = now.players.get(player)
    if state is None:
        raise Refused(books.CLAUSES[what], "not-entered", player=player)
    _check_window(now, what)
    if state.standing == "inscrito":
        raise Refused("COL-7.2-01", "accredit-first", player=player)
    chips = now.book.stacks.get(player, 0)
    if what == "recompra" and not chips and state.missed:
        raise Refused("COL-3.2-06", "hand-missed")
    most = now.rules.reentrada.limite
    if what == REENTRY and most is not None and state.bought.get(REENTRY, 0) >= most:
        raise Refused("COL-3.3-06", "re-entered-enough", times=most)
    if what == REENTRY and counted(now) >= now.rules.maximo:
        raise Refused("COL-3.1-16", "field-full", live=counted(now), maximum=now.rules.maximo)
    yield from books.decide(now.book, Sell(player, what))
    if what == "recompra" and not chips:
        yield from bounty.returned(now, player, command.at)
    own = now.kept_seat(player) if what == "recompra" else None
    if own is not None:  # a rebuy is made at one's own place (COL-3.2-06)
        yield told.PlayerSeated(
            player=player, table=own.table, seat=own.seat, stayed=True, at=command.at,
            clause="COL-3.2-06",
        )  # fmt: skip
    elif now.place_of(player) is None:
        yield from seated(now, player, command.slip, command.at)
    if state.standing in ("eliminado",):
        yield told.StandingChanged(
            player=player, standing="en-juego", at=command.at, clause="COL-3.3-01"
        )


def prospect(now: Tournament, field: int) -> tuple[int, ...]:
    """The prizes if so many enter and nothing else is sold; none: no bracket is for so many."""
    bases = now.rules
    entry = bases.entrada.precio - bases.entrada.comision - bases.recompensa
    own = now.book.fund + max(field - now.book.entrants, 0) * entry
    try:
        return _prizes(now, own, max(field, now.book.entrants))[1]
    except Refused:
        return ()


def _prizes(now: Tournament, own: int, entrants: int) -> tuple[int, tuple[int, ...]]:
    """The fund out of what was taken, and what each place is paid of it."""
    bases = now.rules
    fund = max(own + bases.aporte - bases.otros, bases.garantia)
    bracket = bracket_for(now.brackets(), max(entrants, bases.minimo))
    return fund, tuple(prize_table(fund, bracket.percent, bases.unidad))


def registration_closed(now: Tournament, command: do.CloseRegistration) -> Iterator[Event]:
    """Entries lapse that nobody came for, behind all who played; the prizes stand; the order of
    breaking is published."""
    if not now.open:
        raise Refused("COL-3.1-19", "nothing-changes", command=do.tag_of(command))
    for player, state in now.players.items():
        if state.standing == "inscrito" and player in now.book.stacks:
            yield books.Expelled(
                player=player, chips=now.book.stacks[player], disqualified=True,
                clause="COL-3.1-14",
            )  # fmt: skip
            yield told.StandingChanged(
                player=player, standing="eliminado", at=command.at, clause="COL-3.1-14"
            )
    fund, prizes = _prizes(now, now.book.fund, now.book.entrants)
    order = command.order or now.to_break
    if sorted(order) != sorted(now.tables):
        raise Refused("COL-7.3-12", "order-of-breaking", tables=len(now.tables))
    yield told.RegistrationClosed(
        entrants=now.book.entrants, own=now.book.fund, added=fund - now.book.fund, fund=fund,
        prizes=prizes, order=order,
        at=command.at, clause="CAT-VII.3.1-27",
    )  # fmt: skip


def cancelled(now: Tournament, command: do.Cancel) -> Iterator[Event]:
    """All that was paid comes back, commission included (COL-3.1-08, COL-13-02), unless prizes
    were paid of it."""
    if now.paid:
        raise Refused("COL-3.1-08", "paid-not-cancelled", amount=sum(now.paid.values()))
    yield told.StageReached(stage="cancelado", why=command.why, at=command.at, clause="COL-13-01")
    prices = now.book.prices
    for player, state in now.players.items():
        if state.standing == "anulado":
            continue
        amount = sum(prices[what].price * n for what, n in state.bought.items())
        commission = sum(prices[what].commission * n for what, n in state.bought.items())
        if amount:
            yield told.EntryRefunded(
                player=player, amount=amount, commission=commission,
                chips=now.book.stacks.get(player, 0), at=command.at,
                clause="COL-13-02",
            )  # fmt: skip
