"""The dice of a table: five or six, two in play and the others in reserve (CAT-IV.1.4.1-03)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.fault import Fault
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import JEFE
from tapete.core.round.ask import Choose, Option, Round, Ruling
from tapete.core.round.event import Announced, Chosen, Ruled
from tapete.games.dice.craps.rules import CrapsRules


class DiceSet(msgspec.Struct, frozen=True):
    """The dice by number. ``lost`` fell and were not found yet; ``throws`` since the last change.

    >>> DiceSet(size=6, in_play=(1, 2), lost=(3,)).reserve
    (4, 5, 6)
    """

    size: int
    in_play: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()
    throws: int = 0

    @property
    def at_hand(self) -> tuple[int, ...]:
        """The dice that may be chosen: all but the lost and the broken."""
        gone = {*self.lost, *self.broken}
        return tuple(die for die in range(1, self.size + 1) if die not in gone)

    @property
    def reserve(self) -> tuple[int, ...]:
        return tuple(die for die in self.at_hand if die not in self.in_play)

    @property
    def complete(self) -> bool:
        return not self.lost and not self.broken

    def taken(self, dice: tuple[int, ...], rules: CrapsRules, clause: ClauseId) -> DiceSet:
        """The set with these dice in play, or a refusal: exactly two, out of those at hand."""
        if len(set(dice)) != rules.dice or len(dice) != rules.dice:
            said = "-".join(map(str, dice))
            raise Refused(clause, "two-dice-are-taken", dice=said, needed=rules.dice)
        for die in dice:
            if die not in self.at_hand:
                raise Refused(clause, "die-not-at-hand", die=die)
        return replace(self, in_play=dice, throws=0)

    def without(self, *, off: int = 0, damaged: int = 0) -> DiceSet:
        """The set after dice in play fell off or broke; the last of those in play are meant."""
        gone = off + damaged
        stay, leave = self.in_play[: len(self.in_play) - gone], self.in_play[-gone:]
        return replace(
            self,
            in_play=stay,
            lost=self.lost + (leave if off else ()),
            broken=self.broken + (leave if damaged else ()),
        )


def new_set(rules: CrapsRules) -> DiceSet:
    """A set fresh from the store, nothing in play yet."""
    if rules.dice_set not in rules.dice_sets:
        raise ValueError(
            Fault(
                "fault.dice-set",
                "a set has {sets} dice, not {said}",
                sets=rules.dice_sets,
                said=rules.dice_set,
            )
        )
    return DiceSet(size=rules.dice_set)


def first_two(dice: DiceSet, rules: CrapsRules) -> tuple[int, ...]:
    """The dice taken when nobody says which."""
    return dice.at_hand[: rules.dice]


def dice_told(rules: CrapsRules, seat: int | None, dice: DiceSet) -> Announced:
    """Two dice were chosen; the others are reserved in sight of all."""
    chosen, reserve = _say(dice.in_play), _say(dice.reserve)
    facts: dict[str, Fact] = {"seat": seat, "dice": chosen, "reserve": reserve}
    return Announced(what="dados-elegidos", facts=facts, clause=rules.by("dice_chosen"))


def change_dice(rules: CrapsRules, dice: DiceSet, shooter: int | None) -> Round[DiceSet]:
    """The tallador announces the change and puts all the dice before the player (CAT-IV.1.5-65)."""
    yield Announced(what="cambio-de-dados", clause=rules.by("dice_change"))
    taken = yield from choose_dice(dice.at_hand, rules.dice, shooter, rules.by("dice_change"))
    dice = dice.taken(taken, rules, rules.by("dice_change"))
    yield dice_told(rules, shooter, dice)
    return dice


def choose_dice(
    dice: Sequence[int], count: int, seat: int | None, clause: str
) -> Round[tuple[int, ...]]:
    """Let a player take so many dice; the first ones if he does not say which, or has gone."""
    if len(dice) == count or seat is None:  # nothing, or nobody, to choose
        return tuple(dice[:count])
    names = tuple(map(str, dice))
    choice = yield from Choose(
        seat=seat,
        about="dados",
        options=(Option("elegir", cards=names, fewest=count, most=count),),
        clause=clause,
        default=f"elegir:{','.join(names[:count])}",
        optional=True,
    )
    yield Chosen(seat=seat, move=choice.text, about="dados", clause=clause)
    return tuple(int(die) for die in choice.cards)


def replace_dice(
    rules: CrapsRules,
    dice: DiceSet,
    cause: str,
    *,
    series: bool,
    shooter: int | None,
    chooser: int | None,
) -> Round[DiceSet]:
    """After a die fell off or broke.

    In the ``series`` for a point the shooter chooses out of the dice left, to finish the play
    (CAT-IV.1.5-13); otherwise two dice are chosen again as at the start (CAT-IV.1.5-04).
    """
    off, damaged = rules.dice_off.get(cause, 0), rules.dice_damaged.get(cause, 0)
    if not off + damaged:
        return dice
    dice = dice.without(off=off, damaged=damaged)
    if len(dice.at_hand) < rules.dice:  # no reserve left to choose from
        yield Announced(what="nuevo-juego-de-dados", clause=rules.by("dice_set"))
        dice = new_set(rules)
    if not series:
        taken = yield from choose_dice(dice.at_hand, rules.dice, chooser, rules.by("dice_again"))
        return dice.taken(taken, rules, rules.by("dice_again"))
    count = rules.dice - len(dice.in_play)
    taken = yield from choose_dice(dice.reserve, count, shooter, rules.by("die_fallen"))
    return replace(dice, in_play=(*dice.in_play, *taken))


def set_after(rules: CrapsRules, dice: DiceSet, point: int | None) -> Round[DiceSet]:
    """A die not found by the end of the play: the table gets a new set (CAT-IV.1.5-14)."""
    if point is None and dice.lost:
        found = yield from Ruling(
            question="dado-encontrado",
            options=("no", "si"),
            clause=rules.by("die_lost"),
            default="no",
        )
        yield Ruled(
            role=JEFE, question="dado-encontrado", ruling=found, clause=rules.by("die_lost")
        )
        dice = replace(dice, lost=() if found == "si" else dice.lost)
    if point is not None or dice.complete:
        return dice
    clause = rules.by("die_lost" if dice.lost else "dice_set")
    yield Announced(what="nuevo-juego-de-dados", clause=clause)
    return new_set(rules)


def _say(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))
