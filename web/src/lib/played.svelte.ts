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
  /** Of the round being settled, or settled last. */
  net = $state(0);
  /** Whether the last round that ended was his too. */
  settled = $state(false);
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

  /** The table as it is now: `worth` are the reader's chips, before him and on the cloth. */
  look(view: TableView, seat: number | null, worth: number): void {
    if (seat === null) {
      this.before = null;
      this.settled = this.part = this.running = false;
      return;
    }
    this.before ??= worth;
    const ask = view.ask;
    if (ask) {
      const began = !this.running;
      this.running = true;
      if (began) this.part = false;
      if (ask.kind !== "bets") {
        const bets = Object.values(view.felt.chips).some((stakes) => stakes[seat]);
        if (bets || view.felt.cards[`seat:${seat}`]) this.part = true;
      }
      if (this.part) {
        this.net = worth - this.before;
        this.settled = false;
      }
      return;
    }
    if (!this.running) {
      this.before = worth;
      return;
    }
    // The round is over.
    this.running = false;
    if (this.part || worth !== this.before) {
      this.net = worth - this.before;
      this.settled = true;
      this.rounds = [...this.rounds, { round: view.round, net: this.net }].slice(-KEPT);
    }
    this.before = worth;
  }
}
