"""Penalties, sanctions, actas, deals and prizes of a tournament."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.book.clause import ClauseId, nearest, register
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament import book as books
from tapete.systems.tournament import deal as deals
from tapete.systems.tournament.life import bounty
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.days import STILL
from tapete.systems.tournament.life.entries import rises
from tapete.systems.tournament.life.play import finished, gone
from tapete.systems.tournament.life.state import TableNow, Tournament
from tapete.systems.tournament.penalties import of_hands, of_rounds
from tapete.systems.tournament.reglamento import Step, proposed, reglamento

DATES_LEAST = 2
"""Whoever is suspended from dates to come is from two of them at least (COL-9.3-02)."""
FORFEITS = {
    "ocultar-fichas": "COL-7.4-10", "sacar-fichas": "COL-7.4-12",
    "baraja-defectuosa": "COL-7.5.1-31",
}  # fmt: skip
"""Faults that cost chips: those hidden, carried off, or in a pot played for with a fouled deck."""

KILLED = "COL-7.5.5-32"


def penalised(now: Tournament, command: do.Penalise) -> Iterator[Event]:
    """A warning, or hands a player sits out, counted from the next deal (COL-9.1-35, 9.3-15). Any
    step may be imposed at once; the table of penalties only proposes one (COL-9.3-13)."""
    place = now.place_of(command.player)
    if place is None:
        raise Refused("COL-9.1-35", "not-in-play", player=command.player)
    row = reglamento().fault(command.fault)
    if row is None and command.proposed:
        raise Refused("COL-9.1-23", "not-in-the-table", fault=command.fault[:40])
    clause = command.clause or ("" if row is None else row.clausulas[0])
    if clause not in register():
        raise _unknown("COL-9.1-42", clause)
    step = Step(command.hands, command.rounds)
    if command.proposed and row is not None:
        step = proposed(row, now.players[command.player].faults.get(command.fault, 0))
    if step.end:  # whoever goes out of the tournament does so by the director (COL-2-03)
        raise Refused("COL-2-03", "director-expels", step=step.end)
    table = now.tables[place[0]]
    hands = 0
    if step.rounds:
        hands += of_rounds(step.rounds, len(table.seats), table.hands).hands
    if step.hands:
        hands += of_hands(step.hands, table.hands).hands
    yield told.Penalised(
        player=command.player, fault=command.fault, hands=hands, at=command.at, clause=clause
    )


def expelled(now: Tournament, command: do.Expel) -> Iterator[Event]:
    """Eliminated by sanction: the place of this moment. Disqualified: last, without prize, and
    barred from two dates or more if it is said so (COL-9.3-02). The chips leave play; an acta says
    why, and by which clause of the table of penalties."""
    if not command.reason.strip():
        raise Refused("COL-9.1-42", "reason-missing")
    player = command.player
    if command.dates == 1 or (not command.disqualified and (command.dates or command.all_dates)):
        raise Refused("COL-9.3-02", "dates-of-suspension", dates=command.dates, least=DATES_LEAST)
    yield from books.decide(now.book, books.Expel(player, command.disqualified))
    yield from rises(now, player, command.at)
    clause = "COL-9.1-40" if command.disqualified else "COL-9.3-20"
    standing = "descalificado" if command.disqualified else "eliminado-por-sancion"
    yield told.StandingChanged(player=player, standing=standing, at=command.at, clause=clause)
    row = reglamento().fault(command.fault)
    if command.fault and row is None:
        raise Refused("COL-9.1-23", "not-in-the-table", fault=command.fault[:40])
    clauses = (clause,) if row is None else (*row.clausulas, clause)
    yield _acta(now, command, player, standing, command.reason, clauses)
    if command.dates or command.all_dates:
        dates = None if command.all_dates else command.dates
        yield told.PlayerBarred(player=player, dates=dates, at=command.at, clause="COL-9.3-02")
    left = [other for other in now.live if other != player]
    if len(left) == 1 and not now.open:
        yield from bounty.kept(now, left[0], command.at)
        yield from finished(left[0], command.at)


def forfeited(now: Tournament, command: do.Forfeit) -> Iterator[Event]:
    """Chips that were hidden or carried off, or put into a pot with a deck known to be fouled,
    leave the tournament; an acta says why."""
    clause = FORFEITS.get(command.fault)
    if clause is None:
        raise Refused("COL-9.1-23", "not-in-the-table", fault=command.fault[:40])
    if not command.reason.strip():
        raise Refused(clause, "reason-missing")
    held = now.book.stacks.get(command.player, 0)
    if not 0 < command.chips < held:
        raise Refused(clause, "chips-held", chips=command.chips, held=held)
    yield books.ChipsForfeited(player=command.player, chips=command.chips, clause=clause)
    decided = f"-{command.chips}"
    yield _acta(now, command, command.player, decided, command.reason, (clause,))


def pot_given(now: Tournament, command: do.GivePot) -> Iterator[Event]:
    """A winning hand that the croupier killed stays valid also once the pot was pushed: its chips
    go from who has them to whose they are, until a new hand begins; an acta says why."""
    clause = KILLED
    if not command.reason.strip():
        raise Refused(clause, "reason-missing")
    place, other = now.place_of(command.player), now.place_of(command.winner)
    if place is None or other is None or place[0] != other[0] or command.player == command.winner:
        raise Refused(clause, "not-at-one-table", player=command.player)
    table = now.tables[place[0]]
    if table.playing:
        raise Refused(clause, "new-hand-begun", table=place[0])
    held = now.book.stacks
    pot = 0 if now.rules.rondas else _pushed(now, table, command.player, command.winner)
    if not 0 < command.chips <= pot:
        raise Refused(clause, "more-than-the-pot", chips=command.chips, pot=pot)
    yield _acta(
        now, command, command.player, f"+{command.chips}", command.reason, (clause,), place[0],
        table.hands,
    )  # fmt: skip
    stacks = {
        command.player: held[command.player] + command.chips,
        command.winner: held[command.winner] - command.chips,
    }
    won: dict[str, tuple[str, ...]] = {command.winner: (command.player,)}
    over = do.HandOver(table=place[0], stacks=stacks, winners=won, at=command.at, by=command.by)
    moved = books.Win(command.player, command.winner, command.chips)
    yield from books.decide(now.book, moved)
    yield from gone(now, place[0], stacks, over)


def _pushed(now: Tournament, table: TableNow, killed: str, winner: str) -> int:
    """The chips of the last hand's pots that lie before a player, his own among them. Where nobody
    counted what he had put in, it is what another lost to him at most, or what his opponent had
    (nobody wins more of him), and the ante he may have posted."""
    if winner not in table.before or killed not in table.before:
        return 0  # no hand was played with them
    stacks, before = now.book.stacks, table.before
    if table.staked:
        own = table.staked.get(winner, 0)
    else:
        lost = max(chips - stacks.get(who, 0) for who, chips in before.items())
        ante = now.rules.level(now.clock.level)[3]
        own = min(before[winner], (lost or before[killed]) + ante)
    return min(stacks[winner] - before[winner] + own, stacks[winner])


def _acta(
    now: Tournament, command: do.Timed, facts: str, decided: str, reason: str,
    clauses: tuple[str, ...], table: int = 0, hand: int = 0, proposed: str = "",
) -> Event:  # fmt: skip
    return told.ActaWritten(
        number=len(now.actas) + 1, by=command.by, facts=facts, decided=decided, reason=reason,
        clauses=clauses, table=table, hand=hand, proposed=proposed, at=command.at,
        clause="CAT-VII.5.2-01",
    )  # fmt: skip


def ruled(now: Tournament, command: do.Rule) -> Iterator[Event]:
    """The director decides; facts and reason stand in an acta (CAT-VII.5.2-01 to -03). What was
    decided is final (COL-2-06)."""
    if command.appeals:
        raise Refused("COL-2-06", "decision-final", acta=command.appeals)
    if not command.reason.strip() or not command.facts.strip():
        raise Refused("CAT-VII.5.2-01", "reason-missing")
    unknown = [clause for clause in command.clauses if clause not in register()]
    if unknown:
        raise _unknown("CAT-VII.5.2-01", unknown[0])
    yield _acta(
        now, command, command.facts, command.decided, command.reason, command.clauses,
        command.table, command.hand, command.proposed,
    )  # fmt: skip


def absent(now: Tournament, command: do.BeAbsent) -> Iterator[Event]:
    """Whoever is away is dealt in, posts and is killed; back, he plays on."""
    state = now.players.get(command.player)
    want = "ausente" if command.away else "en-juego"
    if state is None or state.standing not in ("en-juego", "ausente") or state.standing == want:
        raise Refused("COL-7.5.1-37", "not-in-play", player=command.player)
    clause = "COL-3.1-04" if command.document and command.away else "COL-7.5.1-37"
    yield told.StandingChanged(player=command.player, standing=want, at=command.at, clause=clause)


def card_used(now: Tournament, command: do.UseCard) -> Iterator[Event]:
    """A time-bank card gives as much time as a decision has; one left behind at a table is gone."""
    state = now.players.get(command.player)
    if state is None or not state.cards:
        raise Refused("COL-7.5.1-52", "no-time-bank-card", player=command.player)
    if state.standing == "ausente" and not command.left_behind:
        raise Refused("COL-7.5.1-41", "not-at-his-seat", player=command.player)
    clause = "COL-7.5.1-54" if command.left_behind else "COL-7.5.1-52"
    yield told.CardUsed(player=command.player, left=state.cards - 1, at=command.at, clause=clause)


def clock_shortened(now: Tournament, command: do.ShortenClock) -> Iterator[Event]:
    """The time of a decision is a privilege: who abuses it may be given less (COL-7.5.1-53)."""
    if not command.reason.strip():
        raise Refused("COL-7.5.1-53", "reason-missing")
    if command.player not in now.book.stacks:
        raise Refused("COL-7.5.1-53", "not-in-play", player=command.player)
    if not 0 <= command.seconds < now.rules.reloj:
        raise Refused("COL-7.5.1-53", "not-shorter", seconds=command.seconds, all=now.rules.reloj)
    yield told.ClockShortened(
        player=command.player, seconds=command.seconds, at=command.at, clause="COL-7.5.1-53"
    )
    yield _acta(
        now, command, command.player, f"{command.seconds} s", command.reason, ("COL-7.5.1-53",)
    )


# Deals and prizes


def terms_of_a_deal(now: Tournament, **more: int | None) -> deals.Terms:
    """What may be agreed on now, the largest stack first."""
    stacks = [now.book.stacks[player] for player in now.live]
    return deals.deal_terms(
        stacks,
        now.prizes,
        final_table=len(now.tables) == 1,
        **more,
    )


def offers(now: Tournament) -> dict[str, deals.Offer | None]:
    """The ways to share that are offered, each with its amounts, the largest stack first."""
    terms = terms_of_a_deal(now)
    return {
        "B": deals.above_the_last(terms), "C": deals.off_the_first(terms),
        "fichas": deals.by_chips(terms), "iguales": deals.equally(terms),
    }  # fmt: skip


def deal_made(now: Tournament, command: do.MakeDeal) -> Iterator[Event]:
    """All who are left agree on the prizes and sign (COL-9.1-24 to -31)."""
    if now.deal:
        raise Refused("COL-9.1-29", "deal-made-already")
    if not now.prizes or not now.live:
        raise Refused("COL-9.1-28", "prizes-not-settled")
    signed = len({*command.signed} & {*now.live})
    terms = terms_of_a_deal(now, signed=signed, reserve=command.reserve)
    match command.way:
        case "B":
            offer = deals.above_the_last(terms)
        case "C":
            offer = deals.off_the_first(terms)
        case "fichas":
            offer = deals.by_chips(terms)
        case "iguales":
            offer = deals.equally(terms)
        case "libre":
            offer = deals.freely(terms, command.amounts, command.below)
    if offer is None:
        raise Refused("COL-9.1-31", "deal-not-safe", way=command.way)
    yield told.DealMade(
        way=command.way, amounts=dict(zip(now.live, offer.amounts, strict=True)),
        reserve=offer.first, at=command.at, clause="COL-9.1-29",
    )  # fmt: skip


def paid(now: Tournament, command: do.Pay) -> Iterator[Event]:
    """Prizes that are due and were not paid yet."""
    if now.open:
        raise Refused("CAT-VII.3.1-29", "prizes-not-settled")
    if command.cards and not {*now.tied} <= command.cards.keys():
        raise Refused("COL-7.5.6-04", "card-a-tied", players=len(now.tied))
    due = now.due(command.cards or None)
    if command.player:
        due = {who: amount for who, amount in due.items() if who == command.player}
    if not due:
        raise Refused("CAT-VII.3.1-29", "nothing-due", player=command.player)
    standing = now.places() | {player: [1] for player in now.live}
    for player, amount in due.items():
        yield told.PrizePaid(
            player=player, amount=amount, place=standing[player][0], at=command.at,
            clause="CAT-VII.3.1-29",
        )  # fmt: skip


def held_again(now: Tournament, command: do.HoldAgain) -> Iterator[Event]:
    """Another date begins with nobody entered; what was owed of the one before is paid."""
    if now.due():
        raise Refused("CAT-VII.3.1-29", "prizes-not-paid", due=sum(now.due().values()))
    yield told.HeldAgain(
        number=now.number + 1, chips=now.book.stacks, at=command.at, clause="CAT-VII.3.1-31"
    )


def suspended(now: Tournament, command: do.Suspend) -> Iterator[Event]:
    """Force majeure: seats, stacks, clock and penalties stay as they are; a hand in course is
    played out."""
    if not command.why.strip():
        raise Refused("COL-13-01", "reason-missing")
    if now.clock.running:
        left = now.clock.remaining(command.at)
        yield told.ClockStopped(running=False, left=left, at=command.at, clause="COL-13-01")
    yield told.StageReached(stage=STILL, why=command.why, at=command.at, clause="COL-13-01")


def _unknown(by: ClauseId, named: str) -> Refused:
    return Refused(by, "no-such-clause", id=named[:40], nearest=" ".join(nearest(named[:40])))
