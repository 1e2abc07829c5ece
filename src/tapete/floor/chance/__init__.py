"""Draws and orders of cards, promised before play and opened after it."""
