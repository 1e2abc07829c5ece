"""A person at a table: round after round, until they leave or the table closes."""

from __future__ import annotations

import time
from math import inf
from pathlib import Path
from typing import Any

from rich.text import Text

from tapete.cli.terminal import decisions, pages
from tapete.cli.terminal.betting import Betting
from tapete.cli.terminal.keyboard import Gone, Keyboard
from tapete.cli.terminal.party import Party
from tapete.cli.terminal.screen import Screen, net_line
from tapete.cli.terminal.telling import Telling
from tapete.cli.terminal.words import (
    BetBook,
    TypedLine,
    bet_and_amount,
    colour_wanted,
    find_move,
    pieces,
    split_amount,
    understand,
    verb_words,
)
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.core.round.bets import BetAction
from tapete.core.round.betting import BetWindow
from tapete.core.round.event import Event
from tapete.core.round.felt import Felt
from tapete.core.round.record import Record, RoundFailed
from tapete.games.dice.craps.mark import kind_and_mark
from tapete.telling.names import bet_name, game_name, named
from tapete.telling.texts import pesos, t

SUSPENSE = 0.9
LAST_THROWS = "ultimas-tiradas"


class Session:
    """One person's visit to a table."""

    def __init__(self, party: Party, keyboard: Keyboard) -> None:
        assert party.you is not None
        self.party, self.keyboard = party, keyboard
        self.lang, self.seat = party.lang, party.you
        self.screen = Screen(self.lang, party.teller, whole=keyboard.interactive)
        self.records: list[tuple[Record, Path]] = []
        self.refused: list[Refused] = []
        self.before: list[BetAction] = []
        self.earlier: list[Refused] = []
        self.wanted: list[tuple[str, dict[str, Any]]] = []
        self.bets: list[str] = []
        self.telling = Telling(party.teller, self.seat)
        self.away = False

    def run(self) -> None:
        """Play until somebody goes home."""
        table = self.party.table
        try:
            while table.open and not self.away:
                self._round()
        except RoundFailed as failed:
            self.party.hear()
            self.screen.note(t("play.failed", self.lang, number=failed.record.header.number))
        except Refused as problem:  # a round may not begin: too few players, a wheel in repair
            self.show_refusal(problem)
        self._leave()

    # One round

    def _round(self) -> None:
        party, table = self.party, self.party.table
        self._between_rounds()
        self.show_told(party.shuffle(self._shuffling))
        if self.away:
            return
        live = party.begin()
        self.show_told(live.events)
        while live.ask is not None:
            try:
                answer = self._answer(live.ask)
            except Gone:
                self.away = True
                if not live.steps:  # nothing was answered yet: there is nothing to play out
                    table.void("se-retira")
                    party.hear()
                    return
                answer = party.answer(live.ask)
            try:
                told = table.answer(answer)
            except Refused as problem:
                if self.away:  # what goes without the player cannot go on
                    raise
                self.show_refusal(problem)
                continue
            party.told(told)
            self.show_told(told)
        self._report()

    def _shuffling(self, ask: Ask[Any]) -> Any:
        """What is asked while cards are shuffled: you may be offered the cut."""
        if ask.put_to.seat != self.seat or self.away:
            return self.party.answer(ask)
        try:
            return decisions.decide(self, ask)
        except Gone:
            self.away = True
            return ask.silence

    def _between_rounds(self) -> None:
        """What was asked for during the last round and may only be done after it."""
        for name, facts in self.wanted:
            try:
                if name == LAST_THROWS:
                    self.party.table.announce_last()
                else:
                    self.party.table.act(name, **facts)
            except Refused as problem:
                self.show_refusal(problem)
            self.show_told(self.party.hear())
        self.wanted = []

    def _answer(self, ask: Ask[Any]) -> Any:
        if ask.is_chance:
            self._suspense(ask)
            return self.party.answer(ask)
        if self.away:
            return self.party.answer(ask)
        if ask.betting is not None:
            return self._bet(ask.betting)
        if ask.put_to.seat == self.seat or ask.put_to.chief is not None:
            return decisions.decide(self, ask)
        return self.party.answer(ask)

    def _suspense(self, ask: Ask[Any]) -> None:
        if self.screen.whole:
            with self.screen.console.status(named("play.suspense", ask.kind, self.lang)):
                time.sleep(SUSPENSE if ask.pack is None else SUSPENSE / 6)

    def show_told(self, events: list[Event]) -> None:
        """Say what of this matters to the player."""
        for note in self.telling.notes(events):
            self.screen.note(note)

    def _report(self) -> None:
        record, path = self.party.finish()
        self.records.append((record, path))
        self.earlier, self.refused = self.refused, []
        nets = {s: n for s, n in self.party.table.net_of(record).items() if n or s == self.seat}
        if nets:
            self.screen.note(net_line(nets, self.party.chips, self.party.teller))
        said = t("play.saved", self.lang, number=record.header.number, path=path)
        self.screen.note(said, "dim")
        self.show_told(self.party.hear())

    # Betting

    def _bet(self, window: BetWindow) -> Any:
        party = self.party
        betting = Betting(window, self.seat, party.purse(self.seat))
        self.bets = list(window.cloth.bets())
        party.bots_bet(betting.open_bets)
        betting.others_bet()
        self._show(betting)
        book = BetBook([*self.bets, *betting.mine_on()])
        words = [*verb_words(self.lang), *book.bets]
        while True:
            line = self.keyboard.ask(self._prompt(betting), words, lambda: self._below(betting))
            try:
                if self._do(line, betting, book):
                    slip = betting.open_bets.close()
                    self.before = betting.mine or self.before
                    self.screen.forget()
                    return slip
            except Refused as problem:
                self.show_refusal(problem)
                self._show(betting, quiet=True)

    def _do(self, line: str, betting: Betting, book: BetBook) -> bool:
        """Do what the line says; True when it closes the bets."""
        parts = pieces(line)
        if len(parts) > 1:
            for part in parts:
                try:
                    self._do(part, betting, book)
                except Refused as problem:
                    self.show_refusal(problem)
            self._show(betting, quiet=True)
            return False
        said = understand(line)
        bet, amount = bet_and_amount(line, book, betting.open_to_me(book.bets))
        if bet is not None and amount is not None:
            self._placed(betting, bet, betting.place(bet, amount))
            return False
        match said.verb:
            case "done":
                return True
            case "leave":
                raise Gone
            case "remove":
                self._remove(said.rest, betting, book)
            case "undo":
                undone = betting.undo() is not None
                self.screen.note(t("play.undone" if undone else "play.nothing-to-undo", self.lang))
            case "clear":
                betting.clear()
                self.screen.note(t("play.cleared", self.lang))
            case "repeat":
                self._again(betting, self.before)
            case "double":
                self._again(betting, list(betting.mine) or [*self.before, *self.before])
            case "last" | "colour" | "decline":
                self._later(said)
            case "felt":
                self._show(betting)
                return False
            case "bet":
                self._unclear(said.rest, amount, betting, book)
            case _:
                pages.show(self, said, betting)
                return False
        self._show(betting, quiet=True)
        return False

    def _later(self, said: TypedLine) -> None:
        """What is done between rounds: last throws, colour chips, dice passed on."""
        has = self.party.table.game.has
        if said.verb == "last":
            wanted: tuple[str, dict[str, Any]] | None = (LAST_THROWS, {})
        elif said.verb == "decline":
            wanted = ("decline", {"seat": self.seat}) if has("decline") else None
        else:
            wanted = colour_wanted(said.rest, self.seat) if has("comprar-color") else None
        if wanted is None:
            known = said.verb == "colour" and has("comprar-color") is not None
            key = "play.colour-how" if known else "play.not-here"
            self.screen.note(t(key, self.lang), "#ffaf5f")
            return
        self.wanted.append(wanted)
        self.screen.note(t("play.later", self.lang))

    def _placed(self, betting: Betting, bet: str, amount: int) -> None:
        said = t(
            "play.placed", self.lang, bet=bet_name(bet, self.lang),
            amount=pesos(amount, self.lang), left=pesos(betting.left(), self.lang),
        )  # fmt: skip
        self.screen.note(said)
        self._show(betting, quiet=True)

    def _remove(self, rest: str, betting: Betting, book: BetBook) -> None:
        words, amount = split_amount(rest)
        mine = BetBook(betting.mine_on())
        bet = mine.find(rest) or mine.find(words) or book.find(rest) or book.find(words)
        if bet is None:
            self._unclear(rest, None, betting, mine)
            return
        whole = mine.find(rest) == bet or not isinstance(amount, int)
        betting.remove(bet, None if whole else int(amount or 0))
        self.screen.note(
            t("play.removed", self.lang, bet=bet_name(bet, self.lang),
              left=pesos(betting.left(), self.lang))
        )  # fmt: skip

    def _again(self, betting: Betting, actions: list[BetAction]) -> None:
        done, refused = betting.again(actions)
        if not actions:
            self.screen.note(t("play.nothing-to-repeat", self.lang))
            return
        self.screen.note(
            t("play.repeated", self.lang, bets=done, left=pesos(betting.left(), self.lang))
        )
        for problem in refused:
            self.show_refusal(problem)

    def _unclear(
        self, words: str, amount: int | str | None, betting: Betting, book: BetBook
    ) -> None:
        """A line nobody understood: what it may have meant, and how it would be said."""
        first, _, rest = words.partition(" ")
        marks = {mark for _, mark in map(kind_and_mark, betting.window.cloth.marks)}
        mark = find_move(first, sorted(marks)) if marks and rest else None
        if mark is not None and (bet := book.find(rest)) is not None:
            betting.mark(bet, mark)
            said = named("mark", mark, self.lang)
            self.screen.note(t("play.marked", self.lang, bet=bet_name(bet, self.lang), mark=said))
            return
        bet = book.find(words)
        if bet is not None and amount is None:
            self.screen.note(t("play.how-much", self.lang, bet=words), "#ffaf5f")
            return
        near = ", ".join(book.near(split_amount(words)[0]))
        bet = next(iter(betting.open_to_me(book.bets)), None)
        key = "play.unclear-near" if near else "play.unclear" if bet is None else "play.unclear-bet"
        example = "" if bet is None else f"{bet_name(bet, self.lang)} min"
        said = t(key, self.lang, words=words, near=near, example=example)
        self.screen.note(said, "#ffaf5f")

    # What is seen

    def _show(self, betting: Betting, *, quiet: bool = False) -> None:
        """The table as it stands; after a small change only a whole screen is drawn again."""
        if quiet and not self.screen.whole:
            return
        felt = Felt(self.party.felt.viewer)
        felt.chips = {bet: dict(stakes) for bet, stakes in self.party.felt.chips.items()}
        felt.marks = dict(self.party.felt.marks)
        felt.zones, felt.markers = self.party.felt.zones, self.party.felt.markers
        felt.results = self.party.felt.results
        for (seat, bet), amount in betting.lying().items():
            spot = felt.chips.setdefault(bet, {})
            spot[seat] = spot.get(seat, 0) + amount
            if not spot[seat]:
                del spot[seat]
        rules, chips = self.party.table.rules, self.party.chips
        self.screen.table(self._title(), rules, felt, chips, self.bets)
        if not self.screen.whole:
            self.screen.note(self._below(betting), "dim")

    def show_felt(self) -> None:
        if self.screen.whole:
            rules, chips = self.party.table.rules, self.party.chips
            self.screen.table(self._title(), rules, self.party.felt, chips, self.bets)
        self.screen.hands(self.party.felt, self.party.table.rules)

    def _title(self) -> str:
        table = self.party.table
        key = "play.title-last" if table.last_rounds_left is not None else "play.title"
        title = t(
            key, self.lang, game=game_name(table.game.id, self.lang),
            edition=table.rules.edition, number=table.rounds + 1, left=table.last_rounds_left,
        )  # fmt: skip
        shoe = getattr(table.state, "shoe", None)
        if shoe is None:
            return title
        return f"{title} · {t('play.shoe', self.lang, left=shoe.cards_left)}"

    def _prompt(self, betting: Betting) -> str:
        return t("play.prompt", self.lang, left=pesos(betting.left(), self.lang)) + " "

    def _below(self, betting: Betting) -> str:
        limits = self.party.table.limits
        staked = self.party.purse(self.seat) - betting.left()
        return t(
            "play.below", self.lang, left=pesos(betting.left(), self.lang),
            staked=pesos(staked, self.lang), low=pesos(limits.min, self.lang),
            high="—" if limits.max is None else pesos(limits.max, self.lang),
        )  # fmt: skip

    def show_refusal(self, problem: Refused, *, now: bool = False) -> None:
        self.refused.append(problem)
        said = t(
            "play.refused", self.lang,
            what=self.party.teller.refusal(problem), clause=problem.clause,
        )  # fmt: skip
        if now and self.screen.whole:
            self.screen.page_after(Text(said, "#ff8787"))
        else:
            self.screen.note(said, "#ff8787")

    # Going

    def _leave(self) -> None:
        """Get up from the table; what stands on the felt ends as the game says."""
        table = self.party.table
        if table.live is not None:
            table.void("se-retira")
        ended = table.leave(self.seat, now=inf)  # in the terminal no stay is too short
        self.show_told(ended)
        self.party.told(ended)
        unseen = self.screen.notes if self.screen.whole else []
        self.screen.page(*unseen, *pages.farewell(self))
