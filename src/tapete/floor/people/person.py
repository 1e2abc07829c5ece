"""People: identity numbers, age, and who is kept out of the rooms by law."""

from __future__ import annotations

import re
import secrets
import unicodedata
from datetime import date
from typing import TYPE_CHECKING, Literal

import msgspec

from tapete.core.book.account import CLP, PLAY, Unit
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JUGADOR
from tapete.floor.money.ledger import ONE_UNIT

if TYPE_CHECKING:
    from tapete.floor.kernel.unit import Spec

ADULT = 18

Reason = Literal[
    "menor-de-edad", "interdiccion", "ebriedad-o-drogas", "armas", "desorden", "sin-identidad",
    "funcionario-de-la-superintendencia", "funcionario-con-fondos-publicos", "fiscalizador",
    "personal-del-casino", "accionista-o-gerente",
    "autoexclusion", "excluido-por-el-casino",
    "pariente-del-personal", "altera-los-juegos", "dependiente-de-la-operadora",
    "administra-servicios-anexos",
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
    # Kept out of the casino's tournaments alone.
    "pariente-del-personal": "COL-16-01",
    "altera-los-juegos": "COL-16-02",
    "dependiente-de-la-operadora": "COL-16-03",
    "administra-servicios-anexos": "COL-16-04",
}
OF_TOURNAMENTS: tuple[Reason, ...] = (
    "pariente-del-personal", "altera-los-juegos", "dependiente-de-la-operadora",
    "administra-servicios-anexos",
)  # fmt: skip
"""Reasons that keep somebody out of tournaments and of nothing else."""


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody the casino knows. A guest (``invitado``) plays with play chips and has no papers.

    ``id`` stands in logs, ledger and views, and says nothing of the person: it is random, or for
    somebody who works here the name he comes in with. ``name``, ``rut``, ``born`` and the
    postal ``address`` are his papers, which stand apart and can be erased.
    """

    id: str
    name: str
    guest: bool = False
    rut: str | None = None
    born: str | None = None
    address: str | None = None
    roles: tuple[str, ...] = (JUGADOR,)

    @property
    def unit(self) -> Unit:
        """The unit of the chips he plays with: a guest's are play chips, everybody else's money."""
        return PLAY if self.guest else CLP


BOT = "bot"
"""How the id of a bot of the house begins: everybody sees that it is one."""


def is_bot(id: str) -> bool:
    """Whether this is a bot of the house, and nobody.

    >>> is_bot("bot-07"), is_bot("invitado-07")
    (True, False)
    """
    return id.startswith(f"{BOT}-")


def new_id(kind: str = "persona") -> str:
    """An id that says nothing of whoever gets it."""
    return f"{kind}-{secrets.token_hex(8)}"


def alias(person: Person) -> str:
    """The name by which everybody at a table may know somebody: a guest's own choice, others' first
    name.

    >>> alias(Person(id="persona-1", name="Ana Soto Díaz"))
    'Ana'
    >>> alias(Person(id="invitado-1", name="La Reina", guest=True))
    'La Reina'
    """
    return person.name if person.guest else (person.name.split() or [person.id])[0]


def login_name(text: str) -> str:
    """A name to come in with, in its one spelling: whatever looks the same is the same.

    >>> login_name(" 0012.345.678-5 "), login_name("Adminis\u200btrador")
    ('12345678-5', 'administrador')
    """
    signs = unicodedata.normalize("NFKC", text[:200])
    plain = "".join(sign for sign in signs if sign.isprintable()).strip().casefold()[:64]
    try:
        return rut(plain)
    except Refused:
        return plain


def rut(text: str) -> str:
    """A Chilean identity number in its plain form, its check digit verified.

    >>> rut("12.345.678-5"), rut("11111111-1")
    ('12345678-5', '11111111-1')
    >>> rut("12.345.678-9")
    Traceback (most recent call last):
    ...
    tapete.core.book.refused.Refused: bad-identity-number [COL-11-01] rut=12.345.678-9
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


def check_admitted(reasons: tuple[Reason, ...], *, tournament: bool = False) -> None:
    """Raise `Refused` if something keeps the person out, of a ``tournament`` or altogether."""
    for reason in reasons:
        if reason in OF_TOURNAMENTS and not tournament:
            continue
        raise Refused(BARRED[reason], "barred", why=reason)


def check_unit(person: Person, spec: Spec) -> None:
    """Raise `Refused` unless somebody has chips that are played for at a unit: whoever has an
    account plays for money and, with play chips, where those are played for; a guest has no money.
    """
    if person.guest and spec.unit != PLAY:
        raise Refused(ONE_UNIT, "money-table", table=spec.id)
