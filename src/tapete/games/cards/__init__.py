"""Card games against the bank (chapter III)."""
