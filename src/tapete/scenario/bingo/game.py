"""Games of bingo as a file writes them down: sale, balls, what is called, what must come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from tapete.core.book.aggregate import Journal
from tapete.core.book.fault import Fault
from tapete.core.book.refused import Refused
from tapete.core.round.live import Live
from tapete.scenario.bingo.reading import Faces, card_number, hall_of, numbers, plan_of, rules_of
from tapete.scenario.cases import (
    WRONG,
    BadCase,
    Fields,
    differs,
    judge_refusal,
    plain,
    reason_of,
)
from tapete.scenario.compare import Difference
from tapete.systems.bingo import sale as do
from tapete.systems.bingo.calls import Annul, Call, PotWon, check_before_payment
from tapete.systems.bingo.cards import BALLS
from tapete.systems.bingo.design import check_design
from tapete.systems.bingo.events import (
    BINGO,
    LINE,
    Awarded,
    CardChecked,
    PrizesSet,
    announcement,
    ranges,
)
from tapete.systems.bingo.hall import Card
from tapete.systems.bingo.partida import PartidaTerms, Result, partida
from tapete.systems.bingo.passing import PassOn
from tapete.systems.bingo.plan import check_plan
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Contribute, End, Open, Publish, Win
from tapete.systems.pot.events import PrizePaid
from tapete.systems.pot.terms import BINGO as CLAUSES
from tapete.systems.pot.terms import Terms

UNIT, LATE = "sala", "tarde"


class Hallway:
    """The hall of a file and its pots, over all its games."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.plan = plan_of(fields["plan"])
        self.hall = hall_of(fields["game"], fields)
        self.rooms = {
            room: (numbers(run)[0][1], numbers(run)[-1][1])
            for room, run in fields.get("rooms", {}).items()
        }
        check_plan(self.plan, joint=bool(self.rooms))
        self.hall.check()
        self.rules = rules_of(fields)
        self.faces = Faces(fields.get("faces", {}), self.rules.shape)
        check_design(self.faces.values(), self.rules.shape)
        self.pots = {pot["id"]: self._pot(pot) for pot in fields["plan"].get("pots", ())}

    def _pot(self, row: Fields) -> Any:
        terms = Terms(
            pot=row["id"], rate=Fraction(1), base=row.get("base", 0), clauses=CLAUSES,
            condition=f"bingo en {row.get('within', 'ninguna')} bolas",
        )  # fmt: skip
        journal: Any = Journal(POT, row["id"])
        journal.do(Open(terms, row.get("now", row.get("base", 0))))
        journal.do(Publish())
        journal.do(Activate())
        return journal

    def run(self) -> list[Difference]:
        """Every game of the file."""
        found: list[Difference] = []
        for number, row in enumerate(self.fields["round"], 1):
            try:
                differences = Game(self, row).run()
            except (BadCase, *WRONG) as error:
                why = Fault(
                    "fault.in-round", "round {number}: {why}", number=number, why=reason_of(error)
                )
                raise BadCase(why, "round", number - 1) from None
            found += [replace(difference, round=number) for difference in differences]
        return found


