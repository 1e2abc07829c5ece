import { expect, test } from "vitest";
import { bestFive, bestOmaha } from "../src/cloths/cards/hands";

test.each([
  ["a full house over the flush that lies there too", ["5d", "5c"], ["5h", "Qh", "Qs", "2h", "9h"], ["5d", "5c", "5h", "Qh", "Qs"]],
  ["the wheel, its ace below", ["Ad", "2c"], ["3h", "4s", "5s", "Kh", "Kd"], ["Ad", "2c", "3h", "4s", "5s"]],
  ["the higher two of three pairs, and the highest beside", ["Kd", "Kc"], ["9h", "9s", "4s", "4h", "Ad"], ["Kd", "Kc", "9h", "9s", "Ad"]],
])("the cards that are lit: %s", (_, own, board, played) => {
  expect(bestFive(own, board).sort()).toEqual(played.sort());
});

test("at Omaha two of one's own are played, whatever lies in the middle", () => {
  const board = ["2h", "5h", "9h", "Jh", "Kh"];
  expect(bestOmaha(["Ah", "As", "3c", "3d"], board).sort()).toEqual(["Ah", "As", "9h", "Jh", "Kh"].sort());
});
