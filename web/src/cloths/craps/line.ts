import type { TableModel } from "../../lib/table/model.svelte";

/** The bets of which whoever throws needs one before a come-out (CAT-IV.1.5-08). */
export const LINES = ["pass", "dont-pass"] as const;

/** Whether nobody has one: until then the dice rest, however much lies elsewhere. */
export function lacksLine(table: TableModel): boolean {
  const { view } = table;
  if (!view || !table.betting || view.felt.turn == null || /\d/.test(view.felt.markers["marcador-de-salida"] ?? "")) return false;
  return LINES.every((line) => !Object.keys(table.stakes[line] ?? {}).length);
}
