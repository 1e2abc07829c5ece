import { expect, test, vi } from "vitest";
import type { DrillKind } from "../src/lib/api/types";
import { dayOf, drillsOf, markOf, pathOf, reached } from "../src/lib/lessons";

const KINDS: DrillKind[] = [
  { kind: "pagos", games: { war: ["uno", "mesa"], craps: ["uno"] } },
  { kind: "croupier", games: { war: ["pide"] } },
];
const tries = (many: number, right: number) => ({
  tries: many, right, due: [], last: Array.from({ length: many }, (_, n) => ({ right: n >= many - right, ms: 900 })),
}); // prettier-ignore

test("the hand of the croupier is learnt before payments", () => {
  expect(pathOf(KINDS, "war").map((one) => one.drill)).toEqual(["croupier.war.pide", "pagos.war.uno", "pagos.war.mesa"]);
});

test("a step is mastered when the last tries were nearly all right", () => {
  expect(reached(tries(0, 0))).toBe("new");
  expect(reached(tries(7, 7))).toBe("begun");
  expect(reached(tries(8, 7))).toBe("mastered");
  expect(reached(tries(8, 6))).toBe("begun");
});

test("everybody has the same drills on a day, and others the next", () => {
  expect(drillsOf("2026-11-17", KINDS)).toEqual(drillsOf("2026-11-17", KINDS));
  expect(drillsOf("2026-11-17", KINDS)).not.toEqual(drillsOf("2026-11-18", KINDS));
  expect(new Set(drillsOf("2026-11-17", KINDS)).size).toBe(3);
});

test("three fifths right is a 4.0, all of it a 7.0", () => {
  expect([markOf(0), markOf(0.6), markOf(1), markOf(0.8)]).toEqual([1, 4, 7, 5.5]);
});

test("late in the evening it is still the day it is where one is", () => {
  vi.stubEnv("TZ", "America/Santiago"); // at 23:59 there it is tomorrow in UTC
  expect(dayOf(new Date(2026, 0, 5, 0, 1))).toBe("2026-01-05");
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  vi.unstubAllEnvs();
});
