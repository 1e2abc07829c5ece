/** The pace at which news are shown. What moves goes to what the server said already: it decides
 * nothing, may be skipped, and is left out where movement is unwanted or the table has run ahead. */
import type { News, Told } from "../api/types";

/** Milliseconds that an event of a kind moves before its outcome is shown, or rests after it. */
export interface Pace {
  before?: Record<string, number>;
  after?: Record<string, number>;
}

/** Who draws what is shown. */
export interface Player {
  /** These events move now; the table still looks as it did before them. */
  move: (events: Told[]) => void;
  show: (news: News) => void;
  /** Whether it is the reader's turn after these news: he is not kept waiting. */
  awaited: (news: News) => boolean;
  still: () => boolean;
  pace: () => Pace;
}

/** So late, or with so much behind it, a step is shown without movement. */
const LATE = 9000;
const BEHIND = 30;
/** The longest rest between steps while the reader's own turn waits. */
const BRISK = 90;
const STATES = 50;
const PATIENCE = 1000;

export class Stage {
  private queue: { news: News; at: number }[] = [];
  private draining = false;
  private skipping = false;
  /** Whether what was shown last rests: nothing moves just now. */
  private resting = false;
  private wake: () => void = () => {};
  private states: string[] = [];
  private waiting: { state: string; resolve: () => void }[] = [];

  constructor(private readonly player: Player) {}

  put(news: News): void {
    this.queue.push({ news, at: performance.now() });
    if (this.resting && this.player.awaited(news)) this.wake();
    void this.drain();
  }

  /** Show at once everything that is known by now. */
  skip(): void {
    if (!this.draining) return;
    this.skipping = true;
    this.wake();
  }

  /** When the table has been shown as it was in a state; not for ever, if it never is. */
  shown(state: string): Promise<void> {
    if (this.states.includes(state)) return Promise.resolve();
    return Promise.race([
      sleep(PATIENCE),
      new Promise<void>((resolve) => this.waiting.push({ state, resolve })),
    ]);
  }

  private async drain(): Promise<void> {
    if (this.draining) return;
    this.draining = true;
    try {
      for (let head = this.queue.shift(); head; head = this.queue.shift()) {
        const { news, at } = head;
        const before = this.lasts(news, at, this.player.pace().before);
        if (before) {
          this.player.move(news.events);
          await this.rest(before);
        }
        this.player.show(news);
        this.note(news.state);
        this.resting = true;
        const brisk = this.queue.some((one) => this.player.awaited(one.news));
        const after = Math.min(this.lasts(news, at, this.player.pace().after), brisk ? BRISK : Infinity);
        if (after) await this.rest(after);
        this.resting = false;
      }
    } finally {
      // One step that could not be shown does not keep the next from being shown.
      this.draining = this.skipping = this.resting = false;
    }
  }

  private lasts({ events }: News, at: number, pace: Record<string, number> = {}): number {
    const late = performance.now() - at > LATE || this.queue.length > BEHIND;
    if (late || this.skipping || this.player.still()) return 0;
    return Math.max(0, ...events.map((told) => pace[told.kind] ?? 0));
  }

  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private note(state: string): void {
    this.states = [...this.states.slice(-STATES), state];
    for (const one of this.waiting) if (one.state === state) one.resolve();
    this.waiting = this.waiting.filter((one) => one.state !== state);
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
