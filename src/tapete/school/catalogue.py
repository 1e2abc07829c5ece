"""Every drill there is, and how each is made."""

from __future__ import annotations

from tapete.school import cards, payment, pots, strategy
from tapete.school.drill import Drill, Made, UnknownDrill, read

KINDS = (
    payment.PAGOS, pots.POZOS, strategy.ESTRATEGIA, cards.THIRD, cards.DEALER, cards.ROWS,
    cards.HANDS,
)  # fmt: skip


def games(kind: str) -> dict[str, tuple[str, ...]]:
    """The games of a kind of drill, and the levels of each.

    >>> games("filas")
    {'treinta-y-cuarenta': ('filas',)}
    """
    if kind == payment.PAGOS:
        return payment.games()
    if kind == pots.POZOS:
        return pots.games()
    if kind == strategy.ESTRATEGIA:
        return dict.fromkeys(strategy.games(), (strategy.HAND,))
    return cards.games(kind)


def find(id: str) -> Drill:
    """The drill of this name, if there is such a drill."""
    drill = read(id)
    if drill.kind not in KINDS or drill.level not in games(drill.kind).get(drill.game, ()):
        raise UnknownDrill(id)
    return drill


def make(drill: Drill) -> Made:
    """A drill with its key, from the rules alone; the trainer's hands are judged elsewhere."""
    if drill.kind == pots.POZOS:
        return pots.make(drill)
    return payment.make(drill) if drill.kind == payment.PAGOS else cards.make(drill)


def examined() -> dict[str, tuple[Drill, ...]]:
    """What a croupier is examined in: at every game to settle it, what is paid or the pots. The
    first drill of each level."""
    return {
        game: tuple(Drill(kind, game, level, 0) for level in levels)
        for kind in (payment.PAGOS, pots.POZOS)
        for game, levels in games(kind).items()
    }
