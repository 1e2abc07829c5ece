"""A machine as an aggregate: commands in, events out, every refusal with its clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tapete.core.book.aggregate import Aggregate
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.machines.assistant import call_ended, called
from tapete.systems.machines.cabinet import (
    IN,
    OUT,
    PRINTER,
    PROGRAM,
    VALIDATED,
    VALIDATOR,
    Cabinet,
    program_of,
    running_play,
)
from tapete.systems.machines.card_slot import card_put, card_taken
from tapete.systems.machines.commands import (
    Audit,
    Call,
    CashOut,
    Clear,
    CloseTable,
    Continue,
    Cut,
    Disable,
    Enable,
    EndCall,
    Fault,
    Fetch,
    GiveNumbers,
    Install,
    MachineCommand,
    Play,
    PutCard,
    PutIn,
    Report,
    Restart,
    Select,
    SelfTest,
    SetLimits,
    SettleTable,
    Sign,
    Switch,
    TableBet,
    TakeBack,
    TakeCard,
    Tournament,
    Verify,
)
from tapete.systems.machines.events import (
    AuditSet,
    BetTaken,
    CreditsOut,
    FaultCleared,
    FaultRaised,
    HandPaid,
    HandPaySigned,
    Installed,
    MachineDisabled,
    MachineEnabled,
    MachineTermsSet,
    MaxPrizeTold,
    MoneyIn,
    NumbersGiven,
    PlayEnded,
    PlayWent,
    PotAsked,
    PotFed,
    PowerCut,
    PowerOn,
    ProgramFetched,
    ProgramKept,
    ProgramSelected,
    ProgramSwitched,
    SelfTested,
    SwitchStarted,
    TournamentSet,
)
from tapete.systems.machines.evolve import evolve
from tapete.systems.machines.handpay import is_by_hand, raised
from tapete.systems.machines.play import MachineEvent, level_of
from tapete.systems.machines.report import reported
from tapete.systems.machines.states import (
    ALTERED,
    DOWNLOAD,
    HOMOLOGATED,
    IRREGULAR,
    OFFERED,
    check_going_on,
    check_no_bets,
    check_position,
    check_powered,
    check_state,
)
from tapete.systems.machines.table_game import table_game

RETURN: ClauseId = "CAT-VI.7.3-02"
FED: ClauseId = "CAT-VI.7.3-03"
WON: ClauseId = "CAT-VI.7.3-05"
MEANS: ClauseId = "CAT-VI.4.1-06"
INVALID: dict[str, tuple[str, ClauseId]] = {
    "note": ("note-invalid", "CAT-VI.4.1-05"), "chip": ("chip-invalid", "CAT-VI.4.1-04"),
}  # fmt: skip
SIGNERS = ("jefe-de-seccion", "director-de-maquinas", "cajero")


Events = Sequence[MachineEvent]


def decide(cabinet: Cabinet, command: MachineCommand) -> Events:
    """The events a command brings about at a machine, or `Refused` with the clause."""
    match command:
        case Install():
            return (Installed(fields=_fields(command), clause=HOMOLOGATED),)
        case Enable():
            return _enable(cabinet, command)
        case Disable():
            check_state(cabinet, money=True)
            check_no_bets(cabinet)
            _check_empty(cabinet, IRREGULAR)
            return (MachineDisabled(clause=IRREGULAR),)
        case SetLimits():
            return _set_limits(cabinet, command)
        case PutIn():
            return _put_in(cabinet, command)
        case PutCard():
            return card_put(cabinet, command)
        case TakeCard():
            return card_taken(cabinet, command)
        case Play():
            return _play(cabinet, command)
        case Continue():
            return _continue(cabinet, command)
        case CashOut():
            return _cash_out(cabinet, command)
        case Sign():
            return _sign(cabinet, command)
        case Fault():
            return (FaultRaised(code=command.code, clause=ALTERED),)
        case Clear():
            if command.code not in cabinet.faults:
                raise Refused(IRREGULAR, "no-such-fault", fault=command.code)
            return (FaultCleared(code=command.code, clause=IRREGULAR),)
        case Report():
            return reported(cabinet, command)
        case GiveNumbers():
            return (NumbersGiven(numbers=command.numbers, clause=MEANS),)
        case Audit():
            return (AuditSet(on=command.on, clause=IRREGULAR),)
        case SelfTest():
            return _self_test(cabinet, command)
        case Cut():
            return (PowerCut(clause=ALTERED),)
        case Restart():
            return _restart(cabinet, command)
        case Fetch() | Switch() | Verify():
            return _download(cabinet, command)
        case Select():
            return _select(cabinet, command)
        case Tournament():
            return _tournament(cabinet, command)
        case TableBet() | TakeBack() | CloseTable() | SettleTable():
            return table_game(cabinet, command)
        case Call():
            return called(cabinet, command)
        case EndCall():
            return call_ended(cabinet, command)


def _fields(command: Install) -> Mapping[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}


def _enable(cabinet: Cabinet, command: Enable) -> Events:
    known = cabinet.homologated
    for program in cabinet.programs if known is not None else ():
        if program not in (known or ()):
            raise Refused(HOMOLOGATED, "not-homologated", program=program)
    if command.minimum is None:
        raise Refused(RETURN, "minimum-return-unset")
    if not command.pots_published:
        raise Refused("CAT-VI.7.3-06", "not-published")
    if command.worst < command.minimum:
        worst, minimum = str(command.worst), str(command.minimum)
        raise Refused(RETURN, "return-below-minimum", back=worst, minimum=minimum)
    return (MachineEnabled(minimum=str(command.minimum), clause=RETURN),)


def _set_limits(cabinet: Cabinet, command: SetLimits) -> Events:
    if cabinet.play is not None or cabinet.table.bets or cabinet.hand_pays_waiting:
        raise Refused(RETURN, "in-play", position=1)
    _check_empty(cabinet, RETURN)
    minimum = "" if command.minimum is None else str(command.minimum)
    after = {
        "minimum": minimum, "handpay_from": command.handpay_from,
        "two_sign_above": command.two_sign_above,
    }  # fmt: skip
    before = {name: getattr(cabinet, name) for name in after}
    told = MachineTermsSet(by=command.by, before=before, after=after, clause=RETURN)
    if not cabinet.enabled or (command.minimum is not None and cabinet.worst >= command.minimum):
        return (told,)
    return told, MachineDisabled(clause=RETURN)


def _check_empty(cabinet: Cabinet, clause: ClauseId) -> None:
    """Raise `Refused` while credits or a player's card are in the machine."""
    if left := sum(cabinet.credits.values()):
        raise Refused(clause, "credits-left", credits=left)
    for card in cabinet.cards.values():
        raise Refused(clause, "card-left", card=card.last)


