import { expect, test } from "vitest";
import { placed } from "../src/rooms/bingo/face";

const ROWS = [[1, 10, 30, 40, 80], [9, 20, 50, 60, 90], [11, 31, 51, 61, 70]];

test("a card stands in the columns of its edition, by custom 1-9, 10-19 to 80-90", () => {
  const columns = Array.from({ length: 9 }, (_, n): [number, number] => [n ? n * 10 : 1, n < 8 ? n * 10 + 9 : 90]);
  expect(placed(ROWS, columns)).toEqual([
    [1, 10, null, 30, 40, null, null, null, 80],
    [9, null, 20, null, null, 50, 60, null, 90],
    [null, 11, null, 31, null, 51, 61, 70, null],
  ]);
});

test("and in columns 1-10, 11-20 to 81-90 where it says so: 10 below 1, 90 in the last", () => {
  const columns = Array.from({ length: 9 }, (_, n): [number, number] => [n * 10 + 1, n * 10 + 10]);
  const rows = [[1, 20, 30, 41, 80], [10, 21, 50, 60, 90], [11, 31, 51, 61, 71]];
  expect(placed(rows, columns)).toEqual([
    [1, 20, 30, null, 41, null, null, 80, null],
    [10, null, 21, null, 50, 60, null, null, 90],
    [null, 11, null, 31, null, 51, 61, 71, null],
  ]);
});
