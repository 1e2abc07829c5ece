/** Texts of the card tables. */
import type { es } from "./cards.es";
import type { Texts } from "./speaker";

export const en: Texts<typeof es> = {
  "card.A": "ace",
  "card.K": "king",
  "card.Q": "queen",
  "card.J": "jack",
  "suit.c": "clubs",
  "suit.s": "spades",
  "suit.d": "diamonds",
  "suit.h": "hearts",
  "card.of": "{rank} of {suit}",
  "cards.zone": "{where}: {cards}",
  "cards.worth": "{where}: {cards}. {worth}",
  "cards.covered": "{n} face down",
  "cards.one-covered": "one face down",
  "seat.free": "Seat {n}, free",
  "seat.who": "Seat {n}, {name}",
  "seat.you": "Seat {n}, you",
  "seat.chips": "{chips} in chips",
  "seat.turn": "to act",
  "seat.button": "has the button",
  "seat.shoe": "has the shoe",
  "seat.bets": "{amount} on {bet}",
  "pot.main": "Pot",
  "pot.side": "Pot {n}",
  "felt.canal": "Canal 21 pays 1 to 1",
  "felt.soft-seventeen": "Dealer draws to 16 and soft 17 and stands on 17",
};
