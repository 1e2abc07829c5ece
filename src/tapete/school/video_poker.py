"""The trainer of video poker: five cards, which to keep, what a mistake costs, and the rule.

A hand is named by its program and a seed; the question needs nothing solved. What the 32 holds are
worth is worked out in the back room.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tapete.core.round.cards import DECK
from tapete.school.drill import SEEDS, Drill, UnknownDrill
from tapete.school.party import pick_of
from tapete.systems.machines.library import shipped, shipped_ids, shipped_list
from tapete.systems.machines.poker_list import Kind, PokerList
from tapete.systems.machines.program import VideoPoker
from tapete.telling.holds import hold_words
from tapete.telling.texts import t

KIND, HAND = "video-poker", "mano"
SHOWN = 4


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """Cards kept of a hand: what they are worth per bet, and which kind of hold they are."""

    cards: tuple[str, ...]
    worth: float
    kind: Kind


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A hand judged: the hold chosen, what it costs in bets, the best ones, and the rule."""

    right: bool
    cost: float
    chosen: Hold
    best: tuple[Hold, ...]
    place: int | None
    """Of the best hold in the program's list."""
    rule: str


def programs() -> tuple[str, ...]:
    """The programs that can be practised: those of the house with a list."""
    return tuple(id for id in shipped_ids() if shipped_list(id) is not None)


def program_of(id: str) -> VideoPoker:
    """A program that can be practised."""
    found = shipped(id) if id in programs() else None
    if not isinstance(found, VideoPoker):
        raise UnknownDrill(id)
    return found


def deal(program: str, seed: int) -> tuple[str, ...]:
    """The five cards of a hand: the same seed deals the same."""
    program_of(program)
    if not 0 <= seed < SEEDS:
        raise UnknownDrill(str(seed))
    pick, left = pick_of(Drill(KIND, program, HAND, seed)), list(DECK)
    return tuple(left.pop(pick(len(left))) for _ in range(5))


def weigh(program: str, dealt: Sequence[str]) -> bytes:
    """Every hold of a hand, the best first, at the program's largest bet; for the back room."""
    from tapete.maths.machines.poker_list import kind_of_hold
    from tapete.maths.machines.video_poker import hold_values

    found = program_of(program)
    credits = found.levels()[-1].credits
    holds = []
    for mask, worth in hold_values(found, credits, dealt).items():
        cards = tuple(card for place, card in enumerate(dealt) if mask >> place & 1)
        kind = kind_of_hold(found, credits, dealt, cards)
        holds.append(Hold(cards=cards, worth=float(worth), kind=kind))
    holds.sort(key=lambda hold: (-hold.worth, -len(hold.cards)))
    return msgspec.json.encode(holds)


def judge(program: str, holds: Sequence[Hold], held: Sequence[str], lang: str) -> Judged:
    """What somebody kept, beside the best; equal worth is right."""
    chosen = next(hold for hold in holds if set(hold.cards) == set(held))
    best = holds[0]
    right = chosen.worth == best.worth
    order = shipped_list(program)
    assert order is not None
    shown = [hold for hold in holds if hold.worth == best.worth or hold != chosen][:SHOWN]
    return Judged(
        right=right, cost=best.worth - chosen.worth, chosen=chosen, best=tuple(shown),
        place=order.place(best.kind), rule=_rule(order, best, chosen, lang),
    )  # fmt: skip


def _rule(order: PokerList, best: Hold, chosen: Hold, lang: str) -> str:
    """Why the one is better than the other, in a sentence."""
    said = {"best": hold_words(best.kind, lang), "chosen": hold_words(chosen.kind, lang)}
    if chosen.worth == best.worth:
        return t("school.hold.right", lang, best=said["chosen"])
    a, b = order.place(best.kind), order.place(chosen.kind)
    if best.kind == chosen.kind:
        return t("school.hold.same", lang, **said)
    if b is None:
        return t("school.hold.never", lang, **said)
    if a is not None and a < b:
        return t("school.hold.before", lang, a=a, b=b, **said)
    return t("school.hold.exception", lang, **said)
