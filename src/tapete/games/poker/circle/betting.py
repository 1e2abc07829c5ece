"""One betting round among players: who speaks, what he may say, and when it ends.

All that differs from game to game is in `BettingTerms`; the round itself is the same for every
circle game. Players speak clockwise, which is from a higher seat to the next lower one.
"""

from __future__ import annotations

from collections.abc import Iterable

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact
from tapete.core.round.annulled import Annulled
from tapete.core.round.ask import Option, Round
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    CardsCleared,
    CardSeen,
    Chosen,
    TurnGiven,
)
from tapete.core.round.move import Move
from tapete.core.round.move import move as read_move
from tapete.core.table.seats import in_order
from tapete.games.poker.circle.declared import SHORT, Facing, meaning
from tapete.games.poker.circle.manners import Watch
from tapete.games.poker.circle.rulings import (
    BoardEarly,
    BurnFault,
    CardsShownTo,
    DealFault,
    HandKilled,
    HandRestored,
    Street,
    TwoSteps,
    rule,
    two_steps,
)
from tapete.games.poker.circle.speak import (
    APOSTAR,
    BUTTON_LATE,
    IR,
    PASAR,
    RESTO,
    RETIRARSE,
    SUBIR,
    BettingChoice,
    ButtonMisplaced,
    CardsExposed,
    OutOfTurn,
    Pushed,
    Speak,
)
from tapete.games.poker.circle.terms import SPOT, BettingTerms, Player

BUTTON_WRONG = "boton-mal-puesto"
BUTTON_IN_TIME: ClauseId = "COL-7.5.1-21"
CALL, REST, FOLD, CHECK = Option(IR), Option(RESTO), Option(RETIRARSE), Option(PASAR)
UNCALLED = ("sin-apuesta", "ciega-mayor")
"""Where who has as much in as anybody passes, and does not call."""


