"""A gaming table as the floor runs it: its commands, views, company and waiting list."""
