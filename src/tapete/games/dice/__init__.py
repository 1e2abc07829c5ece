"""Games of dice: Craps, Corona y Ancla, Chuck a Luck (chapter IV)."""
