/** What a table is doing, for the plan of the room. */
import type { FloorRow } from "../lib/api/types";

export const STATES = [
  "betting", "decision", "ruling", "playing", "waiting", "suspended", "closed", "elsewhere",
] as const; // prettier-ignore
export type State = (typeof STATES)[number];

export function stateOf(row: FloorRow): State {
  if (!row.here) return "elsewhere";
  if (!row.open) return "closed";
  if (row.suspended) return "suspended";
  if (row.asks === "ruling") return "ruling";
  if (row.decides) return "decision";
  if (row.asks === "bets") return "betting";
  return row.asks ? "playing" : "waiting";
}

/** A sign beside the colour, so that nobody needs to tell colours apart. */
export const SIGNS: Record<State, string> = {
  betting: "●",
  decision: "?",
  ruling: "!",
  playing: "▶",
  waiting: "○",
  suspended: "Ⅱ",
  closed: "×",
  elsewhere: "⇢",
};

export type Shape = "wheel" | "moon" | "ellipse" | "long" | "shield" | "small";

const ROUND = /^(texas-holdem-(con|sin)-limites|omaha|seven-stud|stud-)/;

/** The outline of a table as it stands in the room. */
export function shapeOf(game: string): Shape {
  if (game.startsWith("ruleta")) return "wheel";
  if (game === "craps") return "long";
  if (game === "treinta-y-cuarenta") return "shield";
  if (game === "big-six" || game === "corona-y-ancla" || game === "chuck-a-luck" || game === "mini-craps") return "small";
  if (ROUND.test(game) || game === "punto-y-banca" || game === "baccarat" || game.startsWith("midi")) return "ellipse";
  return "moon";
}
