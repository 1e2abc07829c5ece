"""Conduct: caution first, exclusion from the next round on. Disagreements, step by step."""

from __future__ import annotations

import msgspec
import pytest

from tapete.core.book.account import written
from tapete.core.book.overruled import overruled
from tapete.core.book.rulebook import rulebook
from tapete.core.book.subjects import subjects
from tapete.core.round.chance import NoResult
from tapete.core.round.event import (
    Announced,
    ResultShown,
    Ruled,
    ThrowVoid,
)
from tapete.core.round.replay import Divergence
from tapete.core.table.conduct import Cautioned, Disputed, Excluded
from tests.core.tables import Says, a_table, play, refused, rojo
from tests.laws.tables import PAIRS, open_table

BREACH = "CAT-I.5.1-03"


@pytest.mark.clause("CAT-I.5.3-01")
@pytest.mark.parametrize("by", ["croupier", "jefe-de-mesa"])
def test_a_player_who_breaks_a_duty_is_first_cautioned_by_croupier_or_jefe_de_mesa(by: str) -> None:
    table = a_table(seats=())
    table.sit(3, "ana", chips=5000)
    refusal = refused(table.places.exclude, "ana", BREACH)
    assert (refusal.code, refusal.clause) == ("caution-first", "CAT-I.5.3-01")
    assert refused(table.conduct.caution, "ana", BREACH, by="jugador").clause == "CAT-I.5.3-01"
    table.conduct.caution("ana", BREACH, by=by)
    assert table.log[-1] == Cautioned(player="ana", breach=BREACH, by=by, clause="CAT-I.5.3-01")
    play(table, rojo())  # cautioned, she plays on
    assert 3 in table.players


def test_only_a_written_duty_or_prohibition_can_be_broken() -> None:
    table = a_table()
    for breach in ("CAT-I.1-03", "no-me-gusta", ""):
        assert refused(table.conduct.caution, "seat-3", breach).code == "no-such-duty"


OPERATOR, CHIEF, RIGHT = "CAT-I.5.4-01", "CAT-II.1.3.2-04", "CAT-II.1.5.2-01"
ANOTHER_GAME = "CAT-III.1.6.3-06"


@pytest.mark.parametrize("breach", [OPERATOR, CHIEF, RIGHT, ANOTHER_GAME])
def test_nobody_is_held_to_the_duty_of_another_person_or_of_another_game(breach: str) -> None:
    table = a_table()
    assert refused(table.conduct.caution, "seat-3", breach).code == "no-such-duty"
    assert refused(table.places.exclude, "seat-3", breach).code == "no-such-duty"


@pytest.mark.parametrize(("game", "book"), PAIRS)
def test_the_breaches_of_a_table_are_duties_of_its_players_in_force_there(
    game: str, book: str
) -> None:
    documents = {edition.edition for edition in rulebook(book).chain}
    found = open_table(game, book).conduct.breaches()
    assert found
    for duty in found:
        assert subjects()[duty.id] == "player" and duty.id not in overruled()
        assert {game, "general"} & set(duty.games) and duty.document.edition in documents


@pytest.mark.clause("CAT-I.5.3-02")
def test_who_repeats_it_is_out_from_the_next_round_on_and_the_round_in_course_stands() -> None:
    table = a_table(seats=())
    table.sit(3, "ana", chips=5000)
    table.sit(5, "benito", chips=5000)
    table.conduct.caution("ana", BREACH)
    table.begin()
    table.bet(rojo(3, 1000))
    assert refused(table.places.exclude, "ana", BREACH, by="croupier").clause == "CAT-I.5.3-02"
    table.places.exclude("ana", BREACH, until=3600)
    table.bet(rojo(3, 1000))  # not affected
    table.close_bets()
    table.answer("3")
    assert table.net_of(table.finish()) == {3: 2000}
    live = table.begin()
    assert live.ask is not None and table.players == {5: "benito"}
    accounts = written(table.desk.accounts)
    assert accounts == {"cash:3": 2000, "bank": -2000, "cash:5": -5000, "seat:5": 5000}
    table.close_bets()
    table.answer("3")
    table.finish()
    for now in (0, 3599):
        refusal = refused(table.sit, 3, "ana", now=now)
        assert (refusal.code, refusal.clause) == ("excluded", "CAT-I.5.3-02")
    table.sit(3, "ana", chips=5000, now=3600)
    play(table, rojo())
    assert 3 in table.players


