"""Questions without a game: plans, faces and halls that are accepted or not; odds; counts."""

from __future__ import annotations

from fractions import Fraction

from tapete.core.book.fault import Fault
from tapete.core.book.refused import Refused
from tapete.maths.bingo.odds import chance_by, mean_ball, one_card, sets_of, unions
from tapete.scenario.bingo.reading import hall_of, plan_of, rules_of
from tapete.scenario.cases import Fields, differs, judge_refusal
from tapete.scenario.compare import Difference
from tapete.systems.bingo.cards import TENS, Shape, read_face, shape_of_sizes
from tapete.systems.bingo.design import check_design
from tapete.systems.bingo.plan import check_plan


def judge_figures(fields: Fields) -> list[Difference]:
    """Everything of a file that is no game."""
    found: list[Difference] = []
    for row in fields.get("try", ()):
        refusal: Refused | None = None
        try:
            _attempt(row, fields)
        except Refused as refused:
            refusal = refused
        found += judge_refusal(row.get("refused"), refusal)
    for row in fields.get("odds", ()):
        found += _odds(row, fields)
    for row in fields.get("count", ()):
        found += _count(row)
    return found


def _attempt(row: Fields, fields: Fields) -> None:
    """A plan, a face or a hall is tried."""
    shape = rules_of(fields).shape
    if "plan" in row:
        check_plan(plan_of(row["plan"]), joint=bool(fields.get("rooms")))
    if "face" in row:
        written = [read_face(text, shape) for text in fields.get("faces", {}).values()]
        tried = row["face"] if isinstance(row["face"], list) else [row["face"]]
        check_design([*written, *(read_face(text, shape) for text in tried)], shape)
    if "hall" in row:
        hall_of(fields["game"], row).check()


def _odds(row: Fields, fields: Fields) -> list[Difference]:
    cards, what = row["cards"], row["what"]
    if isinstance(cards, list):
        shape = rules_of(fields).shape
        faces = [read_face(fields["faces"][str(card)], shape) for card in cards]
        sizes = unions(sets_of(faces, what))
    else:
        sizes = one_card(what)
    found: list[Difference] = []
    if "probability" in row:
        found += differs(
            Fault("fault.won-by", "{what} by {ball}", what=what, ball=row["by"]),
            row["probability"],
            chance_by(sizes, row["by"]),
        )
    if "mean" in row:
        found += differs(
            Fault("fault.mean", "mean of {what}", what=what), row["mean"], mean_ball(sizes)
        )
    return found


def _count(row: Fields) -> list[Difference]:
    shape = _shape(row)
    found: list[Difference] = []
    for key, value in (("layouts", shape.layouts), ("cards", shape.cards)):
        if key in row:
            found += differs(key, row[key], value)
    if "structure" in row:
        chance = Fraction(*shape.structure_chance(row["structure"]))
        found += differs("structure", row["probability"], chance)
    return found


def _shape(row: Fields) -> Shape:
    """The shape of the cards that are counted: three rows of five in columns of ten unless it is
    said."""
    sizes = row.get("columns") or [high - low + 1 for low, high in TENS.columns]
    return shape_of_sizes(sizes, row.get("rows", TENS.rows), row.get("per_row", TENS.per_row))
