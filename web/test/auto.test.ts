import { describe, expect, it } from "vitest";
import { goesOn } from "../src/rooms/maquinas/auto";

const limits = { loss: 10_000, win: 50_000 };

describe("automatic play", () => {
  it("does not begin a play that could lose more than the player allowed", () => {
    expect(goesOn(0, 10_000, 0, limits)).toBe(true);
    expect(goesOn(0, 10_001, 0, limits)).toBe(false);
    expect(goesOn(9_000, 3_000, 0, limits)).toBe(false);
    expect(goesOn(-5_000, 15_000, 0, limits)).toBe(true);
  });
  it("stops at a win of the size the player named", () => {
    expect(goesOn(0, 100, 49_999, limits)).toBe(true);
    expect(goesOn(-49_900, 100, 50_000, limits)).toBe(false);
  });
  it("takes an emptied limit for none allowed", () => {
    expect(goesOn(0, 100, 0, { loss: null, win: 50_000 })).toBe(false);
    expect(goesOn(0, 100, 0, { loss: 1_000, win: null })).toBe(false);
  });
});
