/** What was drawn by hand at real tables, to be entered: cards, seat cards, slips. Left out, the house draws. */
import type { TorneoCommand, TorneoView } from "./types";

const RANKS = [..."AKQJT98765432"];
const DECK = RANKS.flatMap((rank) => [..."shdc"].map((suit) => rank + suit));

export interface Draw {
  does: TorneoCommand;
  /** The seats that get a card each, in the order they are dealt; none: one card for all. */
  seats: number[];
  /** The cards that may come. */
  among: string[];
  /** How many places are drawn, and of which. */
  places: number;
  free: string[];
  /** Who may have drawn it; nobody: it is nobody's own. */
  who: string[];
  table: number;
}

const NONE = { seats: [], among: [], places: 0, free: [], who: [], table: 0 };

/** The seats of a table clockwise from the croupier's left: the highest number first. */
function dealt(view: TorneoView, table: number): number[] {
  const seats = view.tables.find((one) => one.table === table)?.seats ?? {};
  return Object.keys(seats).map(Number).toSorted((a, b) => b - a);
}

function free(view: TorneoView, but = 0): string[] {
  const all = Array.from({ length: view.seats }, (_, n) => n + 1);
  return view.tables
    .filter((one) => one.table !== but)
    .flatMap((one) => all.filter((seat) => !(seat in one.seats)).map((seat) => `${one.table}-${seat}`));
}

/** The button, at the first table that somebody sits at. */
export function buttonDraw(view: TorneoView, does: TorneoCommand): Draw | null {
  const table = Math.min(...view.tables.filter((one) => Object.keys(one.seats).length).map((one) => one.table));
  return byHand(view) && Number.isFinite(table) ? { ...NONE, does, seats: dealt(view, table), among: DECK, table } : null;
}

/** Whether cards are drawn at all, and not by the house that deals the hands. */
const byHand = (view: TorneoView): boolean => !view.played && !view.automatic && !view.machines && !view.rounds.length;

/** What may be drawn by hand now. */
export function draws(view: TorneoView): Draw[] {
  const found: Draw[] = [];
  const waiting = view.players.filter((one) => one.table === null && one.standing === "inscrito").map((one) => one.player);
  const seated = ["acreditacion", "en-juego"].includes(view.stage) && !view.played && !view.automatic && !view.machines;
  if (seated && waiting.length) found.push({ ...NONE, does: { do: "accredit" }, places: 1, free: free(view), who: waiting });
  const button = view.stage === "acreditacion" ? buttonDraw(view, { do: "start" }) : null;
  if (button) found.push(button);
  if (!byHand(view) || view.stage !== "en-juego") return found;
  for (const one of view.proposals.filter((other) => other.what === "break-table")) {
    const seats = dealt(view, one.table);
    found.push({ ...NONE, does: { do: "break-table" }, seats, among: DECK, places: seats.length, free: free(view, one.table), table: one.table });
  }
  const low = DECK.filter((card) => "23456".includes(card[0] ?? ""));
  if (!view.last_hands) found.push({ ...NONE, does: { do: "call-last-hands" }, among: low });
  return found;
}

/** The command with what was drawn; none: something is missing. */
export function commandOf(draw: Draw, cards: readonly string[], places: readonly string[], who = ""): TorneoCommand | null {
  const { does, seats } = draw;
  const all = draw.among.length ? Math.max(seats.length, 1) : 0;
  if (cards.length !== all || places.length !== draw.places || (draw.who.length && !draw.who.includes(who))) return null;
  if (draw.who.length) return { ...does, player: who, slip: places[0] };
  if (!seats.length) return { ...does, card: cards[0] };
  const drawn = { ...does, cards: Object.fromEntries(seats.map((seat, n) => [seat, cards[n] ?? ""])) };
  return draw.places ? { ...drawn, slips: [...places] } : drawn;
}
