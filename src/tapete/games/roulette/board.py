"""The marker board of an American roulette: whose colour is whose, and what its chips are worth.

A colour chip is worth what its owner said when he began (CAT-II.2.2-03) and nothing away from
its table, so the table counts them: those in the owner's hands and those lying on the cloth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from tapete.core.book.instrument import COLOUR_CHIPS
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.bets import BetAction, Place, Remove
from tapete.games.roulette.rules import RouletteRules

COLOUR, VALUE = "color", "valor"
Parts = Callable[[str, int], tuple[tuple[str, int], ...]]


class Colour(msgspec.Struct, frozen=True):
    """A line of the board: a seat's colour, what one chip is worth, how many the seat holds."""

    seat: int
    colour: str
    value: int
    chips: int


class Denomination(msgspec.Struct, frozen=True):
    """The one denomination of money chips a seat plays multiple bets with (CAT-II.2.2-04)."""

    seat: int
    value: int


class Tip(msgspec.Struct, frozen=True):
    """Colour chips given as a tip and not changed yet."""

    seat: int
    colour: str
    value: int
    chips: int


class Laid(msgspec.Struct, frozen=True):
    """A colour player's bet on the cloth: ``colour`` is empty when it was made in money chips."""

    seat: int
    bet: str
    amount: int
    colour: str = ""


class ChipsNamed(msgspec.Struct, frozen=True):
    """The chips that a player names with a bet: a colour, or money chips of one value."""

    colour: str | None = None
    value: int = 0


def read_chips(text: str) -> ChipsNamed:
    """
    >>> read_chips("color:azul").colour, read_chips("valor:500").value, read_chips("")
    ('azul', 500, ChipsNamed(colour=None, value=0))
    """
    kind, _, name = text.partition(":")
    if kind == COLOUR:
        return ChipsNamed(colour=name)
    return ChipsNamed(value=int(name) if kind == VALUE and name.isdecimal() else 0)


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the table knows of its chips between rounds."""

    colours: tuple[Colour, ...] = ()
    denominations: tuple[Denomination, ...] = ()
    tips: tuple[Tip, ...] = ()

    @property
    def in_use(self) -> bool:
        return bool(self.colours or self.denominations)

    def of(self, seat: int) -> Colour | None:
        """The line of a seat, if it plays with colour chips."""
        return next((row for row in self.colours if row.seat == seat), None)

    def owner(self, colour: str) -> int | None:
        """The seat that plays with a colour; None while it is free."""
        return next((row.seat for row in self.colours if row.colour == colour), None)

    def out(self, colour: str) -> int:
        """Chips of a colour that are not in the rack."""
        held = sum(row.chips for row in self.colours if row.colour == colour)
        return held + sum(tip.chips for tip in self.tips if tip.colour == colour)

    def with_row(self, row: Colour) -> Board:
        """The board with this line written, in place of the seat's old one."""
        rows = {old.seat: old for old in self.colours} | {row.seat: row}
        return msgspec.structs.replace(self, colours=tuple(rows.values()))

    def without(self, seat: int) -> Board:
        """The board without a seat's colour and denomination: both are free again."""
        return msgspec.structs.replace(
            self,
            colours=tuple(row for row in self.colours if row.seat != seat),
            denominations=tuple(row for row in self.denominations if row.seat != seat),
        )


def value_of(board: Board, seat: int) -> int:
    """What one chip of a seat is worth on multiple bets; 1 for a seat that said nothing.

    >>> value_of(Board(colours=(Colour(3, "verde", 500, 20),)), 3)
    500
    """
    row = board.of(seat)
    if row is not None:
        return row.value
    return next((own.value for own in board.denominations if own.seat == seat), 1)


