"""The School: drills made by playing real rounds, whose answers are what the rounds told."""