class Game:
    """One game of a file."""

    def __init__(self, hallway: Hallway, row: Fields) -> None:
        self.hallway, self.row, self.plan = hallway, row, hallway.plan
        self.balls = [int(ball) for ball in str(row.get("balls", "")).split()]
        self.play = list(row.get("play", ()))
        self.found: list[Difference] = []

    def run(self) -> list[Difference]:
        hallway, row = self.hallway, self.row
        said = row.get("series") or list(hallway.hall.series)[:1]
        on_sale = (said,) if isinstance(said, str) else tuple(said)
        terms = PartidaTerms(
            plan=self.plan, hall=hallway.hall, on_sale=on_sale,
            holding=tuple(row.get("holding", ())), rooms=hallway.rooms,
            late=tuple(row.get("late", ())), people_min=hallway.rules.players_min,
            cards_min=hallway.rules.cards_min, ball_games_max=hallway.rules.ball_games_max,
        )  # fmt: skip
        faces = hallway.faces.ends_with(self.balls)
        live: Live[Result] = Live(partida(terms, faces))
        self._sell(live)
        self._feed(live)
        self._cut_off(0)
        while live.ask is not None:
            self._answer(live)
        result = live.result
        if self.balls[self.out :]:
            raise BadCase(
                Fault("fault.balls-left", "balls left over: {balls}", balls=self.balls[self.out :])
            )
        self._settle(live, result)
        for step in self.play:
            if not step.get("after_payment") and step.get("ball") != self.out:
                raise BadCase(
                    Fault("fault.never-came", "never came to it: {step}", step=dict(step))
                )
            claim = "annul" not in step
            refusal = _tried(partial(check_before_payment, paid=result.played, claim=claim))
            self.found += judge_refusal(step.get("refused"), refusal)
        hallway.hall = result.hall
        self._compare(live, result)
        return self.found

    # Sale

    def _sell(self, live: Live[Result]) -> None:
        window: Any = live.ask
        open_ = window.open()
        for step in self.row.get("sale", ()):
            act = open_.close if "start" in step else partial(open_.take, _sale_action(step))
            refusal = _tried(act)
            self.found += judge_refusal(step.get("refused"), refusal)
        self.sale = open_
        live.answer(open_.close())

    def _feed(self, live: Live[Result]) -> None:
        """Increments and the leftover of the cut enter the pots at the start."""
        set_ = next((event for event in live.events if isinstance(event, PrizesSet)), None)
        if set_ is None:
            return
        for pot, amount in set_.pots.items():
            self._contribute(pot, amount, final=False)
        if self.plan.leftover_pot is not None:
            self._contribute(self.plan.leftover_pot, set_.leftover, final=False)

    def _contribute(self, pot: str, amount: int, *, final: bool) -> None:
        if amount:
            self.hallway.pots[pot].do(Contribute(UNIT, 1, amount, final))

    # Balls

    out = 0

    def _answer(self, live: Live[Result]) -> None:
        ask: Any = live.ask
        if ask.is_chance:
            if self.out >= len(self.balls):
                raise BadCase(Fault("fault.no-ball", "no ball after {out}", out=self.out))
            live.answer(self.balls[self.out])
            self.out += 1
        elif ask.pot is not None:
            live.answer(ask.of(self))
        else:
            self._calls(live, ask)

    def won(self, ask: PotWon) -> int:
        """What the pot pays: it is won once, by the game."""
        told = self.hallway.pots[ask.name].do(Win(UNIT, (1,)))
        return sum(event.amount for event in told if isinstance(event, PrizePaid))

    def _calls(self, live: Live[Result], window: Any) -> None:
        """One stoppage: the steps at this ball up to the order to go on."""
        open_ = window.open()
        self._cut_off(self.out)
        taken: list[Fields] = []
        for step in self._at_ball():
            if self._after_order(step, taken):
                break
            self.play.remove(step)
            refusal = _tried(partial(open_.take, _call_action(step)))
            if refusal is None and "who" in step:
                taken.append(step)
            self.found += judge_refusal(step.get("refused"), refusal)
        known = len(live.events)
        live.answer(open_.close())
        reads = [event for event in live.events[known:] if isinstance(event, CardChecked)]
        for step, read in zip(taken, reads, strict=True):
            self.found += differs(f"{read.card} right", not step.get("wrong", False), read.right)
            if "missing" in step:
                missing = sorted(int(number) for number in str(step["missing"]).split())
                self.found += differs(f"{read.card} missing", missing, list(read.missing))

    def _at_ball(self) -> list[Fields]:
        return [step for step in self.play if step.get("ball") == self.out]

    def _after_order(self, step: Fields, taken: list[Fields]) -> bool:
        """Whether a step comes after the order to go on (or to end) with this stoppage, in which
        these calls were admitted: it says so, it stops the game anew after others had answered, or
        a line was awarded and now the game is annulled."""
        said = [call.get("asking", 0) for call in taken]
        if "annul" in step:
            return bool(taken) and not any("bingo" in call for call in taken)
        if "who" not in step:
            return False
        if step.get("asking", 0) == LATE:
            return self.out == BALLS or bool(taken)
        return not step.get("asking", 0) and any(said)

    def _cut_off(self, ball: int) -> None:
        """A terminal or a room loses its link or has it again: what is bought plays on, and nothing
        is asked of it (CAT-V.3.3-13)."""
        heirs = [step["to"] for step in self.row.get("play", ()) if "to" in step]
        known = {*self.sale.people(), *heirs, *self.hallway.rooms}
        for step in [step for step in self.play if step.get("ball") == ball]:
            who = step.get("cut", step.get("back"))
            if who is not None:
                if who not in known:
                    raise BadCase(
                        Fault("fault.nobody-plays", "nobody of that name plays: {who}", who=who)
                    )
                self.play.remove(step)

    # The end

    def _settle(self, live: Live[Result], result: Result) -> None:
        """Leftovers of shares go where they belong, after any pot was paid."""
        self.to_house = 0
        if result.played and self.plan.leftover_pot is None and result.cut is not None:
            self.to_house += result.cut.leftover
        awards = [event for event in live.events if isinstance(event, Awarded)]
        for pot in self.hallway.pots.values():
            pot.do(End(UNIT, voided=not result.played))
        if not result.played:
            return
        for award in awards:
            home = self.plan.leftover_pot
            if home is None and award.prize in self.hallway.pots:
                home = award.prize
            if home is None:
                self.to_house += award.leftover
            else:
                self._contribute(home, award.leftover, final=True)

    def _compare(self, live: Live[Result], result: Result) -> None:
        row = self.row
        self.found += differs("paid", _some(row.get("paid", {})), _some(result.paid))
        self.found += differs("refunds", _some(row.get("refunds", {})), _some(result.refunds))
        awards = {event.prize: event for event in live.events if isinstance(event, Awarded)}
        checks: dict[str, Any] = {
            "sold": ranges(result.sold),
            "announcement": announcement(result.sold) if result.sold else "",
            "prizes": None if result.cut is None else
            {"line": result.cut.line, "bingo": result.cut.bingo},
            "line": _award(awards.get(LINE)), "bingo": _award(awards.get(BINGO)),
            "pots": self._pots(), "house": self._house(result) if "house" in row else None,
            "leftover": result.leftover,
            "next": self._next(), "ball_games": result.hall.balls.games,
            "settlement": self._settlement(result),
        }  # fmt: skip
        for key, value in checks.items():
            if key in row:
                wanted, value = _as_written(key, row[key]), _as_written(key, value)
                if isinstance(wanted, dict) and isinstance(value, dict):
                    value = {name: plain(value).get(str(name), 0) for name in wanted}
                self.found += differs(key, wanted, value)

    def _pots(self) -> dict[str, int]:
        return {name: pot.state.meters.current for name, pot in self.hallway.pots.items()}

    def _house(self, result: Result) -> Any:
        by_room = isinstance(self.row["house"], dict)
        if not result.played or result.cut is None:
            return {} if by_room else 0
        if by_room:
            return result.cut.house
        return sum(result.cut.house.values()) + self.to_house

    def _next(self) -> str:
        """The number with which the next sale begins: of the series in course, or if it is sold out
        of the one after it."""
        series, on_sale = self.hallway.hall.series, self.sale.on_sale
        for letter in (*on_sale, *(one for one in series if one not in on_sale)):
            if series[letter].last < series[letter].size:
                return str(Card(letter, series[letter].last + 1))
        return ""

    def _settlement(self, result: Result) -> dict[str, int]:
        """What each room receives from the centre; of a game that is not played, nothing."""
        if result.cut is None or not result.played:
            return {}
        rooms, found = result.rooms, {}
        for room, house in result.cut.house.items():
            paid = sum(amount for who, amount in result.paid.items() if rooms.get(who) == room)
            sold = self.sale.playing().values()
            cards = sum(1 for who in sold if rooms.get(who) == room)
            found[room] = house + paid - cards * self.plan.price
        return found


