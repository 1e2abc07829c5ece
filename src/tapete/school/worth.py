"""What the moves of a hand are worth: by the book where the game is solved as a whole, else by
going through every card that can come, with the game's own rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from tapete.core.round.cards import DECK, Card, mazo
from tapete.core.round.move import move as read_move
from tapete.core.round.zone import zone_of
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.puntoybanca.hand import (
    BANCA,
    PUNTO,
    banca_draws,
    points,
    units,
    value,
    winner,
)
from tapete.games.cards.twentyone.hand import is_natural as is_black_jack
from tapete.games.cards.twentyone.hand import same_value
from tapete.games.cards.twentyone.hand import value as face
from tapete.games.cards.twentyone.rules import INSURANCE, TwentyOneRules
from tapete.games.cards.war.rules import GUERRA, RENDIRSE, WarRules
from tapete.games.poker.bank.caribbean import BUY, NOT_BUY, CaribbeanRules
from tapete.games.poker.bank.draw import DrawRules
from tapete.games.poker.bank.go import IR, LINE, NO_IR, GoRules
from tapete.games.poker.bank.rules import ANTE, BET, NO_VOY, NOT_OPEN, VOY, BankRules
from tapete.games.poker.bank.texas_bonus import PASO, RIVER, TURN, TexasBonusRules
from tapete.games.poker.bank.texas_plus import TexasPlusRules
from tapete.games.poker.hands import THREE, five, three
from tapete.games.registry import find
from tapete.school.drill import Drill
from tapete.school.party import lying
from tapete.school.strategy import ESTRATEGIA, HAND, Dealt, Verdict, deal

Tick = Callable[[int, int], None]


def prepare(game: str, tick: Tick = lambda done, total: None) -> bool:
    """Solve what must be solved before hands of this game can be judged, and judge a first one.

    False where that would take far too long and was not done before (Draw Poker): then it is left
    to whoever has the time, by ``tapete strategy``.
    """
    rules = find(game).rules_of()
    if isinstance(rules, DrawRules) and not _was_solved(rules):
        return False
    if isinstance(rules, TwentyOneRules):
        from tapete.maths.strategy.lanes import solution

        solution(rules, tick=tick)
    judge(deal(Drill(ESTRATEGIA, game, HAND, 0)))
    return True


def _was_solved(rules: DrawRules) -> bool:
    """Whether what the sums found lies on disk."""
    from tapete.maths.strategy import store
    from tapete.maths.strategy.poker.of_rules import terms_of
    from tapete.maths.strategy.poker.solution import Key, edition

    key = Key(edition(), type(rules).__name__, terms_of(rules))
    return store.path("poker", key).exists()


def judge(dealt: Dealt) -> Verdict:
    """The worth of every move of a hand that can be weighed, and the best move."""
    rules = dealt.rules
    match rules:
        case TwentyOneRules():
            return _twenty_one(dealt, rules)
        case WarRules():
            return _best(_war(dealt, rules))
        case BaccaratRules():
            return _best(_on_five(dealt, rules))
        case GoRules():
            return _best(_line(dealt, rules))
        case CaribbeanRules():
            return _caribbean(dealt, rules)
        case DrawRules():
            return Verdict(best=_by_the_book(dealt, rules), values={})
        case TexasBonusRules() | TexasPlusRules():
            return _best(_community(dealt, rules))
        case BankRules():
            return _best(_three_cards(dealt, rules))
    raise TypeError(rules.game)


def _best(values: dict[str, float]) -> Verdict:
    return Verdict(best=max(values, key=lambda move: values[move]), values=values)


# -- twenty-one -----------------------------------------------------------------------------------


def _twenty_one(dealt: Dealt, rules: TwentyOneRules) -> Verdict:
    from tapete.maths.strategy.book import Book
    from tapete.maths.strategy.chart import UPS, name
    from tapete.maths.strategy.lanes import solution

    chart = solution(rules).chart
    said = Book(chart).says(dealt.ask, dealt.events) or dealt.ask.default
    best = read_move(said).name
    zones = lying(dealt.events)
    up = zones["croupier"][0]
    if dealt.ask.about == INSURANCE:
        return _best(_insurance(dealt, rules, up))
    hand = zones[dealt.ask.about]
    open_ = {option.name for option in dealt.ask.options}
    if same_value(hand) and "separar" in open_:
        cell = chart.pairs[name(face(hand[0]))][UPS.index(face(up))]
    else:
        cell = chart.cell(hand, up)
    values = {move: worth for move, worth in cell.values.items() if move in open_}
    return Verdict(best=best, values=values, about=len(hand) > 2 or not same_value(hand))


def _insurance(dealt: Dealt, rules: TwentyOneRules, up: Card) -> dict[str, float]:
    """Taking the insurance, or even money for a Black Jack, against letting it be; knowing the
    cards that lie open."""
    zones = lying(dealt.events)
    mine = next(cards for zone, cards in zones.items() if zone_of(zone).seat is not None)
    left = Counter(mazo(rules.decks)) - Counter(card for cards in zones.values() for card in cards)
    fits = 1 if face(up) == 10 else 10
    chance = sum(n for card, n in left.items() if face(Card(card)) == fits) / sum(left.values())
    natural = is_black_jack(mine)
    main = next(iter(rules.bets))
    on = "black-jack" if f"{main}@black-jack" in rules.pays else "canal-21"
    waits = float(rules.pay(main, on).ratio) * (1 - chance) if natural else 0.0
    found = {"no": waits}
    for option in dealt.ask.options:
        if option.name.startswith(INSURANCE):
            ratio = float(rules.pay(option.name, "as" if face(up) == 1 else "figura").ratio)
            share = (option.high or 0) / dealt.stake
            found[option.name] = waits + share * (ratio * chance - (1 - chance))
        elif option.name == "a-la-par":
            found[option.name] = float(rules.pay(main, "a-la-par").ratio)
    return found


# -- War and Baccarat -----------------------------------------------------------------------------


def _war(dealt: Dealt, rules: WarRules) -> dict[str, float]:
    from tapete.maths.exact.war import at_war

    tied = rules.value(lying(dealt.events)["croupier"][0])
    war = sum(net * chance for net, chance in at_war(rules, tied).items())
    return {GUERRA: float(war), RENDIRSE: float(-rules.surrender_loss)}


def _on_five(dealt: Dealt, rules: BaccaratRules) -> dict[str, float]:
    """Punto with five, banca's two cards lying open: every card that can follow."""
    cards = dealt.question.scene.felt.zones
    mine, his = ([Card(card) for card in cards[side] if card] for side in (PUNTO, BANCA))
    left = Counter(value(Card(card)) for card in Counter(mazo(rules.decks)).elements())
    left.subtract(value(card) for card in (*mine, *his))
    punto, banca = points(mine), points(his)
    stands = _banca(rules, punto, banca, None, left)
    draws = Fraction(0)
    for third in list(left):
        chance = Fraction(left[third], left.total())
        left[third] -= 1
        draws += chance * _banca(rules, units(punto + third), banca, third, left)
        left[third] += 1
    return {"pedir": float(draws), "plantarse": float(stands)}


