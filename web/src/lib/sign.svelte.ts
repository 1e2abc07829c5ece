/** The sign beside a table: what each bet pays. */
import { get } from "./api/http";
import type { Sign } from "./api/types";

export class Pays {
  /** Odds by bet, or by hand of cards. */
  odds = $state.raw<Record<string, string>>({});
  /** Conditions of play beyond the plan. */
  conditions = $state.raw<Record<string, string>>({});

  constructor(path: string) {
    void get<Sign>(`${path}/sign`).then((sign) => {
      this.odds = sign.pays;
      this.conditions = sign.conditions;
    });
  }

  of(bet: string): string {
    return this.odds[bet] ?? "";
  }
}
