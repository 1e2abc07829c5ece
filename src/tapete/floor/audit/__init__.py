"""Everything derived anew from what is written, and what does not fit."""
