"""Who plays along at an electronic table: the clock begins with the first chip, bets close when all
who bet are ready, and whoever is not there is not waited for. The test holds the clock."""

from __future__ import annotations

import msgspec
import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place, Remove
from tapete.core.round.event import Announced
from tapete.floor.chance.dealer import Dealer
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.clocks import USUAL, Clocks
from tapete.floor.kernel.due import Do, Draw, Reveal, Seal, Until
from tapete.floor.table.commands import SYSTEM, Act, Answer, AnyCommand, Bet, Leave, Ready, Sit
from tapete.floor.table.company import Company
from tapete.floor.units.mesa import Mesa
from tests.floor.casino import chain_of, envelope, opened, spec
from tests.floor.test_minder import Kept


class Evening:
    """A table and a clock that stands still until it is moved."""

    def __init__(self, game: str, clocks: Clocks = USUAL) -> None:
        self.chain = Chain(Mesa(spec(game), clocks=clocks))
        self.dealer, self.time = Dealer("mesa-1", Kept()), 100.0
        self.said: list[str] = []
        self.drawn: list[str] = []
        """Cards, pockets and dice as they came."""
        self.mesa = self.chain.unit
        self._apply("sistema", *_opening(self.chain))

    def does(self, who: str, command: AnyCommand) -> None:
        self._apply(who, command, "jugador")

    def sends(self, command: AnyCommand, role: str = SYSTEM) -> None:
        """What the house does by itself."""
        self._apply("sistema", command, role)

    def goes_on(self, seconds: float = 0.0) -> None:
        """Let time pass, then do what is due until nothing is."""
        self.time += seconds
        for _ in range(200):
            due = self.mesa.due(self.time)
            match due:
                case Do():
                    self._apply("sistema", due.command, due.role)
                case Draw():
                    answer = self.dealer.answer(due)
                    self.drawn.append(answer.answer)
                    self.sends(answer, "croupier")
                case Seal():
                    said, keep = self.dealer.seal(due)
                    keep(None)  # type: ignore[arg-type]
                    self._apply("sistema", said, SYSTEM)
                case Reveal():
                    self._apply("sistema", self.dealer.reveal(due)[0], SYSTEM)
                case _:
                    return
        raise AssertionError("something is due for ever")

    def _apply(self, who: str, command: AnyCommand, role: str) -> None:
        sent = envelope(command, role, at=self.time)
        step = self.chain.apply(msgspec.structs.replace(sent, person=who))
        self.said += [event.what for event in step.events if isinstance(event, Announced)]


def _opening(chain: Chain[Mesa]) -> tuple[AnyCommand, str]:
    sent = opened(chain)
    return sent.command, sent.role


def sits(seat: int, who: str) -> Sit:
    return Sit(seat=seat, player=who, chips=100_000)


def bets(seat: int, bet: str = "docena:1", amount: int = 5000) -> Bet:
    return Bet(action=Place(seat=seat, bet=bet, amount=amount))


def test_the_first_chip_starts_the_whole_window() -> None:
    evening = Evening("ruleta-francesa")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    assert evening.mesa.table.open_bets is not None
    assert evening.mesa.deadline(evening.time) is None  # it waits for a bet, and says so
    evening.goes_on(300.0)
    evening.does("ana", bets(1))
    assert evening.mesa.deadline(evening.time) == evening.time + 20.0
    evening.goes_on(19.0)
    assert evening.mesa.table.open_bets is not None
    evening.goes_on(1.1)
    assert evening.mesa.table.open_bets is None
    assert "no-mas-apuestas" in evening.said


@pytest.mark.clause("CAT-I.3.2-07")
def test_bets_close_when_everybody_who_bet_is_ready() -> None:
    evening = Evening("ruleta-francesa")
    for seat, who in ((1, "ana"), (2, "bruno"), (3, "carla")):
        evening.does(who, sits(seat, who))
    evening.goes_on()
    evening.goes_on(5.0)
    with pytest.raises(Refused, match="bet-first"):
        evening.does("ana", Ready(seat=1))
    evening.does("ana", bets(1))
    evening.does("bruno", bets(2, "docena:2"))
    evening.does("ana", Ready(seat=1))
    evening.goes_on()
    assert [one.ready for one in evening.mesa.view().seats] == [True, False, False]
    evening.does("ana", bets(1))  # another chip: not ready after all
    evening.does("bruno", Ready(seat=2))
    evening.goes_on()
    assert evening.mesa.table.open_bets is not None
    evening.does("ana", Ready(seat=1))  # carla has not bet, and is not waited for
    evening.goes_on()
    assert evening.mesa.table.rounds == 1
    assert evening.said.count("no-mas-apuestas") == 1  # the closing words stay


