"""What an edition says of every circle game, and what such a table keeps between hands."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeVar

from msgspec import UNSET, UnsetType

from tapete.core.book.clause import ClauseId
from tapete.games.poker.circle.manners import Manners
from tapete.games.poker.circle.places import PlacedState, PlaceRules
from tapete.games.poker.circle.pots import PotClauses
from tapete.games.poker.circle.showdown import ShowClauses
from tapete.games.poker.circle.terms import CLAUSES


class CircleRules(PlaceRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values the games among players share.

    ``commission_at``: the house takes its share
    when the hand ends (``al-final``) or after the third betting round (``tras-el-turn``).
    ``absent_blind``: a blind is posted for an absent player if his chips reach (``si-alcanza``) or
    always. ``all_in``, ``heads_up_all_in``, ``sizing``, ``min_raise``, ``raises`` are the limits
    of betting (see `BettingTerms`). ``early_deal``: cards dealt before the betting has ended
    are burned; ``bet_covers_again``: uncovering one's cards by mistake is forgiven.
    """

    early_deal: bool = False
    bet_covers_again: bool = False
    start_call: str
    last_call: str
    commission_at: Literal["al-final", "tras-el-turn"]
    absent_blind: Literal["si-alcanza", "siempre"] = "si-alcanza"
    sizing: Literal["fija", "multiplos", "libre"]
    min_raise: Literal["unidad", "ultimo-aumento"]
    raises: int | Literal["sin-tope"]
    all_in: Literal["sin-cubrir-la-apuesta", "sin-cubrir-el-aumento", "siempre"]
    heads_up_all_in: bool = False

    @property
    def raises_max(self) -> int | None:
        """How many increases may follow the first bet of a round, if there is a number."""
        return None if self.raises == "sin-tope" else self.raises

    def betting(self, about: str) -> dict[str, ClauseId]:
        """The clauses of a betting round: rows ``bet_<name>``, or ``bet_<name>_<round>`` where a
        round has its own."""
        if about not in self._rounds:
            self._rounds[about] = self._betting(about)
        return self._rounds[about]

    def _betting(self, about: str) -> dict[str, ClauseId]:
        found = {}
        for name in CLAUSES:
            own = f"bet_{name}_{about}"
            found[name] = self.by(own if own in self.clauses else f"bet_{name}")
        if self.bet_covers_again:
            found["covers_again"] = self.by("bet_covers_again")
        return found

    @cached_property
    def _rounds(self) -> dict[str, dict[str, ClauseId]]:
        """The clauses of the betting rounds that were asked for."""
        return {}

    def pot_clauses(self) -> PotClauses:
        return PotClauses(
            gathered=self.by("pot_gathered"),
            uncalled=self.by("pot_uncalled"),
            additional=self.by("pot_additional"),
            competes=self.by("pot_competes"),
            commission=self.by("commission_at"),
            won=self.by("pot_won"),
            divided=self.by("pot_divided"),
        )

    def show_clauses(self) -> ShowClauses:
        return ShowClauses(
            first=self.by("show_first"),
            speaks=self.by("show_speaks"),
            covered=self.by("show_covered"),
            unseen=self.by("show_unseen"),
        )


class CircleState(PlacedState, frozen=True, kw_only=True):
    """What a table keeps between hands.

    ``button`` is where it lay in the last hand (nowhere yet: None); it ``moves`` before the next
    one unless that did not count or the button was put there. ``lineup`` were dealt in; ``small``
    and ``big`` had the blinds, posted or dead; ``came`` have sat down since, written only where
    somebody has. ``misplaced``: the button was found out of place.
    """

    button: int | None = None
    moves: bool = True
    lineup: tuple[int, ...] = ()
    small: int | None = None
    big: int | None = None
    came: tuple[int, ...] | UnsetType = UNSET
    misplaced: bool = False
    manners: Manners = Manners()

    @property
    def newcomers(self) -> tuple[int, ...]:
        """Who has sat down since the last hand."""
        return self.came or ()


CR = TypeVar("CR", bound=CircleRules)
