import { expect, test } from "vitest";
import { mustBet } from "../src/cloths/craps/line";
import { TableModel } from "../src/lib/table/model.svelte";
import { en } from "../src/lib/texts/en";
import { es } from "../src/lib/texts/es";
import { BETS, view } from "./samples";

test("the shooter is told to bet on a line before a come-out, not with a point on (CAT-IV.1.5-08)", () => {
  const table = new TableModel("mesa");
  const must = (point: string, placed: Record<string, Record<string, number>>) => {
    const felt = { ...view().felt, turn: [1, "lanzar"], markers: { "marcador-de-salida": point } };
    table.look(view({ game: "craps", ask: BETS, felt, placed } as never));
    return mustBet(table);
  };
  expect(must("OFF", {})).toBe(true);
  expect(must("OFF", { "dont-pass": { 2: 2000 } })).toBe(true);
  expect(must("OFF", { pass: { 1: 2000 } })).toBe(false);
  expect(must("OFF", { field: { 1: 2000 } }), "that is said under the cloth").toBe(false);
  expect(must("come:6", {}), "whoever has the dice throws them").toBe(false);
});

test("who takes the shoe must bet in every round, and is told so (CAT-III.2.5-15)", () => {
  expect(es["first.shoe"]).toContain("tiene que apostar");
  expect(en["first.shoe"]).toContain("must bet");
});
