"""A gaming machine in the terminal: the very unit of the floor, played by keyboard."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tapete.cli.par import once_in, percent
from tapete.cli.terminal.keyboard import Gone, Keyboard
from tapete.cli.terminal.screen import signed
from tapete.core.book.account import PLAY
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Pick
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.unit import Envelope
from tapete.floor.units.maquina import MachineSpec, Maquina
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.house import DIRECTOR
from tapete.floor.units.maquina.kind import opening
from tapete.maths.machines.video_poker import best_hold
from tapete.systems.machines.library import certificate
from tapete.systems.machines.play import (
    BallsDrawn,
    BingoCardShown,
    BoxOpened,
    CardsShown,
    ReelsStopped,
    RowPaid,
)
from tapete.systems.machines.program import Bingo, Keno, VideoPoker
from tapete.telling.explain import Teller
from tapete.telling.names import card_name, folded, named, pay_row
from tapete.telling.texts import pesos, t

YOU = "usted"
LEAVE = ("salir", "exit", "quit", "leave")
TABLE = ("tabla", "table", "pagos", "pays")
HELP = ("?", "ayuda", "help")
BEST = (*HELP, "mejor", "best")
GOLD = "bold #ffd75f"


class Terminal:
    """A machine in memory with one player at it."""

    def __init__(self, program: str, plan: Plan, pick: Pick, chips: int) -> None:
        spec = MachineSpec(
            id="terminal", number=1, programs=(program,), server="sala-de-juego", unidad=PLAY,
            minimum_return=plan.maquinas.minimum_return,
        )  # fmt: skip
        self.chain: Chain[Maquina] = Chain(Maquina(spec, chance=pick))
        self._ids = count(1)
        self.send(opening(spec), DIRECTOR)
        self.send(do.Insert(amount=chips))
        level = self.program.levels()[0]
        self.bet = level.bet
        self.denomination = self.unit.cabinet.worth
        self.spots: tuple[int, ...] = tuple(range(1, level.parts + 1))

    @property
    def unit(self) -> Maquina:
        return self.chain.unit

    @property
    def program(self) -> Any:
        return self.unit.cabinet.program()

    @property
    def credits(self) -> int:
        return self.unit.cabinet.credits.get(1, 0)

    def send(self, command: Any, role: str = "jugador") -> Step:
        """Carry a command out."""
        id = f"t{next(self._ids)}"
        sent = Envelope(id=id, person=YOU, role=role, at=0.0, command=command)
        return self.chain.apply(sent)

    def play(self) -> Step:
        """A play with the bet that is set."""
        spots = self.spots if isinstance(self.program, Keno | Bingo) else ()
        return self.send(do.Play(bet=self.bet, denomination=self.denomination, spots=spots))

    def set_bet(self, words: str) -> bool:
        """Set bet, denomination or numbers from what was said; False: it says none of them."""
        said = words.split()
        numbers = [int(word) for word in said if word.isdecimal()]
        if words in [level.bet for level in self.program.levels()]:
            self.bet = words
            parts = self.program.level(words).parts
            if isinstance(self.program, Keno) and len(self.spots) != parts:
                self.spots = tuple(range(1, parts + 1))
            return True
        cards = self.program.cards if isinstance(self.program, Bingo) else 0
        if len(said) == len(numbers) == 1 and 1 <= numbers[0] <= cards:
            self.spots = (numbers[0],)
            return True
        if isinstance(self.program, Keno) and said and len(numbers) == len(said):
            bet = f"{len(numbers)}x{self.bet.partition('x')[2]}"
            if self.program.level(bet) is None:
                return False
            self.bet, self.spots = bet, tuple(numbers)
            return True
        if len(said) == len(numbers) == 1 and (bet := self._with_credits(numbers[0])):
            self.bet = bet
            return True
        if len(said) == 1 and numbers and numbers[0] in self.program.denominations:
            self.denomination = numbers[0]
            return True
        return False

    def _with_credits(self, credits: int) -> str:
        """The bet on as many lines with so many credits on each, if it is offered."""
        bet = f"{self.bet.partition('x')[0]}x{credits}"
        return bet if self.program.level(bet) is not None else ""


def play(
    program: str, plan: Plan, pick: Pick, *, chips: int, keyboard: Keyboard, console: Console,
    lang: str, rounds: int | None,
) -> None:  # fmt: skip
    """Plays until the player leaves, or so many by themselves."""
    here = Terminal(program, plan, pick, chips)
    sheet = certificate(program)
    assert sheet is not None
    worst = percent(sheet.worst, lang)
    console.print(Text(t(f"program.{program}", lang), GOLD))
    console.print(Text(t("play.machine.welcome", lang, back=worst), "dim"))
    if rounds is not None:
        for _ in range(rounds):
            _shown(here, here.play(), console, lang)
            while here.unit.asked() is not None:
                _shown(here, here.send(do.Choose(answer=_best(here))), console, lang)
        _bye(here, chips, console, lang)
        return
    while True:
        try:
            _turn(here, keyboard, console, lang)
        except Gone:
            _finish(here, console, lang)
            _bye(here, chips, console, lang)
            return
        except Refused as refused:
            console.print(f"{Teller(lang).refusal(refused)} [{refused.clause}]", markup=False)


def _finish(here: Terminal, console: Console, lang: str) -> None:
    """Whoever leaves in the middle of a play chooses what silence means; what it wins is his."""
    while (asked := here.unit.asked()) is not None:
        _shown(here, here.send(do.Choose(answer=asked.silence)), console, lang)


def _bye(here: Terminal, chips: int, console: Console, lang: str) -> None:
    net, _ = signed(here.credits - chips, lang)
    facts = {"credits": pesos(here.credits, lang), "net": net}
    console.print(t("play.machine.bye", lang, **facts))


def _turn(here: Terminal, keyboard: Keyboard, console: Console, lang: str) -> None:
    """One thing the player says."""
    stake = here.program.level(here.bet).stake * here.denomination
    prompt = t(
        "play.machine.prompt", lang, bet=here.bet, stake=pesos(stake, lang),
        credits=pesos(here.credits, lang),
    )  # fmt: skip
    bets = [level.bet for level in here.program.levels()]
    line = keyboard.ask(prompt + " ", (*bets, TABLE[0], LEAVE[0], HELP[0]))
    said = folded(line)
    if said in LEAVE:
        raise Gone
    if said in TABLE:
        console.print(_pay_table(here, lang))
        return
    if line and (line in HELP or said in HELP or not here.set_bet(said)):
        worth = ", ".join(map(str, here.program.denominations))
        kind = here.program.kind if isinstance(here.program, Keno | Bingo) else "lines"
        numbers = t(f"play.machine.numbers-{kind}", lang)
        facts = {"numbers": numbers, "bet": here.bet, "bets": ", ".join(bets[:12]), "worth": worth}
        console.print(t("play.machine.help", lang, **facts))
        return
    _shown(here, here.play(), console, lang)
    while here.unit.asked() is not None:
        answer = _choice(here, keyboard, console, lang)
        _shown(here, here.send(do.Choose(answer=answer)), console, lang)


def _choice(here: Terminal, keyboard: Keyboard, console: Console, lang: str) -> Any:
    """What the player chooses: cards to hold by their places, or a box."""
    asked: Any = here.unit.asked()
    if asked.kind == "box":
        boxes = [str(n) for n in range(1, asked.boxes + 1)]
        while True:
            said = keyboard.ask(t("play.machine.pick", lang, boxes=asked.boxes) + " ", boxes)
            if folded(said) in LEAVE:
                raise Gone
            if said in boxes:
                return int(said) - 1
    while True:
        said = keyboard.ask(t("play.machine.hold", lang) + " ", (BEST[0],)).strip()
        if said == BEST[0] or folded(said) in BEST[1:]:
            best = " ".join(map(card_name, _best(here))) or "–"
            console.print(Text(t("play.machine.best", lang, cards=best), "dim"))
            continue
        if folded(said) in LEAVE:
            raise Gone
        places = said.split() if " " in said else list(said)
        if all(place in "12345" and len(place) == 1 for place in places):
            return [asked.cards[int(place) - 1] for place in dict.fromkeys(places)]
        console.print(t("play.machine.hold-help", lang))


def _best(here: Terminal) -> Any:
    """The best choice: the cards that are worth most, the first box (all are alike)."""
    asked: Any = here.unit.asked()
    if asked.kind == "box":
        return 0
    program = here.program
    assert isinstance(program, VideoPoker)
    level = program.level(here.bet)
    assert level is not None
    held, _ = best_hold(program, level.credits, asked.cards)
    return list(held)


def _shown(here: Terminal, step: Step, console: Console, lang: str) -> None:
    """What a step told."""
    mine: set[int] = set()
    for event in step.events:
        match event:
            case ReelsStopped():
                grid = Grid.grid(padding=(0, 2))
                for row in range(len(event.window[0])):
                    grid.add_row(
                        *(Text(named("figura", reel[row], lang), "bold") for reel in event.window)
                    )
                if event.game:
                    console.print(Text(t("play.machine.free", lang, game=event.game), GOLD))
                console.print(grid)
            case CardsShown():
                console.print(
                    "  ".join(f"{n}:{card_name(card)}" for n, card in enumerate(event.cards, 1))
                )
            case BingoCardShown():
                mine = {number for numbers in event.rows for number in numbers}
                shown = t("event.machine-bingo-card-shown", lang, card=event.card)
                console.print(Text(shown, GOLD))
                for numbers in event.rows:
                    console.print("".join(f"{number:>3}" for number in numbers))
            case BallsDrawn():
                mine = mine or set(here.spots)
                line = Text()
                for ball in sorted(event.balls):
                    line.append(f"{ball:>3}", GOLD if ball in mine else "dim")
                console.print(line)
            case BoxOpened():
                console.print(t("play.machine.box", lang, box=event.box + 1, pays=event.pays))
            case RowPaid() if not event.pot:
                worth = pesos(event.credits * here.denomination, lang)
                console.print(Text(f"  {pay_row(event.row, lang)}: {worth}", GOLD))
            case _ if event.kind == "machine-play-ended":
                paid = getattr(event, "paid", 0)
                key = "play.machine.won" if paid else "play.machine.nothing"
                console.print(Text(t(key, lang, paid=pesos(paid, lang)), GOLD if paid else "dim"))
            case _:
                pass


def _pay_table(here: Terminal, lang: str) -> Grid:
    """Every row with its true odds."""
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for name in ("row", "odds", "part"):
        grid.add_column(t(f"par.column.{name}", lang), justify="left" if name == "row" else "right")
    sheet = certificate(here.program.id)
    assert sheet is not None
    for name, row in sheet.rows.items():
        grid.add_row(
            pay_row(name, lang),
            once_in(Fraction(row.get("odds", 0)), lang),
            percent(Fraction(row["return"]), lang),
        )
    return grid
