"""A croupier's console that knows no game: it enters what it is asked for, and nothing else.

Whatever it sends it reads from the view of the table: results, dice, cards left, forms of what is
irregular, moves to be told by word, rulings and whose they are.
"""

from __future__ import annotations

import random
from typing import Any

from tapete.client import TableClient
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Option
from tapete.core.round.bets import SECTION_ROLE, Noticed, Place
from tapete.core.round.shown import AskView, FormView
from tapete.floor.table.commands import Answer, AnyCommand, Begin, Bet, CloseBets
from tapete.floor.table.view import OfferView

JEFE = "jefe-de-mesa"
SOME = 4
"""Irregular results in a row are legal for ever: a round is given no more than so many."""


class Console:
    """The console of a croupier and that of the jefe de mesa, side by side.

    ``entered`` are the irregular plays that were entered, ``ruled`` the questions decided, by role.
    """

    def __init__(self, croupier: TableClient, role: str, jefe: TableClient, seed: str) -> None:
        self.croupier, self.role, self.jefe = croupier, role, jefe
        self.luck = random.Random(seed)
        self.entered: list[str] = []
        self.offered: set[str] = set()
        self.ruled: list[tuple[str, str]] = []
        self.noticed: list[str] = []
        self.by_word = 0
        self._this_round = self.rounds = 0

    async def run(self, fewest: int, most: int) -> None:
        """Deal so many rounds, and more as long as something irregular was not entered yet."""
        while not self.over(fewest, most):
            await self.step()
            self.rounds = self.croupier.view.round

    def over(self, fewest: int, most: int) -> bool:
        if self.croupier.view.ask is not None or self.rounds < fewest:
            return False
        return self.rounds >= most or self.offered <= set(self.entered)

    async def step(self) -> None:
        """Enter one thing."""
        ask = self.croupier.view.ask
        if ask is None:
            self._this_round = 0
            await self.send(Begin())
        elif ask.kind == "bets":
            await self.take_bets()
        elif ask.rulings:
            await self.rule(ask)
        elif ask.options:
            await self.hear(ask)
        else:
            await self.report(ask)

    async def send(self, command: AnyCommand, *, by: TableClient | None = None) -> None:
        if by is self.jefe:
            state = (await self.jefe.post(command, role=JEFE)).state
        else:
            state = await self.croupier.send(command, role=self.role)
        await self.croupier.until(lambda view: view.state == state)

    async def try_(self, command: AnyCommand) -> Refused | None:
        try:
            await self.send(command)
        except Refused as refusal:
            return refusal
        return None

    # Bets

    async def take_bets(self) -> None:
        """Put everybody's chips down, notice one bet too late, and say «no más apuestas»."""
        seats = self.seats()
        open_ = await self.offers(seats[-1]) or await self.offers(seats[0])  # the bank may be one's
        for offer in (open_[0], self.luck.choice(open_)):
            for seat in seats:
                await self.try_(Bet(action=Place(seat, offer.bet, offer.low or 1)))
        for _ in range(4):
            if self.rounds and not self.noticed:
                await self.notice()
            refusal = await self.try_(CloseBets())
            if refusal is None:
                return
            for seat in self.seats():  # a compulsory bet is missing, or too few have bet
                for offer in (await self.offers(seat))[:2]:
                    await self.try_(Bet(action=Place(seat, offer.bet, offer.low or 1)))
        raise AssertionError(f"the betting does not close: {refusal}")

    async def notice(self) -> None:
        """A bet over the maximum, or under the minimum, that was seen only after the close."""
        seat = self.seats()[-1]
        for offer in (await self.offers(seat))[:6]:
            amount = 1 if offer.high is None else offer.high + (offer.step or 1)
            late = Bet(action=Noticed(seat, offer.bet, amount, SECTION_ROLE))
            if await self.try_(late) is None:
                self.noticed.append(offer.bet)
                return

    async def offers(self, seat: int) -> list[OfferView]:
        path = f"/api/tables/{self.croupier.id}/offers?seat={seat}"
        found: list[OfferView] = await self.croupier.client.get(path, list[OfferView])
        return [offer for offer in found if offer.open]

    def seats(self) -> list[int]:
        return [seat.seat for seat in self.croupier.view.seats]

    def chips(self, seat: int) -> int | None:
        return next(s.chips for s in self.croupier.view.seats if s.seat == seat)

    # What is asked

    async def rule(self, ask: AskView) -> None:
        """A ruling: by the role it is put to, and refused to the other console."""
        assert ask.role is not None
        ours = ask.role == self.role
        mine, other = (self.croupier, self.jefe) if ours else (self.jefe, self.croupier)
        ruling = Answer(answer=self.luck.choice(ask.rulings))
        wrong = JEFE if ours else self.role
        try:
            await other.post(ruling, role=wrong)
        except Refused as refusal:
            assert (refusal.code, refusal.clause) == ("not-your-role", ask.clause)
        else:
            raise AssertionError(f"{wrong} ruled on {ask.about}")
        await self.send(ruling, by=mine)
        self.ruled.append((ask.role, str(ask.about)))

    async def hear(self, ask: AskView) -> None:
        """A player says his move, or does something he should not."""
        assert ask.seat is not None
        if await self.irregular(ask):
            return
        moves = [self.move(option) for option in ask.options]
        self.luck.shuffle(moves)
        moves.sort(key=lambda move: move == "resto")  # so that all can go on
        for move in moves:
            refusal = await self.try_(Answer(answer=move, seat=ask.seat, by_word=True))
            if refusal is None:
                self.by_word += 1
                return
            assert refusal.code == "no-chips", refusal
        raise AssertionError(f"none of {moves} was taken")

    def move(self, option: Option) -> str:
        """A move as it is told."""
        if option.low is not None:
            return f"{option.name}:{option.low}"
        chosen = self.luck.sample(option.cards, option.fewest)
        return f"{option.name}:{','.join(chosen)}" if chosen else option.name

    async def report(self, ask: AskView) -> None:
        """What the wheel, the dice or the cards did."""
        if await self.irregular(ask):
            return
        answer: Any
        match ask.kind:
            case "spin":
                answer = self.luck.choice(ask.results)
            case "roll":
                answer = [self.luck.choice(ask.results) for _ in range(ask.dice or 0)]
            case "draw":
                answer = self.card(ask)
            case other:
                raise AssertionError(f"the console does not know what to do with {other}")
        await self.send(Answer(answer=answer))

    # What is irregular

    async def irregular(self, ask: AskView) -> bool:
        """Enter one irregular play that was not entered yet; gives whether it was taken."""
        self.offered |= set(ask.forms)
        left = [name for name in ask.forms if name not in self.entered]
        if not left or self._this_round >= SOME:
            return False
        name = left[0]
        self._this_round += 1
        if ask.seat is None:
            await self.send(Answer(answer=self.fill(ask, ask.forms[name])))
        else:  # of several players only one may be in the case
            for seat in self.seats():
                said = self.fill(ask, ask.forms[name], seat)
                if await self.try_(Answer(answer=said, seat=seat, by_word=True)) is None:
                    break
            else:
                return False
        self.entered.append(name)
        return True

    def fill(self, ask: AskView, form: FormView, seat: int | None = None) -> dict[str, Any]:
        seat = seat or self.luck.choice(self.seats())
        filled: dict[str, Any] = dict(form.answer)
        for field in form.needs:
            match field:
                case "card":
                    filled[field] = self.card(ask)
                case "cards":
                    filled[field] = self.luck.sample(sorted(ask.left), 2)
                case "seat":
                    filled[field] = seat
                case "who":
                    filled[field] = f"seat:{seat}"
                case "cause":
                    filled[field] = "otra-causa"
                case "move":
                    filled[field] = "ir"
                case _:
                    raise AssertionError(f"the console cannot fill in {field}")
        return filled

    def card(self, ask: AskView) -> str:
        return self.luck.choice(sorted(ask.left))
