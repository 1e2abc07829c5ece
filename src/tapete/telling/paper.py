"""A round explained on paper: the felt, each payment with its sum and its sentence of the
regulation, what another reading would have paid, who was on duty, the proofs. To print or send."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from tapete.core.book.account import CLP, Unit
from tapete.core.book.clause import ClauseId, register, text
from tapete.core.book.money import share
from tapete.core.book.rulebook import rulebook
from tapete.core.round.event import BetWon, CommissionTaken, Event
from tapete.core.round.felt import Felt, fold
from tapete.games.poker.circle.events import BetGathered
from tapete.telling.explain import Teller
from tapete.telling.names import bet_name, game_name, named
from tapete.telling.otherwise import Otherwise
from tapete.telling.texts import money, t, texts

SETTLING = frozenset(
    {"bet-won", "bet-lost", "bet-returned", "pot-won", "pot-given-back", "pot-paid",
     "commission-taken", "round-voided"}
)  # fmt: skip


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a round by whoever is given the paper: ``events`` are those he may know,
    ``people`` who sat where, ``names`` of those whose id stands in an event, ``net`` what the seats
    he may ask about won or lost."""

    game: str
    edition: str
    table: str
    number: int
    unit: Unit = CLP
    played: str = ""
    events: tuple[Event, ...]
    people: dict[int, str] = {}
    names: dict[str, str] = {}
    net: dict[int, int] = {}
    otherwise: tuple[Otherwise, ...] = ()
    duty: tuple[tuple[str, str], ...] = ()
    proofs: tuple[str, ...] = ()
    seal: str = ""


def written(paper: Paper, lang: str) -> bytes:
    """The paper as a PDF."""
    return Writer(paper, lang).pages()


class Writer:
    """Writes one paper in one language."""

    def __init__(self, paper: Paper, lang: str) -> None:
        from tapete.telling.sheet import Sheet  # heavy: a casino opens without it

        self.paper, self.lang = paper, lang
        self.teller = Teller(lang, paper.people, paper.names, paper.unit)
        game = game_name(paper.game, lang)
        self.sheet = Sheet(t("paper.title", lang, game=game, number=paper.number))
        self.cited: set[ClauseId] = set()

    def pages(self) -> bytes:
        paper, lang, sheet = self.paper, self.lang, self.sheet
        sheet.face()
        said = [paper.table, rulebook(paper.edition).title, paper.played]
        sheet.line_of(" · ".join(part for part in said if part))
        self._felt()
        self._payments()
        self._otherwise()
        self._list("paper.duty", [f"{_role(role, lang)}: {who}" for role, who in paper.duty])
        self._list("paper.proofs", paper.proofs)
        self._course()
        if paper.seal:
            sheet.head(t("paper.seal", lang))
            sheet.set_font("courier", "", 9)
            sheet.line_of(paper.seal)
        return bytes(sheet.output())

    # Parts

    def _felt(self) -> None:
        """What lay on the cloth before it was cleared, and the cards as they came."""
        stakes, rests, cards, results = lying(self.paper.events)
        self.sheet.head(t("paper.felt", self.lang))
        for zone, dealt in sorted(cards.items(), key=lambda one: _place(one[0])):
            self.sheet.cards(self._zone(zone), dealt)
        if results:
            self.sheet.result(t("paper.result", self.lang, result=", ".join(results)))
        for seat in sorted(stakes.keys() | self.paper.net.keys()):
            bets = stakes.get(seat, {}).items()
            laid = ", ".join(f"{bet_name(bet, self.lang)} {self._money(n)}" for bet, n in bets)
            if left := rests.get(seat, 0):
                laid += f" ({t('paper.rests', self.lang, amount=self._money(left))})"
            net = self.paper.net.get(seat)
            self.sheet.row(self.teller.who(seat), laid, "" if net is None else self._signed(net))

    def _payments(self) -> None:
        """What the house took, then what each player won and lost, one after the other."""
        self.sheet.head(t("paper.payments", self.lang))
        settling = [event for event in self.paper.events if event.kind in SETTLING]
        if not settling:
            self.sheet.line_of(t("paper.undecided", self.lang))
        for event in sorted(settling, key=lambda one: getattr(one, "seat", None) or 0):
            self.sheet.begin()
            self.sheet.face(bold=True)
            known = f"  [{event.clause}]" if event.clause in self.cited else ""
            self.sheet.line_of(self.teller.event(event) + known)
            self.sheet.face()
            if isinstance(event, BetWon):
                self.sheet.line_of(self._sum(event))
            elif isinstance(event, CommissionTaken) and (said := self._rounded(event)):
                self.sheet.line_of(said)
            self._rule(event.clause)

    def _net(self, seat: int, net: int) -> str:
        return t("paper.net", self.lang, who=self.teller.who(seat), net=self._signed(net))

    def _sum(self, won: BetWon) -> str:
        facts = {
            "stake": self._money(won.stake), "odds": won.odds, "paid": self._money(won.paid),
            "back": self._money(won.stake + won.paid),
        }  # fmt: skip
        said = t("paper.sum", self.lang, **facts)
        if won.dropped not in ("", "0"):
            said += " " + t("paper.dropped", self.lang, dropped=won.dropped)
        return said

    def _rounded(self, taken: CommissionTaken) -> str:
        """The sum of a commission of which rounding left something."""
        whole = share(taken.share) * taken.won
        if whole == taken.amount:
            return ""
        exact = {"share": taken.share, "won": self._money(taken.won), "exact": self._exact(whole)}
        dropped = t("paper.dropped", self.lang, dropped=self._exact(whole - taken.amount))
        return f"{t('paper.commission', self.lang, **exact)} {dropped}"

    def _otherwise(self) -> None:
        if not self.paper.otherwise:
            return
        self.sheet.head(t("paper.otherwise", self.lang))
        same = 0
        for one in self.paper.otherwise:
            if one.net == self.paper.net:
                same += 1
                continue
            self.sheet.begin()
            self.sheet.face(bold=True)
            self.sheet.line_of(self._reading(one))
            self.sheet.face()
            if one.net is None:
                self.sheet.line_of(t("paper.other-course", self.lang))
            else:
                changed = {
                    seat: one.net.get(seat, 0)
                    for seat in sorted(self.paper.net.keys() | one.net.keys())
                    if one.net.get(seat, 0) != self.paper.net.get(seat, 0)
                }
                self.sheet.line_of(", ".join(self._net(seat, net) for seat, net in changed.items()))
            for clause in one.clauses[:2]:
                self._rule(clause)
        if same:
            self.sheet.line_of(t("paper.same", self.lang, n=same))

    def _reading(self, one: Otherwise) -> str:
        if not one.option:
            return rulebook(one.edition).title
        key = f"option.{one.option}"
        known = texts(self.lang).get(key) or one.option.replace("-", " ")
        return f"{known}: {one.value.replace('-', ' ')}"

    def _course(self) -> None:
        self.sheet.head(t("paper.course", self.lang))
        self.sheet.face(8.5)
        for event in self.paper.events:
            self.sheet.line_of(f"{self.teller.event(event)}  [{event.clause}]", 4.4)

    # Small things

    def _zone(self, zone: str) -> str:
        where, _, rest = zone.partition(":")
        if where == "seat" and rest.partition("/")[0].isdecimal():
            seat, _, hand = rest.partition("/")
            return self.teller.who(int(seat)) + (f" ({hand})" if hand else "")
        name = texts(self.lang).get(f"place.{zone}") or bet_name(zone, self.lang)
        return name[:1].upper() + name[1:]

    def _rule(self, id: ClauseId) -> None:
        """The rule in its words, the first time it is cited."""
        found = register().get(id)
        if found is not None and id not in self.cited:
            self.cited.add(id)
            self.sheet.quiet(f"{id}: {text(found, self.lang)}")

    def _list(self, title: str, lines: Sequence[str]) -> None:
        if lines:
            self.sheet.head(t(title, self.lang))
            for line in lines:
                self.sheet.line_of(line)

    def _money(self, amount: int) -> str:
        return money(amount, self.lang, self.paper.unit)

    def _exact(self, amount: Fraction) -> str:
        return self._money(int(amount)) if amount.denominator == 1 else str(amount)

    def _signed(self, amount: int) -> str:
        return f"{'+' if amount > 0 else '-' if amount < 0 else ''}{self._money(abs(amount))}"


