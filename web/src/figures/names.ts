/** How the mathematics name bets and moves. */
import { has, t } from "../lib/texts/figures";
import { betName, moveName } from "../lib/words.svelte";

const BEST = "optima";

/** A bet with the choice of its owner and the point it hangs on. */
export function figureName(row: { bet: string; choice: string; moment?: string }): string {
  const said = [betName(row.bet)];
  if (row.moment) said.push(t("odds.moment", { moment: row.moment }));
  if (row.choice) said.push(row.choice === BEST ? t("odds.best") : moveName(row.choice));
  return said.join(" / ");
}

/** A move in one letter. */
export function letter(move: string): string {
  const key = `letter.${move}`;
  return has(key) ? t(key) : move.slice(0, 1).toUpperCase();
}

/** A value of the rules in words, where there are some. */
export function valueName(key: string): string {
  const known = `value.${key}`;
  return has(known) ? t(known) : key.replaceAll("_", " ");
}
