/** A result on its way to a machine's screen: what came is not shown before the ball or the dice lie. */
import { untrack } from "svelte";
import { sounds, type Sound } from "../../lib/sound.svelte";
import type { Coming } from "../../moving/result.svelte";
import { moves } from "../../parts/motion";
import type { Position, ProgramOut } from "./types";

/** What the cloth of a game behind a machine is given. */
export interface ClothProps {
  program: ProgramOut;
  positions: Position[];
  /** The reader's position. */
  here: number | null;
  results: readonly string[];
  /** Values of chips. */
  values: readonly number[];
  open: boolean;
  spinning: boolean;
  put: (bet: string) => void;
}

export class Fall {
  coming = $state.raw<Coming>({ result: null, n: 0, moving: false });
  #known: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** ``takes``: milliseconds until it lies, and ``sound`` what is heard till then; ``moving`` is told when it begins and
   * when it lies. */
  constructor(
    readonly takes: number,
    readonly sound: Sound,
    readonly moving: (moving: boolean) => void,
  ) {}

  /** The last results as the server has them; false: they are those that are known. */
  hear(results: readonly string[]): boolean {
    const now = results.join(" ");
    if (now === this.#known) return false;
    const result = results.at(-1) ?? null;
    const falls = this.#known !== null && result !== null && moves();
    this.#known = now;
    this.end();
    this.coming = { result, n: this.coming.n + 1, moving: falls };
    this.moving(falls);
    if (falls) {
      sounds.play(this.sound, this.takes / 1000);
      this.#timer = setTimeout(() => this.lie(), this.takes);
    }
    return true;
  }

  /** It lies. */
  lie(): void {
    this.coming = { ...this.coming, moving: false };
    this.moving(false);
  }

  /** Nobody looks any more. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The positions as a cloth shows them: what came is not seen before it lies, and until then their chips lie as they
 * were when it was thrown. Called while the component is made. */
export function lying(fall: Fall, results: () => readonly string[], positions: () => Position[]): () => Position[] {
  let down = $state.raw<Position[]>([]);
  // Before anything is drawn.
  $effect.pre(() => {
    const [seats, now] = [positions(), results()];
    untrack(() => {
      if (!fall.hear(now)) down = seats;
    });
  });
  $effect(() => () => fall.end());
  return () => (fall.coming.moving ? down : positions());
}
