/** Orders of cards the system promised by a hash, and what became of them when they were opened. */
import { sha256 } from "./sha256";
import type { ShoeView, Told } from "./api/types";

export interface Opened {
  order: number;
  cards: string[];
  /** Whether it fits its promise; not known where the promise was not heard. */
  fits: boolean | null;
}

export class Promises {
  /** The order opened last. */
  opened = $state.raw<Opened | null>(null);
  private made = new Map<number, string>();

  see(shoe: ShoeView | null | undefined): void {
    if (shoe?.order != null && shoe.promise) this.made.set(shoe.order, shoe.promise);
  }

  hear(events: Told[]): void {
    for (const { kind, fields } of events) {
      if (kind !== "announced") continue;
      const facts = (fields.facts ?? {}) as Record<string, unknown>;
      if (fields.what === "orden-prometido") this.made.set(Number(facts.n), String(facts.promise));
      if (fields.what === "orden-abierto") this.open(Number(facts.n), String(facts.salt), String(facts.order));
    }
  }

  private open(order: number, salt: string, told: string): void {
    const cards = told.split(" ");
    const promise = this.made.get(order);
    const fits = promise === undefined ? null : sha256(`${salt}:${cards.join(",")}`) === promise;
    if (order >= (this.opened?.order ?? 0)) this.opened = { order, cards, fits };
  }
}