def _banca(
    rules: BaccaratRules, punto: int, banca: int, third: int | None, left: Counter[int]
) -> Fraction:
    """What one unit on punto comes to once its own cards are known."""
    if not banca_draws(rules, banca, third):
        return _even(punto, banca)
    return sum(
        (Fraction(n, left.total()) * _even(punto, units(banca + card)) for card, n in left.items()),
        Fraction(0),
    )


def _even(punto: int, banca: int) -> Fraction:
    return Fraction({"punto": 1, "empate": 0}.get(winner(punto, banca), -1))


# -- poker against the bank -----------------------------------------------------------------------


def _sight(dealt: Dealt) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    from tapete.maths.strategy.poker.advice.book import sight

    return sight(dealt.events, dealt.ask.seat)


def _by_the_book(dealt: Dealt, rules: BankRules) -> str:
    from tapete.maths.strategy.poker.advice.book import book

    return book(rules).says(dealt.ask, dealt.events) or dealt.ask.default


def _left(*seen: Sequence[Card]) -> list[Card]:
    gone = {card for cards in seen for card in cards}
    return [card for card in DECK if card not in gone]


def _line(dealt: Dealt, rules: GoRules) -> dict[str, float]:
    """One bet of the line: left where it is, or taken back."""
    own, _, board = _sight(dealt)
    left = _left(own, board)
    more = list(combinations(left, 2 - len(board)))
    won = Fraction(0)
    for cards in more:
        hand = five((*own, *board, *cards))
        reached = rules.pays_from.reached_by(hand)
        won += rules.pay(LINE, hand.category).ratio if reached else -1
    return {IR: float(won / len(more)), NO_IR: 0.0}


def _three_cards(dealt: Dealt, rules: BankRules) -> dict[str, float]:
    own, _, _ = _sight(dealt)
    hand = three(own)
    others = list(combinations(_left(own), rules.cards_each))
    bet = Fraction(rules.bet_times)
    won = rules.pay(ANTE, hand.category).ratio + bet * rules.pay(BET, hand.category).ratio
    closed = rules.pay(ANTE, NOT_OPEN).ratio
    total = Fraction(0)
    for cards in others:
        bank = three(cards)
        if rules.opens is not None and not rules.opens.reached_by(bank, THREE):
            total += closed
        elif hand != bank:
            total += won if hand > bank else -1 - bet
    return {VOY: float(total / len(others)), NO_VOY: -1.0}