def _tried(what: Callable[[], object]) -> Refused | None:
    """Do something; what was said if it was refused."""
    try:
        what()
    except Refused as refusal:
        return refusal
    return None


def _as_written(key: str, value: Any) -> Any:
    """Card numbers in one way of writing, whatever way a file has."""
    if key == "sold" and isinstance(value, str):
        return ranges(tuple(Card(*number) for number in numbers(value)))
    if key in ("line", "bingo") and isinstance(value, dict) and value.get("cards"):
        cards = tuple(Card("", number) for _, number in numbers(value["cards"]))
        return {**value, "cards": ranges(cards)}
    return value


def _award(award: Awarded | None) -> dict[str, Any]:
    if award is None:
        return {"ball": None, "cards": ""}
    cards = tuple(Card("", int(card)) for card in award.cards)
    return {"ball": award.balls, "cards": ranges(cards)}


def _some(amounts: Any) -> dict[str, int]:
    return {who: amount for who, amount in amounts.items() if amount}


def _sale_action(step: Fields) -> Any:
    match step:
        case {"close": _}:
            return do.CloseSale()
        case {"undo": _}:
            return do.UndoSale()
        case {"imperfect_ball": ball}:
            return do.FindImperfect(ball)
        case {"change_balls": signed}:
            return do.ChangeBalls(tuple(signed))
        case {"reserve": _, "who": who}:
            return do.Reserve(who)
        case {"hands_in": _, "who": who}:
            return do.HandIn(who)
        case {"who": who}:
            chosen = tuple(numbers(step["numbers"])) if "numbers" in step else ()
            return do.Sell(
                who, step.get("cards", 0), chosen, step.get("terminal"), step.get("room", "")
            )
        case {"series": letter}:
            return do.PutOnSale(letter)
    raise BadCase(Fault("fault.sale-step", "no such step of a sale: {step}", step=dict(step)))


def _call_action(step: Fields) -> Any:
    match step:
        case {"annul": by}:
            return Annul(by)
        case {"from": who, "to": to}:
            return PassOn(who, to)
        case {"who": who}:
            what = LINE if "line" in step else BINGO
            card = card_number(step.get("line", step.get("bingo", 0)))
            return Call(who, what, card, bool(step.get("altered", False)))
    raise BadCase(Fault("fault.game-step", "no such step of a game: {step}", step=dict(step)))