def lying(
    events: Sequence[Event],
) -> tuple[dict[int, dict[str, int]], dict[int, int], dict[str, list[str]], list[str]]:
    """The most that lay on the cloth by seat and bet, with what was gathered into a pot before, and
    what stays there; the cards that were seen in each place, and the results."""
    felt = Felt()
    gathered: Counter[tuple[int, str]] = Counter()
    least: Counter[tuple[int, str]] = Counter()
    """Below nothing: so much lay there before the first event."""
    most: Counter[tuple[int, str]] = Counter()
    cards: dict[str, list[str]] = {}
    for event in events:
        shown = msgspec.structs.replace(event, audience=()) if event.audience else event
        fold([shown], base=felt)
        if isinstance(event, BetGathered):
            gathered[event.seat, event.bet] += event.amount
        for bet, owners in felt.chips.items():
            for seat, amount in owners.items():
                least[seat, bet] = min(least[seat, bet], amount)
                most[seat, bet] = max(most[seat, bet], amount + gathered[seat, bet])
        for zone, there in felt.zones.items():
            seen = [str(card) for card in there if card is not None and len(str(card)) == 2]
            if len(seen) >= len(cards.get(zone, ())) and seen:
                cards[zone] = seen
    stakes: dict[int, dict[str, int]] = {}
    rests: Counter[int] = Counter()
    for (seat, bet), high in most.items():
        low = least[seat, bet]
        if high > low:
            stakes.setdefault(seat, {})[bet] = high - low
        rests[seat] += felt.on(bet, seat) - low
    return stakes, rests, cards, list(felt.results)


def _role(role: str, lang: str) -> str:
    return named("role", role, lang)


def _place(zone: str) -> tuple[bool, int]:
    """Players in the order of their seats, then what lies before the bank, as it came."""
    where, _, rest = zone.partition(":")
    seat = rest.partition("/")[0]
    return (False, int(seat)) if where == "seat" and seat.isdecimal() else (True, 0)
