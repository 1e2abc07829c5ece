"""docs/walk.md: a bet, a split hand and an all-in from ask to ledger, file by file, as the code
itself passes through them: each command is carried out under a tracer and what ran is written down.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from docs.make.markdown import table

import tapete
from tapete.chance import seeded
from tapete.core.book.plan import plan
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Place
from tapete.core.table.roles import staff_of
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.unit import Envelope
from tapete.floor.table.commands import Answer, Begin, Bet, CloseBets, Open, Sit
from tapete.floor.units.mesa import Mesa, TableSpec, planned_terms

PACKAGE = str(Path(tapete.__file__).parent) + "/"
RULES = ("core/", "games/")
BET = "pleno:17"


class Passed:
    """What ran while one command was carried out: files in the order they were first entered.

    ``handed`` are those among them that were handed the bet itself; the others were only asked
    something on the way: who may bet, what he has left, what an account holds.
    """

    def __init__(self) -> None:
        self.files: dict[str, dict[str, None]] = {}
        self.handed: set[str] = set()
        self.checks = 0

    def __call__(self, frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        if what != "call" or not code.co_filename.startswith(PACKAGE):
            return
        name = code.co_qualname if hasattr(code, "co_qualname") else code.co_name
        if "<" in name:
            return
        file = code.co_filename.removeprefix(PACKAGE)
        self.files.setdefault(file, {})[name] = None
        given = [frame.f_locals.get(one) for one in code.co_varnames[: code.co_argcount]]
        if any(isinstance(one, Place | Bet | Envelope) or one == BET for one in given):
            self.handed.add(file)
        self.checks += name == "Place.check"


class Walk:
    """One table of the floor, and the commands given to it one after another."""

    def __init__(self, game: str) -> None:
        spec = TableSpec(
            id="mesa", game=game, edition="scj-2023", terms=planned_terms(plan("ejemplo"), game)
        )
        self.chain: Chain[Mesa] = Chain(Mesa(spec))
        self.given = 0
        self.passed: list[tuple[str, Passed, Step]] = []
        rules = self.chain.unit.table.rules
        self.give(Open(staff=tuple(staff_of(rules))), "jefe-de-mesa")

    def give(self, command: Any, role: str, called: str = "") -> None:
        """Carry a command out; with a name, write down what ran."""
        self.given += 1
        sent = Envelope(id=str(self.given), person="ana", role=role, at=0.0, command=command)
        passed = Passed()
        sys.setprofile(passed if called else None)
        try:
            step = self.chain.apply(sent)
        finally:
            sys.setprofile(None)
        if called:
            self.passed.append((called, passed, step))

    def sit(self, *seats: int) -> None:
        for seat in seats:
            self.give(Sit(seat=seat, player=f"jugador-{seat}", chips=200_000), "jugador")

    @property
    def ask(self) -> Ask[Any] | None:
        live = self.chain.unit.table.live
        return None if live is None else live.ask

    def answer(self, answer: Any, called: str = "") -> None:
        ask = self.ask
        assert ask is not None
        to = ask.put_to
        role = "croupier" if "croupier" in to.roles else to.roles[0]
        self.give(Answer(answer=ask.write(ask.hear(answer)), seat=to.seat), role, called)

    def begin(self) -> None:
        """Begin a round, whatever has to be prepared before it prepared."""
        pick = seeded(1)
        self.give(Begin(), "croupier")
        while self.chain.unit.table.header is not None and self.chain.unit.table.header.act:
            self.answer(self.ask.some(pick) if self.ask is not None else None)
        if self.ask is None:
            self.give(Begin(), "croupier")

    def bet(self, seat: int, bet: str, amount: int, called: str = "") -> None:
        self.give(Bet(action=Place(seat, bet, amount)), "jugador", called)

    def close(self, called: str = "") -> None:
        self.give(CloseBets(), "croupier", called)


def a_bet() -> Walk:
    walk = Walk("ruleta-francesa")
    walk.sit(3)
    walk.begin()
    walk.bet(3, BET, 1_000, "A player puts 1.000 on 17")
    walk.close("The croupier closes the bets")
    walk.answer("17", "The ball falls into 17: the bet is paid")
    return walk


def a_split() -> Walk:
    walk = Walk("black-jack")
    walk.sit(3)
    walk.begin()
    walk.bet(3, "principal", 5_000)
    walk.close()
    for card in ("8h", "6c", "8d"):
        walk.answer(card)
    walk.answer("separar", "The player splits his eights")
    for card in ("Th", "Td"):
        walk.answer(card)
        if self_asks(walk, "plantarse"):
            walk.answer("plantarse")
    for n, card in enumerate(("Tc", "Ts")):
        walk.answer(card, "The bank draws, goes over, and both hands are paid" if n else "")
    return walk


def self_asks(walk: Walk, move: str) -> bool:
    choice = walk.ask.choice if walk.ask is not None else None
    return choice is not None and choice.fits(move)


def an_all_in() -> Walk:
    walk = Walk("texas-holdem-sin-limites")
    walk.sit(2, 5)
    walk.begin()
    pick, called = seeded(7), ["A player bets his rest", "The other calls it"]
    while (ask := walk.ask) is not None:
        for move in ("resto", "ir"):
            if called and self_asks(walk, move):
                walk.answer(move, called.pop(0))
                break
        else:
            if ask.is_chance:
                end = "The last card is dealt, and the pot goes to the winner"
                walk.answer(ask.some(pick), "" if called else end)
            else:
                walk.answer(ask.silence if ask.silence is not None else ask.some(pick))
    walk.passed = [*walk.passed[:2], walk.passed[-1]]
    return walk


WALKS = (
    ("A bet at French roulette", a_bet),
    ("A split hand of Black Jack", a_split),
    ("An all-in at hold'em without limits", an_all_in),
)


def page() -> str:
    parts = [
        "# From ask to ledger, file by file",
        "This page is made by running the product (`docs/make/walk.py`): each command below was "
        "carried out at a table of the floor under a tracer, and what ran is what stands here. "
        "A file in bold was handed the bet or the command itself; the others were asked something "
        "on the way. The pieces are explained in [architecture.md](architecture.md).",
    ]
    for title, walk in WALKS:
        walk()  # once unseen, so that what is kept from one time to the next is kept
        walked = walk()
        parts.append(f"## {title}")
        if walk is a_bet:
            parts.append(measures(walked))
        for called, passed, step in walked.passed:
            parts.append(f"### {called}\n\n{_files(passed)}\n\n{_came_of(step)}")
    return "\n\n".join(parts) + "\n"


def measures(walked: Walk) -> str:
    """How many files the bet passes through, and how often it is checked."""
    ran = [passed for _, passed, _ in walked.passed]
    first, all_ = set(ran[0].files), {file for passed in ran for file in passed.files}
    handed = ran[0].handed
    rows = [
        ["put on the felt: files it is handed to", str(_count(handed)), str(len(handed))],
        ["besides, files asked something", str(_count(first - handed)), str(len(first - handed))],
        ["until it is paid: all that run", str(_count(all_)), str(len(all_))],
    ]
    checks = sum(passed.checks for passed in ran)
    return (
        table(["the bet", "files of core and games", "with the floor"], rows)
        + f"\n\nPlaces where it is validated: {checks} (`Place.check`)."
    )


def _count(files: Iterable[str]) -> int:
    return sum(file.startswith(RULES) for file in files)


def _files(passed: Passed) -> str:
    rows = [
        [f"**`{file}`**" if file in passed.handed else f"`{file}`", ", ".join(_shown(names))]
        for file, names in passed.files.items()
    ]
    return table(["file", "what ran in it"], rows)


def _shown(names: Iterable[str], most: int = 6) -> Iterator[str]:
    said = [f"`{name}`" for name in names]
    yield from said[:most]
    if len(said) > most:
        yield f"and {len(said) - most} more"


def _came_of(step: Step) -> str:
    told: Sequence[str] = step.lines
    money = [f"{t.source} → {t.target} {t.amount} ({t.state}, {t.clause})" for t in step.transfers]
    if not told:
        return "Nothing is told yet: the bets are told when they close."
    block = "\n".join([*told, *(f"$ {one}" for one in money)])
    return f"Told, and what the ledger takes (`$`):\n\n```\n{block}\n```"


if __name__ == "__main__":
    (Path(__file__).parent.parent / "walk.md").write_text(page(), encoding="utf-8")