def check(
    rules: RouletteRules,
    board: Board,
    laid: tuple[Laid, ...],
    done: Sequence[BetAction],
    action: Place | Remove,
    parts: Parts,
) -> None:
    """Raise `Refused` unless the player may use these chips on this bet."""
    facts: dict[str, Fact] = {"seat": action.seat, "bet": action.bet}
    row = board.of(action.seat)
    if isinstance(action, Place):
        facts["chips"] = action.chips
        chips = read_chips(action.chips)
        if chips.colour is not None:
            _check_colour(rules, row, chips.colour, facts)
        elif chips.value:
            _check_denomination(rules, board, done, action, chips.value, parts)
        elif action.chips:
            raise Refused(rules.by("bets_placed"), "no-such-chips", **facts)
        else:
            _check_claimed(rules, board, done, action, parts)
    else:
        _check_taken_up(rules, board, done, action)
    if row is not None:
        _check_whole(rules, row, lay(rules, board, laid, (*done, action), parts), facts)


def _check_colour(
    rules: RouletteRules, row: Colour | None, colour: str, facts: dict[str, Fact]
) -> None:
    if row is None:
        raise Refused(rules.by("colour_choice"), "colour-not-assigned", **facts)
    if row.colour != colour:
        raise Refused(rules.by("kinds_max"), "two-colours", **facts, own=row.colour)


def _check_denomination(
    rules: RouletteRules, board: Board, done: Sequence[BetAction], place: Place, value: int,
    parts: Parts,
) -> None:  # fmt: skip
    facts: dict[str, Fact] = {"seat": place.seat, "bet": place.bet, "chips": place.chips}
    if rules.is_multiple(place.bet):
        if board.of(place.seat) is not None:
            raise Refused(rules.by("denomination"), "colour-or-denomination", **facts)
        claims = claimed(rules, board, done)
        if claims.get(place.seat, value) != value:
            own = claims[place.seat]
            raise Refused(rules.by("kinds_max"), "two-denominations", **facts, own=own)
        if value in (claim for seat, claim in claims.items() if seat != place.seat):
            raise Refused(rules.by("exclusive"), "denomination-taken", **facts)
    if any(amount % value for _, amount in parts(place.bet, place.amount)):
        raise Refused(
            rules.by("one_kind"), "not-a-multiple", **facts, amount=place.amount, step=value
        )


def _check_claimed(
    rules: RouletteRules, board: Board, done: Sequence[BetAction], place: Place, parts: Parts
) -> None:
    value = claimed(rules, board, done).get(place.seat)
    if value is None or not rules.is_multiple(place.bet) or board.of(place.seat) is not None:
        return
    if any(amount % value for _, amount in parts(place.bet, place.amount)):
        raise Refused(
            rules.by("one_kind"), "not-a-multiple",
            seat=place.seat, bet=place.bet, amount=place.amount, step=value,
        )  # fmt: skip


def _check_taken_up(
    rules: RouletteRules, board: Board, done: Sequence[BetAction], remove: Remove
) -> None:
    """A bet made with one denomination is reduced by whole chips of it too."""
    value = claimed(rules, board, done).get(remove.seat, 1)
    if rules.is_multiple(remove.bet) and remove.amount is not None and remove.amount % value:
        raise Refused(
            rules.by("one_kind"), "not-a-multiple",
            seat=remove.seat, bet=remove.bet, amount=remove.amount, step=value,
        )  # fmt: skip


def _check_whole(
    rules: RouletteRules, row: Colour, laid: tuple[Laid, ...], facts: dict[str, Fact]
) -> None:
    mine = [lies for lies in laid if lies.seat == row.seat]
    if len({lies.bet for lies in mine}) < len(mine):
        raise Refused(rules.by("one_kind"), "mixed-chips", **facts)
    for lies in mine:
        if lies.colour and (lies.amount < 0 or lies.amount % row.value):
            raise Refused(rules.by("one_kind"), "not-a-multiple", **facts, step=row.value)
    needed = sum(lies.amount for lies in mine if lies.colour)
    if needed > row.chips * row.value:
        raise Refused(
            rules.by("colour_more"), "colour-chips-missing", **facts,
            needed=needed // row.value, held=row.chips,
        )  # fmt: skip


def claimed(rules: RouletteRules, board: Board, actions: Iterable[BetAction]) -> dict[int, int]:
    """Which seat plays multiple bets with which denomination: said before, or bet just now."""
    claims = {row.seat: row.value for row in board.denominations}
    for action in actions:
        if isinstance(action, Place) and action.chips and rules.is_multiple(action.bet):
            value = read_chips(action.chips).value
            if value:
                claims[action.seat] = value
    return claims


