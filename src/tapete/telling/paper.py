"""A round explained on paper: the felt, each payment with its sum and its sentence of the
regulation, what another reading would have paid, who was on duty, the proofs. To print or send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tapete.core.book.account import CLP, Unit
from tapete.core.book.clause import ClauseId, register, text
from tapete.core.book.rulebook import rulebook
from tapete.core.round.event import BetWon, Event
from tapete.core.round.felt import Felt, fold
from tapete.telling.explain import Teller
from tapete.telling.names import bet_name, game_name, named
from tapete.telling.otherwise import Otherwise
from tapete.telling.texts import money, t, texts

SETTLING = frozenset(
    {"bet-won", "bet-lost", "bet-returned", "pot-won", "pot-given-back", "pot-paid",
     "commission-taken", "round-voided"}
)  # fmt: skip
SUITS = {"c": "\xa8", "d": "\xa9", "h": "\xaa", "s": "\xab"}
"""Of the built-in face with the suits of cards."""
FELT, PAPER, RED = (14, 90, 68), (253, 248, 234), (176, 32, 38)
WIDE = 190
CARD_W, CARD_H = 9.0, 12.5


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a round by whoever is given the paper: ``events`` are those he may know,
    ``net`` what the seats he may ask about won or lost."""

    game: str
    edition: str
    table: str
    number: int
    unit: Unit = CLP
    played: str = ""
    events: tuple[Event, ...]
    people: dict[int, str] = {}
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
        from fpdf import FPDF  # heavy: a casino opens without it

        self.paper, self.lang = paper, lang
        self.teller = Teller(lang, paper.people, unit=paper.unit)
        self.pdf = FPDF(format="A4")
        self.pdf.set_creator("Tapete")
        self.pdf.set_auto_page_break(True, 15)
        self.pdf.add_page()

    def pages(self) -> bytes:
        paper, lang = self.paper, self.lang
        title = t("paper.title", lang, game=game_name(paper.game, lang), number=paper.number)
        self.pdf.set_title(latin(title))
        self.pdf.set_font("helvetica", "B", 16)
        self._line(title, 9)
        self.pdf.set_font("helvetica", "", 10)
        said = [paper.table, rulebook(paper.edition).title, paper.played]
        self._line(" · ".join(part for part in said if part))
        self._felt()
        self._payments()
        self._otherwise()
        self._list("paper.duty", [f"{_role(role, lang)}: {who}" for role, who in paper.duty])
        self._list("paper.proofs", paper.proofs)
        self._course()
        if paper.seal:
            self._head("paper.seal")
            self.pdf.set_font("courier", "", 9)
            self._line(paper.seal)
        return bytes(self.pdf.output())

    # Parts

    def _felt(self) -> None:
        """What lay on the cloth before it was cleared, and the cards as they came."""
        stakes, cards, results = lying(self.paper.events)
        self._head("paper.felt")
        for zone, dealt in cards.items():
            self._cards(self._zone(zone), dealt)
        if results:
            self._line(t("paper.result", self.lang, result=", ".join(results)))
        for seat, bets in sorted(stakes.items()):
            laid = ", ".join(f"{bet_name(b, self.lang)} {self._money(n)}" for b, n in bets.items())
            self._line(f"{self.teller.who(seat)}: {laid}")

    def _cards(self, name: str, cards: Sequence[str]) -> None:
        pdf = self.pdf
        if pdf.get_y() + CARD_H > 275:
            pdf.add_page()
        top = pdf.get_y()
        pdf.set_fill_color(*FELT)
        pdf.rect(10, top, WIDE, CARD_H + 3, style="F")
        pdf.set_xy(12, top + 4.5)
        pdf.set_text_color(*PAPER)
        pdf.set_font("helvetica", "B", 9)
        pdf.cell(58, 6, latin(name))
        for n, card in enumerate(cards[:12]):
            x = 72 + n * (CARD_W + 1.2)
            pdf.set_fill_color(255, 255, 255)
            pdf.rect(x, top + 1.5, CARD_W, CARD_H, style="F", round_corners=True, corner_radius=1)
            pdf.set_text_color(*(RED if card[-1:] in "dh" else (20, 20, 24)))
            pdf.set_xy(x, top + 2.2)
            pdf.set_font("helvetica", "B", 9)
            pdf.cell(CARD_W, 5, card[:-1].replace("T", "10"), align="C")
            pdf.set_xy(x, top + 7.4)
            pdf.set_font("zapfdingbats", "", 10)
            pdf.cell(CARD_W, 5, SUITS.get(card[-1:], ""), align="C")
        pdf.set_text_color(0)
        pdf.set_font("helvetica", "", 10)
        pdf.set_xy(10, top + CARD_H + 3.6)

    def _payments(self) -> None:
        self._head("paper.payments")
        for event in self.paper.events:
            if event.kind not in SETTLING:
                continue
            self.pdf.set_font("helvetica", "B", 10)
            self._line(self.teller.event(event))
            self.pdf.set_font("helvetica", "", 10)
            if isinstance(event, BetWon):
                self._line(self._sum(event))
            self._rule(event.clause)
        for seat, net in sorted(self.paper.net.items()):
            self.pdf.set_font("helvetica", "B", 11)
            self._line(
                t("paper.net", self.lang, who=self.teller.who(seat), net=self._signed(net)), 7
            )
        self.pdf.set_font("helvetica", "", 10)

    def _sum(self, won: BetWon) -> str:
        facts = {
            "stake": self._money(won.stake), "odds": won.odds, "paid": self._money(won.paid),
            "back": self._money(won.stake + won.paid),
        }  # fmt: skip
        said = t("paper.sum", self.lang, **facts)
        if won.dropped not in ("", "0"):
            said += " " + t("paper.dropped", self.lang, dropped=won.dropped)
        return said

    def _otherwise(self) -> None:
        if not self.paper.otherwise:
            return
        self._head("paper.otherwise")
        same = 0
        for one in self.paper.otherwise:
            if one.net == self.paper.net:
                same += 1
                continue
            self.pdf.set_font("helvetica", "B", 10)
            self._line(self._reading(one))
            self.pdf.set_font("helvetica", "", 10)
            if one.net is None:
                self._line(t("paper.other-course", self.lang))
            else:
                changed = {
                    seat: one.net.get(seat, 0)
                    for seat in sorted(self.paper.net.keys() | one.net.keys())
                    if one.net.get(seat, 0) != self.paper.net.get(seat, 0)
                }
                self._line(", ".join(
                    t("paper.net", self.lang, who=self.teller.who(seat), net=self._signed(net))
                    for seat, net in changed.items()
                ))  # fmt: skip
            for clause in one.clauses[:2]:
                self._rule(clause)
        if same:
            self._line(t("paper.same", self.lang, n=same))

    def _reading(self, one: Otherwise) -> str:
        if not one.option:
            return rulebook(one.edition).title
        key = f"option.{one.option}"
        known = texts(self.lang).get(key) or one.option.replace("-", " ")
        return f"{known}: {one.value.replace('-', ' ')}"

    def _course(self) -> None:
        self._head("paper.course")
        self.pdf.set_font("helvetica", "", 8.5)
        for event in self.paper.events:
            self._line(f"{self.teller.event(event)}  [{event.clause}]", 4.4)

    # Small things

    def _zone(self, zone: str) -> str:
        where, _, rest = zone.partition(":")
        if where == "seat" and rest.partition("/")[0].isdecimal():
            seat, _, hand = rest.partition("/")
            return self.teller.who(int(seat)) + (f" ({hand})" if hand else "")
        key = f"place.{zone}"
        return texts(self.lang).get(key) or bet_name(zone, self.lang)

    def _rule(self, id: ClauseId) -> None:
        found = register().get(id)
        if found is not None:
            self.pdf.set_text_color(90, 80, 70)
            self._line(f"{id}: {text(found, self.lang)}")
            self.pdf.set_text_color(0)
            self.pdf.ln(1)

    def _list(self, title: str, lines: Sequence[str]) -> None:
        if lines:
            self._head(title)
            for line in lines:
                self._line(line)

    def _head(self, key: str) -> None:
        self.pdf.ln(3)
        self.pdf.set_font("helvetica", "B", 12)
        self._line(t(key, self.lang), 7)
        self.pdf.set_draw_color(*FELT)
        self.pdf.line(10, self.pdf.get_y(), 10 + WIDE, self.pdf.get_y())
        self.pdf.ln(1.5)
        self.pdf.set_font("helvetica", "", 10)

    def _line(self, said: str, high: float = 5.2) -> None:
        self.pdf.multi_cell(0, high, latin(said), new_x="LMARGIN", new_y="NEXT")

    def _money(self, amount: int) -> str:
        return money(amount, self.lang, self.paper.unit)

    def _signed(self, amount: int) -> str:
        return f"{'+' if amount > 0 else '-' if amount < 0 else ''}{self._money(abs(amount))}"