def test_whoever_is_ready_with_a_side_bet_alone_is_told_what_is_missing() -> None:
    evening = Evening("black-jack-perfect-pairs")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("ana", bets(1, "perfect-pairs", 1000))
    [ana] = evening.mesa.view().seats  # she is told before she says so
    assert ana.lacks is not None
    assert (ana.lacks.code, ana.lacks.facts["needs"]) == ("needs-main-bet", "principal")
    with pytest.raises(Refused, match="seat=1") as refused:
        evening.does("ana", Ready(seat=1))
    assert refused.value.clause == ana.lacks.clause
    evening.goes_on()
    placed = evening.mesa.table.open_bets
    assert placed is not None and placed.felt, "the chips lie where they were"
    evening.does("ana", bets(1, "principal"))
    assert evening.mesa.view().seats[0].lacks is None
    evening.does("ana", Ready(seat=1))
    evening.goes_on()
    assert evening.mesa.table.open_bets is None


def test_whose_bets_lack_something_is_told_so_whatever_others_lack() -> None:
    evening = Evening("black-jack-perfect-pairs")
    for seat, who in ((1, "ana"), (2, "bruno"), (3, "carla")):
        evening.does(who, sits(seat, who))
    evening.goes_on()
    evening.goes_on(5.0)
    for seat, who in ((1, "ana"), (2, "bruno")):
        evening.does(who, bets(seat, "perfect-pairs", 1000))
    evening.does("carla", bets(3, "principal"))
    assert [one.lacks is not None for one in evening.mesa.view().seats] == [True, True, False]
    with pytest.raises(Refused, match="seat=2"):
        evening.does("bruno", Ready(seat=2))
    evening.does("carla", Ready(seat=3))


def test_where_the_house_does_not_want_it_the_clock_runs_out() -> None:
    evening = Evening("ruleta-francesa", Clocks(ready=False))
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("ana", bets(1))
    evening.does("ana", Ready(seat=1))
    evening.goes_on(1.0)
    assert evening.mesa.table.open_bets is not None


@pytest.mark.clause("CAT-I.5.1-02")
def test_whoever_lets_his_turns_go_by_is_away_and_then_his_place_is_free() -> None:
    evening = Evening("texas-holdem-sin-limites")
    for seat, who in ((1, "ana"), (2, "bruno")):
        evening.does(who, sits(seat, who))
    began = evening.time
    for _ in range(40):
        evening.goes_on(25.0)
        if len(evening.mesa.table.players) < 2:
            break
    assert len(evening.mesa.table.players) < 2
    assert "ausente" in evening.said
    assert evening.time - began < 40 * 25


def test_whoever_comes_back_is_waited_for_again() -> None:
    hosted = chain_of(spec("war"))
    company = hosted.unit.company
    hosted.apply(opened(hosted))
    hosted.apply(envelope(sits(1, "somebody"), "jugador"))
    company.missed[1] = 2
    assert company.away == {1}
    hosted.apply(envelope(Leave(seat=1), "jugador"))
    assert company.away == frozenset() and company.missed == {}


def test_a_player_leaves_when_the_round_is_over() -> None:
    evening = Evening("ruleta-francesa")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("ana", bets(1, "pleno:17"))  # zero would hold an even chance in prison
    evening.does("ana", Leave(seat=1, after_round=True))
    assert [one.leaving for one in evening.mesa.view().seats] == [True]
    evening.does("ana", Ready(seat=1))
    evening.goes_on()
    evening.goes_on(1.0)
    assert evening.mesa.table.players == {}


def test_whoever_does_nothing_for_long_goes_with_his_chips() -> None:
    evening = Evening("ruleta-francesa")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.goes_on(800.0)
    assert evening.mesa.table.players == {1: "ana"}
    evening.goes_on(200.0)
    assert evening.mesa.table.players == {}


def test_who_takes_his_bets_back_and_goes_is_not_waited_for() -> None:
    """The betting would stay open for ever, with nobody at the table to close it."""
    evening = Evening("mini-craps")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("ana", bets(1, "pass", 1000))
    evening.does("ana", Bet(action=Remove(seat=1, bet="pass", amount=1000)))
    evening.does("ana", Leave(seat=1, after_round=True))
    evening.goes_on()
    assert evening.mesa.table.players == {} and evening.mesa.table.live is None


