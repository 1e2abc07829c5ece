/** What chance brings at a table: the result on its way, or the last one that came. */
import type { TableModel } from "../lib/table/model.svelte";

export interface Coming {
  result: string | null;
  /** Another number each time something is thrown. */
  n: number;
  moving: boolean;
}

export function resultOf(table: TableModel): Coming {
  const told = table.moving.find((one) => one.kind === "result-shown");
  if (told) return { result: String(told.fields.result), n: told.n, moving: true };
  const last = table.log.findLast((one) => one.kind === "result-shown");
  const result = last ? String(last.fields.result) : (table.results.at(-1) ?? null);
  return { result, n: last?.n ?? 0, moving: false };
}