def lying(
    events: Sequence[Event],
) -> tuple[dict[int, dict[str, int]], dict[str, list[str]], list[str]]:
    """The most that lay on the cloth by seat and bet, the cards that were seen in each place, and
    the results."""
    felt = Felt()
    stakes: dict[int, dict[str, int]] = {}
    cards: dict[str, list[str]] = {}
    for event in events:
        shown = msgspec.structs.replace(event, audience=()) if event.audience else event
        fold([shown], base=felt)
        for bet, owners in felt.chips.items():
            for seat, amount in owners.items():
                laid = stakes.setdefault(seat, {})
                laid[bet] = max(laid.get(bet, 0), amount)
        for zone, there in felt.zones.items():
            seen = [str(card) for card in there if card is not None and len(str(card)) == 2]
            if len(seen) >= len(cards.get(zone, ())) and seen:
                cards[zone] = seen
    kept = {seat: {bet: n for bet, n in laid.items() if n} for seat, laid in stakes.items()}
    return {seat: laid for seat, laid in kept.items() if laid}, cards, list(felt.results)


def _role(role: str, lang: str) -> str:
    return named("role", role, lang)


def latin(said: str) -> str:
    """Text as the built-in faces can show it.

    >>> latin("Cartón – ≈ A♥")
    'Cartón - ? Ah'
    """
    marks: Mapping[str, str] = {"–": "-", "—": "-", "−": "-", "“": '"', "”": '"', "’": "'",
                                "…": "...", "\u00a0": " ", "\u202f": " ",
                                "♥": "h", "♦": "d", "♣": "c", "♠": "s"}  # fmt: skip
    plain = "".join(marks.get(sign, sign) for sign in said)
    return plain.encode("latin-1", "replace").decode("latin-1")
