"""Cards that were drawn by hand come over the network: seats are named as JSON names them."""

from __future__ import annotations

import json

import pytest

from tapete.floor.units import KINDS
from tapete.systems.tournament.life import commands as do


@pytest.mark.clause("COL-7.5.1-10", "COL-7.3-13")
@pytest.mark.parametrize("kind", [do.Start, do.BreakTable, do.NextDay])
def test_a_card_a_seat_is_understood(kind: type[do.Start | do.BreakTable | do.NextDay]) -> None:
    sent = json.loads(json.dumps({"do": do.tag_of(kind()), "cards": {5: "9h", 2: "As"}}))
    assert KINDS["torneo"].read_command(sent) == kind(cards={5: "9h", 2: "As"})
