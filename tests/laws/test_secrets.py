"""Law: nobody learns what he may not know. Shown by dealing another card in its place.

If a card told in private were another, everybody else must hear exactly the same, until covered
cards are turned over for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tapete.core.book.roles import CROUPIER
from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Choose, Option, Round, Ruling
from tapete.core.round.cards import mazo
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import CardDealt, CardSeen, Chosen, Event
from tapete.core.round.felt import PUBLIC, fold
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.core.round.move import Move, move
from tapete.core.round.record import line_of_event
from tests.core.toys import COVERED, ToyState, secret_card, setup
from tests.laws.evenings import Evening, Evenings
from tests.laws.tables import Anyone

Again = Callable[[], Live[Any]]

MOST_SECRETS = 6
"""How many cards of a round are dealt again as others; more would show no more."""


def viewers(seats: tuple[int, ...]) -> list[str]:
    return [PUBLIC, CROUPIER, *(f"seat:{seat}" for seat in seats)]


def heard(events: list[Event], viewer: str) -> list[str]:
    return [line_of_event(event) for event in events if event.seen_by(viewer)]


def covered(events: list[Event]) -> list[Event]:
    """What is told before a covered card is turned over for everybody."""
    shown = (i for i, event in enumerate(events) if isinstance(event, CardSeen))
    return events[: next((i for i in shown if not events[i].audience), len(events))]


def _with(before: Any, card: str, other: str) -> Any:
    """An answer with another card in the place of one: a card drawn, or a move that names it."""
    if isinstance(before, Move):
        return move(before.text.replace(card, other))
    return before.replace(card, other) if isinstance(before, str) else before


def leaks(begin: Again, played: Live[Any], seats: tuple[int, ...]) -> Iterator[str]:
    """Who could tell, from what he heard, which card was told in private to somebody else.

    Cards that were told in private, at once or later, are dealt again as another one that came
    nowhere in the round, with all other answers the same; until hands are turned over everybody
    outside the audience must hear the same.
    """
    answers = [answer for _, _, answer in played.steps]
    secrets = []
    for i, (told, ask, answer) in enumerate(played.steps):
        # Cards drawn for places or the button are shown and go back: they may be dealt again.
        if isinstance(ask, DrawCard) and isinstance(answer, str) and ask.source != "sorteo":
            events = covered(played.events[told:])
            mine = [event for event in events if getattr(event, "card", None) == answer]
            private = {name for event in mine for name in event.audience}
            if private:
                secrets.append((i, ask, answer, events, private))
    for i, ask, answer, events, private in secrets[:: len(secrets) // MOST_SECRETS + 1]:
        came = repr(answers)
        other = next(card for card, left in ask.left.items() if left and card not in came)
        live = begin()
        for step, before in enumerate(answers):
            if step < i:
                live.answer(before)
                continue
            if step == i:
                told = len(live.events)
            live.answer(_with(before, answer, other))
            if len(covered(live.events[told:])) < len(live.events) - told:
                break
        instead = covered(live.events[told:])
        for viewer in viewers(seats):
            if viewer not in private and heard(events, viewer) != heard(instead, viewer):
                yield f"{viewer} can tell {answer} from {other}"


def test_nobody_learns_a_card_told_in_private(evenings: Evenings) -> None:
    def keeps_secrets(evening: Evening) -> None:
        for played in evening.rounds:
            seats, events = played.setup.seats, played.live.events
            assert list(leaks(played.begin_again, played.live, seats)) == []
            for viewer in viewers(seats):
                seen = [event for event in events if event.seen_by(viewer)]
                assert fold(events, viewer) == fold(seen, viewer)

    evenings.obey(keeps_secrets)


def played(play: Callable[..., Round[ToyState]], seats: tuple[int, ...]) -> tuple[Again, Live[Any]]:
    def begin() -> Live[Any]:
        return Live(play(setup(*seats), ToyState()))

    live = begin()
    live.run(Anyone(lambda n: n // 2))
    return begin, live


def test_a_covered_card_is_told_to_its_seat_alone() -> None:
    begin, live = played(secret_card, (1, 2))
    assert list(leaks(begin, live, (1, 2))) == []
    [mine, yours, public] = [fold(live.events, who) for who in ("seat:1", "seat:2", PUBLIC)]
    assert mine.zones["seat:1"] != [None] and mine.zones["seat:2"] == [None]
    assert yours.zones["seat:2"] != [None] and yours.zones["seat:1"] == [None]
    assert public.zones == {"seat:1": [None], "seat:2": [None]}


def test_the_law_finds_a_game_that_shows_a_covered_card() -> None:
    def careless(given_: Setup[GameRules, Any], state: ToyState) -> Round[ToyState]:
        for seat in given_.seats:
            card = yield from DrawCard(source="sabot", left=mazo(1), clause="CAT-I.1-18")
            assert isinstance(card, str)
            zone = f"seat:{seat}"
            yield CardSeen(zone=zone, index=0, card=card, audience=(zone,), clause=COVERED)
            yield CardDealt(to=zone, card=card, clause=COVERED)
        return state

    begin, live = played(careless, (1,))
    found = list(leaks(begin, live, (1,)))
    assert [said.split()[0] for said in found] == [PUBLIC, CROUPIER]


def test_the_law_finds_a_card_named_later_by_the_move_of_its_owner() -> None:
    def careless(given_: Setup[GameRules, Any], state: ToyState) -> Round[ToyState]:
        card = yield from DrawCard(source="sabot", left=mazo(1), clause="CAT-I.1-18")
        assert isinstance(card, str)
        yield CardDealt(to="seat:1", clause=COVERED)
        yield from Ruling(question="vale", options=("si",), clause="CAT-I.6-02", default="si")
        yield CardSeen(zone="seat:1", index=0, card=card, audience=("seat:1",), clause=COVERED)
        move = yield from Choose(
            seat=1,
            about="mano",
            options=(Option("cambiar", cards=(card,), fewest=1, most=1),),
            clause="CAT-I.1-15",
            default=f"cambiar:{card}",
        )
        yield Chosen(seat=1, move=move, clause="CAT-I.1-15")
        return state

    begin, live = played(careless, (1, 2))
    found = list(leaks(begin, live, (1, 2)))
    assert [said.split()[0] for said in found] == [PUBLIC, CROUPIER, "seat:2"]
