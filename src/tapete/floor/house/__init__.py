"""The casino on this node: what it hosts, its settings, its watch over itself."""
