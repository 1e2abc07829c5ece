"""Run by the peers' interpreter: rounds a second of py21, one player by its basic strategy."""

import json
from importlib.metadata import version
from time import process_time

from py21 import Game, Player  # type: ignore[import-not-found]

ROUNDS = 20_000
BANKROLL = 10**9

player = Player(BANKROLL)
game = Game([player], rules={"num_decks": 6}, seed=1)
for _ in range(500):
    game.play_round()
began = process_time()
for _ in range(ROUNDS):
    game.play_round()
rate = ROUNDS / (process_time() - began)
assert int(game.num_decks) == 6
print(json.dumps({"name": "py21", "version": version("py21"), "rate": rate}))
