/** How the mathematics name bets and moves. */
import { has, t } from "../lib/texts/figures";
import { betName, moveName, wordOf, words } from "../lib/words.svelte";

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

/** A row of a rulebook that differs between editions: a bet, an option, or the rule of a clause. */
export function ruleName(change: { what: string; key: string; old?: Side | null; new?: Side | null }): string {
  if (change.what === "bets" || change.what === "pays") return betName(change.key);
  const known = words.find(`option.${change.key}`) ?? words.find(`rule.${change.key}`);
  if (known) return known;
  return has(`value.${change.key}`) ? valueName(change.key) : `${t("editions.rule")} ${change.new?.clause ?? change.old?.clause ?? ""}`;
}

interface Side {
  clause: string;
}

/** What stands in such a row. */
export function sideName(value: string): string {
  if (value === "true" || value === "false") return t(value === "true" ? "yes" : "no");
  if (value.startsWith("{")) return t("editions.list");
  return value.split(" ").map(wordOf).join(", ");
}
