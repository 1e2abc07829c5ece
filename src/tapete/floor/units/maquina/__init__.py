"""The gaming machine."""

from tapete.floor.units.maquina.kind import KIND as KIND
from tapete.floor.units.maquina.spec import MachineSpec as MachineSpec
from tapete.floor.units.maquina.unit import Maquina as Maquina
