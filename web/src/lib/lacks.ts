/** What keeps a player from being ready, as the server says it: his bets cannot stand as they lie. */
import type { SeatView } from "./api/types";
import { pesos } from "./money";
import type { TableModel } from "./table/model.svelte";
import { t } from "./texts";
import { betName, words } from "./words.svelte";

export type Lack = NonNullable<SeatView["lacks"]>;

/** The reader's own lack, or that of the player for whom a croupier acts; none: he may be ready. */
export function lackOf(table: TableModel): Lack | null {
  return table.view?.seats.find((one) => one.seat === table.seat)?.lacks ?? null;
}

/** In words: the bet that is missing, with what follows from it unless it is said in `short`; or why those that lie
 * there cannot stand. */
export function lackText({ code, facts }: Lack, nameOf: (seat: number) => string, short = false): string {
  if (typeof facts.needs === "string") return t(short ? "table.lacks" : "first.lacks", { bet: betName(facts.needs) });
  const fact = (name: string): string => {
    const value = facts[name];
    if (name === "seat") return nameOf(Number(value));
    if (name === "bet") return betName(String(value));
    return name === "minimum" ? pesos(Number(value)) : String(value ?? "");
  };
  return (words.find(`refused.${code}`) ?? code).replaceAll(/\{(\w+)\}/g, (_, name: string) => fact(name));
}