def claim(rules: RouletteRules, board: Board, actions: Iterable[BetAction]) -> Board:
    """The board after the bets of a slip: a denomination used is its player's from then on."""
    claims = claimed(rules, board, actions)
    rows = tuple(Denomination(seat, value) for seat, value in claims.items())
    return msgspec.structs.replace(board, denominations=rows)


def in_colour_on(laid: Iterable[Laid], seat: int) -> int:
    """What a seat's colour chips on the cloth are worth."""
    return sum(lies.amount for lies in laid if lies.seat == seat and lies.colour)


def lay(
    rules: RouletteRules,
    board: Board,
    laid: tuple[Laid, ...],
    actions: Iterable[BetAction],
    parts: Parts,
) -> tuple[Laid, ...]:
    """The bets of colour players on the cloth after these actions, by the chips they are made in.

    Without a word a colour player uses his colour on multiple bets and money chips elsewhere.
    """
    if not board.colours:
        return laid
    felt = {(lies.seat, lies.bet, lies.colour): lies.amount for lies in laid}
    for action in actions:
        row = board.of(action.seat) if isinstance(action, Place | Remove) else None
        if row is None:
            continue
        if isinstance(action, Place):
            used = action.chips or (COLOUR if rules.is_multiple(action.bet) else "")
            colour = row.colour if used.startswith(COLOUR) else ""
            for bet, amount in parts(action.bet, action.amount):
                key = (action.seat, bet, colour)
                felt[key] = felt.get(key, 0) + amount
        elif isinstance(action, Remove):
            for colour in (row.colour, ""):
                key = (action.seat, action.bet, colour)
                if key in felt:
                    felt[key] -= felt[key] if action.amount is None else action.amount
    return tuple(
        Laid(seat, bet, amount, colour) for (seat, bet, colour), amount in felt.items() if amount
    )


class Decided(msgspec.Struct, frozen=True):
    """What was told of a bet: its stake, what it won, what came back of the stake."""

    stake: int
    won: int
    back: int

    def of(self, part: int) -> tuple[int, int]:
        """What won and what came back of a part of the stake; the rest lay in other chips."""
        return self.won * part // self.stake, self.back * part // self.stake


class Handed(msgspec.Struct, frozen=True):
    """How a colour player is paid: so many chips of his colour, the rest in money chips.

    ``kept`` are the chips of his own stakes that came back.
    """

    seat: int
    colour: str
    value: int
    kept: int
    chips: int
    money: int


def hand_over(
    rules: RouletteRules,
    board: Board,
    laid: tuple[Laid, ...],
    decided: Mapping[tuple[int, str], Decided],
) -> tuple[Board, list[Handed]]:
    """The board after the number: lost chips in the rack, stakes and winnings with their owners.

    ``decided`` is what the bets won and brought back; a bet that is not there lost everything.
    Winnings of colour chips are paid in the same colour while the rack has them, and whatever no
    whole chip can pay in money chips (CAT-II.2.7-07).
    """
    handed = []
    for row in board.colours:
        mine = [lies for lies in laid if lies.seat == row.seat and lies.colour]
        if not mine:
            continue
        ends = [(decided.get((row.seat, lies.bet)), lies.amount) for lies in mine]
        due = [end.of(amount) for end, amount in ends if end is not None]
        won, back = sum(won for won, _ in due), [back for _, back in due]
        kept = sum(part // row.value for part in back)
        held = row.chips - sum(lies.amount for lies in mine) // row.value + kept
        board = board.with_row(msgspec.structs.replace(row, chips=held))
        rack = max(rules.colour_stock - board.out(row.colour), 0)
        chips = min(won // row.value, rack) if COLOUR_CHIPS in rules.paid_in else 0
        board = board.with_row(msgspec.structs.replace(row, chips=held + chips))
        money = won - chips * row.value + sum(part % row.value for part in back)
        handed.append(Handed(row.seat, row.colour, row.value, kept, chips, money))
    return board, handed
