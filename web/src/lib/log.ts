/** What was told, round by round. */
import type { Told } from "./api/types";
import { called, ceremony } from "./said";

interface RoundLog {
  /** Null: before the reader came. */
  round: number | null;
  /** What was won first, then the newest. */
  told: Told[];
}

/** From which event on it was which round: in the order in which it was heard. */
export type Since = readonly { n: number; round: number }[];

const KEPT = 120;
const WON = new Set(["bet-won", "pot-won", "pot-paid"]);
/** What concerns everybody at the table. */
const COMMON = new Set(["round-voided", "throw-void", "pot-won", "seat-taken", "seat-freed", "ruled"]);

function concerns(told: Told, seat: number, attended: boolean): boolean {
  if (!attended && ceremony(told)) return false;
  return told.fields.seat === seat || COMMON.has(told.kind) || called(told);
}

/** The log in rounds, the newest first; of a seat, only what concerns it. */
export function roundsOf(log: readonly Told[], since: Since, seat?: number, attended = true): RoundLog[] {
  const found: RoundLog[] = [];
  for (const told of log.slice(-KEPT).reverse()) {
    if (seat !== undefined && !concerns(told, seat, attended)) continue;
    const round = since.findLast((one) => one.n <= told.n)?.round ?? null;
    const last = found.at(-1);
    if (last && last.round === round) last.told.push(told);
    else found.push({ round, told: [told] });
  }
  for (const one of found) {
    const won = one.told.filter((told) => WON.has(told.kind));
    one.told = [...won, ...one.told.filter((told) => !WON.has(told.kind))];
  }
  return found;
}
