"""The serial protocol of cabinets (after SAS 6.02): frames, fields and the messages we know.

Nothing here reads or writes a line; `tapete.floor.units.maquina.line` does.
"""
