"""Electronic bingo in the terminal: the hall to practise in, with company, played by keyboard."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tapete.cli.terminal.keyboard import Gone, Keyboard
from tapete.core.book.aggregate import Journal
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Pick
from tapete.core.round.event import at_seat
from tapete.floor.aggregates.plain_pots import planned_pot
from tapete.floor.chance.orders import new_order
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.unit import Envelope, Ref
from tapete.floor.money.accounts import wallet
from tapete.floor.table.commands import SYSTEM, Answer, OpenOrder, Promise
from tapete.floor.units.sala import KIND, Sala
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala.clockwork import ninety
from tapete.floor.units.sala.company import MARK
from tapete.floor.units.sala.spec import SalaSpec
from tapete.floor.units.sala.view import CardView, SalaView
from tapete.systems.bingo.cards import TENS
from tapete.systems.bingo.hall import DUTIES
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Open, Publish
from tapete.telling.explain import Teller
from tapete.telling.names import folded, named
from tapete.telling.texts import pesos, t

YOU = "usted"
CARDS_MAX = 24
LEAVE = ("salir", "exit", "quit", "leave")


class Hall:
    """A hall in memory, the very unit of the floor, and what its player has."""

    def __init__(self, plan: Plan, pick: Pick, chips: int, folder: Path) -> None:
        self.pick, self.chips, self.folder = pick, chips, folder
        name, row = next(iter(plan.room[KIND.name].items()))
        cards = "".join(f"{pick(256):02x}" for _ in range(16))
        (spec,) = KIND.planned(plan, name, {"seed": cards, **row})
        links: dict[Ref, Any] = {}
        for ref in (one for one in spec.shared() if one.kind == POT.kind):
            pot: Any = Journal(POT, ref.id)
            for command in (Open(planned_pot(plan, ref.id)), Publish(), Activate()):
                pot.do(command)
            links[ref] = pot
        assert isinstance(spec, SalaSpec)
        self.chain = Chain(Sala(spec, links))
        self._ids = count(1)
        self.send(do.OpenHall(staff=tuple(DUTIES[self.sala.spec.game])), SYSTEM)
        self.send(do.Enter(player=YOU))

    @property
    def sala(self) -> Sala:
        return self.chain.unit

    def send(self, command: Any, role: str = "jugador") -> Step:
        """Carry a command out, and keep what it brought the player and the record it ended."""
        id = f"t{next(self._ids)}"
        step = self.chain.apply(Envelope(id=id, person=YOU, role=role, at=0.0, command=command))
        mine = wallet(YOU, self.sala.spec.unit)
        for transfer in step.transfers:
            self.chips += transfer.amount * ((transfer.target == mine) - (transfer.source == mine))
        if step.acta is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            name = f"{self.sala.spec.game}-{step.round}.acta"
            (self.folder / name).write_text(step.acta, "utf-8")
        return step

    def view(self) -> SalaView:
        return self.sala.view(at_seat(1))

    def buy(self, cards: int) -> None:
        """Buy cards, as many as the chips will pay."""
        price = self.sala.plan.price
        if cards * price > self.chips:
            raise Refused("CAT-I.4.1-01", "no-chips", seat=1, has=self.chips, amount=cards * price)
        self.send(do.Buy(player=YOU, cards=cards))

    def balls(self) -> Any:
        """Start the game and let its balls out, one by one."""
        self.send(do.StartGame(), SYSTEM)
        order = new_order(ninety(), self.pick)
        n = self.sala.orders.last + 1
        self.send(Promise(n=n, promise=order.promise, cards=len(order.cards)), SYSTEM)
        for ball in order.cards:
            yield self.send(Answer(answer=ball), "croupier")
            if self.sala.live is None:
                break
        self.send(OpenOrder(n=n, salt=order.salt, cards=order.cards), SYSTEM)


def play(
    plan: Plan, pick: Pick, *, chips: int, folder: Path, keyboard: Keyboard, console: Console,
    lang: str, rounds: int | None,
) -> None:  # fmt: skip
    """Games until the player leaves, or so many by themselves."""
    hall = Hall(plan, pick, chips, folder)
    console.print(Text(t("play.bingo.welcome", lang), "bold #ffd75f"))
    played = 0
    while rounds is None or played < rounds:
        hall.send(do.BeginSale(), SYSTEM)
        try:
            cards = 3 if rounds else _ask_cards(hall, keyboard, console, lang)
        except Gone:
            console.print(t("play.bingo.bye", lang, chips=pesos(hall.chips, lang)))
            return
        if rounds:
            hall.buy(min(cards, hall.chips // hall.sala.plan.price) or 1)
        _game(hall, console, lang)
        played += 1


def _ask_cards(hall: Hall, keyboard: Keyboard, console: Console, lang: str) -> int:
    view = hall.view()
    facts = {"n": view.number, "price": pesos(view.price, lang), "chips": pesos(hall.chips, lang)}
    console.print(Text(t("play.bingo.sale", lang, **facts), "bold"))
    for pot in view.pots:
        said = t("play.bingo.pot", lang, amount=pesos(pot.amount or 0, lang), within=pot.within)
        console.print(Text(said, "#ffd75f"))
    while True:
        said = keyboard.ask(t("play.bingo.prompt", lang) + " ", ("1", "3", "6", "salir"))
        if folded(said) in LEAVE:
            raise Gone
        if not said.isdecimal() or not 1 <= int(said) <= CARDS_MAX:
            console.print(t("play.bingo.help", lang, most=CARDS_MAX))
            continue
        try:
            hall.buy(int(said))
        except Refused as refused:
            console.print(f"{Teller(lang).refusal(refused)} [{refused.clause}]", markup=False)
            continue
        return int(said)


def _show_cards(view: SalaView, console: Console) -> None:
    """The player's cards, as many side by side as there is room for."""
    out = set(view.balls)
    console.print(Columns(
        Panel(_face(card, out), title=str(card.number), expand=False) for card in view.mine
    ))  # fmt: skip