def _caribbean(dealt: Dealt, rules: CaribbeanRules) -> Verdict:
    """Going on or not, and in the Plus which card to give up, against every hand behind the seen
    card."""
    own, bank, _ = _sight(dealt)
    stays, bought = _five_cards(rules, own, bank[0])
    if not bought:
        return _best({VOY: stays, NO_VOY: -1.0})
    if any(option.name == VOY for option in dealt.ask.options):
        return _best({VOY: max(stays, *bought.values()), NO_VOY: -1.0})
    return _best({NOT_BUY: stays, **{f"{BUY}:{card}": each for card, each in bought.items()}})


def _five_cards(
    rules: CaribbeanRules, own: tuple[Card, ...], up: Card
) -> tuple[float, dict[Card, float]]:
    """What going on is worth, and what it is with another card bought for each."""
    import numpy as np

    from tapete.maths.strategy.poker.advice.moves import numbered, renamed
    from tapete.maths.strategy.poker.caribbean import value as going
    from tapete.maths.strategy.poker.of_rules import terms_of
    from tapete.maths.strategy.poker.ranking import NUMBER
    from tapete.maths.strategy.poker.ranking import five as five_cards
    from tapete.maths.strategy.poker.ranking import worth as number
    from tapete.maths.strategy.poker.terms import Terms, nets
    from tapete.maths.strategy.poker.upcard import up_card

    terms, ranking = terms_of(rules), five_cards()
    assert isinstance(terms, Terms)
    paid = nets(terms, ranking)
    cards = np.array(numbered(own, renamed(own, up)), np.int64)
    rank = NUMBER[up] >> 2
    dead = mask = 0
    for i, card in enumerate(sorted(cards.tolist())):
        dead = int(ranking.add[i, dead, card >> 2])
        mask |= 1 << (card >> 2) if card & 3 == 0 else 0
    deals = comb(46, 4)
    hand = number(np.sort(cards), 5, ranking)
    stays = going(up_card(rank, 5, ranking), dead, mask, hand, deals, paid) / deals / paid.unit
    if not rules.bought_max:
        return stays, {}
    after, deals = up_card(rank, 6, ranking), comb(45, 4)
    held = {*cards.tolist(), rank << 2}
    found = {}
    for place, given_up in enumerate(own):
        total = 0
        for new in range(len(DECK)):
            if new in held:
                continue
            changed = cards.copy()
            changed[place] = new
            more = int(ranking.add[5, dead, new >> 2])
            suited = mask | 1 << (new >> 2) if new & 3 == 0 else mask
            mine = number(np.sort(changed), 5, ranking)
            total += going(after, more, suited, mine, deals, paid)
        found[given_up] = (total / (46 * deals) - paid.price) / paid.unit
    return stays, found


def _community(dealt: Dealt, rules: TexasPlusRules | TexasBonusRules) -> dict[str, float]:
    """Two own cards and some of the board: every board that can follow, every hand of the bank."""
    import numpy as np

    from tapete.maths.strategy.poker.boards import CLOSED, LOST, PLACE, WON, play_board, room
    from tapete.maths.strategy.poker.of_rules import terms_of
    from tapete.maths.strategy.poker.ranking import NUMBER
    from tapete.maths.strategy.poker.ranking import five as five_cards
    from tapete.maths.strategy.poker.terms import Terms, nets

    own, _, board = _sight(dealt)
    ranking, (found, work) = five_cards(), room()
    low, high = sorted(NUMBER[card] for card in own)
    pair = high * (high - 1) // 2 + low
    known = [NUMBER[card] for card in board]
    more = list(combinations([NUMBER[card] for card in _left(own, board)], 5 - len(board)))
    terms = terms_of(rules)
    paid = nets(terms, ranking) if isinstance(terms, Terms) else None
    total = Fraction(0)
    for cards in more:
        whole = np.array(sorted([*known, *cards]), np.int64)
        play_board(whole, paid.opens if paid else 0, ranking, found, work)
        row = found[found[:, PLACE] == pair][0].tolist()
        if paid is None:
            total += Fraction(row[WON] - row[LOST])
        else:
            win = int(paid.win[row[1]])
            total += row[CLOSED] * paid.closed + row[WON] * win + row[LOST] * paid.lose
    mean = float(total / (len(more) * 990))
    if paid is not None:
        return {VOY: mean / paid.unit, NO_VOY: -1.0}
    assert isinstance(rules, TexasBonusRules)
    street = TURN if len(board) == 3 else RIVER
    times = rules.turn_times if street == TURN else rules.river_times
    assert rules.pay(street).ratio == 1
    return {VOY: times * mean, PASO: 0.0}
