"""A table set up for the terminal: staff, you, the others, purses, the felt and the actas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapete import __version__
from tapete.chance import Chance
from tapete.cli.terminal.canvas import Chips
from tapete.cli.terminal.store import Store
from tapete.core.book.account import BANK, COMMISSION
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER, CROUPIERS, JEFE
from tapete.core.round.ask import Ask
from tapete.core.round.betting import OpenBets
from tapete.core.round.event import Event
from tapete.core.round.felt import Felt
from tapete.core.round.game import Game
from tapete.core.round.live import Live
from tapete.core.round.record import Record
from tapete.core.table.session import Answerer
from tapete.core.table.table import Table
from tapete.games.bots import Bot, bets_of, seat_bots, unattended
from tapete.telling.explain import Teller
from tapete.telling.texts import t

BOTS = 2
IN_A_CIRCLE = 5
"""Players at a table where they play among themselves, you included."""


@dataclass
class Party:
    """One table and everybody at it. ``you`` is the player's seat, none when only bots play."""

    table: Table
    you: int | None
    bots: list[Bot]
    brought: dict[int, int]
    store: Store
    pick: Chance
    lang: str
    felt: Felt
    people: dict[int, str]
    stack: int
    bank: int = 0
    heard: int = 0

    @property
    def teller(self) -> Teller:
        return Teller(self.lang, self.people)

    @property
    def chips(self) -> Chips:
        return Chips(self.you, self.people)

    def hear(self) -> list[Event]:
        """What was told at the table outside the rounds since the last time."""
        events = self.table.log[self.heard :]
        self.heard += len(events)
        self.told(events)
        return events

    def told(self, events: Iterable[Event]) -> None:
        """Take notice of events: the felt, and what the casino wins or pays."""
        for event in events:
            self.felt.tell(event)
            self.bank += sum(n for account, n in event.postings() if account in (BANK, COMMISSION))

    def purses(self) -> dict[int, int]:
        """What each of the others has before him."""
        return {bot.seat: self.purse(bot.seat) for bot in self.bots}

    def purse(self, seat: int) -> int:
        """Chips before a seat, those on the felt not counted."""
        return self.felt.net.get(seat, 0)

    def gained(self, seat: int) -> int:
        """What a seat has won or lost so far, chips on the felt counted."""
        on_felt = sum(stakes.get(seat, 0) for stakes in self.felt.chips.values())
        return self.purse(seat) + on_felt - self.brought[seat]

    def bring(self, seat: int, chips: int) -> None:
        """Somebody puts more chips before their seat."""
        self.table.exchange.bring(seat, chips)
        self.brought[seat] = self.brought.get(seat, 0) + chips
        self.hear()

    def bots_bet(self, open_bets: OpenBets) -> None:
        """The others put their chips down."""
        bets_of(self.bots, open_bets, self.purses(), self.pick)

    def begin(self) -> Live[Any]:
        """Begin a round; whoever has run out of chips buys as many as at first. Among players that
        is what is missing to it, and you do so too."""
        if self.table.game.on_stacks:
            for seat in self.people:
                if not self.purse(seat):
                    self.bring(seat, self.stack)
        else:
            for bot in self.bots:
                if self.purse(bot.seat) < self.table.limits.min:
                    self.bring(bot.seat, self.stack)
        self.shuffle(self.answer)
        live = self.table.begin()
        self.hear()
        self.told(live.events)
        return live

    def shuffle(self, answerer: Answerer) -> list[Event]:
        """Cards shuffled and cut, where it is time; gives what was told of it."""
        prepared = self.table.prepare(answerer)
        events = list(prepared.events) if prepared is not None else []
        self.told(events)
        return events

    def answer(self, ask: Ask[Any]) -> Any:
        """The answer to anything that is not yours to answer."""
        if ask.is_chance:
            return ask.some(self.pick)
        if ask.betting is not None:
            open_bets = ask.betting.open()
            self.bots_bet(open_bets)
            try:
                return open_bets.close()
            except Refused:
                return ask.betting.open().close()
        return unattended(ask, self.bots, self.purses(), self.pick)

    def finish(self) -> tuple[Record, Path]:
        """Take the ended round off the table and save its acta."""
        self.pick.wipe()
        record = self.table.finish()
        return record, self.store.save(record)


def gather(
    game: Game[Any, Any],
    *,
    edition: str,
    changes: Mapping[str, str],
    plan: Plan,
    seat: int | None,
    bots: int | None,
    chips: int,
    folder: Path,
    pick: Chance,
    lang: str,
) -> Party:
    """Open a table, sit everybody down, give each their chips."""
    store = Store(folder, game.id)
    table = Table(
        game, edition=edition, changes=dict(changes), plan=plan,
        name=store.name, version=__version__,
    )  # fmt: skip
    table.open_play(staff_for(table))
    fewest = max(IN_A_CIRCLE if game.on_stacks else 0, table.rules.players_min)
    wanted = bots if bots is not None else max(BOTS, fewest - (seat is not None))
    people = {} if seat is None else {seat: t("play.you", lang)}
    free = [number for number in range(1, wanted + 2) if number != seat][:wanted]
    others = seat_bots(free, pick)
    people |= {bot.seat: bot.name for bot in others}
    felt = Felt(f"seat:{seat}" if seat is not None else CROUPIER)
    for place, name in people.items():
        table.sit(place, name, chips=chips)
    brought = dict.fromkeys(people, chips)
    party = Party(table, seat, others, brought, store, pick, lang, felt, people, chips)
    party.hear()
    return party


def staff_for(table: Table) -> list[str]:
    """The people the regulation wants behind this table."""
    named = [role for role, (low, _) in table.rules.staff.items() for _ in range(low)]
    croupiers = sum(role in CROUPIERS for role in named)
    missing = max(1, table.rules.croupiers_min) - croupiers
    return [*named, *[CROUPIER] * missing, *([] if JEFE in named else [JEFE])]
