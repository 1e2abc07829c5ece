/** The sign beside a table: what each bet pays. */
import { get } from "./api/http";
import type { Sign } from "./api/types";

export class Pays {
  private odds = $state.raw<Record<string, string>>({});

  constructor(path: string) {
    void get<Sign>(`${path}/sign`).then((sign) => (this.odds = sign.pays));
  }

  of(bet: string): string {
    return this.odds[bet] ?? "";
  }
}
