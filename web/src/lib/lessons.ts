/** The path of the school: what is learnt after what, how far one is, the drill of the day, the mark of
 * an exam. */
import type { DrillKind } from "./api/types";
import { fastest, type Standing } from "./school.svelte";

export interface Step {
  /** `pagos.black-jack.uno` */
  drill: string;
  kind: string;
  game: string;
  level: string;
}

/** Where somebody stands at one step: not begun, on the way, mastered. */
type Reached = "new" | "begun" | "mastered";

const ENOUGH = 8;
const SURE = 0.85;
const TODAY = 3;
/** Kinds in the order in which they are learnt. */
const ORDER = ["manos", "tercera-carta", "filas", "croupier", "pagos", "pozos", "estrategia"];

/** The steps of a game, from the first on. */
export function pathOf(kinds: readonly DrillKind[], game: string): Step[] {
  const rank = (kind: string): number => ORDER.indexOf(kind);
  return [...kinds]
    .sort((a, b) => rank(a.kind) - rank(b.kind))
    .flatMap(({ kind, games }) =>
      (games[game] ?? []).map((level) => ({ drill: `${kind}.${game}.${level}`, kind, game, level })),
    );
}

/** The games that are taught. */
export function gamesOf(kinds: readonly DrillKind[]): string[] {
  return [...new Set(kinds.flatMap((one) => Object.keys(one.games)))];
}

/** Mastered: the last eight tries or more, nearly all of them right. */
export function reached(standing: Standing): Reached {
  if (!standing.tries) return "new";
  const last = standing.last.slice(-ENOUGH);
  const right = last.filter((one) => one.right).length;
  return last.length >= ENOUGH && right / last.length >= SURE && fastest(standing) !== null ? "mastered" : "begun";
}

/** The day it is where one is, as 2026-11-17: late in the evening in Chile it is tomorrow in UTC. */
export function dayOf(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The drills of a day: the same for everybody, another game each day. `day` is 2026-11-17. */
export function drillsOf(day: string, kinds: readonly DrillKind[]): string[] {
  const taught = kinds.find((one) => one.kind === "pagos")?.games ?? {};
  const games = Object.keys(taught);
  const game = games[hash(day) % Math.max(1, games.length)];
  if (!game) return [];
  const levels = taught[game] ?? [];
  return Array.from({ length: TODAY }, (_, n) => {
    const seed = hash(`${day} ${n}`);
    return `pagos.${game}.${levels[(hash(day) + n) % levels.length]}.${seed}`;
  });
}

/** A mark from 1.0 to 7.0 as Chilean schools give it: 4.0 for three fifths of it right. */
export function markOf(share: number): number {
  const mark = share < 0.6 ? 1 + 3 * (share / 0.6) : 4 + 3 * ((share - 0.6) / 0.4);
  return Math.round(mark * 10) / 10;
}

/** A number out of a text, the same on every machine. */
function hash(text: string): number {
  let found = 2166136261;
  for (const sign of text) found = Math.imul(found ^ (sign.codePointAt(0) ?? 0), 16777619) >>> 0;
  return found;
}