@pytest.mark.clause("CAT-I.5.3-02")
def test_only_the_breach_he_was_cautioned_for_can_be_repeated() -> None:
    table = a_table(seats=())
    table.sit(3, "ana")
    table.conduct.caution("ana", "CAT-I.5.2-05")
    refusal = refused(table.places.exclude, "ana", BREACH)
    assert (refusal.code, refusal.clause) == ("caution-first", "CAT-I.5.3-01")
    play(table)
    assert 3 in table.players
    table.places.exclude("ana", "CAT-I.5.2-05")
    play(table)
    assert table.players == {}


def test_an_exclusion_without_a_term_has_none_and_takes_every_place_of_the_player() -> None:
    table = a_table(seats=())
    for seat in (1, 2):
        table.sit(seat, "ana")
    table.conduct.caution("ana", BREACH)
    table.places.exclude("ana", BREACH)
    play(table)
    assert table.players == {}
    assert refused(table.sit, 1, "ana", now=10**9).facts["until"] is None


@pytest.mark.clause("CAT-I.5.2-01", "CAT-I.5.2-06")
@pytest.mark.parametrize("breach", ["CAT-I.5.2-01", "CAT-I.5.2-06"])
def test_collusion_and_acts_against_the_transparency_of_the_game_are_sanctioned(
    breach: str,
) -> None:
    table = a_table(seats=())
    table.sit(3, "ana")
    table.conduct.caution("ana", breach)
    table.places.exclude("ana", breach)
    kinds = [event for event in table.log if isinstance(event, Cautioned | Excluded)]
    assert [event.breach for event in kinds] == [breach, breach]
    play(table)
    assert refused(table.sit, 3, "ana").code == "excluded"


@pytest.mark.clause("CAT-I.6-01")
def test_an_irregularity_is_corrected_at_once_in_the_same_round() -> None:
    table = a_table()
    record = table.play(Says((rojo(),), NoResult("bola-fuera"), "3"))
    kinds = [type(event) for event in record.events]
    assert kinds.index(ThrowVoid) < kinds.index(ResultShown)
    opened = [e for e in record.events if isinstance(e, Announced) and e.what == "hagan-juego"]
    assert len(opened) == 2 and table.rounds == 1
    assert table.net_of(record) == {3: 1000}


@pytest.mark.clause("CAT-I.6-02", "CAT-I.3.2-11")
@pytest.mark.parametrize("chief", ["jefe-de-mesa", "jefe-de-seccion", "jefe-de-sala"])
def test_a_disagreement_is_put_to_the_jefe_de_mesa_or_the_jefe_de_seccion(chief: str) -> None:
    table = a_table()
    play(table, rojo())
    dispute = table.disputes.open(3, 1, "era rojo")
    assert table.log[-1] == Disputed(
        dispute=dispute, seat=3, table="mesa-1", round=1, about="era rojo", clause="CAT-I.6-02"
    )
    refusal = refused(table.disputes.decide, dispute, "pagar", by="croupier")
    assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-I.6-02")
    table.disputes.decide(dispute, "bien-pagado", by=chief)
    ruled = table.log[-1]
    assert isinstance(ruled, Ruled)
    assert (ruled.role, ruled.ruling, ruled.clause) == (chief, "bien-pagado", "CAT-I.6-02")
    assert refused(table.disputes.decide, 9, "x").code == "no-such-dispute"


@pytest.mark.clause("CAT-I.6-03")
def test_as_the_last_step_the_recorded_play_is_replayed() -> None:
    table = a_table()
    first, second = play(table, rojo(), result="3"), play(table, rojo(), result="2")
    dispute = table.disputes.open(3, 2, "la bola estaba en el 3", by="croupier")
    refusal = refused(table.disputes.review, dispute, second)
    assert (refusal.code, refusal.clause) == ("consult-first", "CAT-I.6-02")
    table.disputes.decide(dispute, "dos")
    refusal = refused(table.disputes.decide, dispute, "tres")
    assert (refusal.code, refusal.clause) == ("review-first", "CAT-I.6-03")
    assert refused(table.disputes.review, dispute, first).code == "another-record"
    assert refused(table.disputes.review, dispute, second, by="jugador").code == "not-your-role"
    seen = table.disputes.review(dispute, second)
    assert tuple(seen.events) == second.events
    table.disputes.decide(dispute, "dos", by="jefe-de-seccion")
    assert table.log[-1].clause == "CAT-I.6-03"


def test_a_record_that_was_tampered_with_does_not_survive_the_review() -> None:
    table = a_table()
    record = play(table, rojo(), result="3")
    other = msgspec.structs.replace(record, events=record.events[:-1])
    dispute = table.disputes.open(3, 1, "falta mi pago")
    table.disputes.decide(dispute, "revisar")
    with pytest.raises(Divergence):
        table.disputes.review(dispute, other)
    assert not table.disputes.all[dispute].reviewed