def test_whoever_is_idle_and_may_not_go_is_looked_at_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The moment it became too long is over: who waits until then does not wait at all."""
    evening = Evening("ruleta-francesa")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    monkeypatch.setattr(Company, "_may_leave", lambda *_: False)
    due = evening.mesa.due(evening.time + 2000.0)
    assert isinstance(due, Until) and due.moment > evening.time + 2000.0


def test_the_view_says_how_many_are_missing() -> None:
    hosted = chain_of(spec("texas-holdem-sin-limites"))
    hosted.apply(opened(hosted))
    needed = hosted.unit.table.rules.players_min
    assert hosted.unit.view().missing == needed
    hosted.apply(envelope(sits(1, "ana"), "jugador"))
    assert hosted.unit.view().missing == needed - 1


def test_what_is_known_of_the_company_is_written_down_and_taken_up() -> None:
    hosted = chain_of(spec("war"))
    hosted.apply(opened(hosted))
    hosted.apply(envelope(sits(1, "ana"), "jugador", at=7.0))
    hosted.unit.company.missed[1] = 3
    memory = hosted.unit.memory()
    assert memory is not None
    again = chain_of(spec("war")).unit
    again.remember(memory)
    assert again.company.missed == {1: 3} and again.company.away == {1}


@pytest.mark.clause("CAT-I.5.1-02", "CAT-IV.1.5-05", "CAT-IV.1.5-08")
def test_whoever_comes_while_bets_are_open_throws_the_dice_if_the_others_do_not_bet() -> None:
    evening = Evening("craps")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("bruno", sits(2, "bruno"))
    evening.does("bruno", bets(2, "pass"))
    evening.does("bruno", Ready(seat=2))
    evening.goes_on()
    assert evening.mesa.table.rounds == 1
    assert "tirador-sin-linea" in evening.said  # ana, who has the dice, is passed over


def test_whose_bets_only_stand_from_before_is_not_waited_for() -> None:
    evening = Evening("craps")
    for seat, who in ((1, "ana"), (2, "bruno")):
        evening.does(who, sits(seat, who))
    evening.goes_on()
    evening.goes_on(5.0)
    for _ in range(40):  # until a throw makes a point: both lines stand, the shooter's among them
        for seat, who in ((1, "ana"), (2, "bruno")):
            evening.does(who, bets(seat, "pass"))
            evening.does(who, Ready(seat=seat))
        evening.goes_on()
        evening.goes_on(5.0)
        assert evening.mesa.table.open_bets is not None
        if {(1, "pass"), (2, "pass")} <= evening.mesa.table.open_bets.felt.keys():
            break
    rounds = evening.mesa.table.rounds
    evening.does("ana", Ready(seat=1))  # bruno's chips lie there, and he has done nothing
    evening.goes_on()
    assert evening.mesa.table.rounds == rounds + 1


@pytest.mark.clause("CAT-III.3.6.2-05")
def test_who_gives_notice_is_not_dealt_to_and_keeps_his_place_for_fifteen_minutes() -> None:
    evening = Evening("texas-holdem-sin-limites", Clocks(pause=0.0, idle=60.0))
    for seat, who in ((1, "ana"), (2, "bruno")):
        evening.does(who, sits(seat, who))
    assert evening.mesa.view().missing == 0
    evening.does("bruno", Act(name="ausentarse", facts={"seat": 2}))
    view = evening.mesa.view()
    assert [one.excused for one in view.seats] == [False, True] and view.missing == 1
    evening.time += 14 * 60
    assert 2 not in evening.mesa.company.going(evening.time, 60.0)
    evening.time += 2 * 60
    assert 2 in evening.mesa.company.going(evening.time, 60.0)


@pytest.mark.clause("CAT-I.5.1-02", "CAT-III.2.5-15")
def test_who_has_the_shoe_and_does_not_bet_holds_nobody_up() -> None:
    """He has the whole time to bet. When he lets it go by the others have their bets back, his
    place becomes free, and the shoe is the next one's."""
    evening = Evening("punto-y-banca")
    for seat, who in ((1, "ana"), (2, "bruno")):
        evening.does(who, sits(seat, who))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("ana", Answer(answer="tomar", seat=1))
    evening.goes_on()
    evening.does("bruno", bets(2, "punto", 10_000))
    evening.does("bruno", Ready(seat=2))
    evening.goes_on(19.0)
    assert evening.mesa.table.open_bets is not None
    assert sorted(evening.mesa.table.players) == [1, 2]
    evening.goes_on(1.1)
    assert sorted(evening.mesa.table.players) == [2]
    assert evening.mesa.table.available(2) == 100_000
    evening.goes_on(5.0)
    assert evening.mesa.table.live is not None
    evening.does("bruno", Answer(answer="tomar", seat=2))
    evening.goes_on()
    evening.does("bruno", bets(2, "punto", 10_000))
    evening.does("bruno", Ready(seat=2))
    evening.goes_on()
    assert evening.mesa.table.rounds == 2


@pytest.mark.clause("CAT-I.5.1-02")
def test_whoever_takes_his_chips_back_or_only_looks_on_goes_at_once() -> None:
    evening = Evening("ruleta-francesa")
    evening.does("ana", sits(1, "ana"))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("bruno", sits(2, "bruno"))
    evening.does("bruno", bets(2))
    evening.does("bruno", Bet(action=Remove(seat=2, bet="docena:1", amount=5000)))
    evening.does("ana", Leave(seat=1, after_round=True))
    evening.goes_on()
    assert evening.mesa.table.players == {2: "bruno"}


@pytest.mark.clause("CAT-I.5.1-02", "CAT-IV.1.5-08")
def test_nobody_is_held_at_craps_by_dice_that_nobody_may_throw() -> None:
    evening = Evening("craps")
    for seat, who in ((1, "ana"), (2, "bruno")):
        evening.does(who, sits(seat, who))
    evening.goes_on()
    evening.goes_on(5.0)
    evening.does("ana", bets(1, "field"))
    evening.does("ana", Ready(seat=1))
    evening.goes_on(21.0)
    assert evening.mesa.table.open_bets is not None  # without a line bet nobody throws
    evening.does("bruno", Leave(seat=2, after_round=True))
    evening.goes_on(21.0)
    assert evening.mesa.table.players == {1: "ana"}
    assert evening.mesa.table.available(1) == 100_000  # her chips are hers again
