/** Movement: none where it is unwanted, all of it over at once when somebody has seen enough. */
import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { along, finish, move } from "../src/parts/motion";

Object.assign(globalThis, { document: { hidden: false } });
afterEach(() => void (settings.still = false));

function thing(): { node: Element; ended: () => number } {
  const made = { finish: vi.fn(), onfinish: () => {} };
  made.finish.mockImplementation(() => made.onfinish());
  return { node: { animate: () => made } as unknown as Element, ended: () => made.finish.mock.calls.length };
}

test("nothing moves where movement is unwanted", () => {
  settings.still = true;
  expect(move(thing().node, "card", [], {})).toBeNull();
});

test("what moves comes to its end at once, and once", () => {
  const [card, chips] = [thing(), thing()];
  move(card.node, "card", [], {});
  move(chips.node, "chips", [], {});
  finish();
  finish();
  expect([card.ended(), chips.ended()]).toEqual([1, 1]);
});

test("a payment rests beside its bet before it is taken, and what is swept does not", () => {
  const places = (frames: Keyframe[]): unknown[] => frames.flatMap((frame) => (frame.transform ? [String(frame.transform).trim()] : []));
  expect(places(along({ from: [0, 0], by: [5, 5], to: [9, 9], lasts: 1 }))).toEqual([
    "translate(0px, 0px)", "translate(5px, 5px)", "translate(5px, 5px)", "translate(9px, 9px)",
  ]); // prettier-ignore
  expect(places(along({ from: [0, 0], to: [9, 9], lasts: 1 }))).toEqual(["translate(0px, 0px)", "translate(9px, 9px)"]);
});
