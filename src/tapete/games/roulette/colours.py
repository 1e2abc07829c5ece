"""Colour chips of the American roulette: bought, bought again, changed, given back, tipped.

Each function is what the croupier does between two throws: it takes the table as it is and gives
the table as it becomes and what was told. CAT-II.2.5 has the steps in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from tapete.core.clause import ClauseId
from tapete.core.event import (
    TIPS,
    Announced,
    ChipsChanged,
    Event,
    MarkerPut,
    at_seat,
    in_cash,
    in_colour,
)
from tapete.core.game import Setup
from tapete.core.money import check_amount, worth
from tapete.core.refused import Refused
from tapete.core.roles import CROUPIER, check_role
from tapete.core.seats import check_seated
from tapete.games.roulette.board import Board, Colour, Tip
from tapete.games.roulette.roulette import TIPS_IN_COLOUR, RouletteState, leave_prison
from tapete.games.roulette.rules import RouletteRules

Rules = Setup[RouletteRules]
Done = tuple[RouletteState, list[Event]]

CASH, MONEY = "efectivo", "fichas-de-dinero"


def buy(
    setup: Rules,
    state: RouletteState,
    *,
    seat: int,
    colour: str,
    value: int,
    amount: int,
    paid: str = MONEY,
    by: str = CROUPIER,
) -> Done:
    """Begin with a colour: choose it and its value, have it marked, get chips for the amount."""
    check_seated(seat, setup.seats)
    own = state.board.of(seat)
    if own is not None:
        raise Refused(setup.rules.by("kinds_max"), "two-colours", seat=seat, own=own.colour)
    board, told = _begin(setup, state.board.without(seat), seat, colour, value)
    board, bought = _hand_chips(setup, board, seat, amount, paid, by, "colour_bought")
    return _with(state, board), [*told, *bought]


def buy_more(
    setup: Rules,
    state: RouletteState,
    *,
    seat: int,
    amount: int,
    paid: str = MONEY,
    by: str = CROUPIER,
) -> Done:
    """More chips of the colour the player has, asked of the croupier during play."""
    _own(setup, state, seat, "colour_more")
    board, told = _hand_chips(setup, state.board, seat, amount, paid, by, "colour_more")
    return _with(state, board), told


def change(
    setup: Rules, state: RouletteState, *, seat: int, colour: str, value: int, by: str = CROUPIER
) -> Done:
    """Another colour, another value, or both: old chips to money chips, money chips to new ones."""
    check_role("change", by, setup.rules)
    row = _own(setup, state, seat, "colour_change")
    amount = row.value * row.chips
    board, gave_back = _end(setup, state.board, row, "colour_change")
    board, told = _begin(setup, board, seat, colour, value)
    if amount >= value:
        board, bought = _hand_chips(setup, board, seat, amount, MONEY, by, "colour_change")
        told = [*told, *bought]
    return _with(state, board), [*gave_back, *told]


def end(
    setup: Rules,
    state: RouletteState,
    *,
    seat: int,
    chips: Mapping[int, int] | None = None,
    by: str = CROUPIER,
) -> Done:
    """Give the colour back for money chips, in the denominations the player says, and free it."""
    check_role("change", by, setup.rules)
    row = _own(setup, state, seat, "colour_ended")
    amount = row.value * row.chips
    for value, count in (chips or {}).items():
        _whole(setup.rules.by("colour_ended"), seat, value, count)
    if chips is not None and worth(chips) != amount:
        raise Refused(
            setup.rules.by("colour_ended"), "not-the-amount",
            seat=seat, asked=worth(chips), amount=amount,
        )  # fmt: skip
    board, told = _end(setup, state.board, row, "colour_ended", chips)
    return _with(state, board), told


def tip(setup: Rules, state: RouletteState, *, seat: int, chips: int, by: str = CROUPIER) -> Done:
    """A player gives some of his colour chips as a tip, and the croupier collects them."""
    rules = setup.rules
    check_role("tip", by, rules)
    row = _own(setup, state, seat, "tip_change")
    _whole(rules.by("tip_change"), seat, chips)
    if chips > row.chips:
        raise Refused(
            rules.by("tip_change"), "colour-chips-missing", seat=seat, needed=chips, held=row.chips
        )
    board = state.board.with_row(msgspec.structs.replace(row, chips=row.chips - chips))
    given = Tip(seat, row.colour, row.value, chips)
    board = msgspec.structs.replace(board, tips=(*board.tips, given))
    said = ChipsChanged(
        seat=seat, source=in_colour(seat), target=TIPS_IN_COLOUR, amount=row.value * chips,
        gave={row.colour: chips}, clause=rules.by("tip_change"),
    )  # fmt: skip
    return _with(state, board), [said]


def change_tips(setup: Rules, state: RouletteState, *, by: str = CROUPIER) -> Done:
    """Tips in colour become money chips: after the prizes are paid, before the next throw."""
    rules = setup.rules
    check_role("change", by, rules)
    if not state.results:
        raise Refused(rules.by("tip_change"), "nothing-paid-yet")
    if not state.board.tips:
        raise Refused(rules.by("tip_lost"), "no-tip-to-change")
    told: list[Event] = [
        ChipsChanged(
            seat=given.seat, source=TIPS_IN_COLOUR, target=TIPS, amount=given.value * given.chips,
            gave={given.colour: given.chips}, clause=rules.by("tip_change"),
        )
        for given in state.board.tips
    ]  # fmt: skip
    return _with(state, msgspec.structs.replace(state.board, tips=())), told


def leave(setup: Rules, state: RouletteState, seat: int) -> Done:
    """Before a player goes his colour chips are changed and his prison ends."""
    state, told = leave_prison(setup, state, seat)
    row = state.board.of(seat)
    board = state.board
    if row is not None:
        board, changed = _end(setup, board, row, "colour_ended")
        told = [*told, *changed]
    return _with(state, board.without(seat)), told


ACTS: dict[str, Callable[..., Done]] = {
    "comprar-color": buy,
    "comprar-mas": buy_more,
    "cambiar-color": change,
    "devolver-color": end,
    "propina-en-color": tip,
    "cambiar-propina": change_tips,
}


def _with(state: RouletteState, board: Board) -> RouletteState:
    return msgspec.structs.replace(state, board=board)


def _whole(clause: ClauseId, seat: int, *amounts: int) -> None:
    """Raise `Refused` unless these are whole numbers above nought."""
    for amount in amounts:
        try:
            check_amount(amount)
        except ValueError:
            raise Refused(clause, "bad-amount", seat=seat, amount=str(amount)) from None


def _controlled(rules: RouletteRules, what: str, seat: int, amount: int) -> Announced:
    """The jefe de mesa is told of every change (CAT-II.2.4.2-03)."""
    return Announced(
        what=what,
        facts={"seat": seat, "amount": amount, "to": rules.changes_control},
        clause=rules.by("changes_control"),
    )


def _own(setup: Rules, state: RouletteState, seat: int, rule: str) -> Colour:
    check_seated(seat, setup.seats)
    row = state.board.of(seat)
    if row is None:
        raise Refused(setup.rules.by(rule), "no-colour", seat=seat)
    return row


def _begin(
    setup: Rules, board: Board, seat: int, colour: str, value: int
) -> tuple[Board, list[Event]]:
    """Steps 1 and 2: a free colour, its value, the money chip on the marker board."""
    rules, choice = setup.rules, setup.rules.by("colour_choice")
    if colour not in setup.extra.get("colours", rules.colours):
        raise Refused(choice, "no-such-colour", seat=seat, colour=colour)
    if board.owner(colour) is not None:
        raise Refused(rules.by("exclusive"), "colour-taken", seat=seat, colour=colour)
    allowed = setup.extra.get("colour_values", ())
    _, high = setup.limits.of("pleno")
    _whole(choice, seat, value)
    if value % setup.limits.unit or (allowed and value not in allowed):
        raise Refused(choice, "colour-value", seat=seat, value=value)
    if high is not None and value > high:
        raise Refused(choice, "colour-value", seat=seat, value=value, maximum=high)
    board = board.with_row(Colour(seat, colour, value, 0))
    marked = MarkerPut(marker=f"color:{colour}", place=str(value), clause=rules.by("colour_marked"))
    said = Announced(
        what="color-asignado",
        facts={"seat": seat, "colour": colour, "value": value, "to": rules.changes_control},
        clause=rules.by("colour_marked"),
    )
    return board, [marked, said]


def _hand_chips(
    setup: Rules, board: Board, seat: int, amount: int, paid: str, by: str, rule: str
) -> tuple[Board, list[Event]]:
    """Step 3: chips for exactly what was received; what makes no whole chip stays his."""
    rules = setup.rules
    row = board.of(seat)
    assert row is not None
    check_role("change", by, rules)
    _whole(rules.by(rule), seat, amount)
    if paid not in (CASH, MONEY):
        raise Refused(rules.by(rule), "no-such-money", seat=seat, paid=paid)
    chips = amount // row.value
    if chips <= 0:
        raise Refused(rules.by(rule), "too-little", seat=seat, amount=amount, value=row.value)
    rack = rules.colour_stock - board.out(row.colour)
    if chips > rack:
        raise Refused(rules.by("colour_stock"), "colour-stock", seat=seat, chips=chips, rack=rack)
    received = chips * row.value
    board = board.with_row(msgspec.structs.replace(row, chips=row.chips + chips))
    bought = ChipsChanged(
        seat=seat, source=in_cash(seat) if paid == CASH else at_seat(seat), target=in_colour(seat),
        amount=received, got={row.colour: chips},
        clause=rules.by(rule),
    )  # fmt: skip
    return board, [_controlled(rules, "cambio-de-fichas", seat, received), bought]


def _end(
    setup: Rules, board: Board, row: Colour, rule: str, chips: Mapping[int, int] | None = None
) -> tuple[Board, list[Event]]:
    """Colour chips become money chips, the money chip leaves the board, the colour is free."""
    rules = setup.rules
    amount = row.value * row.chips
    told: list[Event] = []
    if amount:
        told += [
            _controlled(rules, "cambio-de-fichas", row.seat, amount),
            ChipsChanged(
                seat=row.seat, source=in_colour(row.seat), target=at_seat(row.seat), amount=amount,
                gave={row.colour: row.chips},
                got={str(value): count for value, count in (chips or {}).items()},
                clause=rules.by(rule),
            ),
        ]  # fmt: skip
    told.append(
        MarkerPut(marker=f"color:{row.colour}", place=None, clause=rules.by("colour_freed"))
    )
    return board.without(row.seat), told
