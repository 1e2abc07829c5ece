"""Papers of a tournament in play and after it: lists, rankings, letters, how it ended, and orders
of payment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo

from tapete.core.book.refused import Refused
from tapete.floor.units.torneo.printing import Line, document, pesos
from tapete.systems.tournament.bases import SOLD
from tapete.systems.tournament.life.state import Tournament
from tapete.telling.tables import CellValue, csv_text

COLUMNS = ("lugar", "jugador", "estado", "entradas", "premio", "por_pagar")


def participants(now: Tournament, name_of: Callable[[str], str]) -> str:
    """The list of participants and the waiting list, as both are published."""
    columns = _place_columns(now)
    return csv_text([
        ("jugador", "estado", *columns),
        *((name_of(who), one.standing, *_place(now, who)) for who, one in now.players.items()),
        *((name_of(who), "en-espera", *[""] * len(columns)) for who in now.waiting),
    ])  # fmt: skip


def _place_columns(now: Tournament) -> tuple[str, ...]:
    return ("maquina",) if now.rules.maquinas else ("mesa", "asiento")


def _place(now: Tournament, who: str) -> tuple[int | str, ...]:
    """Where somebody plays: table and seat, or the machine by its number."""
    place = now.place_of(who)
    if place is None:
        return ("",) * len(_place_columns(now))
    return (now.rules.machine_at(*place),) if now.rules.maquinas else place


def registrations(
    now: Tournament, name_of: Callable[[str], str], zone: tzinfo | None = None
) -> str:
    """The record of registrations (CAT-VII.3.1-13): what each bought, what of it was commission and
    what he has been paid back, when he entered by the hour of a ``zone``, which texts he accepted,
    whether his image may be used; then the waiting list in its order."""
    rows: list[tuple[CellValue, ...]] = [(
        "jugador", "estado", "entro", "entradas", "reentradas", "recompras", "addon", "pagado",
        "comision", "devuelto", "bases", "reglamento", "imagen", "espera",
    )]  # fmt: skip
    for who, one in now.players.items():
        sold = [one.bought.get(what, 0) for what in SOLD]
        prices = now.book.prices
        commission = sum(
            prices[what].commission * n for what, n in zip(SOLD, sold, strict=True) if n
        )
        entered = f"{datetime.fromtimestamp(one.entered, zone):%Y-%m-%d %H:%M:%S}"
        paid = sum(prices[what].price * n for what, n in zip(SOLD, sold, strict=True) if n)
        rows.append((
            name_of(who), one.standing, entered, *sold, paid, commission,
            now.refunded.get(who, 0), one.accepted, now.reglamento, int(one.image), "",
        ))  # fmt: skip
    for who, amount in now.refunded.items():  # he entered, and withdrew in time
        if who not in now.players:
            rows.append((name_of(who), "anulado", *[""] * 7, amount, *[""] * 4))
    for place, who in enumerate(now.waiting, 1):
        rows.append((name_of(who), "en-espera", *[""] * 11, place))
    return csv_text(rows)


def ranking(now: Tournament, name_of: Callable[[str], str], *, counted: bool = True) -> str:
    """The ranking of a round or a day: place, stack, seat and penalties left (CAT-VII.3.1-13).
    ``counted``: with the stacks, which while players bet against each other those read who run it
    (COL-7.4-06)."""
    head = ("lugar", "jugador", "fichas", *_place_columns(now), "manos_de_sancion")
    rows: list[tuple[CellValue, ...]] = [head]
    for place, who in enumerate(now.live, 1):
        seat, left = _place(now, who), now.players[who].sits_out
        stack = now.book.stacks[who] if counted else ""
        rows.append((place, name_of(who), stack, *seat, left))
    return csv_text(rows)


def letter(now: Tournament, player: str, name: str, address: str) -> bytes:
    """The registered letter to somebody barred from dates to come (COL-9.1-42, COL-9.3-03, -05)."""
    if player not in now.barred:
        raise Refused("COL-9.1-42", "not-barred", player=player)
    if not address.strip():
        raise Refused("COL-9.1-42", "address-missing", player=player)
    until = now.barred[player]
    dates = "de todas las fechas" if until is None else f"hasta la fecha {until} inclusive"
    return document("Carta certificada", {
        name: [address],
        now.rules.nombre: [
            f"Se le notifica que queda suspendido de los torneos de este casino, {dates}.",
            f"{now.reglamento}: COL-9.1-41, COL-9.3-02.",
        ],
    })  # fmt: skip


def results(now: Tournament, name_of: Callable[[str], str]) -> str:
    """How it ended, a player a line, best place first: place, prize paid and what is still due."""
    places, due = now.places(), now.due()
    over = now.stage == "terminado"
    if over:
        places |= {player: [1] for player in now.live}
    rows: list[tuple[CellValue, ...]] = [COLUMNS]
    last = len(now.players) + 1
    for who in sorted(now.players, key=lambda who: (places.get(who, [last])[0], name_of(who))):
        one = now.players[who]
        place = "-".join(map(str, places.get(who, ())))
        paid = now.paid.get(who, 0)
        entries = one.bought.get("entrada", 0) + one.bought.get("reentrada", 0)
        rows.append((place, name_of(who), one.standing, entries, paid, due.get(who, 0)))
    return csv_text(rows)


def payment_orders(now: Tournament, name_of: Callable[[str], str]) -> bytes:
    """An order a player who is due something: place, prize, bounties, what was paid already, and
    lines to sign on (CAT-VII.3.1-29)."""
    places, due = now.places(), now.due()
    if now.stage == "terminado":
        places |= {player: [1] for player in now.live}
    many = "1 orden" if len(due) == 1 else f"{len(due)} órdenes"
    parts: dict[str, list[Line]] = {
        "Por pagar": [f"{pesos(sum(due.values()))} en {many}. {now.rules.pago}"]
    }
    ordered = sorted(due, key=lambda who: places.get(who, [len(now.players)])[0])
    for number, who in enumerate(ordered, 1):
        place = "-".join(f"{one}.º" for one in places.get(who, ())) or "sin lugar"
        bounty, paid = now.bounties.get(who, 0), now.paid.get(who, 0)
        parts[f"Orden {number}: {name_of(who)}"] = [
            ("Páguese", pesos(due[who])), ("Lugar", place),
            ("De ello, recompensas", pesos(bounty)), ("Pagado antes", pesos(paid)),
            " ",
            "Firma de quien recibe: ______________________   Cajero: ______________________",
        ]  # fmt: skip
    under = f"Fecha {now.number}, versión {now.version} de las bases"
    return document(f"Órdenes de pago: {now.rules.nombre}", parts, under)
