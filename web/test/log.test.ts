import { expect, test } from "vitest";
import { roundsOf } from "../src/lib/log";
import { called } from "../src/lib/said";
import { soundsOf } from "../src/lib/sound.svelte";
import { told } from "./samples";

const LOG = [
  told(0, "announced", { what: "apertura-avisada" }), told(1, "bet-placed", { seat: 1 }), told(2, "announced", { what: "no-mas-apuestas" }),
  told(3, "bet-won", { seat: 1 }), told(4, "bet-lost", { seat: 2 }),
  told(5, "announced", { what: "orden-prometido" }), told(6, "bet-placed", { seat: 1 }),
]; // prettier-ignore
const SINCE = [{ n: 2, round: 7 }, { n: 6, round: 8 }]; // prettier-ignore

test("what was told stands by rounds, the newest first and what was won before the rest", () => {
  const found = roundsOf(LOG, SINCE);
  expect(found.map((one) => one.round)).toEqual([8, 7, null]);
  expect(found[1]?.told.map((one) => one.n)).toEqual([3, 5, 4, 2]);
});

test("a seat is told what concerns it and what is called, not the books", () => {
  expect(roundsOf(LOG, SINCE, 1).flatMap((one) => one.told.map((told) => told.n))).toEqual([6, 3, 2, 1]);
});

test("where the system deals, what the chief approves is not said to a seat", () => {
  const payment = told(7, "announced", { what: "pago-a-la-vista", seat: 1, approves: "jefe-de-mesa" });
  const read = (attended: boolean) => roundsOf([...LOG, payment], SINCE, 1, attended).flatMap((one) => one.told.map((told) => told.n));
  expect(read(true)).toContain(7);
  expect(read(false)).not.toContain(7);
  expect([called(payment), called(payment, false)]).toEqual([true, false]);
});

test("a win is heard by whoever won, cards and chips by everybody", () => {
  const events = [told(1, "card-dealt"), told(2, "card-dealt"), told(3, "bet-won", { seat: 2 })];
  expect(soundsOf(events, 2)).toEqual(["card", "win"]);
  expect(soundsOf(events, 1)).toEqual(["card"]);
  expect(soundsOf(events, null)).toEqual(["card"]);
});
