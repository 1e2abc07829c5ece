/** A simulation, part after part: what came so far, and how near the exact figure that is. */
import type { BetFigures, Denied, TrialOut } from "../lib/api/types";
import { asked, refusalOf, wish, type Changes } from "../lib/figures";

const PARTS = 60;
const LEAST = 1_000;
const MOST = 500_000;
const WIDE = 1.96;

export interface Point {
  rounds: number;
  edge: number;
  error: number;
}

export interface Bin {
  label: string;
  value: number;
  count: number;
  /** The exact chance, where the law is known. */
  chance: number | null;
}

export class Trial {
  running = $state(false);
  wanted = $state(0);
  rounds = $state(0);
  bets = $state(0);
  last = $state.raw<TrialOut | null>(null);
  problem = $state.raw<Denied | null>(null);
  points = $state.raw<Point[]>([]);
  row = $state.raw<BetFigures | null>(null);
  private counts = $state.raw<Map<string, { value: number; count: number }>>(new Map());
  private parts: { net: number; bets: number }[] = [];
  private stopping: AbortController | null = null;

  async start(
    game: string, edition: string, changes: Changes, row: BetFigures, rounds: number, seed: number,
  ): Promise<void> { // prettier-ignore
    this.stop();
    const stop = new AbortController();
    this.stopping = stop;
    Object.assign(this, { running: true, wanted: rounds, rounds: 0, bets: 0, last: null, row });
    this.problem = null;
    this.points = [];
    this.counts = new Map();
    this.parts = [];
    const size = Math.min(MOST, Math.max(LEAST, Math.ceil(rounds / PARTS)));
    const params = wish(edition, changes);
    params.set("bet", row.plays);
    params.set("seed", String(seed));
    try {
      for (let part = 0; this.rounds < rounds && !stop.signal.aborted; part += 1) {
        params.set("part", String(part));
        params.set("rounds", String(Math.min(size, rounds - this.rounds)));
        const found = await asked<TrialOut>(`figures/${game}/trial?${params}`, stop.signal);
        if (stop.signal.aborted) return;
        this.add(found);
      }
    } catch (error) {
      if (!stop.signal.aborted) this.problem = refusalOf(error);
    } finally {
      if (this.stopping === stop) this.running = false;
    }
  }

  stop(): void {
    this.stopping?.abort();
    this.running = false;
  }

  private add(found: TrialOut): void {
    const counts = new Map(this.counts);
    let net = 0;
    for (const one of found.nets) {
      const known = counts.get(one.net);
      counts.set(one.net, { value: one.value, count: (known?.count ?? 0) + one.count });
      net += one.value * one.count;
    }
    this.counts = counts;
    this.parts.push({ net, bets: found.bets });
    this.rounds += found.rounds;
    this.bets += found.bets;
    this.last = found;
    this.points = [...this.points, { rounds: this.rounds, edge: this.edge, error: this.error }];
  }

  get edge(): number {
    let net = 0;
    for (const one of this.counts.values()) net += one.value * one.count;
    return this.bets ? -net / this.bets : 0;
  }

  /** The standard error of the edge. A bet a round: rounds are independent. Where a bet lives
   * through several rounds the parts are: their nets are held against their bets. */
  get error(): number {
    const mean = -this.edge;
    if (this.bets < 2) return 0;
    if (this.bets === this.rounds || this.parts.length < 2) {
      let squares = 0;
      let decided = 0;
      for (const one of this.counts.values()) {
        if (!one.value) continue;
        squares += one.count * (one.value - mean) ** 2;
        decided += one.count;
      }
      squares += Math.max(0, this.bets - decided) * mean ** 2;
      return Math.sqrt(squares / (this.bets - 1) / this.bets);
    }
    const many = this.parts.length;
    const spread = this.parts.reduce((sum, one) => sum + (one.net - mean * one.bets) ** 2, 0);
    return Math.sqrt((spread * many) / (many - 1)) / this.bets;
  }

  get deviation(): number {
    return this.error * Math.sqrt(this.bets);
  }

  get interval(): [number, number] {
    return [this.edge - WIDE * this.error, this.edge + WIDE * this.error];
  }

  get exact(): number | null {
    return this.row ? this.row.edge_share : null;
  }

  /** How far the exact edge is from the one found, in standard errors. */
  get z(): number | null {
    return this.exact === null || !this.error ? null : (this.edge - this.exact) / this.error;
  }

  /** How often each net came. Rounds in which a bet only lived on are no result of it. */
  get bins(): Bin[] {
    const chances = new Map(this.row?.ends.map((end) => [end.net, end.chance]));
    const found = [...this.counts].map(([net, one]) => ({ label: net, ...one, chance: chances.get(net) ?? null }));
    const decided = found.reduce((sum, one) => sum + (one.value ? one.count : 0), 0);
    for (const one of found) if (!one.value) one.count = Math.max(0, this.bets - decided);
    const never = (one: Bin): boolean => !one.value && one.chance === null && chances.size > 0;
    return found.filter((one) => (one.count || one.chance) && !never(one)).sort((a, b) => a.value - b.value);
  }
}
