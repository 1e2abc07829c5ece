"""The tests can fail: chance gone wrong in ten ways, each caught, while the real one passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np

from tapete.chance import Chance, seeded, shuffle, system
from tapete.chance.repeatable import seeded_words
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose, Pick
from tapete.core.round.bets import Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.table.table import Table
from tapete.floor.chance.orders import check_record
from tapete.maths.battery.streams import Stream
from tapete.maths.battery.verdict import judge
from tests.chance import faulty
from tests.chance.final import Shuffle, battery, deck_battery, decks, results
from tests.chance.rounds import Electronic, open_table, play
from tests.chance.tree import law

# What catches: each says whether it found a fault


def uneven_words(kind: type[Chance], n: int, w: int = 8) -> bool:
    """Every word once: some answer has more words than another."""
    words = iter(range(2**w))
    chance = kind(lambda width, count: [next(words)], width=w, ahead=1)
    found: Counter[int] = Counter()
    while True:
        try:
            found[chance(n)] += 1
        except (StopIteration, RuntimeError):
            return found != Counter(dict.fromkeys(range(n), 2**w // n))


def uneven_orders(mix: Shuffle, n: int = 4) -> bool:
    """The whole tree of draws: some order is likelier than another."""

    def order(pick: Pick) -> tuple[int, ...]:
        cards = list(range(n))
        mix(cards, pick)
        return tuple(cards)

    orders = law(order)
    return len(orders) != factorial(n) or set(orders.values()) != {Fraction(1, factorial(n))}


def repeats(start: Callable[[], Pick]) -> bool:
    """Started twice at the same moment it draws the same."""
    one, two = start(), start()
    return [one(2**48) for _ in range(8)] == [two(2**48) for _ in range(8)]


def outcomes_fail(pick: Pick, *names: str) -> bool:
    return not battery(pick, names=names).passed


def decks_fail(mix: Shuffle, deals: int = 6000) -> bool:
    return not deck_battery(decks(seeded("decks"), mix, deals)).passed


def played(kind: type[Electronic], bet: str, rounds: int) -> tuple[Electronic, Chance]:
    """Rounds of French roulette with one bet, always the same."""
    chance = seeded("the ball")
    electronic = kind(chance)
    table = open_table("ruleta-francesa")
    for _ in range(rounds):
        live = table.begin()
        while live.ask is not None:
            if isinstance(live.ask, BetWindow):
                table.answer(Slip(actions=(Place(1, bet, 1000),)))
            elif isinstance(live.ask, Choose):
                table.answer(live.ask.default)
            else:
                table.answer(electronic(live.ask, table))  # type: ignore[arg-type]
        table.finish()
    return electronic, chance


def depends_on_bets(kind: type[Electronic]) -> bool:
    """The same words bring something else when the bets are others."""
    given = [played(kind, bet, 120)[0].given for bet in ("pleno:17", "pleno:32", "rojo")]
    return given[0] != given[1] or given[0] != given[2]


def draws_do_not_add_up(kind: type[Electronic]) -> bool:
    """More was drawn than was told."""
    electronic, chance = played(kind, "pleno:17", 400)
    return chance.counts.draws != len(electronic.given)


def spins_fail(kind: type[Electronic]) -> bool:
    """The battery on what the ball showed to a player who bets on 17."""
    given = played(kind, "pleno:17", 2400)[0].given
    values = np.array([int(number) for number in given]).reshape(-1, 2)
    return not judge(results([Stream("spins", 37, values)])).passed


def promise_broken(kind: type[Electronic]) -> bool:
    """The cards that came out are not those of the order that was promised."""
    electronic = kind(seeded("cards"))
    play(open_table("black-jack"), electronic, seeded("others"), 6)
    order = electronic.packs[0].order
    try:
        order.opened().check_cards(electronic.given)
    except Refused as refusal:
        return refusal.code == "card-not-promised"
    return False


def clock() -> Iterator[float]:
    yield from (1000.2, 1000.7)


# The real one


def test_the_real_chance_is_caught_by_none_of_them() -> None:
    assert not uneven_words(Chance, 37) and not uneven_words(Chance, 90)
    assert not uneven_orders(shuffle)
    assert not repeats(system)
    assert not outcomes_fail(seeded("real"), "ruleta-francesa", "order-of-four", "seat", "craps")
    assert not decks_fail(shuffle)
    assert not depends_on_bets(Electronic)
    assert not draws_do_not_add_up(Electronic)
    assert not spins_fail(Electronic)
    assert not promise_broken(Electronic)


# The faulty ones

narrow: dict[str, Any] = {"width": 8}


def test_the_remainder_of_a_word_is_caught() -> None:
    assert uneven_words(faulty.Remainder, 90)
    pick = faulty.Remainder(seeded_words(1), **narrow)
    assert outcomes_fail(pick, "ruleta-francesa", "third-ball")


def test_one_word_too_many_is_caught() -> None:
    assert uneven_words(faulty.OneTooMany, 37)
    assert not uneven_words(faulty.OneTooMany, 64)  # where nothing is refused nothing is wrong


def test_an_outcome_that_never_comes_is_caught() -> None:
    assert uneven_words(faulty.NeverTheLast, 37)
    assert outcomes_fail(faulty.NeverTheLast(seeded_words(1)), "seat")
    assert outcomes_fail(faulty.NeverTheLast(seeded_words(1)), "big-six")


def test_swapping_with_any_card_is_caught() -> None:
    assert uneven_orders(faulty.swap_with_any)
    assert decks_fail(faulty.swap_with_any)


def test_a_shuffle_in_which_no_card_may_stay_is_caught() -> None:
    assert uneven_orders(faulty.never_stays)
    assert decks_fail(faulty.never_stays)


def test_sorting_by_random_keys_is_caught() -> None:
    def few_keys(cards: Any, pick: Pick) -> None:
        faulty.random_sort_key(cards, lambda n: pick(4))

    assert uneven_orders(few_keys)
    assert decks_fail(faulty.random_sort_key)


def test_a_seed_taken_from_the_clock_is_caught() -> None:
    times = clock()
    assert repeats(lambda: faulty.time_seeded(lambda: next(times)))


def test_a_deck_that_is_not_reset_is_caught() -> None:
    found = battery(seeded("deck"), faulty.DeckNotReset(), ["first-card"])
    assert not found.passed


def test_a_seed_used_again_is_caught() -> None:
    assert repeats(lambda: faulty.SeedReused(7, every=1000))
    assert outcomes_fail(faulty.SeedReused(7, every=1000), "ruleta-francesa")
    # Even if it is used again only once, after all the draws of half a night.
    assert outcomes_fail(faulty.SeedReused(7, every=12_000), "craps")


def test_a_near_miss_swapped_in_is_caught() -> None:
    assert depends_on_bets(faulty.NearMiss)
    assert spins_fail(faulty.NearMiss)


def test_a_win_withheld_is_caught() -> None:
    assert depends_on_bets(faulty.WinWithheld)
    assert draws_do_not_add_up(faulty.WinWithheld)
    assert spins_fail(faulty.WinWithheld)


def test_cards_repaired_are_caught() -> None:
    assert promise_broken(faulty.CardsRepaired)


def test_a_repaired_card_is_named() -> None:
    """The checker of one page says which card of the record differs."""
    electronic = faulty.CardsRepaired(seeded("an ace soon"))
    table: Table = open_table("punto-y-banca")
    records = play(table, electronic, seeded("others"), 30)
    order = electronic.packs[0].order
    named = []
    for record in records:
        try:
            check_record(record, order.opened())
        except Refused as refusal:
            named.append((refusal.code, str(refusal.facts["promised"])[0]))
    assert ("card-not-promised", "A") in named
