"""Papers of a tournament beside its prize table: the bases as a document, the notice to the
regulator, and how it ended."""

from __future__ import annotations

import csv
from collections.abc import Callable, Container
from datetime import date
from io import StringIO

import msgspec

from tapete.core.book.refused import Refused
from tapete.floor.units.torneo.documents import document, held, pesos
from tapete.systems.tournament.dates import dates
from tapete.systems.tournament.life.state import Tournament
from tapete.systems.tournament.reglamento import Reglamento

COLUMNS = ("lugar", "jugador", "estado", "entradas", "premio", "por_pagar")


def bases_document(now: Tournament) -> bytes:
    """The bases as they are published: every row of them, and the version."""
    bases = now.rules
    about = f"Versión {now.version}, fecha {now.number}."
    return document(bases.nombre, {"Bases": [about], "Texto": now.text.splitlines()})


def notice(now: Tournament, holidays: Container[date]) -> bytes:
    """The notice to the regulator (CAT-VII.4.1-01, COL-15-01, -02)."""
    return document("Aviso a la Superintendencia de Casinos de Juego", notified(now, holidays))


def notified(now: Tournament, holidays: Container[date]) -> dict[str, list[str]]:
    """What the notice says: what is held, when, by which day it is notified and published; tables,
    or machines with how their own counters stand still (CAT-VII.2.1.3-05, -06); staff who join the
    payroll for these days, and what is used otherwise than usual."""
    bases = now.rules
    machines = bases.categoria == "maquinas"
    found = dates(bases.inicio, holidays, notified=now.notified)
    said = "sin notificar" if now.notified is None else f"{now.notified:%d-%m-%Y}"
    return {
        bases.nombre: [
            *held(bases),
            f"Participantes: de {bases.minimo} a {bases.maximo}."
            + (f" Máquinas: {len(bases.maquinas)}." if machines else f" Mesas: {bases.mesas}."),
            f"Entrada: {pesos(bases.entrada.precio)}, comisión {pesos(bases.entrada.comision)}.",
            f"Versión {now.version} de las bases, que se acompañan con el Reglamento.",
        ],
        "Plazos": [
            f"Notificado: {said}. Último día para notificar: {found.notify_by:%d-%m-%Y}"
            " (cinco días hábiles antes del inicio).",
            f"En la sala y en la web a más tardar el {found.publish_by:%d-%m-%Y}.",
        ],
        "Mesas": [
            f"Mesa {table.numero}: {table.lugar}, código {table.codigo}, SCJ {table.scj}"
            + ("" if table.parque else ", fuera del parque autorizado")
            for table in bases.parque
            if not machines
        ],
        "Máquinas": [
            *(
                f"Máquina {one.numero}: {one.zona}, código {one.codigo}, SCJ {one.scj}"
                + ("" if one.parque else ", fuera del parque autorizado")
                for one in bases.maquinas
            ),
            f"SIOC: {bases.sioc}", f"Contadores: {bases.contadores}",
        ] if machines else [],
        "Personal": [
            f"{post.cargo}: {post.numero}"
            + (" (se incorporan solo por el torneo, Circular 22)" if post.contratado else "")
            for post in bases.personal
        ],
        "Elementos de uso no habitual": [bases.elementos] if bases.elementos else [],
    }  # fmt: skip


def reglamento_document(found: Reglamento) -> bytes:
    """The Reglamento as it is published (CAT-VII.3.1-12, COL-14-01), its penalties too."""
    said = msgspec.structs.asdict(found)
    lines = [f"{name}: {value}" for name, value in said.items() if isinstance(value, str) and value]
    return document(found.nombre, {
        "Reglamento": [f"Versión del {found.version:%d-%m-%Y}.", *lines],
        "Personal": [f"{post.cargo}: {post.numero}" for post in found.personal],
        "Registros": list(found.registros),
        "Tabla de penalidades": [
            f"{row.dice} ({', '.join(row.clausulas)}): {', '.join(row.pasos)}."
            for row in found.penalidades
        ],
    })  # fmt: skip