def _put_in(cabinet: Cabinet, command: PutIn) -> Events:
    check_state(cabinet, money=True)
    check_position(cabinet, command.position)
    if command.means not in IN or command.amount <= 0:
        raise Refused(MEANS, "no-such-means", means=command.means)
    if VALIDATOR in cabinet.faults and command.means in VALIDATED:
        raise Refused("CAT-VI.4.1-05", "validator-out", means=command.means)
    if not command.valid:
        code, clause = INVALID.get(command.means, ("note-invalid", MEANS))
        raise Refused(clause, code, amount=command.amount)
    if command.id and command.id in cabinet.transfers:
        return ()  # the transfer was carried out: repeated, it changes nothing
    return (
        MoneyIn(
            means=command.means, amount=command.amount, position=command.position, id=command.id,
            clause=INVALID.get(command.means, ("", MEANS))[1],
        ),
    )  # fmt: skip


def _play(cabinet: Cabinet, command: Play) -> Events:
    check_state(cabinet, money=False)
    bet = command.bet
    check_position(cabinet, bet.position)
    if command.outside:
        raise Refused("CAT-VI.4.1-10", "outside-area", position=bet.position)
    level = level_of(cabinet.program(), bet)
    stake = level.stake * bet.denomination
    mode = cabinet.tournament
    if not command.linked and mode is None:  # a tournament knows no pots
        raise Refused(WON, "pot-cut-off")
    has = cabinet.credits.get(bet.position, 0) if mode is None else mode.credits
    if stake > has:
        raise Refused(OFFERED, "not-enough-credits", stake=stake, credits=has)
    taken = BetTaken(bet=bet, program=cabinet.running, stake=stake, clause=OFFERED)
    went = _went(
        evolve(cabinet, taken), command.answers, command.pot, command.asks, settle=command.settle
    )
    if command.pot and not any(isinstance(event, PlayEnded) for event in went):
        taken = replace(taken, prize=command.pot)  # kept until the play ends
    fed = (PotFed(pot=pot, amount=put, clause=FED) for pot, put in command.fed.items())
    return (taken, *fed, *went)


