"""The floor: people, money and tables over a network. The only part with a clock and a disk."""
