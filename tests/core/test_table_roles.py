"""Who may do what: every command of a table, role by role."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tapete.core.book.clause import register
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS, CROUPIERS, JEFE
from tapete.core.round.ask import Choose, Option, Ruling
from tapete.core.round.bets import Noticed, Slip
from tapete.core.table.roles import DUTIES, GAMING_TABLE
from tapete.games.roulette.ball import Throw
from tests.core.tables import a_table, changed, refused, rojo

STAFFED = Counter({JEFE: 1})
ROLES = ("jugador", *CROUPIERS, *CHIEFS, "cajero")


@pytest.mark.parametrize("command", DUTIES)
def test_a_command_is_open_to_the_roles_its_clause_names_and_refused_to_others(
    command: str,
) -> None:
    rules = a_table().rules
    duty = DUTIES[command]
    assert duty.clause in register()
    for role in ROLES:
        if role in duty.roles:
            GAMING_TABLE.check(command, role, STAFFED, rules)
        else:
            refusal = refused(GAMING_TABLE.check, command, role, STAFFED, rules)
            assert refusal.code == "not-your-role"
            assert refusal.facts["roles"] == " ".join(duty.roles)


@pytest.mark.clause("CAT-I.3.2-01")
def test_bets_money_and_play_are_attended_by_the_croupier() -> None:
    for command in ("begin", "close-bets", "bet", "change", "tip", "caution"):
        assert "croupier" in DUTIES[command].roles, command
    for command in ("close-bets", "change", "tip", "notice"):
        assert set(DUTIES[command].roles) == set(CROUPIERS), command


@pytest.mark.clause("CAT-II.1.3.2-04")
def test_the_jefe_de_mesa_touches_neither_money_nor_chips() -> None:
    table = a_table()
    table.begin()
    hands: list[tuple[Any, tuple[Any, ...]]] = [
        (table.exchange.change, (3, 1000)),
        (table.exchange.tip, (3, 1000)),
        (table.bet, (rojo(),)),
    ]
    for command, args in hands:
        refusal = refused(command, *args, by="jefe-de-mesa")
        assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-II.1.3.2-04")
    free = a_table(changed(values={"chief_hands_off": ()}))
    refusal = refused(free.exchange.change, 3, 1000, by="jefe-de-mesa")
    assert refusal.clause == "CAT-I.3.2-04"  # where no rule is written the duty is the croupier's


@pytest.mark.clause("CAT-I.1-08")
def test_the_croupier_directs_the_game_deals_and_controls_the_bets() -> None:
    table = a_table()
    table.begin()
    for role in ("jugador", "jefe-de-mesa"):
        assert refused(table.answer, Slip(), by=role, seat=3).clause == "CAT-I.1-08"
    table.bet(rojo())
    assert refused(table.close_bets, by="jugador").code == "not-your-role"
    assert refused(table.bet, Throw(), by="jugador").code == "not-your-role"
    late = Noticed(3, "rojo", 5, "jefe-de-sala")
    assert refused(table.bet, late, by="jugador").clause == "CAT-I.3.2-06"
    table.bet(Throw(), by="croupier")
    table.close_bets(by="croupier")
    refusal = refused(table.answer, "17", by="jugador", seat=3)
    assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-I.1-08")
    table.answer("17", by="croupier")
    table.finish()


def choice(seat: int) -> Choose:
    options = (Option("pedir"), Option("plantarse"))
    return Choose(seat=seat, about="", options=options, clause="CAT-I.1-14", default="plantarse")


@pytest.mark.clause("CAT-I.1-11")
def test_a_hand_is_the_play_of_one_player_and_no_other_decides_in_it() -> None:
    choice(3).check_answerer("jugador", 3, "pedir")
    refusal = refused(choice(3).check_answerer, "jugador", 5, "pedir")
    assert (refusal.code, refusal.clause) == ("not-your-hand", "CAT-I.1-11")
    assert refused(choice(3).check_answerer, "croupier", None, "pedir").clause == "CAT-I.1-11"


def test_a_ruling_belongs_to_the_role_that_its_clause_names() -> None:
    ask = Ruling(
        question="bola", options=("seguir", "cambiar"), clause="CAT-II.1.3.2-07", default="seguir"
    )
    ask.check_answerer(JEFE, None, "seguir")
    with pytest.raises(Refused) as caught:
        ask.check_answerer("croupier", None, "seguir")
    assert caught.value.clause == "CAT-II.1.3.2-07"
