"""Colour chips of the American roulette: bought, bought again, changed, given back, tipped.

Each act is what the croupier does between two throws. CAT-II.2.5 has the steps in this order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from tapete.core.book.account import TIPS, in_cash, in_colour, in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.duty import Duty
from tapete.core.book.money import check_amount, worth
from tapete.core.book.refused import Refused
from tapete.core.round.act import ROW, Act, Count, Seat
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, ChipsChanged, MarkerPut
from tapete.core.round.game import Setup
from tapete.core.table.roles import DUTIES
from tapete.core.table.seats import check_seated
from tapete.games.roulette.board import Board, Colour, Tip
from tapete.games.roulette.roulette import TIPS_IN_COLOUR, RouletteState, leave_prison
from tapete.games.roulette.rules import RouletteRules, RouletteTerms

Rules = Setup[RouletteRules, RouletteTerms]

CASH, MONEY = "efectivo", "fichas-de-dinero"


class ColourAct(Act[RouletteRules, RouletteState], frozen=True, kw_only=True):
    """Something done with a player's colour: the croupier does it, at the player's word."""

    duty: ClassVar[Duty | None] = DUTIES["change"]
    whose: ClassVar[str] = "seat"

    seat: Seat


class BuyColour(ColourAct, frozen=True, kw_only=True, tag="comprar-color"):
    """Begin with a colour: choose it and its value, have it marked, get chips for the amount."""

    colour: Annotated[str, Meta(extra={ROW: "colours"})]
    value: int
    amount: int
    paid: str = MONEY

    def own(self, player: str, players: Mapping[int, str]) -> bool:
        return super().own(player, players) and self.paid != CASH

    def carry_out(self, setup: Rules, state: RouletteState) -> Round[RouletteState]:
        seat = self.seat
        check_seated(seat, setup.seats)
        own = state.board.of(seat)
        if own is not None:
            raise Refused(setup.rules.by("kinds_max"), "two-colours", seat=seat, own=own.colour)
        board = state.board.without(seat)
        board = yield from _begin(setup, board, seat, self.colour, self.value)
        return _with(
            state,
            (yield from _hand_chips(setup, board, seat, self.amount, self.paid, "colour_bought")),
        )


class BuyMore(ColourAct, frozen=True, kw_only=True, tag="comprar-mas"):
    """More chips of the colour the player has, asked of the croupier during play."""

    amount: int
    paid: str = MONEY

    def own(self, player: str, players: Mapping[int, str]) -> bool:
        return super().own(player, players) and self.paid != CASH

    def carry_out(self, setup: Rules, state: RouletteState) -> Round[RouletteState]:
        _own(setup, state, self.seat, "colour_more")
        board = yield from _hand_chips(
            setup, state.board, self.seat, self.amount, self.paid, "colour_more"
        )
        return _with(state, board)


class ChangeColour(ColourAct, frozen=True, kw_only=True, tag="cambiar-color"):
    """Another colour, another value, or both: old chips to money chips, money chips to new ones."""

    colour: Annotated[str, Meta(extra={ROW: "colours"})]
    value: int

    def carry_out(self, setup: Rules, state: RouletteState) -> Round[RouletteState]:
        row = _own(setup, state, self.seat, "colour_change")
        amount = row.value * row.chips
        board = yield from _end(setup, state.board, row, "colour_change")
        board = yield from _begin(setup, board, self.seat, self.colour, self.value)
        if amount >= self.value:
            board = yield from _hand_chips(setup, board, self.seat, amount, MONEY, "colour_change")
        return _with(state, board)


class EndColour(ColourAct, frozen=True, kw_only=True, tag="devolver-color"):
    """Give the colour back for money chips, in the denominations the player says, and free it."""

    chips: Mapping[int, int] | None = None

    def carry_out(self, setup: Rules, state: RouletteState) -> Round[RouletteState]:
        seat, chips = self.seat, self.chips
        row = _own(setup, state, seat, "colour_ended")
        amount = row.value * row.chips
        for value, count in (chips or {}).items():
            _whole(setup.rules.by("colour_ended"), seat, value, count)
        if chips is not None and worth(chips) != amount:
            raise Refused(
                setup.rules.by("colour_ended"), "not-the-amount",
                seat=seat, asked=worth(chips), amount=amount,
            )  # fmt: skip
        return _with(state, (yield from _end(setup, state.board, row, "colour_ended", chips)))


class TipInColour(ColourAct, frozen=True, kw_only=True, tag="propina-en-color"):
    """A player gives some of his colour chips as a tip, and the croupier collects them."""

    duty: ClassVar[Duty | None] = DUTIES["tip"]

    chips: Count

    def carry_out(self, setup: Rules, state: RouletteState) -> Round[RouletteState]:
        rules, seat, chips = setup.rules, self.seat, self.chips
        row = _own(setup, state, seat, "tip_change")
        _whole(rules.by("tip_change"), seat, chips)
        if chips > row.chips:
            raise Refused(
                rules.by("tip_change"), "colour-chips-missing",
                seat=seat, needed=chips, held=row.chips,
            )  # fmt: skip
        board = state.board.with_row(msgspec.structs.replace(row, chips=row.chips - chips))
        given = Tip(seat, row.colour, row.value, chips)
        board = msgspec.structs.replace(board, tips=(*board.tips, given))
        yield ChipsChanged(
            seat=seat, source=in_colour(seat), target=TIPS_IN_COLOUR, amount=row.value * chips,
            gave={row.colour: chips}, clause=rules.by("tip_change"),
        )  # fmt: skip
        return _with(state, board)


class ChangeTips(
    Act[RouletteRules, RouletteState], frozen=True, kw_only=True, tag="cambiar-propina"
):
    """Tips in colour become money chips: after the prizes are paid, before the next throw."""

    duty: ClassVar[Duty | None] = DUTIES["change"]

    def carry_out(self, setup: Rules, state: RouletteState) -> Round[RouletteState]:
        rules = setup.rules
        if not state.results:
            raise Refused(rules.by("tip_change"), "nothing-paid-yet")
        if not state.board.tips:
            raise Refused(rules.by("tip_lost"), "no-tip-to-change")
        for given in state.board.tips:
            yield ChipsChanged(
                seat=given.seat, source=TIPS_IN_COLOUR, target=TIPS,
                amount=given.value * given.chips,
                gave={given.colour: given.chips}, clause=rules.by("tip_change"),
            )  # fmt: skip
        return _with(state, msgspec.structs.replace(state.board, tips=()))


ACTS = (BuyColour, BuyMore, ChangeColour, EndColour, TipInColour, ChangeTips)


def leave(setup: Rules, state: RouletteState, seat: int) -> Round[RouletteState]:
    """Before a player goes his colour chips are changed and his prison ends."""
    state = yield from leave_prison(setup, state, seat)
    row, board = state.board.of(seat), state.board
    if row is not None:
        board = yield from _end(setup, board, row, "colour_ended")
    return _with(state, board.without(seat))


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


def _begin(setup: Rules, board: Board, seat: int, colour: str, value: int) -> Round[Board]:
    """Steps 1 and 2: a free colour, its value, the money chip on the marker board."""
    rules, choice = setup.rules, setup.rules.by("colour_choice")
    terms = setup.terms
    if colour not in (terms.colours or rules.colours):
        raise Refused(choice, "no-such-colour", seat=seat, colour=colour)
    if board.owner(colour) is not None:
        raise Refused(rules.by("exclusive"), "colour-taken", seat=seat, colour=colour)
    allowed = terms.colour_values
    _, high = setup.limits.of("pleno")
    _whole(choice, seat, value)
    if value % setup.limits.unit or (allowed and value not in allowed):
        raise Refused(choice, "colour-value", seat=seat, value=value)
    if high is not None and value > high:
        raise Refused(choice, "colour-value", seat=seat, value=value, maximum=high)
    board = board.with_row(Colour(seat, colour, value, 0))
    yield MarkerPut(marker=f"color:{colour}", place=str(value), clause=rules.by("colour_marked"))
    yield Announced(
        what="color-asignado",
        facts={"seat": seat, "colour": colour, "value": value, "to": rules.changes_control},
        clause=rules.by("colour_marked"),
    )
    return board


def _hand_chips(
    setup: Rules, board: Board, seat: int, amount: int, paid: str, rule: str
) -> Round[Board]:
    """Step 3: chips for exactly what was received; what makes no whole chip stays his."""
    rules = setup.rules
    row = board.of(seat)
    assert row is not None
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
    yield _controlled(rules, "cambio-de-fichas", seat, received)
    yield ChipsChanged(
        seat=seat, source=in_cash(seat) if paid == CASH else in_stack(seat), target=in_colour(seat),
        amount=received, got={row.colour: chips},
        clause=rules.by(rule),
    )  # fmt: skip
    return board


def _end(
    setup: Rules, board: Board, row: Colour, rule: str, chips: Mapping[int, int] | None = None
) -> Round[Board]:
    """Colour chips become money chips, the money chip leaves the board, the colour is free."""
    rules = setup.rules
    amount = row.value * row.chips
    if amount:
        yield _controlled(rules, "cambio-de-fichas", row.seat, amount)
        yield ChipsChanged(
            seat=row.seat, source=in_colour(row.seat), target=in_stack(row.seat), amount=amount,
            gave={row.colour: row.chips},
            got={str(value): count for value, count in (chips or {}).items()},
            clause=rules.by(rule),
        )  # fmt: skip
    yield MarkerPut(marker=f"color:{row.colour}", place=None, clause=rules.by("colour_freed"))
    return board.without(row.seat)
