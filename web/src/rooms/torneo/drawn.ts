/** What was drawn by hand at real tables, to be entered: cards, seat cards, slips. Left out, the house draws. */
import type { TableSeen, TorneoCommand, TorneoView } from "./types";

const RANKS = [..."AKQJT98765432"];
const DECK = RANKS.flatMap((rank) => [..."shdc"].map((suit) => rank + suit));

/** Who gets a card: a seat of a table by its number, or a player. */
export type Dealt = number | string;

export interface Draw {
  does: TorneoCommand;
  /** Who gets a card each, in the order they are dealt, as often as he gets one; nobody: one card for all. */
  to: Dealt[];
  /** Whether somebody may get several: the command lists them. */
  several: boolean;
  /** The cards that may come. */
  among: string[];
  /** Under which name the command has them. */
  as: "cards" | "drawn";
  /** How many places are drawn, and of which. */
  places: number;
  free: string[];
  /** Who may have drawn it; nobody: it is nobody's own. */
  who: string[];
  /** The whole field draws, a slip each of the free places; then the first table the button, a card a seat. */
  all: string[];
  table: number;
}

/** What has been entered so far. */
export interface Entered {
  cards: readonly string[];
  places?: readonly string[];
  who?: string;
  /** The place of each of the field. */
  slips?: Readonly<Record<string, string>>;
}

const NONE: Omit<Draw, "does"> = { to: [], several: false, among: [], as: "cards", places: 0, free: [], who: [], all: [], table: 0 };

/** The seats of a table clockwise from the croupier's left: the highest number first. */
const clockwise = (seats: Iterable<string | number>): number[] => [...seats].map(Number).toSorted((a, b) => b - a);

const dealt = (view: TorneoView, table: number): number[] =>
  clockwise(Object.keys(view.tables.find((one) => one.table === table)?.seats ?? {}));

function free(view: TorneoView, but = 0): string[] {
  const all = Array.from({ length: view.seats }, (_, n) => n + 1);
  return view.tables
    .filter((one) => one.table !== but)
    .flatMap((one) => all.filter((seat) => !(seat in one.seats)).map((seat) => `${one.table}-${seat}`));
}

/** The button, at the first table that somebody sits at. */
export function buttonDraw(view: TorneoView, does: TorneoCommand): Draw | null {
  const table = Math.min(...view.tables.filter((one) => Object.keys(one.seats).length).map((one) => one.table));
  return byHand(view) && Number.isFinite(table) ? { ...NONE, does, to: dealt(view, table), among: DECK, table } : null;
}

/** Slips for the whole field, where the server says that they are due. */
export function fieldDraw(view: TorneoView, does: TorneoCommand): Draw | null {
  const due = view.field_draw;
  return due && byHand(view) ? { ...NONE, does, among: DECK, free: due.places, all: due.players } : null;
}

/** A race at a table: from the croupier's left a card for every small chip that larger ones cannot make up. */
export function raceDraw(view: TorneoView, table: TableSeen, does: { small: number; big: number; held: Record<string, number> }): Draw | null {
  const odd = (player: string): number => (does.held[player] ?? 0) % (does.big / does.small);
  const to = dealt(view, table.table).flatMap((seat) => {
    const player = table.seats[seat] ?? "";
    return Array.from({ length: odd(player) }, () => player);
  });
  const race = byHand(view) && to.length > 0 && to.length <= DECK.length;
  return race ? { ...NONE, does: { do: "colour-up", ...does }, to, several: true, among: DECK, table: table.table } : null;
}

/** The end of a hand in which a bounty is shared that leaves an odd peso: a card for each who shares one. */
export function bountyDraw(view: TorneoView, does: { do: string; winners: Record<string, string[]> }): Draw | null {
  const shared = Object.values(does.winners).filter((by) => by.length > 1);
  if (!byHand(view) || !shared.some((by) => view.bounty % by.length)) return null;
  return { ...NONE, does: { ...does }, to: [...new Set(shared.flat())], among: DECK, as: "drawn" };
}

/** Whether cards are drawn at all, and not by the house that deals the hands. */
const byHand = (view: TorneoView): boolean => !view.played && !view.automatic && !view.machines && !view.rounds.length;

/** What may be drawn by hand now. */
export function draws(view: TorneoView): Draw[] {
  const found: Draw[] = [];
  const waiting = view.players.filter((one) => one.table === null && one.standing === "inscrito").map((one) => one.player);
  const managed = !view.played && !view.automatic;
  const seated = ["acreditacion", "en-juego"].includes(view.stage) && managed && !view.machines;
  if (seated && waiting.length) found.push({ ...NONE, does: { do: "accredit" }, places: 1, free: free(view), who: waiting });
  const button = view.stage === "acreditacion" ? buttonDraw(view, { do: "start" }) : null;
  if (button) found.push(button);
  const pays = managed && ["en-juego", "terminado"].includes(view.stage);
  if (pays && view.by_card.length) found.push({ ...NONE, does: { do: "pay" }, to: view.by_card, among: DECK });
  if (!byHand(view) || view.stage !== "en-juego") return found;
  const field = fieldDraw(view, { do: "redraw" });
  if (field) found.push(field);
  for (const one of view.proposals.filter((other) => other.what === "break-table")) {
    const to = dealt(view, one.table);
    found.push({ ...NONE, does: { do: "break-table" }, to, among: DECK, places: to.length, free: free(view, one.table), table: one.table });
  }
  const low = DECK.filter((card) => "23456".includes(card[0] ?? ""));
  if (!view.last_hands) found.push({ ...NONE, does: { do: "call-last-hands" }, among: low });
  return found;
}

/** Who gets a card: where the whole field draws, the seats of the first table once everybody has his slip. */
export function dealtTo(draw: Draw, slips: Readonly<Record<string, string>> = {}): Dealt[] {
  if (!draw.all.length) return draw.to;
  if (draw.all.some((player) => !slips[player])) return [];
  const first = Math.min(...draw.free.map((place) => Number(place.split("-")[0])));
  const places = draw.all.map((player) => (slips[player] ?? "").split("-").map(Number));
  return clockwise(places.flatMap(([table, seat]) => (table === first && seat ? [seat] : [])));
}

/** How many cards are dealt, as far as that is known. */
export function cardsOf(draw: Draw, slips: Readonly<Record<string, string>> = {}): number {
  const alone = draw.all.length || !draw.among.length ? 0 : 1;
  return Math.max(dealtTo(draw, slips).length, alone);
}

/** The command with what was drawn; none: something is missing. */
export function commandOf(draw: Draw, { cards, places = [], who = "", slips = {} }: Entered): TorneoCommand | null {
  const { does } = draw;
  const to = dealtTo(draw, slips);
  if (cards.length !== cardsOf(draw, slips) || places.length !== draw.places) return null;
  if (draw.all.some((player) => !slips[player]) || (draw.who.length && !draw.who.includes(who))) return null;
  if (draw.who.length) return { ...does, player: who, slip: places[0] };
  if (!to.length) return draw.all.length ? null : { ...does, card: cards[0] };
  const of = (one: Dealt): string[] => cards.filter((_, n) => to[n] === one);
  const each = Object.fromEntries(to.map((one) => [one, draw.several ? of(one) : of(one)[0]]));
  const drawn = { ...does, [draw.as]: each };
  if (draw.all.length) return { ...drawn, slips: Object.fromEntries(draw.all.map((player) => [player, slips[player]])) };
  return draw.places ? { ...drawn, slips: [...places] } : drawn;
}
