"""How a unit speaks to the plain pots it shares (`tapete.floor.aggregates.plain_pots`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapete.chance import system
from tapete.core.book.aggregate import Journal
from tapete.core.round.acta import read_event
from tapete.core.round.ask import Pick
from tapete.core.round.record import line_of_event
from tapete.floor.kernel.unit import Ref
from tapete.systems.pot.across.events import PrizeTaken
from tapete.systems.pot.across.link import POT_LINK, Ask, LinkCommand, Stake, Take
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Contribute, Draw, PotCommand
from tapete.systems.pot.events import PotEvent, ThresholdReached
from tapete.systems.pot.state import Pot, terms_of
from tapete.systems.pot.terms import Terms

PotJournal = Journal[Pot, PotCommand, PotEvent]


class PotDoor:
    """The calls of a unit to its pots while it carries a command out: their answers are noted, and
    given again when the command is replayed.

    ``links`` are those the unit was built with; ``given`` goes into `Envelope.pot`.
    """

    def __init__(self, links: Mapping[Ref, Any], pick: Pick | None = None) -> None:
        self._pots: dict[str, PotJournal] = {
            ref.id: link for ref, link in links.items() if ref.kind == POT.kind
        }
        self._far = {ref.id: link for ref, link in links.items() if ref.kind == POT_LINK.kind}
        """The ends, here, of those that another casino keeps."""
        self._pick = pick
        self._left: list[Any] | None = None
        self.given: tuple[Any, ...] = ()

    def begin(self, again: Sequence[Any] | None = None) -> None:
        """A command is about to be carried out: for the first time, or again with the answers that
        were noted. What pots did for a refused command is discarded."""
        self.given = ()
        self._left = None if again is None else list(again)

    def do(self, pot: str, command: PotCommand | LinkCommand) -> tuple[PotEvent, ...]:
        """Do something with a pot. A mystery pot that was reached has its next threshold drawn."""
        if self._left is not None:
            said = self._left.pop(0)
        else:
            journal = self._journal(pot)
            events = journal.do(command)
            if any(isinstance(event, ThresholdReached) for event in events):
                events += journal.do(drawn(terms_of(journal.state), self._pick or system()))
            said = "\n".join(map(line_of_event, events))
        self.given = (*self.given, said)
        return tuple(_read(line) for line in said.split("\n") if line)

    def _journal(self, pot: str) -> Any:
        return self._far[pot].journal if pot in self._far else self._pots[pot]

    def feed(self, pot: str, bet: Contribute, *, far: bool, begun: bool) -> tuple[PotEvent, ...]:
        """A bet enters a pot, or the part that this casino has of a ``far`` one; ``begun``: its
        play has begun, and is carried through though the line has failed since."""
        if far:
            return self.do(pot, Stake(bet.unit, bet.place, bet.amount, begun))
        return self.do(pot, bet)

    def ask(self, pot: str, unit: str, place: int, times: int) -> None:
        """A play has won a pot that another casino keeps: it is asked what the prize comes to."""
        self.do(pot, Ask(unit, place, times))

    def is_answered(self, pot: str, unit: str) -> bool:
        """Whether that is known."""
        return pot in self._far and bool(self._far[pot].answered(unit))

    def take(self, pot: str, unit: str) -> int:
        """What it comes to, taken by the machine that waits for it."""
        told = self.do(pot, Take(unit))
        return sum(event.amount for event in told if isinstance(event, PrizeTaken))

    def won_by_rows(self, pots: Sequence[str]) -> str:
        """The first of these pots that is won by rows, not by its threshold."""

        def first() -> str:
            kept = ((pot, self._journal(pot).state.terms) for pot in pots)
            return next((pot for pot, terms in kept if terms and not terms.mystery), pots[0])

        return str(self.noted(first))

    def holds(self, pot: str) -> int:
        """The amount that can be won from a pot now."""
        return int(self.noted(lambda: self._pots[pot].state.meters.current))

    def noted(self, answer: Callable[[], Any]) -> Any:
        """What something outside answers, noted; carried out again, what it answered then."""
        said = answer() if self._left is None else self._left.pop(0)
        self.given = (*self.given, said)
        return said


def _read(line: str) -> PotEvent:
    event = read_event(line)
    assert isinstance(event, PotEvent)
    return event


def drawn(terms: Terms, pick: Pick) -> Draw:
    """The threshold of a mystery pot, each of those it may have as likely as the others."""
    assert terms.limit is not None, "a mystery pot has a limit"
    return Draw(terms.base + 1 + pick(terms.limit - terms.base), secrets.token_hex(32))