def _continue(cabinet: Cabinet, command: Continue) -> Events:
    check_going_on(cabinet)
    if cabinet.play is None:
        raise Refused(OFFERED, "no-play")
    if cabinet.play.waits and command.pot is None:
        raise Refused(WON, "prize-not-told", pot=cabinet.play.waits)
    return _went(cabinet, command.answers, command.pot, command.asks, settle=True)


def _went(
    cabinet: Cabinet, answers: tuple[Any, ...], pot: int | None, asks: str, *, settle: bool
) -> Events:
    """The play goes on with some answers; ended, it is settled, unless it has to ask first what it
    has won."""
    known = len(running_play(cabinet).events)
    live = running_play(cabinet, answers)
    told: list[MachineEvent] = [PlayWent(answers=answers, clause="CAT-VI.4.1-01")]
    told += [event for event in live.events[known:] if isinstance(event, MachineEvent)]
    if live.ended and asks:
        assert cabinet.play is not None
        told.append(PotAsked(pot=asks, position=cabinet.play.bet.position, clause=WON))
    elif live.ended and settle:
        told += _settled(cabinet, live.result.credits, pot)
    return told


def _settled(cabinet: Cabinet, credits: int, pot: int | None) -> Events:
    """The end of a play; ``pot`` is what pots pay for it, besides its rows."""
    assert cabinet.play is not None
    bet, mode = cabinet.play.bet, cabinet.tournament
    prize = (pot or 0) + cabinet.play.prize if mode is None else 0
    paid = credits * bet.denomination + prize
    by_hand = mode is None and is_by_hand(cabinet, paid)
    has = cabinet.credits.get(bet.position, 0) if mode is None else mode.credits
    after = has if by_hand else has + paid
    ended = PlayEnded(paid=paid, pot=prize, by_hand=by_hand, credits=after, clause="CAT-VI.5-04")
    told: list[MachineEvent] = [ended]
    if prize:
        told.append(MaxPrizeTold(amount=prize, clause="CAT-VI.7.3-07"))
    if by_hand:
        told.append(raised(cabinet, paid, bet.position, credits=False))
    return told


def _cash_out(cabinet: Cabinet, command: CashOut) -> Events:
    check_state(cabinet, money=True)
    check_position(cabinet, command.position)
    has = cabinet.credits.get(command.position, 0)
    amount = has if command.amount is None else command.amount
    if not has:
        raise Refused(MEANS, "no-credits", has=0)
    if not 0 < amount <= has:
        raise Refused(MEANS, "not-enough-credits", amount=amount, credits=has)
    if command.to not in OUT:
        raise Refused(MEANS, "no-such-means", means=command.to)
    if command.to == "hand" or (command.to == "ticket" and PRINTER in cabinet.faults):
        return (raised(cabinet, amount, command.position, credits=True),)
    out = CreditsOut(to=command.to, amount=amount, position=command.position, clause=MEANS)
    return (out,)


def _sign(cabinet: Cabinet, command: Sign) -> Events:
    waits = cabinet.handpay
    check_powered(cabinet)
    if waits is None:
        raise Refused(IRREGULAR, "nothing-to-sign")
    if command.role not in SIGNERS:
        raise Refused(IRREGULAR, "not-your-role", role=command.role, roles=" ".join(SIGNERS))
    if command.person in waits.signed:
        raise Refused(IRREGULAR, "same-person", person=command.person)
    signed = HandPaySigned(person=command.person, role=command.role, clause=IRREGULAR)
    if len(waits.signed) + 1 < waits.signatures:
        return (signed,)
    return (signed, HandPaid(amount=waits.amount, clause=IRREGULAR))


