import { expect, test } from "vitest";
import { bountyDraw, buttonDraw, cardsOf, commandOf, dealtTo, draws, fieldDraw, raceDraw } from "../src/rooms/torneo/drawn";
import type { TorneoView } from "../src/rooms/torneo/types";

const table = (number: number, seats: Record<number, string>) => ({ table: number, seats, button: null, hands: 0, playing: false, held: false, left: null });
const view = (said: Partial<TorneoView>): TorneoView =>
  ({
    stage: "en-juego", played: false, automatic: false, machines: false, rounds: [], last_hands: 0, seats: 9, proposals: [], players: [], field_draw: null, by_card: [],
    tables: [table(1, { 2: "ana", 9: "bruno", 5: "carla" }), table(2, { 1: "diego", 4: "elisa" })], ...said,
  }) as unknown as TorneoView; // prettier-ignore
const only = (said: Partial<TorneoView>, what: string) => draws(view(said)).find((draw) => draw.does.do === what);

test("the button is drawn at the first table, a card a seat, clockwise from the croupier's left", () => {
  const draw = only({ stage: "acreditacion" }, "start");
  expect(draw?.to).toEqual([9, 5, 2]);
  expect(draw && commandOf(draw, { cards: ["9h", "4d"] })).toBeNull();
  expect(draw && commandOf(draw, { cards: ["9h", "4d", "Ks"] })).toEqual({ do: "start", cards: { 9: "9h", 5: "4d", 2: "Ks" } });
});

test("one of the twenty cards from 2 to 6 says how many hands are left", () => {
  const draw = only({}, "call-last-hands");
  expect(draw?.among).toHaveLength(20);
  expect(draw && commandOf(draw, { cards: ["4d"] })).toEqual({ do: "call-last-hands", card: "4d" });
  expect(only({ last_hands: 3 }, "call-last-hands")).toBeUndefined();
});

test("a table that breaks: a card a player, and as many seat cards of free places, in their order", () => {
  const proposals = [{ what: "break-table", clause: "COL-7.3-12", player: "", start: "", end: "", table: 2, held: {} }];
  const draw = only({ proposals }, "break-table");
  expect(draw?.to).toEqual([4, 1]);
  expect(draw?.places).toBe(2);
  expect(draw?.free).toEqual(["1-1", "1-3", "1-4", "1-6", "1-7", "1-8"]);
  expect(draw && commandOf(draw, { cards: ["Qh", "9s"], places: ["1-3"] })).toBeNull();
  expect(draw && commandOf(draw, { cards: ["Qh", "9s"], places: ["1-3", "1-8"] })).toEqual({ do: "break-table", cards: { 4: "Qh", 1: "9s" }, slips: ["1-3", "1-8"] });
});

test("whoever arrives draws a slip out of the box", () => {
  const players = [{ player: "fabi", name: "Fabi", standing: "inscrito", table: null }, { player: "ana", name: "Ana", standing: "acreditado", table: 1 }];
  const draw = only({ stage: "acreditacion", players: players as unknown as TorneoView["players"] }, "accredit");
  expect(draw?.who).toEqual(["fabi"]);
  expect(draw?.free).toContain("2-9");
  expect(draw && commandOf(draw, { cards: [], places: ["2-9"], who: "fabi" })).toEqual({ do: "accredit", player: "fabi", slip: "2-9" });
  expect(draw && commandOf(draw, { cards: [], places: ["2-9"], who: "" })).toBeNull();
});

test("what goes on after a suspension has the button drawn again, with what else is said of the day", () => {
  const draw = buttonDraw(view({ stage: "suspendido" }), { do: "next-day", undocumented: ["ana"] });
  expect(draw && commandOf(draw, { cards: ["9h", "4d", "Ks"] })).toEqual({ do: "next-day", undocumented: ["ana"], cards: { 9: "9h", 5: "4d", 2: "Ks" } });
});

