/** What rounds brought the reader: the chips he has after one, less those he had before it. */
import type { TableView, Told } from "./api/types";

export interface Round {
  round: number;
  net: number;
}

const KEPT = 40;

export class Played {
  /** Rounds he took part in while he looked, the oldest first. */
  rounds = $state.raw<Round[]>([]);
  /** Of the round that ended last. */
  net = $state(0);
  private before: number | null = null;
  /** Whether the round in course is his too. */
  part = false;
  private running = false;

  /** Chips brought, put away or given as a tip are neither won nor lost. */
  hear(events: Told[], seat: number | null): void {
    if (this.before === null || seat === null) return;
    for (const { kind, fields } of events) {
      const amount = Number(fields.amount);
      if (kind === "chips-changed" && fields.target === `seat:${seat}`) this.before += amount;
      if (kind === "chips-changed" && fields.source === `seat:${seat}`) this.before -= amount;
      if (kind === "tipped" && fields.seat === seat) this.before -= amount;
    }
  }

  /** The table as it is now: `worth` are the reader's chips, before him and on the cloth. Says
   * whether a round of his is over with it. */
  look(view: TableView, seat: number | null, worth: number): boolean {
    if (seat === null) {
      this.before = null;
      this.part = this.running = false;
      return false;
    }
    this.before ??= worth;
    if (view.ask) {
      if (!this.running) this.part = false;
      this.running = true;
      if (view.ask.kind !== "bets") {
        const bets = Object.values(view.felt.chips).some((stakes) => stakes[seat]);
        if (bets || view.felt.cards[`seat:${seat}`]) this.part = true;
      }
      return false;
    }
    const over = this.running && (this.part || worth !== this.before);
    if (over) {
      this.net = worth - this.before;
      this.rounds = [...this.rounds, { round: view.round, net: this.net }].slice(-KEPT);
    }
    this.running = false;
    this.before = worth;
    return over;
  }
}
