"""Plays of a program by the compiled kernels, many at once: what they return, beside its sheet."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np

from tapete.games.registry import find
from tapete.maths.kernels.balls import draw_bingo, draw_keno
from tapete.maths.kernels.reels import cycle_pays, play_cycle, play_reels, reel_tables
from tapete.maths.kernels.stream import Stream, stream
from tapete.maths.kernels.video_poker import deal_hands
from tapete.maths.machines.video_poker import COMMON, DRAWS, counts_of, rows_of_hands
from tapete.maths.simulate.lanes import Play
from tapete.systems.machines.bingo import BALLS, best_row, faces_of
from tapete.systems.machines.library import certificate, shipped
from tapete.systems.machines.poker import RANKS
from tapete.systems.machines.program import AnyProgram, Bingo, Keno, Level, Mesa, Reels, VideoPoker


def off_in_sigmas(program: str, plays: int, seed: int, bet: str = "") -> float:
    """How far so many plays of a shipped program lie from its exact return, in standard deviations
    of their exact variance; at a ``bet`` of the game behind it, or at its largest."""
    found, sheet = shipped(program), certificate(program)
    assert sheet is not None
    par = sheet.level(bet or found.levels()[-1].bet, found.denominations[0])
    assert par is not None
    back = simulated(found, plays, stream(seed), bet)
    return (back - float(Fraction(par.back))) * sqrt(plays) / sqrt(Fraction(par.variance))


def simulated(program: AnyProgram, plays: int, state: Stream, bet: str = "") -> float:
    """What so many plays return of each unit staked."""
    if isinstance(program, Mesa):
        game = find(program.game)
        kernel = Play(game, game.rules_of(program.rules), bet).kernel()
        tally = kernel.play(plays, state)
        return 1 + int(tally.counts @ kernel.nets) / (kernel.unit * tally.bets)
    level = program.levels()[-1]
    if isinstance(program, Reels) and program.pot is None:
        return play_reels(reel_tables(program, level), plays, state).paid / (plays * level.stake)
    return _credits(program, level, plays, state) / plays


def _credits(program: AnyProgram, level: Level, plays: int, state: Stream) -> int:
    """Credits that plays of the others pay, per credit staked on a part."""
    if isinstance(program, Keno):
        caught = draw_keno(program.balls, program.drawn, level.parts, plays, state)
        table = program.table(level.parts)
        return sum(int(times) * table.get(n, 0) for n, times in enumerate(caught))
    if isinstance(program, Bingo):
        ends = draw_bingo(faces_of(program)[1].rows, BALLS, program.drawn, plays, state)
        rows = {at: best_row(program.pays, at[0], at[1] or None) for at in np.ndindex(*ends.shape)}
        return sum(int(ends[at]) * program.pays[row] for at, row in rows.items() if row)
    if isinstance(program, VideoPoker):
        pays = np.array([0, *program.table(level.credits).values()], dtype=np.int64)
        wild = -1 if program.wild is None else RANKS.index(program.wild)
        scale = np.array([COMMON // n for n in DRAWS], dtype=np.int64)
        of, counts = rows_of_hands(program, level.credits), counts_of(program, level.credits)
        return int(deal_hands(of, wild, counts, pays, scale, plays, state) @ pays)
    assert isinstance(program, Reels) and program.pot is not None
    pot = program.pot.base // program.denominations[0]
    return play_cycle(cycle_pays(program, level, pot), plays, state) // level.credits
