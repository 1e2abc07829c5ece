import { expect, test } from "vitest";
import { inLines } from "../src/cloths/cards/print";

test("a long line along the arc of a small cloth is parted near its middle", () => {
  expect(inLines("Black Jack paga 3 a 2")).toEqual(["Black Jack paga 3 a 2"]);
  expect(inLines("Dealer draws to 16 and soft 17 and stands on 17")).toEqual([
    "Dealer draws to 16 and", "soft 17 and stands on 17",
  ]); // prettier-ignore
});
