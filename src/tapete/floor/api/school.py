"""The School: drills, their marking, and the books that judge hands. Open to everybody."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from threading import Lock
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from tapete.core.book.account import PLAY
from tapete.core.book.refused import Refused
from tapete.core.round.game import Game
from tapete.core.round.move import move
from tapete.core.table.signs import Sign
from tapete.floor.aggregates.pots import prize_view
from tapete.floor.api.entrance import WheelOut, wheel_of
from tapete.floor.api.guard import anyone
from tapete.floor.api.language import lang_of, sentence
from tapete.floor.api.messages import Told, told
from tapete.floor.house.backroom import Asking
from tapete.floor.house.tutor import Book, Tutor, judged
from tapete.floor.table.view import PrizeView, SeatView, TableView, felt_view, limits_view
from tapete.games.poker.progressive import progressive_rules
from tapete.games.registry import GAMES
from tapete.school import catalogue, strategy
from tapete.school.drill import Colour, Drill, Field, Made, Question, Scene, UnknownDrill, marks
from tapete.school.exam import Exam, exams
from tapete.school.party import CREDIT, table_of
from tapete.telling.texts import t

CLEAR = "CAT-I.5.1-03"
KEPT = 256
"""Drills kept at hand between question and answer; any other is made again."""
ONE_AT_A_TIME = Lock()
"""However many practise, the tables keep most of the machine."""
Text = Annotated[str, Meta(max_length=400)]


class DrillKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of drill: its games, and the levels of each."""

    kind: str
    games: dict[str, tuple[str, ...]]


class QuestionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A drill as it is put: the table as it stands, what players said, what is to be answered.

    ``prompt`` names the sentence the page writes; ``seat`` is the place of whoever practises, where
    he is a player.
    """

    id: str
    kind: str
    game: str
    level: str
    prompt: str
    seat: int | None
    fields: tuple[Field, ...]
    table: TableView
    said: tuple[Told, ...]
    colours: dict[int, Colour]
    pot: PotOut | None


class PotOut(msgspec.Struct, frozen=True, kw_only=True):
    """The pot of a drill on its display: its amount, the value of a credit, what each hand wins."""

    amount: int
    credit: int
    prizes: tuple[PrizeView, ...]


class AnswersIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was answered, field by field: amounts in digits, choices by their names, cards and
    orders with spaces between them."""

    answers: dict[Text, Text]


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """What each move is worth, in first bets, the best, and what the move chosen loses against it.

    ``about``: the figures are of all hands with that total, not of these very cards.
    """

    best: str
    chosen: str
    values: dict[str, float]
    cost: float | None
    about: bool


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """Which answers were right, what is right, and the events of the round that say so."""

    right: bool
    fields: dict[str, bool]
    answers: dict[str, str]
    because: tuple[Told, ...]
    weighed: Weighed | None = None


Teaching = NamedDependency[Tutor]
Sums = NamedDependency[Asking]


class School(Controller):
    """Practice: a drill is made of its name alone, so nothing is kept of it here."""

    path = "/api/school"
    tags = ("school",)
    guards = (anyone,)

    @get("/", sync_to_thread=True)
    def index(self) -> list[DrillKind]:
        """Every kind of drill, its games and levels."""
        return [DrillKind(kind=kind, games=catalogue.games(kind)) for kind in catalogue.KINDS]

    @get("/exams", sync_to_thread=True)
    def exams(self) -> list[Exam]:
        """The croupier's exam of each game: the fewest drills that show all its clauses."""
        return list(exams().values())

    @get("/drills/{id:str}", sync_to_thread=True)
    def question(self, id: FromPath[str], request: Request[Any, Any, Any]) -> QuestionOut:
        """A drill by its name: ``kind.game.level.seed``. The same name is always the same drill."""
        drill = _find(id)
        lang = lang_of(request)
        if drill.kind == strategy.ESTRATEGIA:
            return _out(_deal(drill).question, lang)
        return _out(_make(drill).question, lang)

    @post("/drills/{id:str}", status_code=HTTP_200_OK)
    async def mark(
        self,
        id: FromPath[str],
        data: JSONBody[AnswersIn],
        tutor: Teaching,
        backroom: Sums,
        request: Request[Any, Any, Any],
    ) -> Marked:
        """Answer a drill: what was right, what would have been, and why."""
        drill = _find(id)
        if drill.kind == strategy.ESTRATEGIA:
            return await _weigh(drill, data.answers, tutor, backroom)
        return await asyncio.to_thread(_marked, drill, data.answers, lang_of(request))

    @get("/games/{game:str}/wheel", sync_to_thread=False)
    def wheel(self, game: FromPath[str]) -> WheelOut:
        """The wheel or the disc of a game that has one, for its cloth."""
        return wheel_of(_game(game).rules_of())

    @get("/games/{game:str}/sign", sync_to_thread=False)
    def sign(self, game: FromPath[str]) -> Sign:
        """What stands beside a table of the game: limits, payments, conditions."""
        return table_of(_game(game).id, ()).signs()

    @get("/books/{game:str}", sync_to_thread=False)
    def book(self, game: FromPath[str], tutor: Teaching) -> Book:
        """How far the book of a game is."""
        return tutor.state(_trained(game))

    @post("/books/{game:str}", status_code=HTTP_200_OK)
    async def open_book(self, game: FromPath[str], tutor: Teaching) -> Book:
        """Have the book of a game solved, beside the casino; what was solved before is read."""
        return tutor.open(_trained(game))


