"""Drills of the cards: who draws a third card, whether the croupier draws, opens, what he discards,
which row or hand wins. The answers are what the round told, or the engine's own functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tapete.chance import draw
from tapete.core.round.ask import Pick
from tapete.core.round.cards import DECK, Card
from tapete.core.round.event import Announced, BetPlaced, CardDealt, Chosen, Event, ResultShown
from tapete.core.round.felt import Felt
from tapete.core.round.fold import Zones
from tapete.core.table.table import Table
from tapete.games.cards.puntoybanca.hand import BANCA, EMPATE, PUNTO, points
from tapete.games.cards.treinta.rules import TreintaRules
from tapete.games.cards.twentyone.hand import is_soft
from tapete.games.cards.twentyone.hand import points as twenty_one
from tapete.games.cards.twentyone.rules import TwentyOneRules
from tapete.games.poker.bank.community import COMMON
from tapete.games.poker.bank.draw import DrawRules, kept
from tapete.games.poker.bank.rules import NOT_OPEN, BankRules
from tapete.games.poker.hands import FIVE, THREE, Hand, best, five, three
from tapete.games.registry import GAMES, find
from tapete.school.drill import Drill, Field, Key, Made, Question, Scene, UnknownDrill
from tapete.school.party import Again, Party, lying, pick_of, places, seats_for, some_bets, table_of

THIRD, DEALER, ROWS, HANDS = "tercera-carta", "croupier", "filas", "manos"
PIDE, PLANTA, NATURAL = "pide", "se-planta", "natural"
OPENS = "abre"
PLAYER, TIE = "jugador", EMPATE
CROUPIER = "croupier"
MOST_TRIES = 3000
HARD_POINTS = range(3, 7)
"""Points with which banca's third card hangs on punto's."""

Asked = tuple[str, tuple[Field, ...], dict[str, str], tuple[Event, ...], Felt]
"""Prompt, fields, answers, what proves them, and the felt when it is asked."""


def games(kind: str) -> dict[str, tuple[str, ...]]:
    """The games of a kind of drill, and the levels of each."""
    punto = ("punto-y-banca", "baccarat", "midi-punto-y-banca", "mini-punto-y-banca")
    if kind == THIRD:
        return dict.fromkeys(punto, ("punto", "banca", "gana"))
    if kind == ROWS:
        return {"treinta-y-cuarenta": ("filas",)}
    if kind == HANDS:
        poker = ("caribbean-poker", "texas-holdem-bonus", "poker-tres-cartas")
        return dict.fromkeys(poker, ("gana", "nombre"))
    found: dict[str, tuple[str, ...]] = dict.fromkeys(
        ("black-jack", "black-jack-perfect-pairs", "canal-21"), (PIDE, "especial")
    )
    for id, game in GAMES.items():
        rules = game.rules_of() if not game.on_stacks else None
        if isinstance(rules, BankRules) and rules.opens is not None:
            found[id] = ("descarte", OPENS) if isinstance(rules, DrawRules) else (OPENS,)
    return found


def make(drill: Drill) -> Made:
    """The drill, from the first round played with its seed that serves."""
    if drill.level not in games(drill.kind).get(drill.game, ()):
        raise UnknownDrill(drill.id)
    if drill.level == "descarte":
        return _discards(drill)
    asks = _ASKS[drill.kind, drill.level]
    wanted = pick_of(drill, "wanted")
    for number in range(MOST_TRIES):
        seats = seats_for(drill.game, 2 if drill.level == "especial" else 1, pick_of(drill))
        table = table_of(drill.game, seats)
        chance = pick_of(drill, number)
        party = Party(table, some_bets(1, *table.rules.bets), bets=chance, chance=chance)
        try:
            events = party.play()
            return _made(drill, table, asks(events, table, wanted))
        except Again:
            continue
    raise UnknownDrill(drill.id)


def _made(drill: Drill, table: Table, asked: Asked) -> Made:
    prompt, fields, answers, because, felt = asked
    scene = Scene(
        game=drill.game, edition=table.rules.edition, limits=table.limits,
        seats=tuple(sorted(table.players)), players_max=places(table), felt=felt,
    )  # fmt: skip
    question = Question(drill=drill, prompt=prompt, scene=scene, fields=fields)
    return Made(question, Key(answers=answers, because=because))


def _until(events: Sequence[Event], index: int, *, chips: bool = False) -> Felt:
    """The felt before an event; without chips where they do not matter."""
    felt = Felt()
    for event in events[:index]:
        if chips or not event.postings() or not isinstance(event, BetPlaced):
            felt.tell(event)
    if not chips:
        felt.chips = {}
    felt.said, felt.net, felt.turn = [], {}, None
    return felt


def _choice(name: str, *choices: str) -> Field:
    return Field(name=name, kind="choice", choices=choices)


# -- Punto y Banca --------------------------------------------------------------------------------


def _said(events: Sequence[Event], hand: str) -> tuple[int, Announced]:
    """What was said of a hand's third card: it is drawn, not drawn, or there is a natural."""
    for n, event in enumerate(events):
        if isinstance(event, Chosen) and event.move in ("pedir", "plantarse"):
            raise Again  # in Baccarat a player decides on five
        if isinstance(event, Announced) and (
            event.what == NATURAL
            or (event.what in ("pide-carta", PLANTA) and event.facts.get("hand") == hand)
        ):
            return n, event
    raise Again


