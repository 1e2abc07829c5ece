"""What a casino sets for a pot and has approved: its algorithm as data (CAT-III.6.6-16)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tapete.core.book.account import CLP, Unit
from tapete.core.book.money import share
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.games.poker.progressive import Complementary, ProgressiveRules, progressive_rules
from tapete.systems.pot.terms import Clauses, Terms
from tapete.systems.pot.terms import check_terms as check_pot_terms

MANUAL: Final = "manual"
PROMOTIONAL = "creditos-promocionales"


class Algorithm(msgspec.Struct, frozen=True, kw_only=True):
    """How bets become pots. Of each bet the house keeps ``commission``; what the house has
    advanced is repaid first; of the rest ``reserve`` goes to the reserve and all else to the main
    pot, up to ``limit``. When the whole main pot was won it begins again at ``base``, which the
    house puts in (``casa``) or the reserve as far as it goes (``reserva``)."""

    commission: Fraction
    reserve: Fraction = Fraction(0)
    base: int = 0
    restart: Literal["casa", "reserva"] = "casa"
    limit: int | None = None


class Papers(msgspec.Struct, frozen=True, kw_only=True):
    """The references of what the authority has homologated, approved or been told; empty where
    there is none."""

    homologation: str = ""
    plan: str = ""
    complementary: str = ""
    promotion: str = ""
    registration: str = ""


class ProgressiveTerms(msgspec.Struct, frozen=True, kw_only=True):
    """A pot as it was set up: the value of a credit, the limits of the bet (in pesos), the kind of
    acceptor, the algorithm, the papers. ``casinos`` are those whose tables may be linked, ``unit``
    the unit of account of its tables, which is not said of pesos."""

    pot: str
    edition: str
    credit: int
    algorithm: Algorithm
    papers: Papers = Papers()
    min: int | None = None
    max: int | None = None
    acceptor: Literal["electronico", "manual"]
    complementary: Complementary | None = None
    casinos: tuple[str, ...] = ()
    unit: Unit | UnsetType = UNSET

    @property
    def played_for(self) -> Unit:
        """The unit of account of the pot and of all its tables."""
        return CLP if isinstance(self.unit, UnsetType) else self.unit

    @property
    def rules(self) -> ProgressiveRules:
        return progressive_rules(self.edition)

    @property
    def pot_terms(self) -> Terms:
        """The terms of the pot under it: all the bets are put in, and leave the commission."""
        rules, algorithm = self.rules, self.algorithm
        return Terms(
            pot=self.pot, rate=1 - algorithm.commission, base=algorithm.base,
            limit=algorithm.limit, reserve=algorithm.reserve, restart=algorithm.restart,
            fund="bets", condition=", ".join(prize.hand for prize in rules.prizes),
            scope="casinos" if len(self.casinos) > 1 else "casino",
            registration=self.papers.registration,
            clauses=Clauses(
                fed=rules.by("collected"), base=rules.by("base"), won=rules.by("prizes"),
                short=rules.by("shortfall"), shared=rules.by("shared"), odd=rules.by("odd_pesos"),
                published=rules.by("sign"), changed=rules.by("algorithm"),
                linked=rules.by("inter_casino"),
            ),
        )  # fmt: skip

    @property
    def low(self) -> int:
        """The minimum of the bet: one credit where nothing else is set."""
        return self.min or self.credit


def planned(plan: Plan, pot: str, edition: str = "scj-2023") -> ProgressiveTerms:
    """The terms of a pot of a casino's plan (CAT-III.6.6-13)."""
    row = plan.pot[pot]
    unit = plan.unit_of(row.games[0] if row.games else "")
    return ProgressiveTerms(
        pot=pot,
        edition=edition,
        credit=row.credit,
        min=row.min,
        max=row.max,
        acceptor=row.acceptor,
        algorithm=Algorithm(
            commission=share(row.commission),
            reserve=share(row.reserve or "0%"),
            base=row.base,
            restart=row.restart or "casa",
        ),
        papers=Papers(homologation=row.homologation, plan=row.approval),
        unit=UNSET if unit == CLP else unit,
    )


def check_terms(terms: ProgressiveTerms) -> None:
    """Raise `Refused` unless these terms make a pot."""
    rules, algorithm = terms.rules, terms.algorithm
    if terms.credit <= 0 or any(limit is not None and limit % terms.credit for limit in _of(terms)):
        raise Refused(rules.by("credits"), "not-whole-credits", credit=terms.credit)
    if terms.max is not None and terms.max < terms.low:
        clause = rules.by("same_limits")
        raise Refused(clause, "limits-crossed", min=terms.low, max=terms.max)
    if not 0 <= algorithm.commission < 1:
        commission = str(algorithm.commission)
        raise Refused(rules.by("commission"), "bad-commission", commission=commission)
    check_pot_terms(terms.pot_terms)
    if terms.complementary is not None:
        _check_complementary(rules, terms.complementary)
        if terms.complementary.credits and terms.acceptor == MANUAL:
            # A slot shows the bet alone and keeps no credits.
            raise Refused(rules.by("slot"), "no-meter-for-credits", pot=terms.pot)


def check_papers(terms: ProgressiveTerms) -> None:
    """Raise `Refused` unless everything the authority must have seen before use is in order."""
    rules, papers = terms.rules, terms.papers
    needed = [("authority", "pot-not-homologated", papers.homologation)]
    needed += [("commission", "commission-not-approved", papers.plan)]
    needed += [("algorithm", "algorithm-not-approved", papers.plan)]
    if len(terms.casinos) > 1:
        if not rules.inter_casino:
            raise Refused(rules.by("inter_casino"), "no-pots-between-casinos")
        needed += [("inter_casino", "pot-not-registered", papers.registration)]
    if terms.complementary is not None:
        needed += [("complementary_informed", "prizes-not-informed", papers.complementary)]
        if terms.complementary.credits:
            needed += [("complementary_authorised", "promotion-not-authorised", papers.promotion)]
    for row, code, paper in needed:
        if not paper:
            raise Refused(rules.by(row), code, pot=terms.pot, authority=rules.authority)


def _of(terms: ProgressiveTerms) -> tuple[int | None, int | None]:
    return terms.min, terms.max


def _check_complementary(rules: ProgressiveRules, gift: Complementary) -> None:
    """Pesos of the pot or promotional credits, one of them; a prize the edition names, as it is."""
    if bool(gift.pesos) == bool(gift.credits) or gift.pesos < 0 or gift.credits < 0:
        raise Refused(rules.by("complementary_paid"), "pesos-or-credits", prize=gift.prize)
    media = {medium == PROMOTIONAL for medium in rules.complementary_paid}
    if bool(gift.credits) not in media:
        raise Refused(rules.by("complementary_paid"), "not-paid-that-way", prize=gift.prize)
    if not 0 < gift.odds <= 1:
        raise Refused(rules.by("complementary"), "bad-odds", odds=str(gift.odds))
    for row in rules.complementary:
        if row.prize == gift.prize and gift.pesos not in (0, row.pesos):
            raise Refused(row.clause, "prize-is-set", prize=row.prize, pesos=row.pesos)
