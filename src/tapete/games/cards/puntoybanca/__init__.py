"""Punto y Banca, Midi and Mini (CAT-III.2); Baccarat takes its hands and third cards from here."""
