"""Running a simulation: the rounds cut into chunks, each with a stream of its own.

Chunk ``n`` has the same stream and the same length whatever the number of rounds, so a million
rounds are the first million of ten, and the figures are the same with any number of jobs. Kernels
let go of the interpreter: jobs are threads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from math import sqrt
from statistics import NormalDist
from time import perf_counter
from typing import NamedTuple

from tapete.chance import seeded
from tapete.maths.kernels.engine import NotPlayable
from tapete.maths.kernels.kernel import Kernel, NoKernel, NoSuchMove
from tapete.maths.kernels.stream import stream
from tapete.maths.simulate.lanes import Play, untold
from tapete.maths.strategy.solve import Tick

KERNEL, ENGINE = "kernel", "engine"
ROUNDS_BY_KERNEL, ROUNDS_BY_ENGINE = 10_000_000, 20_000
LEAST_CHUNK, ALIKE = 1_000, 64
"""Rounds of the first chunks (a chunk begins with a fresh shoe), and how many chunks are of one
length before it doubles: some hundreds of chunks do for any number of rounds."""

Nets = Counter[Fraction]


class Chunk(NamedTuple):
    """The count of one chunk: how often each net, in bets, and how many bets were made."""

    nets: Nets
    bets: int

    @property
    def net(self) -> Fraction:
        return sum((net * count for net, count in self.nets.items()), Fraction(0))


class Figures(NamedTuple):
    """The figures a simulation found. Nets are in bets; a round's net counts all that followed
    from the bet: doubles, splits, a war."""

    lane: str
    rounds: int
    bets: int
    nets: dict[Fraction, int]
    mean: float
    error: float
    seconds: float
    beyond: str = ""
    """The value of the rules, by its name, for which no kernel could play."""

    @property
    def rate(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds if self.seconds else 0.0

    @property
    def edge(self) -> float:
        """The house's share of each bet, on average."""
        return -self.mean

    @property
    def deviation(self) -> float:
        """The standard deviation of a bet's net."""
        return self.error * sqrt(self.bets)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the true edge at this confidence."""
        wide = NormalDist().inv_cdf((1 + confidence) / 2) * self.error
        return self.edge - wide, self.edge + wide

    def distance(self, edge: float) -> float:
        """The distance of a known edge from the one found, in standard errors."""
        return (self.edge - edge) / self.error if self.error else 0.0


def sizes(rounds: int) -> list[int]:
    """The rounds of each chunk; only the last one depends on how many there are in all.

    >>> sizes(2500), len(sizes(10**9))
    ([1000, 1000, 500], 891)
    >>> sizes(10**6)[:-1] == sizes(10**7)[: len(sizes(10**6)) - 1]
    True
    """
    found: list[int] = []
    while rounds > 0:
        found.append(min(rounds, LEAST_CHUNK << len(found) // ALIKE))
        rounds -= found[-1]
    return found


def simulate(
    play: Play, rounds: int | None = None, *, seed: int = 1, jobs: int = 1, tick: Tick = untold
) -> Figures:
    """Play these rounds of one bet, by its kernel if it has one. ``tick`` is told how many are
    done. Without a number: ten million, or what the engine does in a few seconds."""
    try:
        kernel = play.kernel()
    except NoKernel as why:
        found = by_engine(play, rounds or ROUNDS_BY_ENGINE, seed=seed, tick=tick)
        return found._replace(beyond=why.setting)
    return by_kernel(kernel, rounds or ROUNDS_BY_KERNEL, seed=seed, jobs=jobs, tick=tick)


def by_kernel(
    kernel: Kernel, rounds: int, *, seed: int = 1, jobs: int = 1, tick: Tick = untold
) -> Figures:
    """Simulate on several cores."""
    kernel.play(1, stream(0))  # compiled, or read from disk, before the clock runs
    work = sizes(rounds)

    def chunk(number: int, size: int) -> Chunk:
        return of_kernel(kernel, size, seed, number)

    began = perf_counter()
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        done = list(_told(pool.map(chunk, range(len(work)), work), work, tick))
    return figures(KERNEL, rounds, done, perf_counter() - began)


def by_engine(play: Play, rounds: int, *, seed: int = 1, tick: Tick = untold) -> Figures:
    """The same by the engine itself: slow, on one core."""
    work = sizes(rounds)
    done: list[Chunk] = []
    began = perf_counter()
    for number, size in enumerate(work):
        told = partial(_further, tick, sum(work[:number]), rounds)
        done.append(of_engine(play, size, seed, number, told))
    if play.move and not play.moved:
        raise NoSuchMove(play.move)
    if not any(chunk.bets for chunk in done):
        raise NotPlayable(play.bet)
    return figures(ENGINE, rounds, done, perf_counter() - began)


def of_kernel(kernel: Kernel, rounds: int, seed: int, number: int) -> Chunk:
    """Chunk ``number`` of a seed, by a kernel."""
    tally = kernel.play(rounds, stream(seed, number))
    nets: Nets = Counter()
    for net, count in zip(kernel.nets.tolist(), tally.counts.tolist(), strict=True):
        if count:
            nets[Fraction(net, kernel.unit)] += count
    return Chunk(nets, tally.bets)


def of_engine(
    play: Play, rounds: int, seed: int, number: int, told: Callable[[int], None]
) -> Chunk:
    """Chunk ``number`` of a seed, by the engine."""
    table = play.table()
    pick = seeded(f"{seed}/{number}")
    pesos: Counter[int] = Counter()
    for n in range(rounds):
        pesos[table.play(lambda ask: ask.some(pick))] += 1
        told(n + 1)
    staked = table.staked or 1
    return Chunk(Counter({Fraction(net, staked): n for net, n in pesos.items()}), table.made)


def _further(tick: Tick, before: int, rounds: int, n: int) -> None:
    tick(before + n, rounds)


def _told(chunks: Iterator[Chunk], work: list[int], tick: Tick) -> Iterator[Chunk]:
    done, rounds = 0, sum(work)
    for chunk, size in zip(chunks, work, strict=True):
        done += size
        tick(done, rounds)
        yield chunk


def figures(lane: str, rounds: int, chunks: list[Chunk], seconds: float) -> Figures:
    """Put the chunks together, in their order."""
    nets: Nets = Counter()
    for chunk in chunks:
        nets.update(chunk.nets)
    bets = sum(chunk.bets for chunk in chunks)
    mean, error = _estimate(nets, bets, rounds, chunks)
    return Figures(lane, rounds, bets, dict(sorted(nets.items())), mean, error, seconds)


def _estimate(nets: Nets, bets: int, rounds: int, chunks: list[Chunk]) -> tuple[float, float]:
    """The mean net of a bet, and its standard error.

    A bet a round: rounds are taken as independent. Where a bet lives through several rounds, the
    chunks are: their nets are held against their bets.
    """
    if not bets:
        return 0.0, 0.0
    mean = sum((net * count for net, count in nets.items()), Fraction(0)) / bets
    if bets == rounds or len(chunks) < 2:
        squares = sum(count * (net - mean) ** 2 for net, count in nets.items())
        return float(mean), sqrt(squares / max(1, bets - 1) / bets)
    off = [chunk.net - mean * chunk.bets for chunk in chunks]
    spread = sum(float(each) ** 2 for each in off) * len(chunks) / (len(chunks) - 1)
    return float(mean), sqrt(spread) / bets
