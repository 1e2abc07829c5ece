"""The machine after each event: credits, meters, modes. Every identity is checked each time."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tapete.systems.machines.cabinet import (
    IN,
    MEMORY,
    OUT,
    PLAYED,
    RESULTS,
    STOPPING,
    TABLE,
    Cabinet,
    HandPay,
    OpenPlay,
    TableBets,
    TournamentMode,
    count,
    counted,
    played_as,
    with_credits,
)
from tapete.systems.machines.events import (
    AssistantCalled,
    AuditSet,
    BetTaken,
    CallAnswered,
    CallWithdrawn,
    CardEntered,
    CardLeft,
    CreditsOut,
    FaultCleared,
    FaultRaised,
    HandPaid,
    HandPayRaised,
    HandPaySigned,
    Installed,
    LineJoined,
    MachineDisabled,
    MachineEnabled,
    MachineTermsSet,
    MetersReported,
    MoneyIn,
    PlayEnded,
    PlayWent,
    PotAsked,
    PotFed,
    PotWon,
    PowerCut,
    PowerOn,
    ProgramFetched,
    ProgramKept,
    ProgramSelected,
    ProgramSwitched,
    SelfTested,
    SwitchStarted,
    TableBetReturned,
    TableBetsClosed,
    TableBetTaken,
    TablePlayEnded,
    TournamentSet,
)
from tapete.systems.machines.play import MachineEvent, PlayBet
from tapete.systems.machines.recall import last_of_each, recall_of, table_recalls
from tapete.systems.machines.report import heard


def evolve(cabinet: Cabinet, event: MachineEvent) -> Cabinet:
    """The machine after an event."""
    return _evolved(cabinet, event).check()


def _evolved(cabinet: Cabinet, event: MachineEvent) -> Cabinet:
    match event:
        case Installed():
            return _installed(event)
        case MachineEnabled():
            return replace(cabinet, enabled=True, minimum=event.minimum)
        case MachineTermsSet():
            return replace(cabinet, **event.after)
        case MachineDisabled():
            return replace(cabinet, enabled=False)
        case MoneyIn():
            return _money_in(cabinet, event)
        case CardEntered():
            return replace(cabinet, cards={**cabinet.cards, event.position: event.card})
        case CardLeft():
            left = {at: card for at, card in cabinet.cards.items() if at != event.position}
            return replace(cabinet, cards=left)
        case AssistantCalled():
            return replace(cabinet, calls={**cabinet.calls, event.position: event.at})
        case CallAnswered() | CallWithdrawn():
            lit = {at: since for at, since in cabinet.calls.items() if at != event.position}
            return replace(cabinet, calls=lit)
        case BetTaken():
            return _bet(cabinet, event)
        case PlayWent():
            assert cabinet.play is not None
            answers = (*cabinet.play.answers, *event.answers)
            return replace(cabinet, play=replace(cabinet.play, answers=answers))
        case PlayEnded():
            return _ended(cabinet, event)
        case CreditsOut():
            after = with_credits(cabinet, event.position, -event.amount)
            if after.line is not None and event.ticket:
                after = replace(after, line=replace(after.line, ticket=event.ticket))
            return count(after, event.position, **{OUT[event.to]: event.amount})
        case HandPayRaised() | HandPaySigned() | HandPaid():
            return _hand_pay(cabinet, event)
        case FaultRaised() | FaultCleared():
            return _fault(cabinet, event)
        case LineJoined() | MetersReported():
            return heard(cabinet, event)
        case AuditSet():
            return replace(cabinet, auditing=event.on)
        case PowerCut():
            return replace(cabinet, powered=False)
        case PowerOn():
            return replace(cabinet, powered=True, testing=event.tests)
        case SelfTested():
            return replace(cabinet, testing=False)
        case ProgramFetched():
            return replace(
                cabinet, programs={**cabinet.programs, event.program: event.text},
                returns={**cabinet.returns, event.program: event.back},
            )  # fmt: skip
        case SwitchStarted():
            return replace(cabinet, switching=event.program)
        case ProgramSwitched():
            return replace(cabinet, running=event.program, switching="")
        case ProgramKept():
            return replace(cabinet, switching="")
        case ProgramSelected():
            return replace(cabinet, running=event.program, switching="")
        case PotFed():
            return replace(cabinet, meters=counted(cabinet.meters, pot_contributions=event.amount))
        case PotWon():
            return replace(cabinet, meters=counted(cabinet.meters, linked_pot_wins=event.amount))
        case PotAsked():
            assert cabinet.play is not None
            return replace(cabinet, play=replace(cabinet.play, waits=event.pot))
        case TournamentSet():
            return _tournament(cabinet, event)
        case TableBetTaken() | TableBetReturned() | TableBetsClosed() | TablePlayEnded():
            return _table(cabinet, event)
    return cabinet


def _installed(event: Installed) -> Cabinet:
    fields = dict(event.fields)
    meters = dict(fields.pop("meters", {}))
    came = {name: value for name, value in meters.items() if value}
    cabinet = msgspec.convert(fields, Cabinet)
    # Meters from before stand for themselves: what they say was paid and taken is settled.
    return replace(cabinet, meters=came, before=came)


def _money_in(cabinet: Cabinet, event: MoneyIn) -> Cabinet:
    ids = (*cabinet.transfers, event.id) if event.id else cabinet.transfers
    after = with_credits(cabinet, event.position, event.amount)
    after = count(after, event.position, **{IN[event.means]: event.amount})
    return replace(after, transfers=ids)


def _bet(cabinet: Cabinet, event: BetTaken) -> Cabinet:
    opened = OpenPlay(event.bet, event.program, event.stake, prize=event.prize)
    mode = cabinet.tournament
    if mode is not None:
        meters = counted(mode.meters, coin_in=event.stake)
        left = TournamentMode(mode.credits - event.stake, meters)
        return replace(cabinet, play=opened, tournament=left)
    after = with_credits(cabinet, event.bet.position, -event.stake)
    after = count(after, event.bet.position, coin_in=event.stake)
    played = _played(cabinet, event.bet, event.program, coin_in=event.stake)
    return replace(after, played=played, play=opened)


def _played(
    cabinet: Cabinet, bet: PlayBet, program: str, **changes: int
) -> dict[str, dict[str, int]]:
    key = played_as(program, bet)
    before = cabinet.played.get(key) or dict.fromkeys(PLAYED, 0)
    return {**cabinet.played, key: counted(before, **changes)}


def _ended(cabinet: Cabinet, event: PlayEnded) -> Cabinet:
    open_ = cabinet.play
    assert open_ is not None
    recall = last_of_each((*cabinet.recall, recall_of(open_, event)))
    won = int(event.paid > 0)
    ways = {"plays": 1, "won": won, "lost": 1 - won}
    mode = cabinet.tournament
    if mode is not None:
        meters = counted(mode.meters, coin_out=event.paid, **ways)
        left = TournamentMode(mode.credits + event.paid, meters)
        return replace(cabinet, play=None, tournament=left, recall=recall)
    to = "handpaid_wins" if event.by_hand else "coin_out"
    position = open_.bet.position
    credited = 0 if event.by_hand else event.paid
    played = _played(cabinet, open_.bet, open_.program, **{to: event.paid}, **ways)
    after = with_credits(cabinet, position, credited)
    after = count(after, position, **{to: event.paid}, **ways, pot_wins=event.pot)
    return replace(after, played=played, play=None, recall=recall)


def _hand_pay(cabinet: Cabinet, event: HandPayRaised | HandPaySigned | HandPaid) -> Cabinet:
    match event:
        case HandPayRaised():
            waits = HandPay(event.amount, event.position, event.credits, event.signatures)
            if cabinet.handpay is not None:
                return replace(cabinet, handpays=(*cabinet.handpays, waits))
            return replace(cabinet, handpay=waits)
        case HandPaySigned():
            assert cabinet.handpay is not None
            signed = (*cabinet.handpay.signed, event.person)
            return replace(cabinet, handpay=replace(cabinet.handpay, signed=signed))
        case HandPaid():
            paid = cabinet.handpay
            assert paid is not None
            after = cabinet
            if paid.credits:
                after = with_credits(cabinet, paid.position, -paid.amount)
                after = count(after, paid.position, cancelled=paid.amount)
            following, *rest = (*cabinet.handpays, None)
            return replace(after, handpay=following, handpays=tuple(rest[:-1]))


def _fault(cabinet: Cabinet, event: FaultRaised | FaultCleared) -> Cabinet:
    if isinstance(event, FaultCleared):
        left = tuple(code for code in cabinet.faults if code != event.code)
        line = None if event.code == MEMORY else cabinet.line  # mended, it is heard as a new one
        return replace(cabinet, faults=left, line=line)
    meter = "doors" if event.code == STOPPING[0] else "faults"
    meters = counted(cabinet.meters, **{meter: 1})
    return replace(cabinet, faults=(*cabinet.faults, event.code), meters=meters)


def _table(
    cabinet: Cabinet, event: TableBetTaken | TableBetReturned | TableBetsClosed | TablePlayEnded
) -> Cabinet:
    match event:
        case TableBetTaken():
            bets = {seat: dict(own) for seat, own in cabinet.table.bets.items()}
            own = bets.setdefault(event.position, {})
            for bet, amount in event.bets.items():
                own[bet] = own.get(bet, 0) + amount
            after = _table_staked(cabinet, event.position, sum(event.bets.values()))
            return replace(after, table=replace(cabinet.table, bets=bets))
        case TableBetReturned():
            left = {at: own for at, own in cabinet.table.bets.items() if at != event.position}
            after = _table_staked(cabinet, event.position, -event.amount)
            return replace(after, table=replace(cabinet.table, bets=left))
        case TableBetsClosed():
            prizes = {int(at): prize for at, prize in event.prizes.items()}
            closed = replace(
                cabinet.table, closed=True, credits=dict(cabinet.credits), prizes=prizes
            )
            return replace(cabinet, table=closed)
        case TablePlayEnded():
            return _table_ended(cabinet, event)


def _table_staked(cabinet: Cabinet, position: int, stake: int) -> Cabinet:
    """A position stakes on the table game, or takes back."""
    after = count(with_credits(cabinet, position, -stake), position, coin_in=stake)
    bet = PlayBet(TABLE, cabinet.worth)
    return replace(after, played=_played(cabinet, bet, cabinet.running, coin_in=stake))


def _table_ended(cabinet: Cabinet, event: TablePlayEnded) -> Cabinet:
    """One result for all positions: a position's bets are one play, won if it gets something."""
    after = cabinet
    for position in cabinet.table.bets:
        paid = event.paid.get(str(position), 0)
        by_hand = position in event.by_hand
        won = int(paid > 0)
        to = "handpaid_wins" if by_hand else "coin_out"
        counts = {to: paid, "plays": 1, "won": won, "lost": 1 - won}
        prize = event.pots.get(str(position), 0)
        after = with_credits(after, position, 0 if by_hand else paid)
        after = count(after, position, **counts, pot_wins=prize)
        played = _played(after, PlayBet(TABLE, cabinet.worth), cabinet.running, **counts)
        after = replace(after, played=played)
    results = (*cabinet.results, event.result)[-RESULTS:]
    recall = last_of_each((*cabinet.recall, *table_recalls(event)))
    return replace(after, table=TableBets(), results=results, recall=recall)


def _tournament(cabinet: Cabinet, event: TournamentSet) -> Cabinet:
    """Into a tournament with meters at nought, or out of it: its meters can still be read."""
    if event.credits is not None:
        return replace(cabinet, tournament=TournamentMode(event.credits), tournament_meters={})
    mode = cabinet.tournament
    if mode is None:
        return cabinet
    meters = {**mode.meters, "credits": mode.credits}
    return replace(cabinet, tournament=None, tournament_meters=meters)
