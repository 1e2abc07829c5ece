import { expect, test } from "vitest";
import { columns, fateOf } from "../src/cloths/cards/seats";
import type { TableModel } from "../src/lib/table/model.svelte";

const table = (most: number, taken: number[], paid: unknown[] = []): TableModel =>
  ({ own: taken[0], seat: taken[0], paid, view: { players_max: most, seats: taken.map((seat) => ({ seat })) } }) as unknown as TableModel;

test("one's own place is right before the croupier, however many sit at either side", () => {
  for (const [most, taken] of [[6, [1]], [7, [2]], [7, [3, 4, 5, 6]], [9, [9, 1]]] as const) {
    const places = columns(table(most, [...taken]), 26, 1048, () => 500, false);
    expect(places.find((one) => one.seat === taken[0])?.x).toBeCloseTo(550);
    expect(places.reduce((sum, one) => sum + one.w, 0)).toBeCloseTo(1048);
  }
});

test("a hand won or lost by what all its bets brought, each of a split one by its own", () => {
  const paid = [
    { kind: "bet-won", fields: { seat: 1, bet: "war", paid: 2500 } },
    { kind: "bet-lost", fields: { seat: 1, bet: "empate", amount: 1000 } },
    { kind: "bet-lost", fields: { seat: 2, bet: "principal", amount: 5000 } },
    { kind: "bet-won", fields: { seat: 2, bet: "principal:2", paid: 5000 } },
    { kind: "bet-returned", fields: { seat: 3, bet: "principal", amount: 5000 } },
  ];
  const fate = (zone: string) => fateOf(table(7, [1, 2, 3], paid), Number(zone.slice(5, 6)), zone);
  expect(["seat:1", "seat:2", "seat:2/2", "seat:3"].map(fate)).toEqual(["won", "lost", "won", undefined]);
});
