"""Simulation: any number of rounds of one bet, by a kernel or by the engine, with its error."""
