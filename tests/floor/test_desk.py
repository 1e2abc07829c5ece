"""What is read at the console and at the desk: a name for everything that can be entered there, and
what waits for whoever directs the table."""

from __future__ import annotations

import pytest

from tapete.chance import seeded
from tapete.core.book.clause import clause
from tapete.core.round.bets import Place
from tapete.floor.table.acts import acts_of
from tapete.floor.table.attending import desk_view
from tapete.floor.table.commands import (
    Answer,
    AnyCommand,
    Begin,
    Bet,
    Capacity,
    Caution,
    CloseBets,
    Decide,
    Dispute,
    Exclude,
    Hold,
    Sit,
    Wait,
)
from tapete.games.registry import GAMES
from tapete.telling.texts import LANGS, texts
from tests.floor.casino import chain_of, envelope, opened, something, spec, try_apply

CROUPIER, JEFE = "croupier", "jefe-de-mesa"
TOUCHED = "CAT-I.5.2-03"


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_croupier_can_enter_has_a_name_in_both_languages(game: str) -> None:
    hosted = chain_of(spec(game))
    entered = {f"act.{act.name}" for act in acts_of(hosted.unit.table, own=False)}
    for act in acts_of(hosted.unit.table, own=False):
        entered |= {f"actfact.{fact.name}" for fact in act.facts if fact.kind != "moment"}
    irregular: set[str] = set()
    pick = seeded(game)
    hosted.apply(opened(hosted))
    for _ in range(60):
        try_apply(hosted, something(hosted, pick))
        ask = hosted.unit.table.live.ask if hosted.unit.table.live is not None else None
        irregular |= set() if ask is None else ask.forms().keys() - {"tirada-nula"}
    for lang in LANGS:
        known = texts(lang).keys()
        assert entered - known == set()
        either = {name for name in irregular if not known & {f"irregular.{name}", f"cause.{name}"}}
        assert either == set()


@pytest.mark.clause("CAT-I.5.3-01", "CAT-I.5.5-02", "CAT-I.6-02", "CAT-I.6-04")
def test_the_desk_shows_what_waits_for_a_decision() -> None:
    hosted = chain_of(spec("ruleta-francesa"))

    def send(command: AnyCommand, role: str) -> None:
        hosted.apply(envelope(command, role))

    hosted.apply(opened(hosted))
    send(Sit(seat=3, player="ana", chips=100_000), "jugador")
    send(Begin(), CROUPIER)
    send(Bet(action=Place(3, "rojo", 2000)), CROUPIER)
    send(CloseBets(), CROUPIER)
    send(Answer(answer="18"), CROUPIER)
    duty = {"carla": CROUPIER, "jorge": JEFE}

    view = desk_view(hosted.unit, duty, str.title, reader="jorge")
    assert (view.mine, [one.name for one in view.staff]) == (JEFE, ["Carla", "Jorge"])
    assert [(one.seat, one.name, one.won) for one in view.places] == [(3, "Ana", 2000)]

    send(Hold(seat=3), JEFE)
    send(Caution(player="ana", breach=TOUCHED), CROUPIER)
    send(Exclude(player="ana", breach=TOUCHED), JEFE)
    send(Dispute(seat=3, round=1, about="el color"), CROUPIER)
    send(Capacity(places=1), JEFE)
    send(Wait(player="bruno"), JEFE)
    view = desk_view(hosted.unit, duty, str.title)
    assert [(one.seat, one.round, one.amount) for one in view.held] == [(3, 1, 2000)]
    assert [(one.won, one.cautions) for one in view.places] == [(0, (TOUCHED,))]  # it is withheld
    assert [(one.name, one.until) for one in view.kept_out] == [("Ana", None)]
    assert [(one.id, one.about, one.ruling) for one in view.disputes] == [(1, "el color", "")]
    assert (view.capacity, [one.name for one in view.waiting]) == (1, ["Bruno"])
    send(Decide(dispute=1, ruling="es rojo"), JEFE)
    assert desk_view(hosted.unit, duty, str.title).disputes[0].ruling == "es rojo"


@pytest.mark.clause("CAT-I.5.3-01")
def test_a_breach_is_a_duty_or_prohibition_of_the_game_or_of_every_game() -> None:
    hosted = chain_of(spec("craps"))
    found = hosted.unit.table.conduct.breaches()
    assert clause(TOUCHED) in found
    assert {one.kind for one in found} == {"obligation", "prohibition"}
    assert all({"craps", "general"} & {*one.games} for one in found)
    assert "craps" in found[0].games  # its own come first
