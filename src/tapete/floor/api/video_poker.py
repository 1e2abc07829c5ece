"""The trainer of video poker in the School: a hand, the holds weighed, the list. Open to all."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from tapete.core.book.refused import Refused
from tapete.floor.api.guard import anyone
from tapete.floor.api.language import lang_of
from tapete.floor.house.backroom import Asking
from tapete.school import video_poker
from tapete.school.drill import UnknownDrill
from tapete.systems.machines.library import shipped_list
from tapete.telling.holds import hold_words, line_words, row_words

Asked = Request[Any, Any, Any]
Room = NamedDependency[Asking]
Held = Annotated[tuple[str, ...], msgspec.Meta(max_length=5)]


class PokerHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand to practise: the cards dealt."""

    program: str
    seed: int
    cards: tuple[str, ...]


class HeldIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cards kept."""

    held: Held


class WeighedHold(msgspec.Struct, frozen=True, kw_only=True):
    """Cards kept, what they are worth per bet, and what they are."""

    cards: tuple[str, ...]
    worth: float
    words: str


class HandJudged(msgspec.Struct, frozen=True, kw_only=True):
    """Whether it was the best hold, what it costs in bets, the best ones, and the rule; ``place``
    is that of the best in the list."""

    right: bool
    cost: float
    chosen: WeighedHold
    best: tuple[WeighedHold, ...]
    place: int | None
    rule: str


class ListLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list: what is kept, the share of hands that keep it, what it is worth."""

    words: str
    share: float
    worth: float


class ListOut(msgspec.Struct, frozen=True, kw_only=True):
    """How to play a program: the first line that a hand has is kept. ``back`` is what the list
    returns, ``best`` what perfect play does; ``pays`` is the table at the largest bet."""

    program: str
    bet: str
    lines: tuple[ListLine, ...]
    back: str
    best: str
    pays: dict[str, int]


class VideoPokerSchool(Controller):
    """Practice of video poker: a hand is made of its name alone, nothing is kept of it."""

    path = "/api/school/video-poker"
    tags = ("school",)
    guards = (anyone,)

    @get("/", sync_to_thread=True)
    def index(self) -> list[str]:
        """The programs that can be practised."""
        return list(video_poker.programs())

    @get("/{program:str}", sync_to_thread=True)
    def rules(self, program: FromPath[str], request: Asked) -> ListOut:
        """The list of a program, in the reader's language."""
        lang = lang_of(request)
        found = shipped_list(program) if program in video_poker.programs() else None
        if found is None:
            raise NotFoundException(f"no list of {program[:40]}")
        table = video_poker.program_of(program)
        pays = table.table(table.levels()[-1].credits)
        return ListOut(
            program=program, bet=found.bet, back=found.back, best=found.best,
            pays={row_words(row, lang): paid for row, paid in pays.items()},
            lines=tuple(
                ListLine(words=line_words(line, lang), share=line.share, worth=line.worth)
                for line in found.lines
            ),
        )  # fmt: skip

    @get("/{program:str}/{seed:int}", sync_to_thread=True)
    def hand(self, program: FromPath[str], seed: FromPath[int]) -> PokerHand:
        """A hand of a program: the same number deals the same cards."""
        return PokerHand(program=program, seed=seed, cards=_dealt(program, seed))

    @post("/{program:str}/{seed:int}", status_code=HTTP_200_OK)
    async def mark(
        self, program: FromPath[str], seed: FromPath[int], data: JSONBody[HeldIn],
        backroom: Room, request: Asked,
    ) -> HandJudged:  # fmt: skip
        """Keep some cards of a hand: what it costs, and the rule in a sentence."""
        dealt = _dealt(program, seed)
        if not set(data.held) <= set(dealt):
            raise Refused("CAT-VI.5-03", "not-an-answer", answer=" ".join(data.held)[:40])
        found = await backroom.ask(("hold", program, dealt), video_poker.weigh, program, dealt)
        holds = msgspec.json.decode(found, type=list[video_poker.Hold])
        lang = lang_of(request)
        judged = video_poker.judge(program, holds, data.held, lang)

        def out(hold: video_poker.Hold) -> WeighedHold:
            return WeighedHold(
                cards=hold.cards, worth=hold.worth, words=hold_words(hold.kind, lang)
            )

        return HandJudged(
            right=judged.right, cost=judged.cost, chosen=out(judged.chosen),
            best=tuple(map(out, judged.best)), place=judged.place, rule=judged.rule,
        )  # fmt: skip


def _dealt(program: str, seed: int) -> tuple[str, ...]:
    try:
        return video_poker.deal(program, seed)
    except UnknownDrill:
        raise NotFoundException(f"no hand of {program[:40]}") from None