def _called(person: str, lang: str) -> str:
    """How somebody is called: the player, or one of the company of the house."""
    if person == YOU:
        return t("play.bingo.you", lang)
    return t("play.bingo.of-the-house", lang, name=person.removesuffix(MARK))


def _game(hall: Hall, console: Console, lang: str) -> None:
    line = Text()
    _show_cards(hall.view(), console)
    for step in hall.balls():
        for event in step.events:
            if event.kind == "bingo-ball-called":
                line.append(f"{event.ball:>3}", "bold #ffd75f")
            elif event.kind == "bingo-awarded":
                _flush(line, console)
                who = ", ".join(_called(person, lang) for person in event.shares)
                said = t("play.bingo.won", lang, prize=named("prize", event.prize, lang), who=who,
                         amount=pesos(event.amount, lang), ball=event.balls)  # fmt: skip
                mine = YOU in event.shares
                console.print(Text(said, "bold green" if mine else "bold"))
    _flush(line, console)
    _show_cards(hall.view(), console)
    console.print(t("play.bingo.chips", lang, chips=pesos(hall.chips, lang)))


def _flush(line: Text, console: Console) -> None:
    if line:
        console.print(line.copy())
        line.truncate(0)


def _face(card: CardView, out: set[int]) -> Grid:
    """A card with what is out marked."""
    grid = Grid.grid(padding=(0, 1))
    for _ in TENS.columns:
        grid.add_column(justify="right", min_width=2)
    for row in card.rows:
        by_column = {TENS.column_of(number): number for number in row}
        cells = [by_column.get(at) for at in range(len(TENS.columns))]
        grid.add_row(*(
            Text("··", "dim") if n is None else Text(f"{n:>2}", "bold reverse" if n in out else "")
            for n in cells
        ))  # fmt: skip
    return grid
