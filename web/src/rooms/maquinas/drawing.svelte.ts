/** Balls of a draw that come out one after another; what was drawn is the server's. */
import { untrack } from "svelte";
import { sounds } from "../../lib/sound.svelte";

interface Shown {
  /** The balls of the draw on the screen, in their order. */
  balls: () => readonly number[];
  /** Milliseconds from one to the next. */
  each: number;
  /** Whether they are all out at once. */
  still: () => boolean;
  /** A draw begins; the first was there when the page was opened. */
  begins?: (first: boolean) => void;
  onshown: () => void;
}

/** How many balls are out. Called while the component is made. */
export function drawing({ balls, each, still, begins, onshown }: Shown): () => number {
  let out = $state(0);
  let timer: ReturnType<typeof setInterval> | undefined;
  let first = true;
  /** The same balls in the same order are the same draw. */
  const draw = $derived(balls().join(" "));
  $effect.pre(() => {
    void draw;
    untrack(() => {
      const all = balls().length;
      clearInterval(timer);
      begins?.(first);
      out = first || still() ? all : 0;
      if (out === all) onshown();
      else
        timer = setInterval(() => {
          out += 1;
          sounds.play("tick");
          if (out < all) return;
          clearInterval(timer);
          onshown();
        }, each);
      first = false;
    });
    return () => clearInterval(timer);
  });
  return () => out;
}
