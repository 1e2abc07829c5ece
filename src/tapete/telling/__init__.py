"""What people read: every text in both languages, the names of things, events as sentences."""