def _self_test(cabinet: Cabinet, command: SelfTest) -> Events:
    """Every program is what the register says it is, or the machine stops with a fault."""
    check_powered(cabinet)
    digests = {id: program_of(text, id).digest for id, text in cabinet.programs.items()}
    wrong = tuple(id for id, found in digests.items() if command.digests.get(id) != found)
    cabinet.check()
    tested = SelfTested(digests=digests, wrong=wrong, clause=HOMOLOGATED)
    after = _drawn_out(cabinet, None) if cabinet.testing else ()
    if not wrong or PROGRAM in cabinet.faults:
        return (tested, *after)
    return (tested, FaultRaised(code=PROGRAM, clause=HOMOLOGATED), *after)


def _restart(cabinet: Cabinet, command: Restart) -> Events:
    if cabinet.powered:
        raise Refused(ALTERED, "power-on")
    if command.test:
        return (PowerOn(tests=True, clause=ALTERED),)
    return (PowerOn(clause=ALTERED), *_drawn_out(cabinet, command.pot))


def _drawn_out(cabinet: Cabinet, pot: int | None) -> Events:
    """A play that had all its answers when the power failed is settled with them; one that waits
    for a pot of another casino waits on."""
    asks = cabinet.play is not None and cabinet.play.waits
    live = None if cabinet.play is None or asks else running_play(cabinet)
    return _settled(cabinet, live.result.credits, pot) if live is not None and live.ended else ()


def _download(cabinet: Cabinet, command: Fetch | Switch | Verify) -> Events:
    match command:
        case Fetch():
            known = cabinet.homologated
            if known is not None and command.program not in known:
                raise Refused(HOMOLOGATED, "not-homologated", program=command.program)
            found = program_of(command.text, command.program)
            return (
                ProgramFetched(
                    program=command.program, text=command.text, digest=found.digest,
                    back=command.back, clause=DOWNLOAD,
                ),
            )  # fmt: skip
        case Switch():
            if command.program not in cabinet.programs:
                raise Refused(DOWNLOAD, "not-fetched", program=command.program)
            if any(cabinet.credits.values()):
                raise Refused(DOWNLOAD, "credits-left", credits=sum(cabinet.credits.values()))
            check_state(cabinet, money=True)
            check_no_bets(cabinet)
            _check_return(cabinet, command.program)
            return (SwitchStarted(program=command.program, clause=DOWNLOAD),)
        case Verify():
            if not cabinet.switching:
                raise Refused(DOWNLOAD, "not-fetched")
            if not command.right:
                kept = ProgramKept(program=cabinet.running, clause=HOMOLOGATED)
                return (kept,)
            return (ProgramSwitched(program=cabinet.switching, clause=HOMOLOGATED),)


def _check_return(cabinet: Cabinet, program: str) -> None:
    """Raise `Refused` if a bet of the program returns less than the machine must (CAT-VI.7.3-02):
    in service under a minimum, it is not taken below it by another program."""
    back = cabinet.returns.get(program)
    if back and cabinet.minimum and Fraction(back) < Fraction(cabinet.minimum):
        raise Refused(RETURN, "return-below-minimum", back=back, minimum=cabinet.minimum)


def _select(cabinet: Cabinet, command: Select) -> Events:
    check_state(cabinet, money=False)
    check_no_bets(cabinet)
    if command.program not in cabinet.menu or cabinet.tournament is not None:
        raise Refused("CAT-VI.3-04", "not-offered", bet=command.program)
    return (ProgramSelected(program=command.program, clause="CAT-VI.3-04"),)


def _tournament(cabinet: Cabinet, command: Tournament) -> Events:
    if command.credits is None:
        if cabinet.tournament is not None and cabinet.play is not None:
            raise Refused("CAT-VII.2.1.3-06", "in-play", position=cabinet.play.bet.position)
        return (TournamentSet(credits=None, clause="CAT-VII.2.1.3-06"),)
    if not cabinet.park:
        raise Refused("CAT-VII.2.1.3-01", "not-in-park")
    if not cabinet.program().tournament:
        raise Refused("CAT-VII.2.1.3-02", "no-tournament-software", program=cabinet.running)
    check_state(cabinet, money=True)
    check_no_bets(cabinet)
    _check_empty(cabinet, "CAT-VII.2.1.3-06")
    return (TournamentSet(credits=command.credits, clause="CAT-VII.2.1.3-02"),)


MACHINE: Aggregate[Cabinet, MachineCommand, MachineEvent] = Aggregate(
    "maquina", Cabinet(), MachineCommand, MachineEvent, decide, evolve
)
