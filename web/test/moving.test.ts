import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Moving } from "../src/lib/table/moving.svelte";
import { view } from "./samples";

const asked: { id: string; there: string; seat: number }[] = [];
let answers: (() => Response)[] = [];
const refused = (code: string, status = 409) => () => Response.json({ code, text: code, clause: "", facts: {} }, { status });
const here = (taken: number[]) => ({ path: "/api/tables/war-1", view: view({ seats: taken.map((seat) => ({ seat, name: "Rosa", player: "r" })) } as never), refusal: null, sit: async () => true });

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)));
    return (answers.shift() ?? (() => Response.json({})))();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("whoever changes tables waits for the round there, and for a server that does not answer for a moment", async () => {
  answers = [refused("round-in-course"), () => { throw new TypeError("no connection"); }, refused("http-503", 503)]; // prettier-ignore
  const table = here([]);
  const moving = new Moving(table);
  const come = moving.come("ruleta-francesa-1", "me");
  await vi.advanceTimersByTimeAsync(100);
  expect(moving.waits).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  await come;
  expect(asked).toHaveLength(4);
  expect(new Set(asked.map((one) => one.id)).size).toBe(1);
  expect([moving.waits, table.refusal]).toEqual([false, null]);
});

test("he takes the first place that is free by then", async () => {
  answers = [refused("round-in-course")];
  const table = here([]);
  const come = new Moving(table).come("ruleta-francesa-1", "me");
  await vi.advanceTimersByTimeAsync(100);
  table.view = here([1, 2]).view;
  await vi.advanceTimersByTimeAsync(5000);
  await come;
  expect(asked.map((one) => one.seat)).toEqual([1, 3]);
});

test("what will not come right by itself is said, and nothing more is tried", async () => {
  answers = [refused("table-closed")];
  const table = here([]);
  const moving = new Moving(table);
  await moving.come("ruleta-francesa-1", "me");
  expect(table.refusal).toMatchObject({ code: "table-closed" });
  expect([asked.length, moving.waits]).toEqual([1, false]);
});

test("from a table of another server he gets up, and sits down here with what he had", async () => {
  const there = (chips: number | null) => () =>
    Response.json(view({ seats: chips === null ? [] : [{ seat: 4, name: "Yo", player: "me", chips }] } as never));
  answers = [refused("tables-apart"), there(50_000), () => Response.json({}), there(50_000), there(45_000), there(null), there(null)]; // prettier-ignore
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    if (init?.body) asked.push(JSON.parse(String(init.body)));
    return (answers.shift() ?? (() => Response.json({})))();
  });
  const sat: number[][] = [];
  const table = { ...here([1]), refusal: null as unknown, sit: async (seat: number, _: string, chips: number) => {
    sat.push([seat, chips]);
    table.refusal = sat.length === 1 ? { code: "seated-elsewhere" } : null; // it is not known everywhere yet
    return sat.length > 1;
  } }; // prettier-ignore
  const moving = new Moving(table as never, async () => 40_000);
  const come = moving.come("ruleta-francesa-1", "me");
  await vi.advanceTimersByTimeAsync(1000);
  expect([moving.waits, sat.length]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(5000);
  await come;
  expect(sat).toEqual([[2, 40_000], [2, 40_000]]);
  expect(moving.waits).toBe(false);
});
