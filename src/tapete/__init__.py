"""Tapete: a casino in software, faithful to the clause."""

__version__ = "0.1.0"
