"""What somebody may be called here, and the roles he may be given."""

from __future__ import annotations

import re

from tapete.core.book.refused import Refused
from tapete.floor.people.names import plain
from tapete.floor.people.passwords import ACCESS
from tapete.floor.people.permissions import FISCALIZADOR, ROLES, STAFF
from tapete.floor.people.person import BOT, rut
from tapete.floor.table.commands import SYSTEM

OF_THE_HOUSE = ("administrator", *(role.replace("-", "") for role in (*STAFF, FISCALIZADOR)))
NOBODY = "nadie"
"""Who tried to come in, if it is nobody we know: what was typed may be anybody's number."""


def check_id(id: str) -> None:
    """Raise `Refused` for a name nobody works under, such as the system's in the log."""
    taken = id in (SYSTEM, NOBODY) or id.startswith(("persona-", "invitado-", f"{BOT}-"))
    if taken or not re.fullmatch(r"[a-z0-9][a-z0-9.-]{1,39}", id) or is_rut(id):
        raise Refused(ACCESS, "bad-id", id=id[:20])


def is_rut(text: str) -> bool:
    """Whether this is an identity number."""
    try:
        return bool(rut(text))
    except Refused:
        return False


def check_name(name: str) -> None:
    """Raise `Refused` for what nobody can be called by."""
    if not 1 <= len(name.strip()) <= 60 or not name.isprintable():
        raise Refused(ACCESS, "bad-name", name=name[:20])


def check_not_the_house(name: str) -> None:
    """Raise `Refused` for a guest who calls himself what the people of the house are called."""
    said = "".join(sign for sign in plain(name) if sign.isalnum())
    if any(called in said for called in OF_THE_HOUSE):
        raise Refused(ACCESS, "name-of-the-house", name=name[:20])


def check_roles(roles: tuple[str, ...]) -> None:
    """Raise `Refused` for a role that the house does not know."""
    for role in roles:
        if role not in ROLES:
            raise Refused(ACCESS, "no-such-role", role=role, roles=" ".join(ROLES))
