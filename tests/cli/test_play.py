"""A person at a table in the terminal: bets, refusals, decisions, reasons, actas."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.chance import seeded
from tapete.cli.terminal.party import gather
from tapete.cli.terminal.session import Session
from tapete.cli.terminal.store import default_folder
from tapete.core.book.plan import plan
from tapete.core.round.acta import read_record
from tapete.core.round.chance import NoResult
from tapete.core.round.replay import replay
from tapete.games.registry import GAMES, find
from tests.cli.terminal import actas, in_a_terminal, play, run, seed_of

ZERO = seed_of("ruleta-francesa", "rojo", "0")
TABLES = [game for game in GAMES if game in plan().table]


def test_a_bet_is_its_name_and_an_amount_in_either_language(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "rojo 10.000", "black 5k", "17 $2,000", "17-18 1000")
    assert "rojo: $10.000. Le quedan $190.000." in said
    assert "negro: $5.000" in said
    assert "pleno 17: $2.000" in said
    assert "caballo 17-18: $1.000. Le quedan $182.000." in said


def test_a_round_is_played_told_and_saved_as_an_acta_that_replays(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "rojo 10000, par min, docena 2 5k", "")
    [path] = actas(tmp_path)
    assert str(path) in said.replace("\n", "")
    record = read_record(path.read_text("utf-8"))
    assert [action["bet"] for action in record.steps[0].answer["actions"]] == [
        "rojo", "par", "docena:2",
    ]  # fmt: skip
    replay(record, find)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_refusal_says_why_with_its_clause_and_leaves_the_table_as_it_was(
    tmp_path: Path, lang: str
) -> None:
    said = play(
        tmp_path, "ruleta-francesa",
        "17 500", "17 150k", "caballo:1-5 1000", "rojo 900k", "vecinos 9001", lang=lang,
    )  # fmt: skip
    lines = [line for line in said.splitlines() if line.startswith("✗")]
    assert [line.rpartition("[")[2] for line in lines] == [
        "CAT-I.4.2-03]", "CAT-I.4.2-03]", "CAT-II.1.4-08]", "CAT-I.4.1-02]", "CAT-II.1.4-04]",
    ]  # fmt: skip
    assert not any(code in said for code in ("under-minimum", "over-maximum", "not-on-the-cloth"))
    purse = "$200.000 ›" if lang == "es" else "200,000 ›"
    assert said.count(purse) == 6


@pytest.mark.parametrize("asked", ["?", " ¿? ", "ayuda"])
def test_a_question_mark_asks_for_help_and_closes_nothing(tmp_path: Path, asked: str) -> None:
    said = play(tmp_path, "ruleta-francesa", "rojo 1000", asked, "negro 1000")
    assert "no más apuestas: se juega" in said
    assert "negro: $1.000" in said and said.count("rojo: $1.000") == 1
    assert actas(tmp_path) == []


@pytest.mark.parametrize("words", ["crap", "poker", "ruleta"])
def test_a_name_that_may_mean_several_games_is_asked_again(tmp_path: Path, words: str) -> None:
    result = run("play", words)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"No hay juego «{words}». ¿Quiso decir: ")


def test_bets_may_be_taken_back_undone_repeated_doubled_and_cleared(tmp_path: Path) -> None:
    said = play(
        tmp_path, "ruleta-francesa",
        "rojo 10k", "par 5k", "quitar rojo 4k", "deshacer", "quitar par", "",
        "repetir", "doblar", "limpiar",
    )  # fmt: skip
    assert "rojo: retirada. Le quedan $189.000." in said
    assert "Deshecho.\n$185.000" in said
    assert "par: retirada. Le quedan $190.000." in said
    after = said.partition("Acta 1")[2]
    assert "Apuestas puestas: 2." in after
    assert "Sus apuestas de esta vuelta están otra vez en su bolsa." in after


def test_what_nobody_understands_is_answered_with_what_would_do(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "roxo 1000", "rojo", "xyzzy", "quitar negro")
    assert "No se entiende «roxo 1000». ¿Quiso decir: rojo" in said
    assert "¿Cuánto? Por ejemplo: rojo 10000" in said
    assert "No se entiende «xyzzy»" in said
    assert "En negro no hay fichas suyas. [CAT-I.5.1-03]" in said


def test_an_amount_may_come_first_and_alone_goes_on_the_only_bet(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "1000 rojo", "5k 17", "500")
    assert "rojo: $1.000." in said and "pleno 17: $5.000." in said
    assert "No se entiende «500». Ahora se apuesta" in said
    said = play(tmp_path, "black-jack", "10k", "pedir")
    assert "apuesta principal: $10.000." in said
    assert "No se entiende «pedir». Ahora se apuesta, por ejemplo: apuesta principal min" in said


def test_a_move_shows_what_it_costs_and_the_only_amount_need_not_be_said(tmp_path: Path) -> None:
    said = play(tmp_path, "texas-holdem-con-limites", "subir", seed="3", bots=4)
    assert re.search(r"1\. ir \$\d", said), "what it costs to go on"
    assert re.search(r"\d\. subir \$\d+\.000\n", said)
    assert re.search(r"Usted: subir \$\d", said) and "necesita un monto" not in said


@pytest.mark.clause("CAT-II.1.4-21")
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("mitad", "pierde $5.000 en rojo"),
        ("", "pierde $5.000 en rojo"),
        ("2", "$10.000 pasan de rojo a rojo (en prisión)"),
        ("prison", "$10.000 pasan de rojo a rojo (en prisión)"),
    ],
)
def test_at_zero_the_player_chooses_half_or_prison(tmp_path: Path, answer: str, told: str) -> None:
    said = play(tmp_path, "ruleta-francesa", "rojo 10k", "", answer, seed=ZERO)
    assert "Le toca decidir: rojo  [CAT-II.1.4-21]" in said
    assert told in said


def test_a_wrong_decision_is_asked_again(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "rojo 10k", "", "todo", "mitad", seed=ZERO)
    assert "✗ «todo» no es una jugada de aquí. Se puede: mitad, prisión. [CAT-II.1.4-21]" in said
    assert "pierde $5.000 en rojo" in said


@pytest.mark.parametrize(("lang", "word"), [("es", "por qué"), ("en", "why")])
def test_why_gives_the_clause_and_the_rule_of_each_payment_and_refusal(
    tmp_path: Path, lang: str, word: str
) -> None:
    said = play(tmp_path, "ruleta-francesa", "17 1", "rojo 10k", "", "", word, seed=ZERO, lang=lang)
    rules = said.rpartition("Lo que dice cada cláusula" if lang == "es" else "What each")[2]
    for clause in ("CAT-II.1.4-21", "CAT-II.1.4-27", "CAT-I.4.2-03"):
        assert clause in rules


@pytest.mark.clause("CAT-II.1.4-33")
@pytest.mark.parametrize(
    ("lang", "word", "told"),
    [
        ("es", "por qué", "$1.750 al pleno 17 por 36{}, son $83.000; por la tabla, $83.000."),
        ("en", "why", "CLP1,750 straight on 17 times 36{}, makes CLP83,000; by the pay table"),
    ],
)
def test_why_shows_the_croupiers_reduction_to_plenos_beside_the_ordinary_sum(
    tmp_path: Path, lang: str, word: str, told: str
) -> None:
    bets = ("17 1k", "caballo 17-18 1k", "cuadro 16-17-19-20 1k", "36 1k")
    seed = seed_of("ruleta-francesa", "rojo", "17")
    said = play(tmp_path, "ruleta-francesa", *bets, "negro 10k", "", word, seed=seed, lang=lang)
    apart = ", más $20.000 aparte" if lang == "es" else ", plus CLP20,000 apart"
    assert told.format(apart) in " ".join(said.split())
    said = play(tmp_path, "ruleta-francesa", *bets, "", word, seed=seed, lang=lang)
    assert ("son $63.000;" if lang == "es" else "36 makes CLP63,000;") in " ".join(said.split())


def test_pages_show_bets_clauses_odds_history_and_help(tmp_path: Path) -> None:
    said = play(
        tmp_path, "craps", "apuestas", "cláusula CAT-II.1.4-21", "clause nonsense", "ventaja",
        "historial", "ayuda", "tapete", "apuestas come", "pase 2000", "", "historial",
    )  # fmt: skip
    assert "Todavía no hay punto." in " ".join(said.split()) and "CAT-IV.1.5-33" in said
    assert "mitad" in said
    assert "No existe la cláusula «nonsense»" in said
    assert "1,41%" in said
    assert "Todavía no hay pases jugados." in said
    assert "deshacer lo último" in said
    assert "0001.acta" in said


def test_while_a_move_is_asked_for_help_speaks_of_moves_and_of_the_game(tmp_path: Path) -> None:
    lines = ("ayuda", "cómo se juega", "retirarme", "", "salir")
    said = play(tmp_path, "texas-holdem-con-limites", *lines, seed="3", bots=4)
    assert "Elija una jugada por su número" in said and "rojo 10000" not in said
    assert "De qué se trata" in said and "Qué vale más" in said
    assert "«retirarme» no es una jugada" in said, "whoever means to fold does not leave the table"


def test_end_of_input_leaves_politely_and_so_does_leaving(tmp_path: Path) -> None:
    assert "Pases jugados: 0. Resultado: $0" in play(tmp_path, "big-six")
    assert "Pases jugados: 0. Resultado: $0" in play(tmp_path, "big-six", "10 5k", "salir")
    assert actas(tmp_path) == []
    lobby = run("play")
    assert lobby.exit_code == 0
    assert "Hasta pronto." in lobby.output


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ("crap", ["craps", "mini-craps"]),
        ("stud", ["stud-poker", "seven-stud-poker"]),
        ("punto", ["punto-y-banca", "midi-punto-y-banca", "mini-punto-y-banca"]),
    ],
)
def test_words_that_several_games_have_are_not_guessed_at(words: str, games: list[str]) -> None:
    result = run("play", words)
    assert result.exit_code == 2
    assert all(game in result.output for game in games)


@pytest.mark.parametrize(
    ("words", "game"), [("treinta", "Treinta y Cuarenta"), ("perfect", "Perfect Pairs")]
)
def test_words_that_one_game_alone_has_are_enough(tmp_path: Path, words: str, game: str) -> None:
    assert game in run("play", words, "--save", str(tmp_path), "--bots", "0").output


@pytest.mark.parametrize("choice", ["1", "ruleta-francesa", "Ruleta Francesa", "french roulette"])
def test_the_lobby_takes_a_number_or_a_name(tmp_path: Path, choice: str) -> None:
    words = ["play", "--save", str(tmp_path), "--bots", "0"]
    assert "Ruleta Francesa · scj-2023 · pase 1" in run(*words, typed=f"zzz\n{choice}\n").output


@pytest.mark.clause("CAT-IV.1.7-03")
def test_whoever_leaves_craps_with_the_dice_and_a_point_loses_the_pass_line(tmp_path: Path) -> None:
    four = seed_of("craps", "pass", ("1", "3"))
    said = play(tmp_path, "craps", "pase 10k, right 6 6k", "", "salir", seed=four)
    assert "Sale 1-3" in said
    assert "pierde $10.000 en línea de pase.  [CAT-IV.1.7-03]" in said
    assert "Resultado: -$10.000" in said


def test_a_hard_way_is_called_on_by_word_of_mouth(tmp_path: Path) -> None:
    said = play(tmp_path, "craps", "pase 2k, 4 duro 1k", "activa 4 duro", "")
    assert "4 duro: activa." in said
    record = read_record(actas(tmp_path)[0].read_text("utf-8"))
    assert record.steps[0].answer["actions"][-1]["mark"] == "activa"


@pytest.mark.clause("CAT-II.1.4-35")
def test_the_last_throws_may_be_announced_and_the_table_closes_after_them(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "últimas", "", "", "", "", "", "")
    assert "«Últimas tiradas»: quedan 3." in said
    assert "últimas tiradas: 1" in said
    assert "Pases jugados: 4." in said


def test_the_person_at_the_terminal_rules_as_jefe_de_mesa_when_nobody_else_can(
    tmp_path: Path,
) -> None:
    class Broken:
        """A wheel that breaks down; everything else as it comes."""

        interactive = False
        lines = iter(["10 5000", "", "reparada", "salir"])

        def ask(self, said: str, words: object = (), below: object = None) -> str:
            return next(self.lines)

    party = gather(
        GAMES["big-six"], edition="scj-2023", changes={}, plan=plan(), seat=1, bots=0,
        chips=100_000, folder=tmp_path, pick=seeded(1), lang="es",
    )  # fmt: skip
    usual = party.answer
    party.answer = lambda ask: (  # type: ignore[method-assign]
        NoResult("averia") if type(ask).__name__ == "Spin" else usual(ask)
    )
    Session(party, Broken()).run()  # type: ignore[arg-type]
    record = read_record(actas(tmp_path)[0].read_text("utf-8"))
    assert record.steps[-1].kind == "ruling"
    assert record.steps[-1].answer == "reparada"


def test_every_game_built_has_a_table_in_the_example_plan() -> None:
    assert [game for game in GAMES if game not in TABLES] == []


@pytest.mark.parametrize("game", TABLES)
def test_every_game_plays_unattended_and_its_actas_replay(tmp_path: Path, game: str) -> None:
    result = run(
        "play", game, "--auto", "12", "--seed", "4", "--bots", "4", "--save", str(tmp_path)
    )
    assert result.exit_code == 0
    assert "Pases jugados: 12" in result.output
    assert "Casino" in result.output
    assert len(actas(tmp_path)) == 12
    assert run("replay", str(tmp_path)).output.count("comprobada") == 12


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("game", TABLES)
def test_every_game_is_drawn_and_fits_eighty_columns(tmp_path: Path, game: str, lang: str) -> None:
    said = play(tmp_path, game, "", "", lang=lang, bots=5)
    drawn = [line for line in said.splitlines() if "│" in line or "─" in line]
    assert len(drawn) > 4
    assert max(map(len, drawn)) <= 80


def test_what_cannot_be_asked_for_is_refused_with_what_there_is(tmp_path: Path) -> None:
    for words, said in [
        (["play", "ruleta-rusa"], "¿Quiso decir:"),
        (["play", "ruleta-francesa", "--rules", "scj-1999"], "Hay: "),
        (["play", "ruleta-francesa", "--set", "pleno"], "CLAVE=VALOR"),
        (["play", "ruleta-francesa", "--set", "nada=1"], "nada"),
        (["play", "ruleta-francesa", "--plan", "otro"], "No existe el plan"),
        (["play", "ruleta-francesa", "--chips", "muchas"], "--chips"),
    ]:
        result = run(*words)
        assert result.exit_code == 2
        assert said in result.output


def test_a_change_of_the_rules_is_in_force_and_in_the_acta(tmp_path: Path) -> None:
    options = {"set": "pays.sencilla=2:1", "chips": "50k"}
    said = play(tmp_path, "ruleta-francesa", "rojo 10k, negro 10k", "", **options)
    assert "gana $20.000" in said
    assert read_record(actas(tmp_path)[0].read_text("utf-8")).header.changes == {
        "pays.sencilla": "2:1"
    }


def test_actas_go_to_the_users_data_folder_unless_said_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "tapete" / "actas"


def test_colour_chips_are_bought_marked_and_bet_in_whole_chips(tmp_path: Path) -> None:
    said = play(
        tmp_path, "ruleta-americana-un-cero",
        "colour blue 500 20k", "17 500", "", "17 700", "17 1000", "",
    )  # fmt: skip
    assert "Usted: fichas de color azul, a $500 cada una.  [CAT-II.2.5-03]" in said
    assert "✗ pleno 17: el monto va de a $500. [CAT-II.2.5-13]" in said
    assert "pleno 17: $1.000." in said


def test_what_this_table_does_not_do_is_told(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "color azul 500 20k", "pasar dados")
    assert said.count("Eso no se hace en esta mesa.") == 2


@pytest.mark.clause("CAT-IV.1.5-06")
def test_whoever_holds_the_dice_may_decline_and_they_pass_on(tmp_path: Path) -> None:
    said = play(tmp_path, "craps", "pase 2k", "pasar dados", "", bots=1, seat=2)
    passed = said.partition("Acta 1")[2]
    assert "lanzar los dados.  [CAT-IV.1.5-06]" in passed
    assert "Turno: Usted" not in passed.partition("[CAT-IV.1.5-06]")[0]


def test_in_a_real_terminal_the_whole_table_is_drawn_and_redrawn(tmp_path: Path) -> None:
    screen = in_a_terminal(
        ["play", "ruleta-francesa", "--seed", "7", "--bots", "0", "--save", str(tmp_path)],
        ["rojo 10k\r", "\r", "historial\r", "\x04"],
    )
    assert "\x1b[2J" in screen
    assert "Le quedan" in screen
    assert "0001.acta" in screen
    assert "Pases jugados: 1" in screen


def test_a_refused_bet_of_a_line_does_not_stop_the_others(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "rojo 1k, 17 1, par 2k")
    assert said.count("✗") == 1
    assert "par: $2.000. Le quedan $197.000." in said


def test_why_in_the_middle_of_a_round_tells_it_so_far(tmp_path: Path) -> None:
    said = play(tmp_path, "ruleta-francesa", "rojo 10k", "", "por qué", seed=ZERO)
    asked = said.partition("Pase 1, paso a paso")[2]
    assert "Sale 0" in asked
    assert "CAT-II.1.4-29" in asked.partition("Lo que dice cada cláusula")[2]
