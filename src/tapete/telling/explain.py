"""What happened, in plain words: any event or refusal as a sentence of the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from tapete.core.book.account import CLP, Unit
from tapete.core.book.clause import ClauseId, register, text
from tapete.core.book.money import odds
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.event import (
    Announced,
    BetMarked,
    BetReturned,
    BetWon,
    CardDealt,
    CardDiscarded,
    CardsCleared,
    CardSeen,
    ChipsChanged,
    Chosen,
    Event,
    MarkerPut,
    PaymentReleased,
    ResultShown,
    RoundVoided,
    SeatFreed,
    ThrowVoid,
    TurnGiven,
    Unknown,
)
from tapete.core.round.pot import PotBetReturned, PotPaid
from tapete.core.round.zone import zone_of
from tapete.games.poker.circle.events import PotGivenBack
from tapete.games.poker.pot import CreditsMoved, PotForfeited
from tapete.systems.bingo.events import CardChecked
from tapete.systems.machines.play import CardsHeld, CardsShown
from tapete.telling.names import (
    bet_name,
    card_name,
    hand_name,
    move_name,
    named,
    pay_row,
    question_name,
    result_name,
    table_name,
)
from tapete.telling.texts import money, t, texts

MONEY = frozenset(
    {
        "advance", "amount", "asked", "bank", "base", "bid", "big", "bingo", "box",
        "counted", "due", "fund", "has", "high", "house", "least", "limit", "line", "lost", "low",
        "main", "max", "maximum", "min", "minimum", "missing", "most", "paid", "pesos",
        "price", "purse", "reserve", "right", "small", "stake", "staked", "step", "takings",
        "threshold", "value", "won",
    }
)  # fmt: skip
"""Names of facts that are amounts; a text that counts something else by one of them says
``{name_n}``."""
BETS = frozenset({"bet", "to", "called", "line", "hand"})
MOVES = frozenset({"move", "ruling"})
ROLES = frozenset({"role", "approves", "by"})
PEOPLE = frozenset({"player", "first", "who", "person"})
"""Names of facts that are people, by their ids."""


BUTTON = "boton"
"""The marker that lies before a seat, which it names by its number alone."""
CONTRACTED = re.compile(r"\b(a|de) el (?=[a-záéíóúñ])")
"""Spanish joins these two words before whatever the article belongs to."""


def _contracted(found: re.Match[str]) -> str:
    return "al " if found[1] == "a" else "del "


def _kept_back(won: BetWon) -> int:
    """The commission a payment was less by: what the odds make, less what was paid and dropped."""
    return max(0, int(won.stake * odds(won.odds) - won.paid - Fraction(won.dropped)))


def person_in(event: Event) -> str | None:
    """The id of the person an event speaks of, if it speaks of one."""
    who = event.facts.get("player") if isinstance(event, Announced) else None
    who = getattr(event, "player", who)
    return who if isinstance(who, str) else None


class Teller:
    """Says things to one reader: in a language, and with the names of who sits where.

    ``names`` gives the name of a person whose id stands in an event, ``unit`` the unit of account
    of every amount.
    """

    def __init__(
        self, lang: str, people: Mapping[int, str] | None = None,
        names: Mapping[str, str] | None = None, unit: Unit = CLP,
    ) -> None:  # fmt: skip
        self.lang, self.unit = lang, unit
        self.people = people if people is not None else {}
        self.names = names if names is not None else {}

    def money(self, amount: int) -> str:
        """An amount in the unit of the table."""
        return money(amount, self.lang, self.unit)

    def who(self, seat: int | None) -> str:
        """The person on a seat, or the seat."""
        if seat is None:
            return t("explain.nobody", self.lang)
        return self.people.get(seat) or t("explain.seat", self.lang, seat=seat)

    def event(self, event: Event) -> str:
        """One event as a sentence, with a capital at its beginning.

        >>> from tapete.core.round.event import BetLost
        >>> lost = BetLost(seat=3, bet="rojo", amount=500, clause="CAT-II.1.4-30")
        >>> Teller("es").event(lost)
        'Asiento 3: pierde $500 en rojo.'
        """
        said = self._event(event)
        return said[:1].upper() + said[1:]

    def _event(self, event: Event) -> str:
        facts = {name: getattr(event, name) for name in event.__struct_fields__}
        match event:
            case Announced():
                key = self.closer(f"announced.{event.what}", str(event.facts.get("why")))
                return self.say(key, event.what, event.facts)
            case ThrowVoid() | RoundVoided():
                facts["cause"] = named("cause", event.cause, self.lang)
            case (
                BetReturned() | SeatFreed() | PaymentReleased() | PotBetReturned() | PotGivenBack()
            ):
                facts["why"] = named("why", event.why, self.lang)
            case Chosen() if not event.about:
                return self.say("event.chosen-alone", event.kind, facts)
            case Chosen():
                facts["said"] = move_name(event.move, self.lang, self.unit, event.about)
            case CreditsMoved():
                facts["credits"] = abs(event.credits)
                return self.say(f"credits.{event.why}", event.kind, facts)
            case PotForfeited():
                facts["why"] = move_name(event.why, self.lang)
            case PotPaid() if event.reserve or event.advance:
                return self.say("event.pot-paid-short", event.kind, facts)
            case BetMarked():
                facts["mark"] = named("mark", event.mark, self.lang)
            case BetWon() if commission := _kept_back(event):
                facts["amount"] = commission
                return self.say("event.bet-won-commission", event.kind, facts)
            case BetWon() if event.dropped != "0":
                return self.say("event.bet-won-dropped", event.kind, facts)
            case ChipsChanged() if event.target.kind == "cash":
                return self.say("event.chips-taken", event.kind, facts)
            case ChipsChanged() if event.source.kind == "cash" and not event.got:
                return self.say("event.chips-brought", event.kind, facts)
            case MarkerPut():
                kind, _, colour = event.marker.partition(":")
                facts["marker"] = named("marker", kind, self.lang)
                if colour:
                    facts["marker"] += f" {named('colour', colour, self.lang)}"
                if event.place is None:
                    return self.say("event.marker-taken", event.kind, facts)
                seat = kind == BUTTON and event.place.isdigit()
                facts["place"] = self.who(int(event.place)) if seat else self.place(event.place)
            case TurnGiven():
                known = f"turn.{event.to}" in texts(self.lang)
                facts["to"] = t(f"turn.{event.to}", self.lang) if known else self.about(event.to)
            case ResultShown():
                facts["result"] = result_name(event.result, self.lang)
                facts["facts"] = "".join(f", {said}" for said in self.facts(event.facts))
            case CardDealt():
                facts["to"] = self.hand_of(event.to)
                key = "event.card-covered" if event.card is None else "event.card-dealt"
                return self.say(self.closer(key, event.to), event.kind, facts)
            case CardChecked() if not event.right:
                return self.say("event.bingo-card-wrong", event.kind, facts)
            case CardSeen():
                facts["zone"], facts["index"] = self.hand_of(event.zone), event.index + 1
            case CardDiscarded():
                facts["zone"], facts["index"] = self.place(event.zone), event.index + 1
            case CardsShown() | CardsHeld():
                facts["cards"] = " ".join(map(card_name, event.cards))
            case CardsCleared():
                facts["zone"] = self.hand_of(event.zone)
                return self.say(self.closer("event.cards-cleared", event.zone), event.kind, facts)
            case Unknown():
                facts["fields"] = " ".join(f"{k}={v}" for k, v in event.fields.items())
        key = self.closer(f"event.{event.kind}", str(facts.get("bet")))
        return self.say(key, event.kind, facts)

    def closer(self, key: str, what: str) -> str:
        """The text written for just that, where there is one."""
        return f"{key}.{what}" if f"{key}.{what}" in texts(self.lang) else key

    def refusal(self, refused: Refused) -> str:
        """Why it is not allowed, with its numbers.

        >>> Teller("en").refusal(Refused("CAT-I.4.2-03", "not-on-the-cloth", bet="caballo:1-5"))
        'This cloth has no bet "split 1-5".'
        """
        key = self.closer(f"refused.{refused.code}", str(refused.facts.get("why")))
        return self.say(key, refused.code, refused.facts)

    def say(self, key: str, code: str, facts: Mapping[str, Any]) -> str:
        """The text of a key with its facts; a code without text is shown as it is."""
        words = _Words({name: self.fact(name, value) for name, value in facts.items()})
        words.update({f"{name}_n": str(value) for name, value in facts.items()})
        written = texts(self.lang).get(key)
        if written is None:
            said = "".join(f" {name}={words[name]}" for name in facts)
            return f"{code}{said}"
        said = written.format_map(words)
        return CONTRACTED.sub(_contracted, said) if self.lang == "es" else said

    def fact(self, name: str, value: Any) -> str:
        """One fact as the reader writes it.

        >>> Teller("en").fact("ways", "triple peinado doble")
        'triple shuffle, strip, double shuffle'
        """
        match value:
            case None:
                return t("explain.none", self.lang)
            case bool():
                return t("explain.yes" if value else "explain.no", self.lang)
            case int() if name == "seat" or name.endswith("_seat"):
                return self.who(value)
            case str() if name == "table":
                return table_name(value, self.lang)
            case str() if name in PEOPLE:
                return self.names.get(value, value)
            case 0 if name == "threshold":
                return t("explain.any-amount", self.lang)
            case int() if name in MONEY:
                return self.money(value)
            case str() if name in ROLES or (name == "to" and f"role.{value}" in texts(self.lang)):
                return named("role", value, self.lang)
            case str() if name in ("hand", "prize") and f"hand.{value}" in texts(self.lang):
                return hand_name(value, self.lang)
            case _ if name == "pot" and str(value).startswith("pozo:"):  # an account, or its text
                return t("explain.pot", self.lang, number=str(value).partition(":")[2])
            case str() if name in ("prize", "claim"):
                return named("prize", value, self.lang)
            case str() if name == "how":
                return named("how", value, self.lang)
            case tuple() if name == "window":  # of a machine, reel by reel
                reels = (
                    "/".join(named("figura", one, self.lang) for one in reel) for reel in value
                )
                return " · ".join(reels)
            case tuple():
                return ", ".join(map(str, value))
            case str() if name == "row" and f"bet.{value}" not in texts(self.lang):
                return pay_row(value, self.lang)
            case str() if name == "program":
                return named("program", value, self.lang)
            case str() if name in BETS or name == "row":  # of cards, as what is bet on it
                return bet_name(value, self.lang)
            case str() if name in ("wheel", "ball"):
                return named("direction", value, self.lang)
            case str() if name == "paper":
                return named("paper", value, self.lang)
            case str() if name == "colour":
                return named("colour", value, self.lang)
            case str() if name == "why" and f"barred.{value}" in texts(self.lang):
                return t(f"barred.{value}", self.lang)
            case str() if name == "about":
                return self.about(value)
            case str() if name in MOVES:
                return move_name(value, self.lang, self.unit)
            case str() if name in ("moves", "rulings"):
                return ", ".join(move_name(one, self.lang, self.unit) for one in value.split())
            case str() if name == "ways":  # of shuffling, one after the other
                return ", ".join(named("value", one, self.lang) for one in value.split())
            case str() if name in ("card", "bank", "cards"):
                return " ".join(map(card_name, value.split()))
            case str() if name == "question":
                return question_name(value, self.lang)
        return str(value)

    def facts(self, facts: Mapping[str, Fact]) -> Iterable[str]:
        """The facts of a result, each in a few words; some are said together."""
        together = f"facts.{'-'.join(facts)}"
        if together in texts(self.lang):
            yield t(together, self.lang, **facts)
            return
        for name, value in facts.items():
            key = f"fact.{name}"
            if value is None or value is False:
                continue
            if value == 1 and f"symbol.{name}" in texts(self.lang):
                continue  # a figure that came once is already in the result
            if f"{key}.{value}" in texts(self.lang):
                yield t(f"{key}.{value}", self.lang)
            elif key in texts(self.lang):
                yield t(key, self.lang, value=value)
            else:
                yield f"{name} {value}"

    def place(self, place: str) -> str:
        """Where a marker or a card lies: a seat, a bet, a number, a zone, ``OFF``."""
        zone = zone_of(place)
        if zone.seat is not None:
            return self.who(zone.seat) + (f" ({zone.hand})" if zone.hand else "")
        if f"place.{place}" in texts(self.lang):
            return t(f"place.{place}", self.lang)
        return bet_name(place, self.lang)

    def hand_of(self, place: str) -> str:
        """Whose cards lie there, within a sentence: a croupier has an article, a name has none.

        >>> Teller("es").hand_of("croupier"), Teller("es").hand_of("seat:2")
        ('el croupier', 'Asiento 2')
        """
        said = self.place(place)
        return t("place.of-house", self.lang, place=said) if place.startswith("croupier") else said

    def about(self, about: str) -> str:
        """What a decision is about: a named question, a hand, or a bet."""
        if f"about.{about}" in texts(self.lang):
            return t(f"about.{about}", self.lang)
        zone = zone_of(about)
        if zone.seat is not None:
            return f"{t('about.hand', self.lang)} {zone.hand}".strip()
        return bet_name(about, self.lang)

    def rule(self, clause: ClauseId) -> str:
        """The rule of a clause in the reader's words; nothing for an id the register lacks."""
        known = register().get(clause)
        return text(known, self.lang) if known is not None else ""


class _Words(dict[str, str]):
    """Facts for a text; one the event does not carry shows as a dash."""

    def __missing__(self, name: str) -> str:
        return "—"


def as_json(event: Event) -> dict[str, Any]:
    """An event as plain data, its kind first."""
    return {"event": event.kind, **msgspec.to_builtins(event, enc_hook=str)}
