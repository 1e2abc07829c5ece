"""Whoever works the figures out: each question is a function of plain values and gives an answer as
JSON, so that it can be asked of another process.

Whatever cannot be is a `Refused`. Solvers and kernels are loaded when they are wanted: they bring a
compiler with them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.bet import kind_of
from tapete.core.book.clause import register, text
from tapete.core.book.compare import Change, Side
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Choose
from tapete.core.round.game import Game
from tapete.games.poker.bank.rules import BankRules
from tapete.maths.exact import BetOdds, Endless, TooLarge
from tapete.maths.exact.poker.progressive import break_even, eligible, progressive
from tapete.maths.inquiry import changes as asked
from tapete.maths.inquiry import papers
from tapete.maths.inquiry.bingo import firsts
from tapete.maths.inquiry.changes import CLEAR, Changes
from tapete.maths.inquiry.editions import game_diff
from tapete.maths.inquiry.tournament import worth

if TYPE_CHECKING:
    from tapete.maths.kernels.kernel import Kernel
    from tapete.maths.simulate.lanes import Play

Sets = tuple[str, ...]
"""Changes as they are written: ``decks=8``."""
MOST_ENDS = 60
"""Ways to end that are written out; a law of more is left out."""
MOST_DEPARTURES = 20
CURVE_POINTS = 40
MOST_BY_KERNEL, MOST_BY_ENGINE = 500_000, 1_000
"""Rounds of one part of a simulation."""
HANDS = "hands-not-understood"
"""The code of every refusal of cards, hands and ranges; ``reason`` says which."""


def answer(question: str, *given: Any) -> bytes:
    """The answer to a question by its name, as JSON; whatever goes wrong is refused."""
    try:
        return msgspec.json.encode(QUESTIONS[question](*given))
    except (TooLarge, Endless, LookupError, ValueError, ArithmeticError, AssertionError) as error:
        why = str(error.args[0] if error.args else error)[:200]
        raise Refused(CLEAR, "no-figures", why=why) from None
    except MemoryError:
        raise Refused(CLEAR, "no-figures", why="memory") from None


def _read(game: str, edition: str, sets: Sets) -> tuple[Game[Any, Any], Changes, GameRules]:
    found = asked.find_game(game)
    changes = asked.read_changes(found, edition, sets)
    return found, changes, found.rules_of(edition, asked.of_rules(changes))


# -- odds ---------------------------------------------------------------------------------------


def odds(game: str, edition: str, sets: Sets) -> papers.OddsOut:
    """Every bet of a game under an edition with changes."""
    found, changes, rules = _read(game, edition, sets)
    known = asked.under(found, edition, changes)
    playable = _playable(found, rules)
    pot = None
    if eligible(found.id, edition):
        bet = asked.pot_bet(changes)
        holds = asked.pesos(changes[asked.POT]) if asked.POT in changes else None
        pot = papers.PotFigures(bet=bet, pot=holds, break_even=break_even(edition, bet))
    return papers.OddsOut(
        game=found.id, edition=edition, changes=changes,
        bets=tuple(_figures(each, playable) for each in known.values()), pot=pot,
    )  # fmt: skip


def _playable(game: Game[Any, Any], rules: GameRules) -> frozenset[str]:
    """The bets of the cloth, which a simulation can play."""
    from tapete.core.round.bets import Limits
    from tapete.maths.exact.trial import TrialTable

    return frozenset(TrialTable(game, rules, Limits()).bets())


def parts_of(odds: BetOdds) -> tuple[str, str, str]:
    """What a key speaks of: the bet, the choice of its owner, the moment it is made in.

    >>> parts_of(BetOdds("odds-pass:4", ("odds-pass",), "", (), (), 1))
    ('odds-pass', '', '4')
    """
    named, _, choice = odds.key.partition("/")
    bet = odds.members[0]
    kind = kind_of(bet)
    if named in (bet, kind):
        return named, choice, ""
    return bet, choice, named.removeprefix(bet).removeprefix(":")


def _figures(odds: BetOdds, playable: frozenset[str]) -> papers.BetFigures:
    from tapete.maths.exact.twentyone import BEST

    bet, choice, moment = parts_of(odds)
    plays = odds.members[0] + (f"/{choice}" if choice else "")
    if odds.members[0] not in playable or moment or choice == BEST:
        plays = ""
    ends = odds.ends if len(odds.ends) <= MOST_ENDS else ()
    return papers.BetFigures(
        key=odds.key, bet=bet, choice=choice, moment=moment, members=odds.members, plays=plays,
        clause=odds.clause, pays=odds.pays, exact=odds.exact,
        edge=odds.said(odds.edge), edge_share=float(odds.edge),
        hit=odds.said(odds.hit), hit_share=float(odds.hit), push_share=float(odds.push),
        deviation=sqrt(odds.variance), throws=float(odds.throws),
        ends=tuple(
            papers.End(net=str(net), value=float(net), chance=float(chance))
            for net, chance in ends
        ),
    )  # fmt: skip


def pot_curve(game: str, edition: str, bet: int) -> papers.PotCurve:
    """The bet on a pot, from an empty one to twice the one that loses nothing."""
    found = asked.find_game(game)
    asked.find_book(found.id, edition)
    if not eligible(found.id, edition):
        raise Refused(CLEAR, "no-progressive", game=found.id, edition=edition)
    even = break_even(edition, bet)
    most = 2 * even if even else 100_000 * bet
    pots = sorted({most * n // CURVE_POINTS for n in range(CURVE_POINTS + 1)})
    points = tuple(
        papers.PotPoint(pot=pot, edge_share=float(progressive(edition, pot, bet).edge))
        for pot in pots
    )
    return papers.PotCurve(game=found.id, edition=edition, bet=bet, break_even=even, points=points)


# -- charts -------------------------------------------------------------------------------------


def chart(game: str, edition: str, sets: Sets) -> papers.ChartOut:
    """The chart of best play."""
    found, changes, rules = _read(game, edition, sets)
    if isinstance(rules, BankRules):
        return _poker_chart(found.id, edition, changes, rules)
    return _totals_chart(found.id, edition, changes, rules)


def _solved(rules: GameRules) -> Any:
    """A game of twenty-one solved, or a refusal that says why it is not."""
    from tapete.games.cards.twentyone.rules import TwentyOneRules
    from tapete.maths.strategy.lanes import solution
    from tapete.maths.strategy.terms import is_solved, uncovered

    if isinstance(rules, TwentyOneRules) and (setting := uncovered(rules)):
        raise asked.not_covered(rules, setting)
    if not is_solved(rules):
        raise Refused(CLEAR, "no-chart", game=rules.game)
    return solution(rules)


def _totals_chart(
    game: str, edition: str, changes: Changes, rules: GameRules
) -> papers.ChartOut:  # fmt: skip
    from tapete.maths.strategy.chart import UPS, name

    solved = _solved(rules)
    columns = tuple(name(up) for up in UPS)
    rows: dict[str, list[papers.ChartRow]] = {}
    for part, label, cells in solved.chart.parts():
        drawn = tuple(
            papers.ChartCell(
                move=cell.move, otherwise=cell.otherwise, values=cell.values, shares={}
            )
            for cell in cells
        )
        row = papers.ChartRow(label=label, group="", low="", high="", cells=drawn)
        rows.setdefault(part, []).append(row)
    return papers.ChartOut(
        game=game, edition=edition, changes=changes, kind="twentyone",
        edge_share=solved.by_totals.edge, best_share=solved.by_composition.edge,
        parts=tuple(
            papers.ChartPart(name=part, columns=columns, rows=tuple(found))
            for part, found in rows.items()
        ),
        even_money=tuple(name(up) for up in solved.chart.even_money),
        insurance=tuple(name(up) for up in solved.chart.insurance),
        departures=tuple(
            papers.DepartureOut(
                cards=each.cards, up=each.up, chart=each.chart, best=each.best,
                gain=each.gain, chance=each.chance,
            )
            for each in solved.departures[:MOST_DEPARTURES]
        ),
        departures_in_all=len(solved.departures),
    )  # fmt: skip


def _poker_chart(
    game: str, edition: str, changes: Changes, rules: BankRules
) -> papers.ChartOut:  # fmt: skip
    from tapete.maths.strategy.poker.advice.guide import guide
    from tapete.maths.strategy.poker.of_rules import uncovered
    from tapete.maths.strategy.poker.solution import solution

    if setting := uncovered(rules):
        raise asked.not_covered(rules, setting)
    solved = solution(rules)
    drawn = guide(rules, solved)
    parts = []
    for part in drawn.parts:
        rows = tuple(
            papers.ChartRow(
                label="", group=line.group, low=line.low, high=line.high,
                cells=tuple(
                    papers.ChartCell(move=cell.move, otherwise="", values={}, shares=cell.shares)
                    for cell in line.cells
                ),
            )
            for line in part.lines
        )  # fmt: skip
        parts.append(papers.ChartPart(name=part.decision, columns=part.columns, rows=rows))
    return papers.ChartOut(
        game=game, edition=edition, changes=changes, kind="poker",
        edge_share=float(solved.edge), best_share=None, parts=tuple(parts), least=drawn.least,
    )  # fmt: skip


# -- advice -------------------------------------------------------------------------------------


def advice(
    game: str, edition: str, sets: Sets, ask: Choose, zones: dict[str, tuple[str, ...]]
) -> papers.AdviceOut:
    """What the book says to a decision, given the cards its player sees, by zone."""
    from tapete.core.round.cards import Card

    _, _, rules = _read(game, edition, sets)
    seen = {zone: [Card(card) for card in cards] for zone, cards in zones.items()}
    if isinstance(rules, BankRules):
        return _poker_advice(rules, ask, seen)
    from tapete.games.cards.twentyone.deal import CROUPIER
    from tapete.maths.strategy.book import Book

    book = Book(_solved(rules).chart)
    said = book.over(ask, seen)
    hand, up = seen.get(ask.about, []), seen.get(CROUPIER, [])
    values = book.chart.worth(hand, up[0]) if said and up and len(hand) == 2 else {}
    return papers.AdviceOut(
        move=said, values={move: worth for move, worth in values.items() if ask.fits(move)}
    )


def _poker_advice(
    rules: BankRules, ask: Choose, seen: dict[str, list[Any]]
) -> papers.AdviceOut:  # fmt: skip
    from tapete.core.round.event import at_seat
    from tapete.games.poker.bank.community import COMMON
    from tapete.games.poker.bank.deal import CROUPIER
    from tapete.maths.strategy.poker.advice.book import book
    from tapete.maths.strategy.poker.advice.moves import Sight

    zones = (at_seat(ask.seat), CROUPIER, COMMON)
    sight = Sight(*(tuple(seen.get(zone, ())) for zone in zones))
    return papers.AdviceOut(move=book(rules).over(ask, sight), values={})


# -- editions -----------------------------------------------------------------------------------


def compare(game: str, old: str, new: str, lang: str) -> papers.DiffOut:
    """What one edition changes in another."""
    found = asked.find_game(game)
    for edition in (old, new):
        asked.find_book(found.id, edition)
    diff = game_diff(found.id, old, new)
    edges = None
    if diff.edges is not None:
        edges = tuple(_edge(key, a, b) for key, (a, b) in diff.edges.items())
    return papers.DiffOut(
        game=found.id, old=old, new=new,
        changes=tuple(_changed(change, lang) for change in diff.changes if change.alters),
        restated=tuple(change.key for change in diff.changes if not change.alters),
        edges=edges,
        clauses=tuple(
            papers.ClauseSaid(clause=clause.id, rule=text(clause, lang)) for clause in diff.clauses
        ),
    )  # fmt: skip


def _edge(key: str, old: Any, new: Any) -> papers.EdgeOut:
    bet, _, choice = key.partition("/")
    return papers.EdgeOut(
        key=key, bet=bet, choice=choice,
        old=None if old is None else str(old), new=None if new is None else str(new),
        old_share=None if old is None else float(old),
        new_share=None if new is None else float(new),
    )  # fmt: skip


def _changed(change: Change, lang: str) -> papers.ChangeOut:
    def side(side: Side | None) -> papers.SideOut | None:
        if side is None:
            return None
        clause = register().get(side.clause)
        rule = text(clause, lang) if clause is not None else ""
        return papers.SideOut(value=side.value, clause=side.clause, rule=rule)

    return papers.ChangeOut(
        what=change.what, key=change.key, old=side(change.old), new=side(change.new)
    )


# -- simulation ---------------------------------------------------------------------------------


@lru_cache(8)
def _lane(game: str, edition: str, sets: Sets, bet: str) -> tuple[Play, Kernel | None, str]:
    """How a bet is played: by its kernel, else by the engine and for which value of the rules."""
    from tapete.maths.kernels.engine import NotPlayable
    from tapete.maths.kernels.kernel import NoKernel, NoSuchMove
    from tapete.maths.simulate.lanes import Play

    found, changes, rules = _read(game, edition, sets)
    try:
        known = _playable(found, rules)
    except TooLarge:
        raise Refused(CLEAR, "too-large", game=found.id) from None
    wanted, _, move = bet.partition("/")
    if wanted not in known:
        near = ", ".join(asked.nearest(wanted, known) or sorted(known)[:12])
        raise Refused(CLEAR, "unknown-bet", game=found.id, bet=wanted, near=near)
    try:
        play = Play(found, rules, bet, limits=asked.of_plan(changes))
        return play, play.kernel(), ""
    except NoKernel as why:
        return play, None, why.setting
    except NoSuchMove:
        raise Refused(CLEAR, "unknown-move", bet=wanted, move=move) from None
    except NotPlayable:
        raise Refused(CLEAR, "not-playable", bet=wanted) from None


def trial(
    game: str, edition: str, sets: Sets, bet: str, rounds: int, seed: int, part: int
) -> papers.TrialOut:
    """One part of a simulation: the same game, seed and part give the same rounds."""
    from tapete.maths.kernels.engine import NotPlayable
    from tapete.maths.simulate.run import ENGINE, KERNEL, of_engine, of_kernel

    play, kernel, beyond = _lane(game, edition, sets, bet)
    rounds = min(rounds, MOST_BY_ENGINE if kernel is None else MOST_BY_KERNEL)
    try:
        if kernel is not None:
            chunk = of_kernel(kernel, rounds, seed, part)
        else:
            chunk = of_engine(play, rounds, seed, part, lambda done: None)
    except NotPlayable:
        raise Refused(CLEAR, "not-playable", bet=play.bet) from None
    return papers.TrialOut(
        game=game, edition=edition, bet=bet, part=part, beyond=beyond,
        lane=ENGINE if kernel is None else KERNEL, rounds=rounds, bets=chunk.bets,
        nets=tuple(
            papers.NetCount(net=str(net), value=float(net), count=count)
            for net, count in sorted(chunk.nets.items())
        ),
        silent=tuple(play.silent),
        by_chart=play.chart is not None or play.bank_player is not None,
    )  # fmt: skip


# -- hands --------------------------------------------------------------------------------------


def showdown(
    game: str, hands: tuple[str, ...], board: str, dead: str, seed: int
) -> papers.EquityOut:
    """Hands and ranges against each other: exactly, or by samples where that takes too long."""
    from tapete.maths.hands.drawing import outs
    from tapete.maths.hands.players import read_spot
    from tapete.maths.hands.reading import NotUnderstood, read_cards
    from tapete.maths.hands.shares import equity

    try:
        spot = read_spot(hands, board, dead, game)
        found = equity(hands, board=board, dead=dead, game=game, seed=seed)
        single = len(spot.board) in (3, 4) and all(each.single for each in spot.ranges)
        drawn = outs(hands, board, dead, game) if single else ()
        lying, gone = read_cards(board), read_cards(dead)
    except NotUnderstood as error:
        facts = {name: str(fact) for name, fact in error.facts.items()}
        raise Refused(CLEAR, HANDS, reason=error.code, **facts) from None
    return papers.EquityOut(
        game=game, board=lying, dead=gone, exact=found.exact, deals=found.deals,
        players=tuple(
            papers.HandShare(
                hand=each.text, win=float(each.win), tie=float(each.tie),
                equity=float(each.equity), said=str(each.equity) if found.exact else "",
                error=each.error,
            )
            for each in found.players
        ),
        outs=tuple(
            papers.HandOuts(
                hand=each.text, ahead=each.ahead, cards=each.cards, shares=each.shares
            )
            for each in drawn
        ),
    )  # fmt: skip


QUESTIONS: dict[str, Callable[..., papers.Paper]] = {
    "firsts": firsts,
    "odds": odds,
    "pot": pot_curve,
    "chart": chart,
    "advice": advice,
    "compare": compare,
    "trial": trial,
    "equity": showdown,
    "worth": worth,
}
