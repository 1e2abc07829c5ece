"""The gaming table."""

from tapete.floor.units.mesa.kind import KIND as KIND
from tapete.floor.units.mesa.spec import TableSpec as TableSpec
from tapete.floor.units.mesa.spec import planned_terms as planned_terms
from tapete.floor.units.mesa.unit import Mesa as Mesa