class Betting:
    """A betting round in course.

    ``level`` is what a player must have in to stay; ``full`` the last level reached by a whole bet
    or increase. ``aggressor`` made the last bet or increase: who stays in has called him;
    ``calls`` is what each has last paid for it, ``increased`` who raised another's bet.
    """

    def __init__(
        self,
        players: Iterable[Player],
        terms: BettingTerms,
        watch: Watch,
        first: int,
        *,
        blind: int = 0,
    ) -> None:
        self.players = {player.seat: player for player in players}
        self.order = in_order(self.players)
        self.terms, self.watch = terms, watch
        self.first = first
        self.level = self.full = blind
        self.last_raise = blind or terms.low
        self.raised = 0
        self.aggressor: int | None = None
        self.increased: set[int] = set()
        self.calls: dict[int, int] = {}  # seat: the chips it last paid to stay in
        self.spoken: dict[int, int] = {}  # seat: the level when it last spoke, since a full raise
        self.passed: set[int] = set()
        self.opened = False
        self.acted: set[int] = set()
        self.actions: list[bool] = []  # what was done in turn, and whether it put chips in
        self.street: Street | None = None
        self.early: dict[int, tuple[Move, int]] = {}

    # Whose turn

    def run_round(self) -> Round[None]:
        """Everybody speaks in turn until all who stay in have put in the same, or their rest."""
        player = self._next(self.first, inclusive=True)
        while player is not None:
            if player.absent:
                yield from self.retire(player, "absent")
            else:
                yield from self._turn(player)
            self.opened = True
            self.acted.add(player.seat)
            player = self._next(player.seat)

    def left(self) -> list[Player]:
        """Who is still in the hand."""
        return [player for player in self.players.values() if not player.folded]

    def _next(self, seat: int, *, inclusive: bool = False) -> Player | None:
        turned = [s for s in self.order if s < seat] + [s for s in self.order if s > seat]
        if seat in self.players:
            turned = [seat, *turned] if inclusive else [*turned, seat]
        for other in turned:
            if self._waits(self.players[other]):
                return self.players[other]
        return None

    def _waits(self, player: Player) -> bool:
        """Whether this player has still to speak: nothing is asked where nothing can be chosen."""
        if player.folded or not player.stack:
            return False
        behind = player.bet < self.level
        if not behind and player.seat in self.spoken:
            return False
        for other in self.players.values():
            if other is player or other.folded:
                continue
            if other.stack or (behind and other.bet > player.bet):
                return True
        return False

    def _turn(self, player: Player) -> Round[None]:
        yield TurnGiven(seat=player.seat, to=player.zone, clause=self.terms.by("turn"))
        move = yield from self._said_early(player)
        while move is None and not player.folded:
            # The answer is the player's move, or what somebody did instead of waiting.
            heard = yield from self.question(player)
            match heard:
                case OutOfTurn():
                    yield from self._bet_early(heard)
                case CardsExposed():
                    yield from self._exposed(self.players[heard.seat], heard.by_mistake)
                    if len(self.left()) < 2:
                        return
                case Pushed():
                    move = yield from self._pushed(player, heard)
                case ButtonMisplaced():
                    yield from self._wrong_button()
                case TwoSteps():
                    move = yield from two_steps(self, player, heard)
                case (
                    DealFault() | HandKilled() | HandRestored() | CardsShownTo() | BoardEarly()
                    | BurnFault()
                ):  # fmt: skip
                    yield from rule(self, heard)
                    if len(self.left()) < 2:
                        return
                case Move():
                    move = heard
        if move is not None:
            yield from self._do(player, move)

    # What may be said

    def question(self, player: Player) -> Speak:
        """What this player may do now, and what closes the rest."""
        terms = self.terms
        options, closed = self.moves_of(player)
        names = [option.name for option in options]
        default = next(name for name in (PASAR, RETIRARSE, APOSTAR, RESTO) if name in names)
        if default == RETIRARSE and IR in names and player.bet == self.level:
            default = IR
        if default == APOSTAR:
            default = f"{APOSTAR}:{next(o.low for o in options if o.name == APOSTAR)}"
        choice = BettingChoice(
            seat=player.seat,
            about=terms.about,
            options=tuple(options),
            clause=terms.by("options"),
            closed=closed,
            default=default,
            closed_by=terms.by("wait"),
            already=player.bet,
            to_call=max(self.level - player.bet, 0),
            stack=player.stack,
            amounts=terms.by("amounts"),
        )
        return Speak(
            choice=choice,
            waiting=tuple(self._could_bet(player).items()),
            held=tuple(sorted(p.seat for p in self.left() if p.cards and not all(p.up))),
            wait=terms.by("wait"),
            expose=terms.by("expose"),
            facing=self._facing(player) if terms.declares else None,
            misplaced=terms.declares,
            folded=tuple(sorted(p.seat for p in self.players.values() if p.folded))
            if terms.declares else None,
        )  # fmt: skip

    def _facing(self, player: Player) -> Facing:
        """What a player faces who pushes chips or speaks."""
        return Facing(
            bet=self.level, last_raise=self.last_raise if self.level else 0, big=self.terms.low,
            front=player.bet, live=len(self.left()), stack=player.stack,
        )  # fmt: skip

    def _could_bet(self, speaker: Player) -> dict[int, tuple[Option, ...]]:
        found = {}
        for player in self.left():
            if player is speaker or player.seat in self.early or not self._waits(player):
                continue
            bets = self.bets_of(player)
            if bets:
                found[player.seat] = tuple(bets)
        return found

    def moves_of(self, player: Player) -> tuple[list[Option], dict[str, ClauseId]]:
        """The moves open to a player, and for each of the others the clause that closes it."""
        terms, options, closed = self.terms, list[Option](), dict[str, ClauseId]()
        forced = not self.opened and terms.opener == "debe-apostar"
        self._passing(player, forced, options, closed)
        why = self._call_closed(player)
        if why is None:
            options.append(CALL)
        else:
            closed[IR] = why
        self._increasing(player, options, closed)
        why = self._rest_closed(player)
        if why is None:
            options.append(REST)
        else:
            closed[RESTO] = why
        if forced:
            closed[RETIRARSE] = terms.by("must_bet")
        elif not self.opened and terms.opener == "no-se-retira":
            closed[RETIRARSE] = terms.by("no_fold")
        else:
            options.append(FOLD)
        return options, closed

    def bets_of(self, player: Player) -> list[Option]:
        """Of the moves open to a player those that are `BETS`, in the same order."""
        found = [CALL] if self._call_closed(player) is None else []
        if not self._raise_closed(player):
            found += self.sizes(player, SUBIR if self.level else APOSTAR)
        return [*found, REST] if self._rest_closed(player) is None else found

    def _call_closed(self, player: Player) -> ClauseId | None:
        """The clause by which this player may not call; None if he may."""
        missing = self.level - player.bet
        if not self.level or (missing <= 0 and self.terms.passing in UNCALLED):
            return self.terms.by("call")
        return self.terms.by("all_in") if player.stack < missing else None

    def _passing(
        self, player: Player, forced: bool, options: list[Option], closed: dict[str, ClauseId]
    ) -> None:
        terms = self.terms
        unraised = self.aggressor is None
        match terms.passing:
            case "no":
                why = terms.by("no_check")
            case _ if forced:
                why = terms.by("must_bet")
            case "bajo-la-ciega" if unraised and player.seat not in self.passed:
                why = ""
            case "ciega-mayor" if player.bet == self.level:
                why = ""
            case _:
                why = terms.by("must_match") if self.level else ""
        if why:
            closed[PASAR] = why
        else:
            options.append(CHECK)

    def _increasing(
        self, player: Player, options: list[Option], closed: dict[str, ClauseId]
    ) -> None:
        name, other = (SUBIR, APOSTAR) if self.level else (APOSTAR, SUBIR)
        closed[other] = self.terms.by("raise" if self.level else "bet")
        why = self._raise_closed(player)
        found = [] if why else self.sizes(player, name)
        options += found
        if not found:
            closed[name] = why or self.terms.by("all_in")

    def _raise_closed(self, player: Player) -> ClauseId:
        """The clause by which this player may not increase, whatever he has; none if he may."""
        terms = self.terms
        if terms.raises is not None and self.raised >= terms.raises:
            return terms.by("cap")
        if not self._may_reopen(player):
            return terms.by("reopen")
        if terms.high is not None and self.least(player) > terms.high:
            return terms.by("high")
        return ""

    def _may_reopen(self, player: Player) -> bool:
        """Whether who has spoken may increase again: only over a whole increase."""
        since = self.spoken.get(player.seat)
        if since is None:
            return True
        added = self.level - since
        return self.terms.reopening == "suman" and added >= self.step_up

    @property
    def step_up(self) -> int:
        """The least increase."""
        return self.last_raise if self.terms.min_raise == "ultimo-aumento" else self.terms.unit

    def least(self, player: Player) -> int:
        """The least total that is a whole bet or increase."""
        if not self.full:  # nobody has made a whole bet: bet, or complete a short one
            over = self.level if self.terms.min_raise == "ultimo-aumento" else 0
            return over + self.terms.low
        return self.full + self.terms.unit if self.terms.sizing == "fija" else (
            self.level + self.step_up
        )  # fmt: skip

    def sizes(self, player: Player, name: str) -> list[Option]:
        """The totals this player may make it, as one or two intervals."""
        terms, least = self.terms, self.least(player)
        most = player.whole if terms.high is None else min(player.whole, terms.high)
        if terms.sizing == "fija":
            return [Option(name, least, least)] if least <= most else []
        found = []
        if terms.sizing == "multiplos" and not self.full and self.level:
            # complete it, or whole units over the call
            found = [Option(name, least, least)] if least <= most else []
            least = self.level + terms.unit
        step = terms.unit if terms.sizing == "multiplos" else terms.chip
        most = least + (most - least) // step * step
        if least <= most:
            found.append(Option(name, least, most, step))
        return found

    def _rest_closed(self, player: Player) -> ClauseId | None:
        """The clause by which this player may not bet his rest; None if he may."""
        terms, missing = self.terms, self.level - player.bet
        if player.stack < missing:
            return None
        if player.stack == missing:
            return None if terms.all_in == "siempre" else terms.by("all_in")
        between_two = terms.heads_up_all_in and len(self.left()) == 2
        if between_two and self._may_reopen(player):
            return None
        why = self._raise_closed(player)
        if why:
            return why
        short = player.whole < self.least(player)
        always, any_bet = terms.all_in == "siempre", terms.all_in == "sin-cubrir-el-aumento"
        allowed = always or (short and (any_bet or not self.level))
        if terms.high is not None and player.whole > terms.high:
            return terms.by("high")
        return None if allowed else terms.by("all_in")

    # What is done

    def _do(self, player: Player, move: Move) -> Round[None]:
        name = move.name
        self.actions.append(name not in (RETIRARSE, PASAR))
        if name == RETIRARSE:
            yield from self.retire(player, "fold")
            return
        row = {PASAR: "check", IR: "call", APOSTAR: "bet", SUBIR: "raise", RESTO: "all_in"}[name]
        clause = self.terms.by(row)
        yield Chosen(seat=player.seat, move=move.text, about=self.terms.about, clause=clause)
        if name == PASAR:
            self.passed.add(player.seat)
        to = {
            PASAR: player.bet, IR: max(self.level, player.bet), RESTO: player.whole,
        }.get(name) if not move.has_amount else move.amount  # fmt: skip
        assert to is not None
        amount = to - player.bet
        if amount:
            player.stack -= amount
            player.bet = to
            yield BetPlaced(seat=player.seat, bet=SPOT, amount=amount, clause=clause)
        if to > self.level:
            self._increase(player, to)
        elif amount:
            self.calls[player.seat] = amount
        self.spoken[player.seat] = self.level

    def _increase(self, player: Player, to: int) -> None:
        """The amount to have in goes up; by a whole bet or increase everybody speaks again."""
        least = self.least(player)
        if to >= least:
            if self.full:
                self.raised += 1
                self.increased.add(player.seat)
                self.last_raise = max(to - self.level, self.step_up)
            else:
                self.last_raise = to - self.level
            self.full = to
            self.spoken.clear()
        self.level = to
        self.aggressor = player.seat

    def retire(self, player: Player, why: str) -> Round[None]:
        """A player leaves the hand; what he has put in stays."""
        player.folded = True
        clause = self.terms.by(why)
        yield Chosen(seat=player.seat, move=RETIRARSE, about=self.terms.about, clause=clause)
        if player.cards and player.seat not in self.watch.seen_by_one:
            yield CardsCleared(zone=player.zone, clause=self.terms.by("fold"))

    @property
    def substantial(self) -> bool:
        """Whether there was substantial action: two actions in turn of which one puts chips in, or
        three (COL-7.5.1-22)."""
        return len(self.actions) > 2 or (len(self.actions) == 2 and any(self.actions))

    # Chips and words

    def _pushed(self, player: Player, pushed: Pushed) -> Round[Move | None]:
        """The move that chips and words come to; what is short of a call stays in, and its player
        is asked what he makes of it (COL-7.5.2-30)."""
        found = meaning(self._facing(player), pushed.chips, pushed.say)
        facts: dict[str, Fact] = {"seat": player.seat, "move": found.text, "back": found.back}
        yield Announced(what="fichas-y-palabras", facts=facts, clause=found.clause)
        if found.action != SHORT:
            return read_move(found.text)
        amount = sum(pushed.chips)
        player.stack -= amount
        player.bet += amount
        yield BetPlaced(seat=player.seat, bet=SPOT, amount=amount, clause=found.clause)
        return None

    def _wrong_button(self) -> Round[None]:
        """A button out of place annuls the hand until the big blind has acted; later the hand
        stands and the button goes on from where it lies (COL-7.5.1-20, -21)."""
        blind = self.terms.button_of
        if blind is not None and blind not in self.acted:
            raise Annulled(BUTTON_WRONG, BUTTON_IN_TIME)
        yield Announced(what="boton-errado-sigue", clause=BUTTON_LATE)

    # Lapses

    def _bet_early(self, early: OutOfTurn) -> Round[None]:
        """A bet out of turn binds, unless somebody before him changes what there is to pay."""
        self.early[early.seat] = (read_move(early.move), self.level)
        facts: dict[str, Fact] = {"seat": early.seat, "move": early.move}
        clause = self.terms.by("early")
        yield Announced(what="apuesta-fuera-de-turno", facts=facts, clause=clause)
        yield from self.watch.bet_early(early.seat)

    def _said_early(self, player: Player) -> Round[Move | None]:
        """The move a player is bound to by his bet out of turn; none if he may speak freely."""
        if player.seat not in self.early:
            return None
        move, level = self.early.pop(player.seat)
        facts: dict[str, Fact] = {"seat": player.seat, "move": move.text}
        bound = level == self.level and self.question(player).choice.fits(move)
        what = "apuesta-vinculante" if bound else "puede-retirar-su-apuesta"
        yield Announced(what=what, facts=facts, clause=self.terms.by("early"))
        return move if bound else None

    def _exposed(self, player: Player, by_mistake: bool) -> Round[None]:
        """Everybody has seen the cards; the second time the player loses the hand. Where a
        mistake is forgiven he covers them again and the game goes on."""
        forgiven = by_mistake and self.terms.covers_again
        clause = self.terms.by("covers_again" if forgiven else "expose")
        for index, (card, is_up) in enumerate(zip(player.cards, player.up, strict=True)):
            if not is_up:
                yield CardSeen(zone=player.zone, index=index, card=card, clause=clause)
        if forgiven:
            facts: dict[str, Fact] = {"seat": player.seat}
            yield Announced(what="cubre-sus-cartas", facts=facts, clause=clause)
            return
        lost = yield from self.watch.showed_cards(player.seat)
        if lost:
            yield from self.retire(player, "expose")
