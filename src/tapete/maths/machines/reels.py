"""The par sheet of a reel program: base game, free games and picks, pot; exactly."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from tapete.maths.machines.figures import ParLevel, ParRow, Top
from tapete.maths.machines.moments import Moments, best_prize, moments, ways_law
from tapete.systems.machines.law import count_law, cycle, line_law
from tapete.systems.machines.program import Level, Pick, Reels
from tapete.systems.machines.reels import Machinery, Outcome, scatter_row, symbol_rows

ZERO = Fraction(0)


def reel_levels(program: Reels) -> tuple[list[ParLevel], dict[str, ParRow]]:
    """Every level of a program, and the rows of its pay table."""
    machine = Machinery(program)
    law = {} if program.ways else line_law(machine.layout, machine.layout.strips, machine.reader)
    done: dict[tuple[int, Fraction], _Worth] = {}
    levels = []
    for level in program.levels():
        for denomination in program.denominations:
            # A pot is worth its base whatever was staked: per credit it weighs less on more.
            pot = ZERO
            if any(row.pot for row in machine.layout.rows):
                assert program.pot is not None
                pot = Fraction(program.pot.base, level.credits * denomination)
            key = (level.parts, pot)
            if key not in done:
                done[key] = _worth(machine, level, law, pot)
            levels.append(_level(done[key], level, denomination))
    return levels, _rows(machine, law)


class _Worth:
    """What a play is worth per credit on each part, whatever the credits."""

    def __init__(
        self, *, base: Fraction, features: Fraction, pot: Fraction, hit: Fraction,
        variance: Fraction, best: Fraction, best_odds: Fraction,
    ) -> None:  # fmt: skip
        self.base, self.features, self.pot, self.hit = base, features, pot, hit
        self.variance, self.best, self.best_odds = variance, best, best_odds


def _worth(machine: Machinery, level: Level, law: dict[Outcome, Fraction], pot: Fraction) -> _Worth:
    program, layout = machine.program, machine.layout

    def value(outcome: Outcome) -> Fraction | int:
        return pot if outcome.pot else outcome.pays

    shown = pot if any(outcome.pot for outcome in law) else ZERO
    best = max(Fraction(best_prize(machine, level, law)), shown)
    paid = moments(machine, level, layout.strips, value=value, top=best)
    pot_part = sum((chance * pot for outcome, chance in law.items() if outcome.pot), ZERO)
    per_game, game_pot, game_variance = _free_game(machine, level, pot)
    per_pick, pick_variance = _pick(program.pick)
    per_pick, pick_variance = per_pick * level.parts, pick_variance * level.parts**2
    features = per_game * paid.n + per_pick * paid.a
    from_pot = game_pot * paid.n
    square = paid.square(per_game, per_pick) + paid.n * game_variance + paid.a * pick_variance
    mean = paid.x + features
    return _Worth(
        base=paid.x - pot_part, features=features - from_pot, pot=pot_part + from_pot, hit=paid.hit,
        variance=square - mean**2, best=best, best_odds=paid.top,
    )  # fmt: skip


def _free_game(
    machine: Machinery, level: Level, pot: Fraction
) -> tuple[Fraction, Fraction, Fraction]:
    """Mean of what one free game brings, with the games won inside it; how much of it comes out of
    the pot, which is not multiplied; and the variance.

    T = m x + T1 + ... + Tn: its mean is m E[x] / (1 - E[n]), and its variance
    Var(m x + n E[T]) / (1 - E[n]).
    """
    free = machine.program.free
    if free is None:
        return ZERO, ZERO, ZERO

    def plain(outcome: Outcome) -> Fraction | int:
        return pot / free.multiplier if outcome.pot else outcome.pays

    game = moments(machine, level, machine.layout.free_strips, value=plain)
    if not free.retrigger:
        game = game._replace(n=ZERO, nn=ZERO, xn=ZERO, na=ZERO)
    times = free.multiplier
    mean = times * game.x / (1 - game.n)
    scaled: Moments = game._replace(xx=times**2 * game.xx, xn=times * game.xn)
    square = scaled.square(mean, ZERO)
    variance = (square - (times * game.x + mean * game.n) ** 2) / (1 - game.n)
    law = line_law(machine.layout, machine.layout.free_strips, machine.reader) if pot else {}
    pots = sum((chance for outcome, chance in law.items() if outcome.pot), ZERO)
    return mean, pots * pot / (1 - game.n), variance


def _pick(pick: Pick | None) -> tuple[Fraction, Fraction]:
    """Mean and variance of a second screen, in total bets."""
    if pick is None:
        return ZERO, ZERO

    def worth(name: str | None) -> tuple[Fraction, Fraction]:
        """Mean and mean square from a screen on."""
        if name is None:
            return ZERO, ZERO
        total = sum(branch.weight for branch in pick.nodes[name])
        mean = square = ZERO
        for branch in pick.nodes[name]:
            then, then_square = worth(branch.next)
            chance = Fraction(branch.weight, total)
            mean += chance * (branch.pays + then)
            square += chance * (branch.pays**2 + 2 * branch.pays * then + then_square)
        return mean, square

    mean, square = worth(pick.start)
    return mean, square - mean**2


def _level(worth: _Worth, level: Level, denomination: int) -> ParLevel:
    parts = level.parts
    return ParLevel(
        bet=level.bet,
        denomination=denomination,
        stake=level.stake * denomination,
        base=worth.base / parts,
        features=worth.features / parts,
        pot=worth.pot / parts,
        hit=worth.hit,
        variance=worth.variance / parts**2,
        top=Top(int(worth.best * level.credits * denomination), worth.best_odds),
    )


def _rows(machine: Machinery, law: dict[Outcome, Fraction]) -> dict[str, ParRow]:
    program, layout = machine.program, machine.layout
    rows: dict[str, ParRow] = {}
    if program.ways:
        level = program.levels()[0]
        for place, part in _ways_rows(machine, level).items():
            text = layout.rows[place].text
            same = rows.get(text, ParRow(None, ZERO))
            rows[text] = ParRow(None, same.back + part / level.parts)
    else:
        first, denomination = program.levels()[0], program.denominations[0]
        pot = ZERO
        if program.pot is not None:
            pot = Fraction(program.pot.base, first.credits * denomination)
        odds: defaultdict[int, Fraction] = defaultdict(Fraction)
        back: defaultdict[int, Fraction] = defaultdict(Fraction)
        for outcome, chance in law.items():
            odds[outcome.row] += chance
            back[outcome.row] += chance * (pot if outcome.pot else outcome.pays)
        for place, row in enumerate(layout.rows):
            same = rows.get(row.text, ParRow(ZERO, ZERO))  # a natural row has the same left side
            rows[row.text] = ParRow((same.odds or ZERO) + odds[place], same.back + back[place])
    for scatter in layout.scatters:
        counts = count_law(layout.strips, program.rows, scatter.symbol)
        chance = sum(
            (
                c
                for seen, c in counts.items()
                if scatter_row(layout.scatters, scatter.symbol, seen) == scatter
            ),
            ZERO,
        )
        rows[scatter.text] = ParRow(chance, chance * scatter.pays)
    return rows


def _ways_rows(machine: Machinery, level: Level) -> dict[int, Fraction]:
    """What each row of a game of ways brings on average, per credit."""
    layout = machine.layout
    found: dict[int, Fraction] = {}
    for key in symbol_rows(layout):
        for ((way,), _), weight in ways_law(machine, level, layout.strips, [key]).items():
            if way.pays:
                found[way.row] = found.get(way.row, ZERO) + way.pays * weight
    return {place: sum_ / cycle(layout.strips) for place, sum_ in found.items()}
