"""The cage: chips for money and money for chips, fills and credits of the banks, play chips given
away. It moves pesos and nothing else for money: play chips are never sold nor cashed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from tapete.core.book.account import BANK, CLP, PLAY, Unit
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import JUGADOR
from tapete.floor.money.accounts import CAGE, VAULT, WORLD, LedgerAccount, at_table, vault, wallet
from tapete.floor.money.ledger import ONE_UNIT, Transfer
from tapete.floor.people import permissions
from tapete.floor.people.person import BOT, check_admitted
from tapete.floor.people.presence import lock_person, places_of, reasons_of
from tapete.floor.people.register import Session

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.people.person import Person

CHIPS = "CAT-I.1-10"
BANKS = "CAT-I.2-01"
PRESENT = "CAT-I.5.1-02"


class Cage:
    """The cage of a casino on this node."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino

    async def welcome(self, name: str, address: str = "") -> Session:
        """A guest comes in and is given play chips."""
        if not self.casino.settings.guests:
            raise Refused("COL-11-01", "no-guests")
        self.casino.throttle.guest(address, self.casino.now())
        now, amount = self.casino.now(), self.casino.settings.guest_chips

        def moved(connection: Connection) -> Session:
            person = self.casino.register.guest(connection, name, now=now)
            self.casino.store.post(
                connection, _gift(f"invitado:{person.id}", person.id, amount), now
            )
            return self.casino.register.begin(connection, person, now=now)

        return await self.casino.write(moved)

    async def hire(self, names: Sequence[str]) -> list[Person]:
        """Bots of the house called so, with play chips of their own."""
        now, amount = self.casino.now(), self.casino.settings.guest_chips

        def moved(connection: Connection) -> list[Person]:
            register = self.casino.register
            bots = [register.guest(connection, name, now=now, kind=BOT) for name in names]
            gifts = [gift for bot in bots for gift in _gift(f"invitado:{bot.id}", bot.id, amount)]
            self.casino.store.post(connection, gifts, now)
            return bots

        return await self.casino.write(moved)

    async def play_chips(self, person: Person) -> None:
        """Whoever has no play chips left, at a table neither, is given as many as a guest begins
        with, in a house where something is played for them."""
        amount, at = self.casino.settings.guest_chips, self.casino.now()
        played = {id for id, spec in self.casino.units.items() if spec.unit == PLAY}
        if not played or JUGADOR not in person.roles:
            raise Refused(ONE_UNIT, "no-play-chips-here")

        def moved(connection: Connection) -> None:
            lock_person(connection, person.id)
            held = self.casino.store.balance_in(connection, wallet(person.id, PLAY))
            if held or played & places_of(connection, person.id).keys():
                raise Refused(ONE_UNIT, "has-play-chips", chips=held)
            gift = _gift(f"obsequio:{person.id}/{secrets.token_hex(8)}", person.id, amount)
            self.casino.store.post(connection, gift, at)

        await self.casino.write(moved)

    async def buy(
        self, role: str, person: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """The cashier sells chips for money, to nobody who is kept out. ``by`` is who he is,
        ``counted`` what lay in his trays: both go into the audit log."""
        permissions.check("chips.buy", role)
        self._check_money(person)
        permissions.check_not_of_the_house(self.casino.known(person).roles)
        noted = (by, "chips.sold", {"person": person, "counted": counted})
        await self._move(f"compra:{id}", WORLD, CAGE, amount, "dinero-recibido", noted,
                         (VAULT, wallet(person), "fichas-vendidas"), admitted=person)  # fmt: skip

    async def cash(
        self, role: str, person: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """The cashier gives money for chips."""
        permissions.check("chips.cash", role)
        self._check_money(person)
        noted = (by, "chips.cashed", {"person": person, "counted": counted})
        await self._move(f"canje:{id}", wallet(person), VAULT, amount, "fichas-recibidas", noted,
                         (CAGE, WORLD, "dinero-pagado"))  # fmt: skip

    async def fill(
        self, role: str, table: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """Chips go from the vault to a table's bank."""
        permissions.check("bank.fill", role)
        unit, noted = self._unit(table), {"table": table, "counted": counted}
        bank = at_table(table, BANK, unit)
        await self._move(f"relleno:{id}", vault(unit), bank, amount, "relleno",
                         (by, "bank.filled", noted))  # fmt: skip

    async def credit(
        self, role: str, table: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """Chips go from a table's bank back to the vault: as many as lie there, no more."""
        permissions.check("bank.credit", role)
        unit, noted = self._unit(table), {"table": table, "counted": counted}
        bank = at_table(table, BANK, unit)
        await self._move(f"retiro:{id}", bank, vault(unit), amount, "retiro",
                         (by, "bank.credited", noted))  # fmt: skip

    def _unit(self, table: str) -> Unit:
        """What a gaming table is played for, whoever keeps it; nothing else has a bank of chips."""
        if table not in self.casino.specs:
            raise Refused(PRESENT, "no-such-table", table=table[:64])
        unit = self.casino.specs[table].unit
        if unit not in (CLP, PLAY):  # a tournament's chips come out of its own box
            raise Refused(ONE_UNIT, "another-unit", unit=unit, to=CLP)
        return unit

    def _check_money(self, person: str) -> None:
        """The cage moves pesos and nothing else: a guest's play chips are never sold nor cashed."""
        known = self.casino.known(person)
        if known.unit != CLP:
            raise Refused(ONE_UNIT, "another-unit", unit=known.unit, to=CLP)

    async def _move(
        self, id: str, source: LedgerAccount, target: LedgerAccount, amount: int, why: str,
        noted: tuple[str, str, dict[str, str]],
        also: tuple[LedgerAccount, LedgerAccount, str] | None = None, admitted: str = "",
    ) -> None:  # fmt: skip
        """Money and chips change hands, all of it or nothing; for whoever has to be ``admitted``,
        if nothing keeps him out."""
        if type(amount) is not int or not 0 < amount < 10**15:
            raise Refused("CAT-I.5.1-03", "bad-amount", amount=str(amount)[:20])
        batch = _moves(id, amount, (source, target, why), *([also] if also else []))
        (by, what, facts), at = noted, self.casino.now()

        def moved(connection: Connection) -> None:
            if not self.casino.store.post_once(connection, batch, at):
                return
            if source.place == BANK and self.casino.store.balance_in(connection, source) < 0:
                raise Refused(BANKS, "not-in-the-bank", amount=amount)
            if admitted:
                lock_person(connection, admitted)
                check_admitted(reasons_of(connection, admitted, at))
            if by:
                said: dict[str, Fact] = {**facts, "amount": amount, "receipt": id}
                self.casino.register.note(connection, by, what, said, at)

        await self.casino.write(moved)

    def wallet(self, person: str, unit: Unit = CLP) -> int:
        """The chips of a unit that a person holds away from the tables."""
        return self.casino.store.balance(wallet(person, unit))


def _gift(id: str, person: str, amount: int) -> list[Transfer]:
    """Play chips given to a person."""
    return _moves(id, amount, (vault(PLAY), wallet(person, PLAY), "fichas-de-invitado"))


def _moves(
    id: str, amount: int, *pairs: tuple[LedgerAccount, LedgerAccount, str]
) -> list[Transfer]:
    return [
        Transfer(
            id=f"{id}:{n}", source=giver, target=taker, amount=amount, state="posted",
            clause=CHIPS, why=reason,
        )
        for n, (giver, taker, reason) in enumerate(pairs)
    ]  # fmt: skip
