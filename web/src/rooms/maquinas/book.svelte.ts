/** A book of the cashier's window, of tickets or of cards: what it adds up to, its last lines, and what
 * is done with one of them. */
import { get } from "../../lib/api/http";
import { Asking } from "../../lib/asking.svelte";

export class Book<Sums extends { unit: string }, Row extends { name: string }> {
  sums = $state.raw<Sums[]>([]);
  unit = $state("");
  rows = $state.raw<Row[]>([]);
  /** The one that was dealt with last. */
  shown = $state.raw<Row | null>(null);
  readonly asking = new Asking();
  /** Apart: looking again does not take away what was refused. */
  readonly #looking = new Asking();
  denied = $derived(this.asking.denied ?? this.#looking.denied);

  /** `path` has the lines; what they add up to is under `total`. */
  constructor(readonly path: string, readonly total: string) {}

  async look(): Promise<void> {
    this.sums = (await this.#looking.try(() => get<Sums[]>(`${this.path}/${this.total}`))) ?? [];
    this.unit ||= this.sums[0]?.unit ?? "";
    if (this.unit) this.rows = (await this.#looking.try(() => get<Row[]>(`${this.path}?unit=${this.unit}&limit=30`))) ?? [];
  }

  /** Do something with one of them, and look again. */
  async act(work: () => Promise<Row>): Promise<void> {
    this.shown = (await this.asking.try(work)) ?? this.shown;
    await this.look();
  }
}

/** The eighteen digits of a ticket or a card, as they are printed. */
export const grouped = (digits: string): string => `${digits.slice(0, 2)}-${digits.slice(2).match(/.{4}/g)?.join("-") ?? ""}`;
