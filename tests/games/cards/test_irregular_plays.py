"""The lists of irregular plays are open: what they do not foresee the jefe de mesa annuls."""

from __future__ import annotations

import pytest

from tapete.core.round.event import RoundVoided
from tests.laws.tables import Anyone, open_table

CAUSE = "se-volco-el-sabot"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(
            "black-jack", "CAT-III.1.7-12", marks=pytest.mark.clause("CAT-III.1.7-12")
        ),
        ("challenge-21", "CAT-III.1.7-12"),
        ("canal-21", "CAT-III.1.7-12"),
        pytest.param(
            "punto-y-banca", "CAT-III.2.7-11", marks=pytest.mark.clause("CAT-III.2.7-11")
        ),
        ("baccarat", "CAT-III.2.7-11"),
        pytest.param("war", "CAT-III.4.6-11", marks=pytest.mark.clause("CAT-III.4.6-11")),
        pytest.param(
            "treinta-y-cuarenta", "CAT-III.5.6-15", marks=pytest.mark.clause("CAT-III.5.6-15")
        ),
    ],
)  # fmt: skip
def test_a_play_no_list_foresees_is_annulled_by_the_clause_that_leaves_it_open(
    game: str, clause: str
) -> None:
    table = open_table(game, "scj-2023")
    table.prepare(Anyone(lambda n: 0))
    table.begin()
    record = table.void(CAUSE)
    voided = table.log[-1]
    assert isinstance(voided, RoundVoided)
    assert (voided.cause, voided.clause) == (CAUSE, clause)
    assert set(table.net_of(record).values()) <= {0}