test("nothing is drawn by hand where the house deals, or at machines and rounds of other games", () => {
  for (const said of [{ played: true }, { automatic: true }, { machines: true }, { rounds: [{}] }] as unknown as Partial<TorneoView>[])
    expect(draws(view({ stage: "acreditacion", ...said })).filter((draw) => draw.does.do !== "accredit")).toEqual([]);
});

const FIELD = { players: ["ana", "bruno", "carla"], places: ["2-1", "2-2", "4-1", "4-2"] };

test("the whole field draws, a slip each, and then the button, a card a seat of the first table", () => {
  const draw = only({ field_draw: FIELD }, "redraw");
  const slips = { ana: "2-1", bruno: "4-2" };
  expect(draw && cardsOf(draw, slips)).toBe(0);
  expect(draw && commandOf(draw, { cards: [], slips })).toBeNull();
  const all = { ...slips, carla: "2-2" };
  expect(draw && dealtTo(draw, all)).toEqual([2, 1]);
  expect(draw && commandOf(draw, { cards: ["9h"], slips: all })).toBeNull();
  expect(draw && commandOf(draw, { cards: ["9h", "4d"], slips: all })).toEqual({ do: "redraw", slips: all, cards: { 2: "9h", 1: "4d" } });
  expect(only({ field_draw: null }, "redraw")).toBeUndefined();
});

test("the slips of another day are entered with what else is said of it", () => {
  const draw = fieldDraw(view({ stage: "fin-de-jornada", field_draw: FIELD }), { do: "next-day", undocumented: ["ana"] });
  const slips = { ana: "2-1", bruno: "4-2", carla: "4-1" };
  expect(draw && commandOf(draw, { cards: ["9h"], slips })).toEqual({ do: "next-day", undocumented: ["ana"], slips, cards: { 1: "9h" } });
});

test("a race: a card for every odd chip, seat by seat from the croupier's left", () => {
  const at = table(1, { 2: "ana", 9: "bruno", 5: "carla" });
  const does = { small: 25, big: 100, held: { ana: 6, bruno: 3, carla: 4 } };
  const draw = raceDraw(view({}), at, does);
  expect(draw?.to).toEqual(["bruno", "bruno", "bruno", "ana", "ana"]);
  expect(draw && commandOf(draw, { cards: ["9h", "4d", "Ks", "2c"] })).toBeNull();
  expect(draw && commandOf(draw, { cards: ["9h", "4d", "Ks", "2c", "Ah"] })).toEqual({ do: "colour-up", ...does, cards: { bruno: ["9h", "4d", "Ks"], ana: ["2c", "Ah"] } });
  expect(raceDraw(view({}), at, { ...does, held: { carla: 4 } })).toBeNull();
  expect(raceDraw(view({ played: true }), at, does)).toBeNull();
});

test("who ties draws a card each, where one decides odd pesos", () => {
  const draw = only({ stage: "terminado", by_card: ["ana", "bruno"] }, "pay");
  expect(draw && commandOf(draw, { cards: ["9h"] })).toBeNull();
  expect(draw && commandOf(draw, { cards: ["9h", "4d"] })).toEqual({ do: "pay", cards: { ana: "9h", bruno: "4d" } });
  expect(only({ stage: "terminado" }, "pay")).toBeUndefined();
  expect(only({ stage: "suspendido", by_card: ["ana", "bruno"] }, "pay")).toBeUndefined(); // nothing is paid then
});

test("a bounty that two share with an odd peso: a card each, as the hand ends", () => {
  const over = (bounty: number, winners: Record<string, string[]>) => bountyDraw(view({ bounty }), { do: "hand-over", winners });
  const winners = { carla: ["ana", "bruno"] };
  const draw = over(1001, winners);
  expect(draw && commandOf(draw, { cards: ["9h", "4d"] })).toEqual({ do: "hand-over", winners, drawn: { ana: "9h", bruno: "4d" } });
  expect(over(1000, winners)).toBeNull();
  expect(over(1001, { carla: ["ana"] })).toBeNull();
});
