"""Which state of a machine takes bets and money, and what the others refuse: one table."""

from __future__ import annotations

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.machines.cabinet import Cabinet

OFFERED: ClauseId = "CAT-VI.5-03"
DOWNLOAD: ClauseId = "CAT-VI.3-09"
HOMOLOGATED: ClauseId = "CAT-VI.3-10"
IRREGULAR: ClauseId = "CAT-VI.7.1-01"
ALTERED: ClauseId = "CAT-VI.7.2-02"
LOCKED: dict[str, tuple[str, ClauseId]] = {
    "apagada": ("power-off", OFFERED), "autotest": ("self-test", HOMOLOGATED),
    "fuera-de-servicio": ("not-enabled", HOMOLOGATED),
    "falla": ("fault", ALTERED), "auditoria": ("audit", IRREGULAR),
    "descarga": ("download", DOWNLOAD), "pago-manual": ("hand-pay-pending", IRREGULAR),
    "jugada": ("in-play", OFFERED),
}  # fmt: skip
"""What each state refuses, money and bets alike; ``libre`` takes both, ``torneo`` only bets."""
STOPPED = ("apagada", "autotest", "falla", "auditoria")
"""States in which a play in course waits."""


def check_state(cabinet: Cabinet, *, money: bool) -> None:
    """Raise `Refused` if the machine takes no bet, or no money, in its state (CAT-VI.3-09)."""
    state = "jugada" if cabinet.state == "torneo" and cabinet.play else cabinet.state
    if state in LOCKED:
        code, clause = LOCKED[state]
        raise Refused(clause, code, state=state)
    if money and state == "torneo":
        raise Refused("CAT-VII.2.1.3-06", "tournament", state=state)


def check_going_on(cabinet: Cabinet) -> None:
    """Raise `Refused` while a play in course cannot go on: a fault or the technician's mode stops
    it where it is (CAT-VI.7.2-02)."""
    if cabinet.state in STOPPED:
        code, clause = LOCKED[cabinet.state]
        raise Refused(clause, code, state=cabinet.state)


def check_no_bets(cabinet: Cabinet) -> None:
    """Raise `Refused` while bets of the table game behind the machine are down: they are a play."""
    for position in cabinet.table.bets:
        raise Refused(OFFERED, "in-play", position=position)


def check_powered(cabinet: Cabinet) -> None:
    """Raise `Refused` while the machine is switched off."""
    if not cabinet.powered:
        raise Refused(OFFERED, "power-off")


def check_position(cabinet: Cabinet, position: int) -> None:
    """Raise `Refused` unless the machine has this position."""
    if not 1 <= position <= cabinet.positions:
        raise Refused("CAT-VI.4.2.3-01", "no-such-position", position=position)
