"""Every drill there is, and how each is made."""

from __future__ import annotations

from tapete.school import cards, payment, strategy
from tapete.school.drill import Drill, Made, UnknownDrill, read

KINDS = (payment.PAGOS, strategy.ESTRATEGIA, cards.THIRD, cards.DEALER, cards.ROWS, cards.HANDS)


def games(kind: str) -> dict[str, tuple[str, ...]]:
    """The games of a kind of drill, and the levels of each.

    >>> games("filas")
    {'treinta-y-cuarenta': ('filas',)}
    """
    if kind == payment.PAGOS:
        return payment.games()
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
    return payment.make(drill) if drill.kind == payment.PAGOS else cards.make(drill)
