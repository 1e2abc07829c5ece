"""The ledger's accounts: whose chips they are, and in which unit."""

from __future__ import annotations

import pytest

from tapete.core.book.account import BANK, CLP, PLAY, in_stack, on_spot, tournament_unit
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.pot import MAIN
from tapete.floor.money.accounts import (
    CAGE,
    VAULT,
    WORLD,
    LedgerAccount,
    at_table,
    in_pot,
    ledger_account,
    vault,
    wallet,
)
from tapete.floor.money.ledger import Transfer, balances
from tapete.floor.table.commands import Answer, Begin, Bet, CloseBets, Hold, Leave, Release, Sit
from tests.floor.casino import chain_of, envelope, opened, spec

UNITS = (CLP, PLAY, tournament_unit("verano-2026"))


def every(unit: str) -> list[LedgerAccount]:
    at = [at_table("R-1", place, unit) for place in (BANK, in_stack(3), on_spot(3, "pleno:17"))]
    return [*at, wallet("12345678-5", unit), vault(unit), in_pot("mayor", MAIN, unit)]


def test_an_account_of_the_ledger_is_read_back_as_it_was_written() -> None:
    found = [VAULT, CAGE, WORLD, *(one for unit in UNITS for one in every(unit))]
    assert [ledger_account(one.text) for one in found] == found
    assert len({one.text for one in found}) == len({*found})


@pytest.mark.clause("CAT-I.4.1-01", "COL-7.4-01")
def test_no_transfer_crosses_units() -> None:
    for unit in UNITS:
        for other in UNITS:
            for source, target in zip(every(unit), reversed(every(other)), strict=True):
                sent = {"id": "x", "source": source, "target": target, "amount": 1}
                said = {"state": "posted", "clause": "CAT-I.1-10", "why": "x"}
                if unit == other:
                    Transfer(**sent, **said)  # type: ignore[arg-type]
                    continue
                with pytest.raises(Refused, match="another-unit"):
                    Transfer(**sent, **said)  # type: ignore[arg-type]


@pytest.mark.clause("CAT-I.6-04")
def test_what_was_held_goes_to_the_winner_though_another_sits_in_his_place() -> None:
    hosted = chain_of(spec("ruleta-francesa"))
    hosted.apply(opened(hosted))
    chief, player = "jefe-de-mesa", "jugador"
    sent = [
        (Sit(seat=1, player="ana", chips=100_000), player),
        (Begin(), "croupier"),
        (Bet(action=Place(1, "rojo", 5000)), player),
        (CloseBets(), "croupier"),
        (Answer(answer="3"), "croupier"),
        (Hold(seat=1), chief),
        (Leave(seat=1), player),
        (Sit(seat=1, player="bruno", chips=100_000), player),
        (Release(seat=1, round=1), chief),
    ]
    held = balances(
        t for command, by in sent for t in hosted.apply(envelope(command, by)).transfers
    )
    assert (held[wallet("ana")], held[wallet("bruno")]) == (5000, -100_000)
