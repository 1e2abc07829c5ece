import { expect, test } from "vitest";
import { amountFor, fittedTo } from "../src/lib/betting.svelte";
import { piecesOf } from "../src/parts/chips";
import { lettersOf } from "../src/table/moves";
import { turned } from "../src/cloths/cards/seats";
import { layout, tall } from "../src/cloths/craps/layout";
import { boardFor, boardOf, PHONE, turned as upright } from "../src/cloths/roulette/board";
import type { OfferView } from "../src/lib/api/types";

const VALUES = [500, 1000, 2500, 5000, 10_000, 25_000, 100_000, 500_000];

test.each([
  [3000, [1000, 1000, 1000]],
  [3500, [2500, 1000]],
  [6000, [5000, 1000]],
  [500, [500]],
  [1_000_000, [500_000, 500_000]],
])("%i is laid with chips of the house, rather of one kind", (amount, pieces) => {
  expect(piecesOf(amount, VALUES)).toEqual(pieces);
  expect(piecesOf(amount, VALUES).reduce((sum, one) => sum + one, 0)).toBe(amount);
});

test("a pile is worth what it is, whatever the amount", () => {
  for (let amount = 500; amount < 60_000; amount += 500) {
    expect(piecesOf(amount, VALUES).reduce((sum, one) => sum + one, 0)).toBe(amount);
  }
});

test("a press lays the chip, never more than the spot still takes, in its steps", () => {
  const offer = { bet: "rojo", clause: "", open: true, low: 500, high: 1700, step: 500 } as OfferView;
  expect(amountFor("rojo", offer, 1000)).toBe(1000);
  expect(amountFor("rojo", offer, 5000)).toBe(1500);
});

test("whatever goes down in place of the chip is said, with its reason", () => {
  const offer = { bet: "progresivo", clause: "", open: true, low: 1000, high: 5000, step: 1000 } as OfferView;
  expect(fittedTo("progresivo", offer, 1000)).toBeNull();
  expect(fittedTo("progresivo", offer, 500)).toMatchObject({ amount: 1000, to: "least" });
  expect(fittedTo("progresivo", offer, 2500)).toMatchObject({ amount: 2000, to: "step", step: 1000 });
  expect(fittedTo("progresivo", offer, 10_000)).toMatchObject({ amount: 5000, to: "most" });
  expect(fittedTo("progresivo", { ...offer, open: false }, 2500)).toBeNull();
});

test("a bet called by name is given a chip on each of its parts", () => {
  const offer = { bet: "tercio", clause: "", open: true, low: 6000, high: 1_200_000, step: 3000 } as OfferView;
  expect(amountFor("tercio", offer, 1000)).toBe(6000);
  expect(amountFor("tercio", offer, 2500)).toBe(15_000);
  expect(amountFor("tercio", offer, 500), "the least it takes").toBe(6000);
  expect(amountFor("vecinos-de-cero", { ...offer, bet: "vecinos-de-cero", low: 9000, step: 4500 }, 1000)).toBe(9000);
});

test("each move has a letter of its own", () => {
  expect([...lettersOf(["Pedir", "Plantarse", "Doblar", "Separar"]).values()]).toEqual(["p", "l", "d", "s"]);
  expect(lettersOf(["Doblar", "Pedir", "Doblar"]).get("Doblar"), "offered in two ways, said by one key").toBe("d");
});

test("the reader's own seat is in the middle, the others keep their order around the table", () => {
  expect(turned(7, null)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(turned(7, 1)).toEqual([5, 6, 7, 1, 2, 3, 4]);
  expect(turned(7, 4)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("the roulette's cloth takes the shape of its felt, and has the same bets in any", () => {
  const plan = { side: "both", zeros: ["0"], called: ["tercio"] } as const;
  const [flat, high] = [boardFor(plan, 0.3), boardFor(plan, 0.7)];
  expect(high.breadth / high.length).toBeGreaterThan(flat.breadth / flat.length);
  const bets = (board: ReturnType<typeof boardOf>) => board.boxes.map((box) => box.bet);
  expect(bets(high)).toEqual(bets(boardOf(plan)));
});

test("on a phone every spot of the large cloths can be touched, and the whole board is seen at once", () => {
  const felt = 350;
  const craps = tall();
  const names = (boxes: { bet: string }[]) => boxes.map((box) => box.bet).sort();
  expect(names(craps.boxes)).toEqual(names(layout(0.5).boxes));
  for (const { w, h } of craps.boxes) expect(Math.min(w, h) * (felt / craps.width)).toBeGreaterThanOrEqual(24);
  const board = upright(boardFor({ side: "both", zeros: ["0"], called: ["tercio"] }, 350 / 476, PHONE));
  expect(board.breadth * (felt / board.length)).toBeLessThanOrEqual(476.5);
  const number = board.boxes.find((box) => box.bet === "pleno:17");
  expect(Math.min(number?.w ?? 0, number?.h ?? 0) * (felt / board.length)).toBeGreaterThanOrEqual(24);
});
