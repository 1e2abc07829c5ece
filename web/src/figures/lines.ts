/** Bets worth the same on one line, the lowest edge first. */
import type { BetFigures } from "../lib/api/types";
import { figureName } from "./names";

export interface Line {
  names: string;
  keys: string[];
  row: BetFigures;
  was: BetFigures | null;
}

export function linesOf(bets: readonly BetFigures[], before: readonly BetFigures[] = []): Line[] {
  const old = new Map(before.map((row) => [row.key, row]));
  const found = new Map<string, Line>();
  for (const row of bets) {
    const was = old.get(row.key) ?? null;
    const same = JSON.stringify([
      row.choice, row.moment, row.pays, row.edge, row.hit, row.deviation, row.throws, was?.edge,
    ]); // prettier-ignore
    const line = found.get(same);
    if (line) {
      line.keys.push(row.key);
      line.names = joined(line.names, row);
    } else found.set(same, { names: figureName(row), keys: [row.key], row, was });
  }
  return [...found.values()].sort((a, b) => a.row.edge_share - b.row.edge_share);
}

/** «rojo, negro / prisión»: the choice is said once. */
function joined(names: string, row: BetFigures): string {
  const [bets = "", ...rest] = names.split(" / ");
  const [bet] = figureName(row).split(" / ");
  return [`${bets}, ${bet}`, ...rest].join(" / ");
}
