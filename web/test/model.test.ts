import { expect, test } from "vitest";
import type { AskView } from "../src/lib/api/types";
import { TableModel } from "../src/lib/table/model.svelte";
import { lacksLine } from "../src/cloths/craps/line";
import { BETS, news, told, view } from "./samples";

const CHOICE = { kind: "choice", seat: 1, about: "seat:1", until: 25 } as unknown as AskView;
const seated = (chips: number) => [{ seat: 1, player: "ana", name: "Ana", chips }];
const felt = (chips: Record<string, Record<string, number>>) => ({ ...view().felt, chips });

/** A round on `principal`: bet, played, and over with so many chips. */
function round(table: TableModel, n: number, before: number, after: number, kind: string): void {
  const at = n * 10;
  table.take(news(`${n}a`, [], { round: n, ask: BETS, seats: seated(before) }));
  const bet = { principal: { 1: 1000 } };
  const playing = { round: n, ask: CHOICE, seats: seated(before - 1000), felt: felt(bet) };
  table.take(news(`${n}b`, [], playing));
  expect(table.outcome?.round).not.toBe(n); // nothing is said of it while it runs
  table.take(news(`${n}c`, [told(at, kind, { seat: 1, bet: "principal" })], playing));
  table.take(news(`${n}d`, [], { round: n, ask: null, seats: seated(after) }));
}

test("the last round shows its own net over its own lines", () => {
  const table = new TableModel("mesa");
  round(table, 1, 10_000, 11_000, "bet-won");
  expect(table.outcome).toMatchObject({ round: 1, net: 1000 });
  expect(table.outcome?.told.map((one) => one.kind)).toEqual(["bet-won"]);
  round(table, 2, 11_000, 10_000, "bet-lost");
  expect(table.outcome).toMatchObject({ round: 2, net: -1000 });
  expect(table.outcome?.told.map((one) => one.kind)).toEqual(["bet-lost"]);
});

test("what an earlier player of the seat fed to the progressive pot is none of the reader's", () => {
  const table = new TableModel("mesa");
  const fed = (n: number) => told(n, "pot-fed", { seat: 1, amount: 2000 });
  table.readBack([fed(1), told(2, "bet-lost", { seat: 1, bet: "ante" })]);
  table.take(news("0", [fed(9)], { round: 1, ask: BETS, seats: seated(10_000) }));
  round(table, 1, 10_000, 9000, "bet-lost");
  expect(table.outcome?.told.map((one) => one.n)).toEqual([9, 10]);
});

test("chips brought in between are neither won nor lost", () => {
  const table = new TableModel("mesa");
  round(table, 1, 10_000, 10_000, "bet-returned");
  const brought = told(50, "chips-changed", { source: "wallet", target: "seat:1", amount: 5000 });
  table.take(news("x", [brought], { ask: null, seats: seated(15_000) }));
  round(table, 2, 15_000, 16_000, "bet-won");
  expect(table.played.rounds.map((one) => one.net)).toEqual([0, 1000]);
});

test("a table that is only shown takes no commands", async () => {
  await expect(new TableModel("mesa").send({ do: "begin" })).rejects.toThrow("only shown");
});

test("at a come-out the dice rest until somebody has a bet on a line, whatever else lies there", () => {
  const table = new TableModel("mesa");
  const craps = (point: string, placed: Record<string, Record<string, number>>) => {
    const felt = { ...view().felt, turn: [1, "lanzar"], markers: { "marcador-de-salida": point } };
    table.look(view({ game: "craps", ask: BETS, felt, placed } as never));
    return lacksLine(table);
  };
  expect(craps("OFF", { field: { 1: 2000 } })).toBe(true);
  expect(craps("OFF", { field: { 1: 2000 }, "dont-pass": { 2: 2000 } })).toBe(false);
  expect(craps("come:6", { field: { 1: 2000 } })).toBe(false);
});

test("what a round paid is lit until the next one begins", () => {
  const table = new TableModel("mesa");
  round(table, 1, 10_000, 11_000, "bet-won");
  expect(table.paid.map((one) => one.kind)).toEqual(["bet-won"]);
  table.take(news("2a", [], { round: 2, ask: BETS, seats: seated(11_000) }));
  expect(table.paid).toEqual([]);
  table.take(news("2b", [], { round: 2, ask: CHOICE, seats: seated(10_000), felt: felt({ principal: { 1: 1000 } }) }));
  expect([table.paid.length, table.settled.length], "the lines of the last round stay").toEqual([0, 1]);
});
