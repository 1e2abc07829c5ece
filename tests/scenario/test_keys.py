"""A key that nobody reads makes a wrong scenario green: a misspelt one is refused by its name,
where it stands, before anything is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapete.cli.check import said
from tapete.scenario import play_scenario
from tapete.scenario.maquinas import PROGRAMS

HERE = Path(__file__).parent
WORDS = {
    "bingo": """title clauses plan price line bingo house pots id percent base now within unit
        reparto linea-en-el-acto sobrante approved series size last value faces hall positions
        on_duty checked ball_set extractor games spares round sale who cards numbers refused
        reserve hands_in holding terminal room imperfect_ball change_balls close start undo balls
        play ball asking wrong missing altered from to annul after_payment cut back rooms late paid
        refunds sold announcement prizes leftover next ball_games settlement try face odds what by
        probability mean count columns rows per_row layouts structure rules""",
    "maquinas": """title clauses plan minimum_return handpay two_signatures ticket_days machines
        program programs denomination positions park meters closed homologated pots base rate bets
        limit reserve thresholds published tickets amount casino step enable open duty checked in
        note chip card id ticket valid play chance hold pick spots cut restart bet position close
        result outside terminal up cash_out to name sign person role fault clear audit fetch switch
        verify tournament credits present by request number pay release void days feed pot machine
        times publish link change move paid by_hand state meters_of running tournament_meters
        liability issued expired live carried overflow seeded contributed told refused code clause
        par return hit variance channels features top prize odds rows watch
        z interleavings takers orders refusals""",
    "torneo": """title clauses options expect refused case table players last seats final order
        entrants next cards button hand out in positions dead waits before after stopped moves sizes
        later registration_open breaks redraw share slips first goes values levels removed from to
        held only odd race gets change bet raise front chips say live next_acted big stack action
        back may least actions asked all_in caller hidden wins loses left hand_for_hand player at
        prizes places pays sales contribution guarantee other fund brackets percent unit taken
        commission added bracket stacks hands bounty bounties signed final_table reserve free
        below_signed safe icm kind place prize prices event what sold ranking refunded rounds
        seated step dealt void gap add windows maximum ask missed holds start notified paid
        notify_by publish_by refund_until in_time why keeps refund breach minutes doing finish
        bases valid tournament level round absent pots chance net todos espera redondeo acumulado
        plazo nivelar-desde entrada recompra addon""",
}

KEY = re.compile(
    r'(?<![\w"#-])([A-Za-z_][\w-]*)(?=\s*=[^=])|^\[+(?:[a-z]+\.)*([a-z]+)(?=\]+$)', re.MULTILINE
)
"""A key before its value, or the last name of a table's header."""


def misspelt(kind: str) -> list[tuple[Path, str, int, str]]:
    """Each word of a kind of scenario, misspelt in the first file of each form that has it."""
    wanted, found, seen = set(WORDS[kind].split()), [], set()
    for file in sorted((HERE / kind).glob("*.toml")):
        text = file.read_text("utf-8")
        form = re.search(r'^form\s*=\s*"(\w+)"', text, re.MULTILINE)
        for key in KEY.finditer(text):
            name = key[1] or key[2]
            which = (form and form[1], name)
            before = text[text.rfind("\n", 0, key.start()) + 1 : key.start()]
            if name not in wanted or which in seen or "#" in before:
                continue
            seen.add(which)
            line = text.count("\n", 0, key.start()) + 1
            found.append((file, name, line, f"{text[: key.end()]}z{text[key.end() :]}"))
    assert {name for _, name, _, _ in found} == wanted
    return found


OTHERWISE = ("missing", "overwrite")
"""What is said instead: of a field that is needed; of a header of a table in an array, misspelt
alone, that makes no TOML of the next. A window that bases do not know is refused by its clause."""


@pytest.mark.parametrize(
    ("file", "word", "why"),
    [
        ("bingo/08-*", '"neumatico"', "extractor is one of bombo neumatico"),
        ("bingo/03-*", '"carton"', "reparto is one of"),
        ("bingo/06-*", '"tarde"', "asking is one of tarde"),
        ("bingo/06-*", "CAT-V.5-02", "there is no clause CAT-V.5-02z"),
        ("bingo/electronico-04-*", '"line"', "what is one of bingo line"),
        ("maquinas/10-*", '"premio"', "cut is one of antes azar eleccion premio reposo"),
        ("maquinas/12-*", '"changed"', "verify is one of changed right"),
        ("maquinas/08-*", '"wrong"', "number is one of wrong"),
        ("maquinas/08-*", "CAT-VI.4.1-06", "there is no clause"),
        ("torneo/16-*", '"entre-manos"', "2 is one of barajando en-mano entre-manos"),
        ("torneo/18-*", '"propia"', "why is one of"),
        ("torneo/16-*", "COL-7.5.1-56", "there is no clause COL-7.5.1-56z"),
    ],
)
def test_a_misspelt_word_is_refused_too(tmp_path: Path, file: str, word: str, why: str) -> None:
    [found] = HERE.glob(f"{file}.toml")
    text, wrong = found.read_text("utf-8"), f'{word[:-1]}z"' if word[0] == '"' else f"{word}z"
    line = text[: text.index(word)].count("\n") + 1
    (tmp_path / found.name).write_text(text.replace(word, wrong, 1), "utf-8")
    [broken] = play_scenario(tmp_path / found.name).differences
    assert broken.code == "broken-file" and why in broken.found and broken.line == line


@pytest.mark.parametrize("kind", WORDS)
def test_a_misspelt_key_is_refused_where_it_stands(tmp_path: Path, kind: str) -> None:
    wrong = []
    programs = HERE / kind / PROGRAMS
    if programs.exists():
        (tmp_path / PROGRAMS).symlink_to(programs)
    for file, key, line, text in misspelt(kind):
        (tmp_path / file.name).write_text(text, "utf-8")
        result = play_scenario(tmp_path / file.name)
        if result.passed:
            wrong.append(f"{file.name}:{line} {key}z passes")
            continue
        first, told = result.differences[0], "\n".join(said(result, "en"))
        if first.code == "broken-file" and first.line != line and f"'{key}z'" in told:
            wrong.append(f"{file.name}:{line} {key}z is told at {first.line}")
        if not any(one in told for one in (f"{key}z", *OTHERWISE)):
            wrong.append(f"{file.name}:{line} {key}z: {told}")
    assert not wrong, "\n".join(wrong)


def test_a_remark_may_stand_anywhere(tmp_path: Path) -> None:
    text = min((HERE / "bingo").glob("*.toml")).read_text("utf-8")
    file = tmp_path / "remarked.toml"
    file.write_text(f'source = "a page"\ncomment = "as a hall plays it"\n{text}', "utf-8")
    assert play_scenario(file).passed
    file.write_text(f'remark = "a page"\n{text}', "utf-8")
    assert not play_scenario(file).passed
