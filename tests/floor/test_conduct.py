"""What players may not do at a table: the desk offers each prohibition, the croupier cautions for
it and a chief excludes whoever repeats it (CAT-I.5.3)."""

from __future__ import annotations

import pytest

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.table.conduct import Cautioned, Excluded
from tapete.floor.table.commands import AnyCommand, Caution, Exclude, Sit
from tests.floor.casino import chain_of, envelope, opened, spec

CROUPIER, JEFE, JUGADOR = "croupier", "jefe-de-mesa", "jugador"


def forbids(game: str, id: str, *marked: pytest.MarkDecorator) -> object:
    return pytest.param(game, id, marks=marked, id=f"{game} {id}")


@pytest.mark.parametrize(
    ("game", "breach"),
    [
        forbids("ruleta-francesa", "CAT-I.5.2-04", pytest.mark.clause("CAT-I.5.2-04")),
        forbids("ruleta-francesa", "CAT-I.5.2-05", pytest.mark.clause("CAT-I.5.2-05")),
        forbids("ruleta-francesa", "CAT-I.5.2-01", pytest.mark.clause("CAT-I.5.2-01")),
        forbids("ruleta-francesa", "CAT-I.5.2-06", pytest.mark.clause("CAT-I.5.2-06")),
        forbids("texas-holdem-plus", "CAT-III.3.6.3-02", pytest.mark.clause("CAT-III.3.6.3-02")),
        forbids("war", "CAT-III.4.5.2-04", pytest.mark.clause("CAT-III.4.5.2-04")),
        forbids("treinta-y-cuarenta", "CAT-III.5.5.2-03", pytest.mark.clause("CAT-III.5.5.2-03")),
        forbids("big-six", "CAT-II.3.5.2-02", pytest.mark.clause("CAT-II.3.5.2-02")),
        forbids("corona-y-ancla", "CAT-IV.2.5.2-02", pytest.mark.clause("CAT-IV.2.5.2-02")),
        forbids("chuck-a-luck", "CAT-IV.3.5.2-02", pytest.mark.clause("CAT-IV.3.5.2-02")),
        forbids("craps", "CAT-IV.1.6.2-02", pytest.mark.clause("CAT-IV.1.6.2-02")),
        forbids("craps", "CAT-IV.1.6.2-03", pytest.mark.clause("CAT-IV.1.6.2-03")),
        forbids("mini-craps", "CAT-IV.1.6.2-04", pytest.mark.clause("CAT-IV.1.6.2-04")),
        forbids("black-jack", "CAT-III.1.6.3-05", pytest.mark.clause("CAT-III.1.6.3-05")),
        forbids("challenge-21", "CAT-III.1.6.3-06", pytest.mark.clause("CAT-III.1.6.3-06")),
        forbids("canal-21", "CAT-III.1.6.3-08", pytest.mark.clause("CAT-III.1.6.3-08")),
        forbids("war", "CAT-III.4.5.2-05", pytest.mark.clause("CAT-III.4.5.2-05")),
        forbids("treinta-y-cuarenta", "CAT-III.5.5.2-04", pytest.mark.clause("CAT-III.5.5.2-04")),
        forbids("caribbean-poker", "CAT-III.3.6.3-01", pytest.mark.clause("CAT-III.3.6.3-01")),
        forbids("stud-poker", "CAT-III.3.6.3-07", pytest.mark.clause("CAT-III.3.6.3-07")),
        forbids("omaha-poker", "CAT-III.3.6.3-20", pytest.mark.clause("CAT-III.3.6.3-20")),
    ],
)
def test_a_prohibition_of_conduct_is_offered_cautioned_and_sanctioned(
    game: str, breach: str
) -> None:
    hosted = chain_of(spec(game))
    hosted.apply(opened(hosted))

    def send(command: AnyCommand, role: str) -> list[tuple[str, ClauseId]]:
        told = hosted.apply(envelope(command, role)).events
        return [(e.player, e.breach) for e in told if isinstance(e, Cautioned | Excluded)]

    send(Sit(seat=3, player="ana", chips=1_000_000), JUGADOR)
    assert breach in {duty.id for duty in hosted.unit.table.conduct.breaches()}
    assert send(Caution(player="ana", breach=breach), CROUPIER) == [("ana", breach)]
    assert send(Exclude(player="ana", breach=breach), JEFE) == [("ana", breach)]
    with pytest.raises(Refused) as refusal:
        send(Sit(seat=4, player="ana", chips=1_000_000), JUGADOR)
    assert refusal.value.code == "excluded"
