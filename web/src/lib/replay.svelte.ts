/** A round that was played, as a table to look at: what lies on the felt after each of its events.
 * It hears nothing and sends nothing. */
import type { FeltView, Replayed, TableView, Told } from "./api/types";
import { settings } from "./settings.svelte";
import { SETTLING, TableModel } from "./table/model.svelte";
import { sleep } from "./table/stage";

/** Milliseconds an event rests at ordinary pace. */
const REST = 700;

export class ReplayStore extends TableModel {
  /** How many events have been shown. */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  readonly told: readonly Told[];
  private readonly felts: FeltView[];
  private run = 0;

  constructor(readonly round: Replayed) {
    super(round.table);
    this.told = round.frames.map((frame) => frame.told);
    this.felts = [round.start];
    for (const frame of round.frames) this.felts.push(frame.felt ?? this.felts.at(-1)!);
    this.go(0);
  }

  /** Show the table after so many events. */
  go(n: number): void {
    const at = Math.max(0, Math.min(n, this.told.length));
    this.at = at;
    this.moving = [];
    this.log = this.told.slice(0, at);
    this.settled = this.log.filter((told) => SETTLING.has(told.kind));
    this.view = this.looked(at);
    this.settling = this.view.round;
  }

  /** Stop, and show the table there. */
  jump(n: number): void {
    this.stop();
    this.go(n);
  }

  /** Where the next payment, loss or return is; after the last of them, the first. */
  get payment(): number {
    const paid = this.told.filter((told) => SETTLING.has(told.kind)).map((told) => told.n);
    return paid.find((n) => n > this.at) ?? paid[0] ?? this.told.length;
  }

  stop(): void {
    this.run += 1;
    this.playing = false;
    this.moving = [];
  }

  /** Go on by itself to the end, each event as long as one can follow. */
  async play(): Promise<void> {
    const run = ++this.run;
    if (this.at >= this.told.length) this.go(0);
    this.playing = true;
    while (this.at < this.told.length) {
      const next = this.told[this.at]!;
      const moves = settings.still ? 0 : (this.pace.before?.[next.kind] ?? 0);
      if (moves) {
        this.moving = [next];
        await sleep(moves / Math.max(1, this.speed));
      }
      if (run !== this.run) return;
      this.go(this.at + 1);
      await sleep(REST / this.speed);
      if (run !== this.run) return;
    }
    this.playing = false;
  }

  private looked(at: number): TableView {
    const { round } = this;
    const felt = this.felts[at]!;
    return {
      id: round.table,
      game: round.game,
      edition: round.edition,
      attended: false,
      open: true,
      suspended: false,
      state: String(at),
      next: at + 1,
      round: round.number,
      viewer: "public",
      unit: round.unit,
      limits: round.limits,
      players_max: round.players_max,
      throws_left: null,
      seats: round.seats.map((seat) => ({
        ...seat,
        chips: seat.chips == null ? null : seat.chips + (felt.net[seat.seat] ?? 0),
      })),
      felt,
      placed: felt.chips,
      ask: round.frames[at - 1]?.ask ?? null,
    };
  }
}
