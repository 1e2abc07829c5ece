import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Stage } from "../src/lib/table/stage";
import { news, told } from "./samples";

const said: string[] = [];
let still = false;
let awaited = "";
const stage = (): Stage =>
  new Stage({
    move: () => void said.push("moves"),
    show: (one) => void said.push(one.state),
    awaited: (one) => one.state === awaited,
    still: () => still,
    pace: () => ({ before: { "result-shown": 5000 }, after: { "card-dealt": 400 } }),
  });
const spin = news("spun", [told(1, "result-shown")]);
const card = (n: number) => news(`card${n}`, [told(n, "card-dealt")]);

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  still = false;
  awaited = "";
});
afterEach(() => vi.useRealTimers());

test("what moves is shown when it has come to rest", async () => {
  stage().put(spin);
  await vi.advanceTimersByTimeAsync(4900);
  expect(said).toEqual(["moves"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(said).toEqual(["moves", "spun"]);
});

test("a movement is skipped, and what follows it is shown at once", async () => {
  const shown = stage();
  shown.put(spin);
  shown.put(card(1));
  shown.put(card(2));
  await vi.advanceTimersByTimeAsync(10);
  shown.skip();
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(["moves", "spun", "card1", "card2"]);
  shown.put(spin); // the next one moves again
  await vi.advanceTimersByTimeAsync(1);
  expect(said.slice(4)).toEqual(["moves"]);
});

test("nothing moves for whoever wants no movement", async () => {
  still = true;
  stage().put(spin);
  expect(said).toEqual(["spun"]);
});

test("cards come one after the other, briskly where the reader's own turn waits", async () => {
  const slow = stage();
  for (const n of [1, 2, 3]) slow.put(card(n));
  await vi.advanceTimersByTimeAsync(750);
  expect(said).toEqual(["card1", "card2"]);
  await vi.advanceTimersByTimeAsync(5000);
  said.length = 0;
  awaited = "card6";
  for (const n of [4, 5, 6]) slow.put(card(n));
  await vi.advanceTimersByTimeAsync(200);
  expect(said).toEqual(["card4", "card5", "card6"]);
});

test("whoever waits for a state is told when it is shown, and never waits for ever", async () => {
  const shown = stage();
  const seen: string[] = [];
  void shown.shown("card1").then(() => seen.push("card1"));
  void shown.shown("never").then(() => seen.push("never"));
  shown.put(card(1));
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["card1"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen).toEqual(["card1", "never"]);
});
