import { expect, test } from "vitest";
import { cameOf } from "../src/cloths/cards/lay";
import { TableModel } from "../src/lib/table/model.svelte";
import { news, told } from "./samples";

test("what came is shown with the cards that brought it, not while the next are dealt", () => {
  const table = new TableModel("mesa");
  const step = (n: number, kind: string, fields: Record<string, unknown>) => table.take(news(String(n), [told(n, kind, fields)]));
  step(1, "card-dealt", { to: "punto", card: "9s" });
  expect(cameOf(table)).toBeNull();
  step(2, "result-shown", { result: "punto" });
  expect(cameOf(table)).toBe("punto");
  step(3, "cards-cleared", { zone: "punto" });
  expect(cameOf(table), "they lie there until the next come").toBe("punto");
  step(4, "card-dealt", { to: "punto", card: "2s" });
  expect(cameOf(table)).toBeNull();
});
