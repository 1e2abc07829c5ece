"""A person at a table: round after round, until they leave or the table closes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from rich.text import Text

from tapete.cli.names import bet_name, game_name, move_name
from tapete.cli.terminal import pages
from tapete.cli.terminal.betting import Betting
from tapete.cli.terminal.keyboard import Gone, Keyboard
from tapete.cli.terminal.party import Party
from tapete.cli.terminal.screen import Screen, net_line
from tapete.cli.terminal.words import (
    BetBook,
    find_move,
    pieces,
    split_amount,
    understand,
    verb_words,
)
from tapete.cli.texts import pesos, t
from tapete.core.ask import Ask, ChanceAsk, Choose, Ruling
from tapete.core.bets import Action
from tapete.core.event import (
    Announced,
    BetLost,
    BetMoved,
    BetReturned,
    BetWon,
    Chosen,
    Event,
    ResultShown,
    Ruled,
    ThrowVoid,
    TurnGiven,
)
from tapete.core.felt import Felt
from tapete.core.record import Record
from tapete.core.refused import Refused
from tapete.core.table import RoundFailed
from tapete.core.window import BetWindow

SUSPENSE = 0.9
QUIET = ("hagan-juego", "mesa-abierta", "pago-a-la-vista")


class Session:
    """One person's visit to a table."""

    def __init__(self, party: Party, keyboard: Keyboard) -> None:
        assert party.you is not None
        self.party, self.keyboard = party, keyboard
        self.lang, self.seat = party.lang, party.you
        self.screen = Screen(self.lang, party.teller, whole=keyboard.interactive)
        self.records: list[tuple[Record, Path]] = []
        self.refused: list[Refused] = []
        self.before: list[Action] = []
        self.last_wanted = False
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
            self._show_refusal(problem)
        except Gone:
            pass
        self._leave()

    # One round

    def _round(self) -> None:
        party, table = self.party, self.party.table
        if self.last_wanted:
            table.announce_last()
            self._show_told(party.hear())
            self.last_wanted = False
        live = party.begin()
        self._show_told(live.events)
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
                self._show_refusal(problem)
                continue
            party.told(told)
            self._show_told(told)
        self._report()

    def _answer(self, ask: Ask[Any]) -> Any:
        if isinstance(ask, ChanceAsk):
            self._suspense(ask)
            return self.party.answer(ask)
        if self.away:
            return self.party.answer(ask)
        match ask:
            case BetWindow():
                return self._bet(ask)
            case Choose() if ask.seat == self.seat:
                return self._choose(ask)
            case Ruling():
                return self._rule(ask)
        return self.party.answer(ask)

    def _suspense(self, ask: ChanceAsk[Any]) -> None:
        if self.screen.whole:
            kind = str(ask.__struct_config__.tag)
            with self.screen.console.status(t(f"play.suspense.{kind}", self.lang)):
                time.sleep(SUSPENSE if kind != "draw" else SUSPENSE / 6)

    def _show_told(self, events: list[Event]) -> None:
        teller = self.party.teller
        for event in events:
            if not event.seen_by(self.party.felt.viewer):
                continue
            mine = getattr(event, "seat", None) == self.seat
            clause = Text(f"  [{event.clause}]", "dim")
            match event:
                case ResultShown():
                    self.screen.note(Text(teller.event(event), "bold").append(clause))
                case Announced() if event.what in QUIET:
                    continue
                case Announced() | ThrowVoid() | Ruled() | Chosen():
                    self.screen.note(Text(teller.event(event), "italic").append(clause))
                case BetWon() | BetLost() | BetMoved() if mine:
                    self.screen.note(Text(f"  {teller.event(event)}").append(clause))
                case BetReturned() if mine and event.why not in ("ganada", "retirada"):
                    self.screen.note(Text(f"  {teller.event(event)}").append(clause))
                case TurnGiven() if mine:
                    self.screen.note(Text(teller.event(event), "bold").append(clause))

    def _report(self) -> None:
        record, path = self.party.finish()
        self.records.append((record, path))
        nets = {s: n for s, n in self.party.table.net_of(record).items() if n or s == self.seat}
        if nets:
            self.screen.note(net_line(nets, self.party.chips, self.party.teller))
        said = t("play.saved", self.lang, number=record.header.number, path=path)
        self.screen.note(said, "dim")

    # Betting

    def _bet(self, window: BetWindow) -> Any:
        party = self.party
        betting = Betting(
            window, self.seat, party.purse(self.seat), party.colours.get(self.seat, "")
        )
        party.bots_bet(betting.taking)
        betting.others_bet()
        self._show(betting)
        book = BetBook([*window.cloth.bets(), *betting.mine_on()])
        words = [*verb_words(self.lang), *book.bets]
        while True:
            line = self.keyboard.ask(self._prompt(betting), words, lambda: self._below(betting))
            try:
                if self._do(line, betting, book):
                    slip = betting.taking.close()
                    self.before = betting.mine or self.before
                    self.screen.forget()
                    return slip
            except Refused as problem:
                self._show_refusal(problem)
                self._show(betting, quiet=True)

    def _do(self, line: str, betting: Betting, book: BetBook) -> bool:
        """Do what the line says; True when it closes the bets."""
        parts = pieces(line)
        if len(parts) > 1:
            for part in parts:
                self._do(part, betting, book)
            return False
        words, amount = split_amount(line)
        said = understand(line)
        bet = None
        if amount is not None:
            bet = book.find(words) or book.meant(words)
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
            case "last":
                self.last_wanted = True
                self.screen.note(t("play.last-wanted", self.lang))
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

    def _again(self, betting: Betting, actions: list[Action]) -> None:
        done, refused = betting.again(actions)
        if not actions:
            self.screen.note(t("play.nothing-to-repeat", self.lang))
            return
        self.screen.note(
            t("play.repeated", self.lang, bets=done, left=pesos(betting.left(), self.lang))
        )
        for problem in refused:
            self._show_refusal(problem)

    def _unclear(
        self, words: str, amount: int | str | None, betting: Betting, book: BetBook
    ) -> None:
        """A line nobody understood: what it may have meant, and how it would be said."""
        first, _, rest = words.partition(" ")
        marks = {name.partition("=")[2] for name in betting.window.marks}
        mark = find_move(first, sorted(marks)) if marks and rest else None
        if mark is not None and (bet := book.find(rest)) is not None:
            betting.mark(bet, mark)
            return
        bet = book.find(words)
        if bet is not None and amount is None:
            self.screen.note(t("play.how-much", self.lang, bet=words), "#ffaf5f")
            return
        near = ", ".join(book.near(split_amount(words)[0]))
        key = "play.unclear-near" if near else "play.unclear"
        self.screen.note(t(key, self.lang, words=words, near=near), "#ffaf5f")

    # Decisions

    def _choose(self, ask: Choose) -> str:
        moves = [option.name for option in ask.options]
        self._show_felt()
        said = t("play.choose", self.lang, about=self.party.teller.about(ask.about))
        self.screen.page_after(Text(said, "bold").append(f"  [{ask.clause}]", "dim"))
        for number, option in enumerate(ask.options, 1):
            self.screen.page_after(Text(f"  {number}. {pages.option_text(option, self.lang)}"))
        for move, clause in ask.closed.items():
            closed = t("play.move-closed", self.lang, move=move_name(move, self.lang))
            self.screen.page_after(Text(f"  ✗ {closed} [{clause}]", "dim"))
        while True:
            default = move_name(ask.default, self.lang)
            prompt = t("play.choose-prompt", self.lang, default=default) + " "
            line = self.keyboard.ask(prompt, moves)
            answer = ask.default if not line else find_move(line, moves)
            if answer is None:
                if pages.show(self, understand(line), None):
                    continue
                answer = line
            try:
                ask.check(answer)
                return answer
            except Refused as problem:
                self._show_refusal(problem, now=True)

    def _rule(self, ask: Ruling) -> str:
        question = self.party.teller.fact("question", ask.question)
        role = self.party.teller.fact("role", ask.role)
        self._show_felt()
        said = t("play.rule", self.lang, role=role, question=question)
        self.screen.page_after(Text(said, "bold").append(f"  [{ask.clause}]", "dim"))
        for number, option in enumerate(ask.options, 1):
            self.screen.page_after(Text(f"  {number}. {move_name(option, self.lang)}"))
        while True:
            default = move_name(ask.default, self.lang)
            prompt = t("play.choose-prompt", self.lang, default=default) + " "
            line = self.keyboard.ask(prompt, ask.options)
            answer = ask.default if not line else find_move(line, ask.options)
            if answer is not None and answer in ask.options:
                return answer
            if not pages.show(self, understand(line), None):
                self.screen.page_after(
                    Text(t("play.unclear", self.lang, words=line, near=""), "#ffaf5f")
                )

    # What is seen

    def _show(self, betting: Betting, *, quiet: bool = False) -> None:
        """The table as it stands; after a small change only a whole screen is drawn again."""
        if quiet and not self.screen.whole:
            return
        felt = Felt(self.party.felt.viewer)
        felt.chips = {bet: dict(stakes) for bet, stakes in self.party.felt.chips.items()}
        felt.marks = dict(self.party.felt.marks)
        felt.cards, felt.markers = self.party.felt.cards, self.party.felt.markers
        felt.results = self.party.felt.results
        for (seat, bet), amount in betting.lying().items():
            spot = felt.chips.setdefault(bet, {})
            spot[seat] = spot.get(seat, 0) + amount
            if not spot[seat]:
                del spot[seat]
        bets = list(betting.window.cloth.bets())
        self.screen.table(self._title(), self.party.table.rules, felt, self.party.chips, bets)
        if not self.screen.whole:
            self.screen.note(self._below(betting), "dim")

    def _show_felt(self) -> None:
        if self.screen.whole:
            bets = list(self.party.table.rules.bets)
            rules = self.party.table.rules
            self.screen.table(self._title(), rules, self.party.felt, self.party.chips, bets)

    def _title(self) -> str:
        table = self.party.table
        key = "play.title-last" if table.throws_left is not None else "play.title"
        return t(
            key, self.lang, game=game_name(table.game.id, self.lang),
            edition=table.rules.edition, number=table.rounds + 1, left=table.throws_left,
        )  # fmt: skip

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

    def _show_refusal(self, problem: Refused, *, now: bool = False) -> None:
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
        ended = table.leave(self.seat)
        self._show_told(ended)
        self.party.told(ended)
        self.screen.page(*pages.farewell(self))
