"""Systems around the tables: event-sourced, with pure decisions; what they touch outside is passed
in."""