def participants(now: Tournament, name_of: Callable[[str], str]) -> str:
    """The list of participants and the waiting list, as both are published."""
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(("jugador", "estado", *_place_columns(now)))
    for who, one in now.players.items():
        table.writerow((name_of(who), one.standing, *_place(now, who)))
    for who in now.waiting:
        table.writerow((name_of(who), "en-espera", *[""] * len(_place_columns(now))))
    return written.getvalue()


def _place_columns(now: Tournament) -> tuple[str, ...]:
    return ("maquina",) if now.rules.maquinas else ("mesa", "asiento")


def _place(now: Tournament, who: str) -> tuple[int | str, ...]:
    """Where somebody plays: table and seat, or the machine by its number."""
    place = now.place_of(who)
    if place is None:
        return ("",) * len(_place_columns(now))
    return (now.rules.machine_at(*place),) if now.rules.maquinas else place


def registrations(now: Tournament, name_of: Callable[[str], str]) -> str:
    """The record of registrations (CAT-VII.3.1-13): what each bought and paid, when he entered,
    which texts he accepted, whether his image may be used; then the waiting list in its order."""
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow((
        "jugador", "entro", "entradas", "reentradas", "recompras", "addon", "pagado", "bases",
        "reglamento", "imagen", "espera",
    ))  # fmt: skip
    for who, one in now.players.items():
        sold = [one.bought.get(what, 0) for what in ("entrada", "reentrada", "recompra", "addon")]
        table.writerow((
            name_of(who), int(one.entered), *sold, now.book.paid.get(who, 0), one.accepted,
            now.reglamento, int(one.image), "",
        ))  # fmt: skip
    for place, who in enumerate(now.waiting, 1):
        table.writerow((name_of(who), *[""] * 9, place))
    return written.getvalue()


def ranking(now: Tournament, name_of: Callable[[str], str]) -> str:
    """The ranking of a round or a day: place, stack, seat and penalties left (CAT-VII.3.1-13)."""
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(("lugar", "jugador", "fichas", *_place_columns(now), "manos_de_sancion"))
    for place, who in enumerate(now.live, 1):
        seat, left = _place(now, who), now.players[who].sits_out
        table.writerow((place, name_of(who), now.book.stacks[who], *seat, left))
    return written.getvalue()


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
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(COLUMNS)
    last = len(now.players) + 1
    for who in sorted(now.players, key=lambda who: (places.get(who, [last])[0], name_of(who))):
        one = now.players[who]
        place = "-".join(map(str, places.get(who, ())))
        paid = now.paid.get(who, 0)
        entries = one.bought.get("entrada", 0) + one.bought.get("reentrada", 0)
        row = (place, name_of(who), one.standing, entries, paid, due.get(who, 0))
        table.writerow(row)
    return written.getvalue()


def payment_orders(now: Tournament, name_of: Callable[[str], str]) -> bytes:
    """An order a player who is due something: place, prize, bounties, what was paid already, and
    lines to sign on (CAT-VII.3.1-29)."""
    places, due = now.places(), now.due()
    if now.stage == "terminado":
        places |= {player: [1] for player in now.live}
    parts: dict[str, list[str]] = {
        "Órdenes de pago": [
            f"{now.rules.nombre}, fecha {now.number}, versión {now.version} de las bases.",
            f"Por pagar: {pesos(sum(due.values()))} en {len(due)} órdenes. {now.rules.pago}",
        ]
    }
    ordered = sorted(due, key=lambda who: places.get(who, [len(now.players)])[0])
    for number, who in enumerate(ordered, 1):
        place = "-".join(f"{one}.º" for one in places.get(who, ())) or "sin lugar"
        bounty, paid = now.bounties.get(who, 0), now.paid.get(who, 0)
        parts[f"Orden {number}: {name_of(who)}"] = [
            f"Páguese {pesos(due[who])} (lugar {place}).",
            f"De ello, recompensas: {pesos(bounty)}. Pagado antes: {pesos(paid)}.",
            "Firma de quien recibe: ______________________   Cajero: ______________________",
        ]
    return document(now.rules.nombre, parts)
