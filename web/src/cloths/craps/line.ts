import type { TableModel } from "../../lib/table/model.svelte";

/** The bets of which whoever throws needs one before a come-out (CAT-IV.1.5-08). */
export const LINES = ["pass", "dont-pass"] as const;

/** Who throws, while bets are open before a come-out; with a point on whoever has the dice throws them. */
function comingOut({ view, betting }: TableModel): number | null {
  const open = view && betting && !/\d/.test(view.felt.markers["marcador-de-salida"] ?? "");
  return open ? (view.felt.turn?.[0] ?? null) : null;
}

/** Whether nobody has one: until then the dice rest, however much lies elsewhere. */
export function lacksLine(table: TableModel): boolean {
  return comingOut(table) !== null && LINES.every((line) => !Object.keys(table.stakes[line] ?? {}).length);
}

/** Whether the reader is to throw and has none. Once there are bets and nobody has one, that is said under the cloth. */
export function mustBet(table: TableModel): boolean {
  const shooter = comingOut(table);
  if (shooter === null || shooter !== table.seat || LINES.some((line) => table.mine.has(line))) return false;
  return !(lacksLine(table) && Object.keys(table.stakes).length);
}
