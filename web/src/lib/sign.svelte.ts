/** The sign beside a table: what each bet pays. */
import { get, Refusal } from "./api/http";
import type { Sign } from "./api/types";
import { t } from "./texts";
import { betName } from "./words.svelte";

/** The even chances of a roulette, which are paid alike. */
const SIMPLE = new Set(["rojo", "negro", "par", "impar", "mayor", "menor"]);

const rate = (odds: string): number => {
  const [to = 0, one = 1] = odds.split(":").map(Number);
  return to / one;
};

export class Pays {
  /** Odds by bet, or by hand of cards. */
  odds = $state.raw<Record<string, string>>({});
  /** Conditions of play beyond the plan. */
  conditions = $state.raw<Record<string, string>>({});

  /** The bank's part of what it pays, as a percentage, where it takes one. */
  commission = $state<string | null>(null);

  constructor(path: string) {
    get<Sign>(`${path}/sign`)
      .then((sign) => {
        this.odds = sign.pays;
        this.conditions = sign.conditions;
        this.commission = sign.commission ?? null;
        this.parts = sign.parts ?? {};
        this.wins = sign.wins ?? {};
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error; // the page says that there is no such table
      });
  }

  /** The kinds of bet that a called bet is made of. */
  parts = $state.raw<Record<string, string[]>>({});

  /** What a bet wins on, where that is a list. */
  wins = $state.raw<Record<string, (number | string)[]>>({});

  /** The numbers a bet wins on, to be printed on the cloth: `5–8 · 13–16`, and what one of them pays
   * where that is not what the bet pays. */
  numbers(bet: string): string {
    const runs: number[][] = [];
    const apart = (one: number): string | undefined => this.odds[`${bet}@${one}`];
    for (const one of this.wins[bet] ?? []) {
      if (typeof one !== "number") continue;
      const run = runs.at(-1);
      const last = run?.at(-1);
      if (run && last === one - 1 && !apart(one) && !apart(last)) run.push(one);
      else runs.push([one]);
    }
    const said = (run: number[]): string => {
      const [first = 0, last = first] = [run[0], run.at(-1)];
      if (run.length < 3) return run.map((one) => (apart(one) ? `${one} (${apart(one)})` : `${one}`)).join(" · ");
      return `${first}–${last}`;
    };
    return runs.map(said).join(" · ");
  }

  /** What a bet pays; a called bet, what each of its parts does. */
  of(bet: string): string {
    const kind = bet.split(":")[0] ?? "";
    const parts = this.parts[kind];
    if (parts) return parts.map((part) => `${betName(part)} ${this.odds[part] ?? ""}`).join(", ");
    const one = this.odds[bet.replace(":", "@")] ?? this.odds[kind] ?? (SIMPLE.has(kind) ? this.odds.sencilla : undefined);
    return one ?? this.range(`${kind}@`) ?? this.range("figura@") ?? "";
  }

  /** From the least to the most of what is paid by what came. */
  private range(rows: string): string | undefined {
    const paid = Object.entries(this.odds).flatMap(([row, odds]) => (row.startsWith(rows) ? [odds] : []));
    if (!paid.length) return undefined;
    const sorted = paid.toSorted((one, other) => rate(one) - rate(other));
    const [least = "", most = ""] = [sorted[0], sorted.at(-1)];
    return least === most ? least : t("spot.pays-to", { least, most });
  }
}