def _find(id: str) -> Drill:
    try:
        return catalogue.find(id)
    except UnknownDrill:
        raise NotFoundException(f"there is no drill {id[:80]}") from None


def _game(game: str) -> Game[Any, Any]:
    if game not in catalogue.examined():
        raise NotFoundException(f"no drills of {game[:40]}")
    return GAMES[game]


@lru_cache(KEPT)
def _make(drill: Drill) -> Made:
    with ONE_AT_A_TIME:
        return catalogue.make(drill)


@lru_cache(KEPT)
def _deal(drill: Drill) -> strategy.Dealt:
    with ONE_AT_A_TIME:
        return strategy.deal(drill)


def _trained(game: str) -> str:
    if game not in strategy.games():
        raise NotFoundException(f"there is no book of {game[:40]}")
    return game


def _out(question: Question, lang: str) -> QuestionOut:
    drill = question.drill
    return QuestionOut(
        id=drill.id, kind=drill.kind, game=drill.game, level=drill.level,
        prompt=question.prompt, seat=question.seat, fields=question.fields,
        table=_view(question.scene, question.seat, lang),
        said=tuple(told(n, e, sentence(e, lang)) for n, e in enumerate(question.scene.said)),
        colours=question.scene.colours, pot=_pot(question.scene),
    )  # fmt: skip


def _pot(scene: Scene) -> PotOut | None:
    if scene.pot is None:
        return None
    prizes = tuple(prize_view(prize) for prize in progressive_rules(scene.edition).prizes)
    return PotOut(amount=scene.pot, credit=CREDIT, prizes=prizes)


def _view(scene: Scene, seat: int | None, lang: str) -> TableView:
    """The table of a drill, as the cloth of its game draws any table."""
    return TableView(
        id=scene.game, game=scene.game, edition=scene.edition, attended=False, open=True,
        suspended=False, state="", next=1, round=1,
        viewer="public" if seat is None else f"seat:{seat}", unit=PLAY,
        limits=limits_view(scene.limits), players_max=scene.players_max, throws_left=None,
        seats=tuple(
            SeatView(
                seat=each, player=f"seat-{each}", name=t("explain.seat", lang, seat=each),
                chips=None,
            )
            for each in scene.seats
        ),
        felt=felt_view(scene.felt), placed={},
    )  # fmt: skip


def _marked(drill: Drill, answers: dict[str, str], lang: str) -> Marked:
    made = _make(drill)
    fields = marks(made, answers)
    return Marked(
        right=all(fields.values()), fields=fields, answers=made.key.answers,
        because=tuple(told(n, e, sentence(e, lang)) for n, e in enumerate(made.key.because)),
    )  # fmt: skip


async def _weigh(drill: Drill, answers: dict[str, str], tutor: Tutor, backroom: Asking) -> Marked:
    if tutor.state(drill.game).state != "ready":
        raise Refused(CLEAR, "book-not-ready", game=drill.game)
    dealt = await asyncio.to_thread(_deal, drill)
    verdict = await judged(drill.id, backroom)
    chosen = strategy.said(dealt, answers)
    field = dealt.question.fields[0]
    clause = dealt.ask.clause
    right = chosen == verdict.best
    best = " ".join(move(verdict.best).cards)
    return Marked(
        right=right, fields={field.name: right},
        answers={field.name: best if field.kind == "cards" else verdict.best},
        because=(Told(n=0, kind="rule", clause=clause, fields={}, line=""),),
        weighed=Weighed(
            best=verdict.best, chosen=chosen, values=verdict.values, cost=verdict.cost(chosen),
            about=verdict.about,
        ),
    )  # fmt: skip
