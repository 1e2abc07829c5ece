/** A player's part in chance: his client gives a number of its own by itself, promised before the
 * house promises and opened after, so that nobody can have chosen what comes (`tapete.chance.numbers`
 * says how the numbers of all decide together). */
import { sha256 } from "../sha256";
import type { Command, Told } from "../api/types";

const PROMISED = new Set(["orden-prometido", "numero-prometido"]);

export function randomNumber(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Numbers {
  /** The numbers given, by their promises. */
  readonly given = new Map<string, string>();
  private seat: number | null = null;

  constructor(
    private readonly unit: string,
    private readonly send: (command: Command) => Promise<unknown>,
    private readonly random: () => string = randomNumber,
  ) {}

  /** Where we sit now, if anywhere: whoever sits down promises a number. */
  sit(seat: number | null): void {
    if (seat === this.seat) return;
    this.seat = seat;
    if (seat !== null) this.give(seat);
  }

  /** The house has promised: a number of ours that has a part in it is opened, and another given. */
  hear(events: Told[]): void {
    for (const { kind, fields } of events) {
      if (kind !== "announced" || this.seat === null || !PROMISED.has(String(fields.what))) continue;
      const facts = (fields.facts ?? {}) as Record<string, unknown>;
      const number = this.given.get(partOf(String(facts.parts ?? ""), this.seat));
      if (number === undefined) continue;
      this.quietly({ do: "open-number", seat: this.seat, n: Number(facts.n), number });
      this.give(this.seat);
    }
  }

  private give(seat: number): void {
    const number = this.random();
    const promise = sha256(`${this.unit}/${seat}:${number}`);
    this.given.set(promise, number);
    this.quietly({ do: "give-number", seat, promise });
  }

  /** Too late, or a table where cards are cut by hand: the table goes on without, and says so. */
  private quietly(command: Command): void {
    this.send(command).catch(() => {});
  }
}

/** The promise of a seat among the parts of what the house has promised: `1:abc… 3:def…`. */
export function partOf(parts: string, seat: number): string {
  const own = parts.split(" ").find((part) => part.startsWith(`${seat}:`));
  return own?.slice(own.indexOf(":") + 1) ?? "";
}