def _third(hand: str) -> Callable[[Sequence[Event], Table, Pick], Asked]:
    def asks(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
        n, said = _said(events, hand)
        felt = _until(events, n)
        own = points(Card(card) for card in felt.zones[hand] if card)
        if hand == BANCA:
            if said.what == NATURAL or (own not in HARD_POINTS and pick(4)):
                raise Again
        elif said.what == NATURAL and pick(3):
            raise Again
        right = {"pide-carta": PIDE}.get(said.what, said.what)
        choices = (PIDE, PLANTA) if hand == BANCA else (PIDE, PLANTA, NATURAL)
        return (
            f"tercera-{hand}", (_choice("tercera", *choices),), {"tercera": right},
            (said,), felt,
        )  # fmt: skip

    return asks


def _punto_or_banca(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    n, result = _result(events)
    fields = (
        Field(name=f"puntos:{PUNTO}", kind="amount"),
        Field(name=f"puntos:{BANCA}", kind="amount"),
        _choice("gana", PUNTO, BANCA, TIE),
    )
    answers = {f"puntos:{side}": str(result.facts[side]) for side in (PUNTO, BANCA)}
    return "gana-punto", fields, answers | {"gana": result.result}, (result,), _until(events, n)


def _result(events: Sequence[Event]) -> tuple[int, ResultShown]:
    for n, event in enumerate(events):
        if isinstance(event, ResultShown):
            return n, event
    raise Again


# -- Treinta y Cuarenta ---------------------------------------------------------------------------


def _rows(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    rules = table.rules
    assert isinstance(rules, TreintaRules)
    n, result = _result(events)
    fields = [Field(name=f"puntos:{row}", kind="amount") for row in rules.rows]
    answers = {f"puntos:{row}": str(result.facts[row]) for row in rules.rows}
    fields.append(_choice("gana", *rules.rows, TIE))
    answers["gana"] = result.result
    if "chance" in result.facts:
        fields.append(_choice("suerte", "color", "inverso"))
        answers["suerte"] = str(result.facts["chance"])
    elif pick(2):
        raise Again
    return "filas", tuple(fields), answers, (result,), _until(events, n)


# -- the croupier of the games of twenty-one ------------------------------------------------------


def _draws(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    """Whether the croupier takes another card: at one of the moments after the players' turns."""
    turns = [
        n for n, event in enumerate(events)
        if isinstance(event, Chosen) or (isinstance(event, CardDealt) and event.to != CROUPIER)
    ]  # fmt: skip
    if not turns:
        raise Again
    own = [
        n for n, event in enumerate(events)
        if n > turns[-1] and isinstance(event, CardDealt) and event.to == CROUPIER
    ]  # fmt: skip
    cards = lying(events[: turns[-1] + 1]).get(CROUPIER, [])
    if own and pick(2):
        at = own[pick(len(own))]
        return _draw_asked(events, table, at, PIDE)
    last = own[-1] if own else _last_before_settling(events, turns[-1])
    if not cards:
        raise Again
    return _draw_asked(events, table, last + 1, PLANTA)


def _plain(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    """Up to sixteen he draws, from seventeen on he stands: no special case among them."""
    asked = _draws(events, table, pick)
    if asked[2]["carta"] == PLANTA and not _complete(asked, table):
        raise Again
    return asked


def _special(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    """The cases in which the croupier leaves off below seventeen, and some in which he does not."""
    asked = _draws(events, table, pick)
    if _complete(asked, table) or (asked[2]["carta"] == PIDE and pick(8)):
        raise Again
    return asked


def _complete(asked: Asked, table: Table) -> bool:
    """Whether the croupier's points alone make him stand."""
    assert isinstance(table.rules, TwentyOneRules)
    hand = [Card(card) for card in asked[4].zones.get(CROUPIER, []) if card]
    return twenty_one(hand) > table.rules.draw_max


def _last_before_settling(events: Sequence[Event], turn: int) -> int:
    """The end of the last player's turn: a hand that went over is taken at once."""
    last = turn
    while last + 1 < len(events) and events[last + 1].kind in ("bet-lost", "cards-cleared"):
        if getattr(events[last + 1], "zone", "") == CROUPIER:
            break
        last += 1
    return last


def _draw_asked(events: Sequence[Event], table: Table, at: int, right: str) -> Asked:
    rules = table.rules
    assert isinstance(rules, TwentyOneRules)
    felt = _until(events, at, chips=True)
    hand = [Card(card) for card in felt.zones.get(CROUPIER, []) if card]
    if not hand:
        raise Again
    soft = right == PLANTA and is_soft(hand) and twenty_one(hand) > rules.draw_max
    said = Announced(
        what="croupier-pide" if right == PIDE else "croupier-no-pide",
        facts={"points": twenty_one(hand)}, clause=rules.by("soft17" if soft else "draw_max"),
    )  # fmt: skip
    return "croupier-pide", (_choice("carta", PIDE, PLANTA),), {"carta": right}, (said,), felt


# -- poker against the bank -----------------------------------------------------------------------


def _opens(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    """Whether the croupier's hand plays; one is wanted as often as the other."""
    for n, event in enumerate(events):
        if isinstance(event, Announced) and event.what == "mano-del-croupier":
            told = next(e for e in events[n:] if getattr(e, "what", "") in (OPENS, NOT_OPEN))
            assert isinstance(told, Announced)
            if (told.what == OPENS) != bool(pick(2)):
                raise Again
            field = _choice(OPENS, OPENS, NOT_OPEN)
            return "abre", (field,), {OPENS: told.what}, (event, told), _until(events, n)
    raise Again


def _discards(drill: Drill) -> Made:
    """Which of his five cards the croupier of Draw Poker gives up."""
    rules = find(drill.game).rules_of()
    assert isinstance(rules, DrawRules)
    pick = pick_of(drill)
    while True:
        cards = draw(DECK, rules.cards_each, pick)
        keeps, row = kept(cards, rules)
        if row.holding not in (FIVE[0], FIVE[1]) or not pick(3):
            break
    out = [card for card in cards if card not in keeps]
    said = Announced(
        what="croupier-cambia" if out else "croupier-servido", facts={"cards": len(out)},
        clause=row.clause,
    )  # fmt: skip
    field = Field(name="descarte", kind="cards", choices=tuple(cards))
    table = table_of(drill.game, (1,))
    felt = Felt(zones=Zones({CROUPIER: list(cards)}))
    asked: Asked = ("descarte", (field,), {"descarte": " ".join(out)}, (said,), felt)
    return _made(drill, table, asked)


def _showdown(events: Sequence[Event]) -> tuple[int, list[Announced]]:
    """The last moment at which both hands lie open, and what was said of them."""
    said = [
        (n, event) for n, event in enumerate(events)
        if isinstance(event, Announced) and event.what in ("mano", "mano-del-croupier")
    ]  # fmt: skip
    if len(said) != 2:
        raise Again
    return said[-1][0], [event for _, event in said]


def _hands(felt: Felt, seat: int, table: Table) -> tuple[Hand, Hand]:
    worth: Any = {3: three, 5: five}.get(_cards_each(table), best)
    zones = (f"seat:{seat}", CROUPIER)
    board = [card for card in felt.zones.get(COMMON, []) if card]
    hands = [[card for card in felt.zones.get(zone, []) if card] + board for zone in zones]
    return worth(map(Card, hands[0])), worth(map(Card, hands[1]))


def _cards_each(table: Table) -> int:
    assert isinstance(table.rules, BankRules)
    return table.rules.cards_each


def _who_wins(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    n, said = _showdown(events)
    felt = _until(events, n)
    mine, bank = _hands(felt, next(iter(table.players)), table)
    if mine.category != bank.category and pick(3):
        raise Again  # hands of one category are the ones to practise
    right = TIE if mine == bank else PLAYER if mine > bank else CROUPIER
    field = _choice("gana", PLAYER, CROUPIER, TIE)
    return "gana-mano", (field,), {"gana": right}, tuple(said), felt


def _name(events: Sequence[Event], table: Table, pick: Pick) -> Asked:
    n, said = _showdown(events)
    felt = _until(events, n)
    mine, _ = _hands(felt, next(iter(table.players)), table)
    order = THREE if _cards_each(table) == 3 else FIVE
    if mine.category in order[:2] and pick(4):
        raise Again
    because = tuple(event for event in said if event.what == "mano")
    field = _choice("mano", *order)
    return "nombre", (field,), {"mano": mine.category}, because, felt


_ASKS: dict[tuple[str, str], Callable[[Sequence[Event], Table, Pick], Asked]] = {
    (THIRD, "punto"): _third(PUNTO),
    (THIRD, "banca"): _third(BANCA),
    (THIRD, "gana"): _punto_or_banca,
    (ROWS, "filas"): _rows,
    (DEALER, PIDE): _plain,
    (DEALER, "especial"): _special,
    (DEALER, OPENS): _opens,
    (HANDS, "gana"): _who_wins,
    (HANDS, "nombre"): _name,
}
