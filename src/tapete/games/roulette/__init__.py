"""Games of the wheel: French and American roulette, Big Six (chapter II)."""
