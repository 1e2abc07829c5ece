"""Run by the peers' interpreter: rounds a second of pybaccarat, eight decks to the cut card."""

import json
import sys
from importlib.metadata import version
from time import process_time
from types import ModuleType

# It imports a module of Windows for its keyboard, which no simulation needs.
keyboard = ModuleType("msvcrt")
keyboard.__dict__["getch"] = input
sys.modules.setdefault("msvcrt", keyboard)

from pybaccarat.baccarat import Game, Hand  # type: ignore[import-not-found]  # noqa: E402
from pybaccarat.playingcards import Shoe  # type: ignore[import-not-found]  # noqa: E402

SHOES = 300

shoe, player, banker = Shoe(8), Hand(), Hand()
game = Game(shoe, player, banker)
rounds, began = 0, process_time()
for _ in range(SHOES):
    shoe.reset()
    shoe.shuffle()
    shoe.set_cut_card(-14)
    while not shoe.cut_card_seen():
        player.empty()
        banker.empty()
        game.play_hand()
        rounds += 1
rate = rounds / (process_time() - began)
print(json.dumps({"name": "pybaccarat", "version": version("pybaccarat"), "rate": rate}))
