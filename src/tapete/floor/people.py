"""People: identity numbers, age, and who is kept out of the rooms by law."""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

import msgspec

from tapete.core.clause import ClauseId
from tapete.core.refused import Refused
from tapete.core.roles import JUGADOR

ADULT = 18

Reason = Literal[
    "menor-de-edad", "interdiccion", "ebriedad-o-drogas", "armas", "desorden", "sin-identidad",
    "funcionario-de-la-superintendencia", "funcionario-con-fondos-publicos", "fiscalizador",
    "personal-del-casino", "accionista-o-gerente",
    "autoexclusion", "excluido-por-el-casino",
]  # fmt: skip

BARRED: dict[Reason, ClauseId] = {
    # Law 19.995, article 9: may not enter the rooms.
    "menor-de-edad": "COL-11-01",
    "interdiccion": "COL-11-01",
    "ebriedad-o-drogas": "COL-11-01",
    "armas": "COL-11-01",
    "desorden": "COL-11-01",
    "sin-identidad": "COL-11-01",
    # Article 10: officials who may not bet. Article 15: those who work for the casino or own it.
    "funcionario-de-la-superintendencia": "COL-11-02",
    "funcionario-con-fondos-publicos": "COL-11-02",
    "fiscalizador": "COL-11-03",
    "personal-del-casino": "COL-11-04",
    "accionista-o-gerente": "COL-11-05",
    "autoexclusion": "CAT-VII.3.1-03",
    "excluido-por-el-casino": "CAT-I.5.3-02",
}


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody the casino knows. A guest (``invitado``) plays with play chips and has no papers."""

    id: str
    name: str
    guest: bool = False
    rut: str | None = None
    born: str | None = None
    roles: tuple[str, ...] = (JUGADOR,)


def rut(text: str) -> str:
    """A Chilean identity number in its plain form, its check digit verified.

    >>> rut("12.345.678-5"), rut("11111111-1")
    ('12345678-5', '11111111-1')
    >>> rut("12.345.678-9")
    Traceback (most recent call last):
    ...
    tapete.core.refused.Refused: bad-identity-number [COL-11-01] rut=12.345.678-9
    """
    plain = text.strip().replace(".", "").replace(" ", "").upper()
    found = re.fullmatch(r"0*([0-9]{6,8})-?([0-9K])", plain)
    if found is None or check_digit(found[1]) != found[2]:
        raise Refused("COL-11-01", "bad-identity-number", rut=text[:20])
    return f"{found[1]}-{found[2]}"


def check_digit(number: str) -> str:
    """The digit that guards a RUT: weights 2 to 7 from the right, modulo 11.

    >>> check_digit("12345678"), check_digit("10000013")
    ('5', 'K')
    """
    total = sum(int(digit) * (2 + i % 6) for i, digit in enumerate(reversed(number)))
    return "0K987654321"[total % 11]


def age(born: date, today: date) -> int:
    """Whole years lived.

    >>> age(date(2008, 11, 17), date(2026, 11, 16)), age(date(2008, 11, 16), date(2026, 11, 16))
    (17, 18)
    """
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def birthday(text: str) -> date:
    """A date of birth as it is written in papers: year, month, day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("COL-11-01", "bad-date", date=text[:20]) from None


def check_adult(born: date, today: date) -> None:
    """Raise `Refused` unless the person is of age."""
    years = age(born, today)
    if not 0 <= years <= 130:
        raise Refused("COL-11-01", "bad-date", date=born.isoformat())
    if years < ADULT:
        raise Refused(BARRED["menor-de-edad"], "barred", why="menor-de-edad", age=years)


def check_admitted(reasons: tuple[Reason, ...]) -> None:
    """Raise `Refused` if something keeps the person out."""
    for reason in reasons:
        raise Refused(BARRED[reason], "barred", why=reason)
