"""What follows from a game in money: takings to pots, prizes to accounts, commission to the house,
and everything back where a game is annulled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.floor.aggregates.pot_door import PotDoor
from tapete.floor.kernel.unit import Ref
from tapete.floor.units.sala import events as told
from tapete.floor.units.sala.spec import SalaSpec
from tapete.systems.bingo.calls import PotWon
from tapete.systems.bingo.events import Awarded, GameEnded, PrizesSet, Refunded
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Contribute, End, Win
from tapete.systems.pot.events import PrizePaid

FED, PAID, REFUND = "CAT-V.4-08", "CAT-V.3.3-13", "CAT-V.3.3-06"
PLACE = 1


class Settling:
    """Carries the money of a game on."""

    def __init__(self, spec: SalaSpec, links: Mapping[Ref, Any]) -> None:
        self.spec, self.plan, self.links = spec, spec.bingo_plan, links
        self.door = PotDoor(links)
        self.fed: dict[str, int] = {}
        self.seen: list[Event] = []
        self.pot_ids = frozenset(pot.id for pot in self.plan.pots)
        self.told_pots: Callable[[], Mapping[str, int]] = dict
        """In a room of a joint game: what the centre said that pots paid."""
        self.told_holds: Callable[[], Mapping[str, int]] = dict
        """In a room of a joint game: what the centre said that pots hold."""

    def new_game(self) -> None:
        """Nothing has been paid for the game to come."""
        self.fed, self.seen = {}, []

    def holds(self, pot: str) -> int | None:
        """What a pot holds now, in a room of a joint game as the centre said it; nobody knows
        where the hall is only carried out again, or the centre has not spoken yet."""
        if self.spec.is_room:
            return self.told_holds().get(pot)
        found = self.links.get(Ref(POT.kind, pot))
        return None if found is None else int(found.state.meters.current)

    def check_pots(self) -> None:
        """Raise `Refused` unless every pot of the plan may take its part: without it no game."""
        for share in self.plan.pots:
            pot = self.links.get(Ref(POT.kind, share.id))
            if pot is not None and not pot.state.active:
                raise Refused("CAT-V.2.1-05", "pot-not-active", pot=share.id)

    def won(self, ask: PotWon) -> int:
        """What a pot held that was just won."""
        if self.spec.is_room:
            return self.told_pots()[ask.name]
        done = self.door.do(ask.name, Win(self.spec.id, (PLACE,)))
        return sum(event.amount for event in done if isinstance(event, PrizePaid))

    def follow(self, events: Sequence[Event]) -> list[Event]:
        """Do what follows at once from the events of a game."""
        found: list[Event] = []
        self.seen += events
        for event in events:
            if isinstance(event, PrizesSet):
                for pot, amount in event.pots.items():
                    found += self._feed(pot, amount)
                if self.plan.leftover_pot is not None:
                    found += self._feed(self.plan.leftover_pot, event.leftover)
            elif isinstance(event, Awarded):
                if event.prize in self.pot_ids:
                    found.append(
                        told.PotTaken(pot=event.prize, amount=event.amount, clause="CAT-V.2.3-34")
                    )
                if event.at_once:
                    found += _paid(event.shares)
        return found

    def _feed(self, pot: str, amount: int, *, final: bool = False) -> list[Event]:
        if not amount:
            return []
        if not self.spec.is_room:
            self.door.do(pot, Contribute(self.spec.id, PLACE, amount, final))
        if not final:
            self.fed[pot] = self.fed.get(pot, 0) + amount
        return [told.PotIncreased(pot=pot, amount=amount, clause=FED)]

    def end(self, events: Sequence[Event]) -> list[Event]:
        """Do what follows from the end of a game."""
        ended = next(event for event in reversed(events) if isinstance(event, GameEnded))
        if ended.how != "terminada":
            return [*self._pots_back(), *self._covered(events)]
        for share in self.plan.pots if not self.spec.is_room else ():
            self.door.do(share.id, End(self.spec.id))
        owed: dict[str, int] = {}
        kept = next((e.house for e in events if isinstance(e, PrizesSet)), {})
        me = "" if self.spec.joint is None else self.spec.joint.me
        house = kept.get(me, 0)
        found: list[Event] = [
            told.RoomKept(room=room, amount=amount, clause="CAT-V.5-06")
            for room, amount in kept.items()
            if room != me and amount
        ]
        if self.plan.leftover_pot is None:
            house += sum(event.leftover for event in events if isinstance(event, PrizesSet))
        for award in events:
            if not isinstance(award, Awarded):
                continue
            for who, amount in award.shares.items() if not award.at_once else ():
                owed[who] = owed.get(who, 0) + amount
            home = self.plan.leftover_pot
            if home is None and award.prize in self.pot_ids:
                home = award.prize
            if home is None:
                house += award.leftover
            else:
                found += self._feed(home, award.leftover, final=True)
        paid: list[Event] = _paid(owed)
        if house:
            found.append(told.HouseKept(amount=house, clause="CAT-V.5-06"))
        return [*paid, *found]

    def _pots_back(self) -> list[Event]:
        found: list[Event] = []
        for share in self.plan.pots:
            if not self.spec.is_room:
                self.door.do(share.id, End(self.spec.id, voided=True))
            if amount := self.fed.get(share.id, 0):
                found.append(told.PotReturned(pot=share.id, amount=amount, clause=REFUND))
        self.fed = {}
        return found

    def _covered(self, events: Sequence[Event]) -> list[Event]:
        """A line paid on the spot stands, at the casino's cost."""
        at_once = sum(
            sum(event.shares.values())
            for event in events
            if isinstance(event, Awarded) and event.at_once
        )
        return [told.HouseCovered(amount=at_once, clause="CAT-V.5-04")] if at_once else []

    def give_back(self, holders: Iterable[str]) -> list[Event]:
        """A game that broke down: each card is paid back to whoever holds it."""
        price = self.plan.price
        refunds: list[Event] = [
            Refunded(who=who, cards=cards, amount=cards * price, clause=REFUND)
            for who, cards in Counter(holders).items()
        ]
        return [*self._pots_back(), *self._covered(self.seen), *refunds]


def _paid(shares: Mapping[str, int]) -> list[Event]:
    return [
        told.PrizePaid(who=who, amount=amount, clause=PAID)
        for who, amount in shares.items()
        if amount
    ]
