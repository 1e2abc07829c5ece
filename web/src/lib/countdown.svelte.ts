/** Seconds left until a moment of the server's clock. It steps once a second, and only while somebody
 * can see it: a table where nothing moves is at rest. */
export class Countdown {
  seconds = $state(0);
  /** How much of the time there was is left, from 1 to 0. */
  part = $state(1);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private whole = 1;
  private end = 0;

  constructor(until: () => number | null | undefined, skew: () => number) {
    $effect(() => {
      const end = until();
      const ahead = skew();
      if (end == null) return;
      if (end !== this.end) this.whole = Math.max(1, end - (Date.now() / 1000 + ahead));
      this.end = end;
      const step = (): void => this.step(end, ahead);
      step();
      document.addEventListener("visibilitychange", step);
      return () => {
        clearTimeout(this.timer);
        document.removeEventListener("visibilitychange", step);
      };
    });
  }

  private step(until: number, skew: number): void {
    clearTimeout(this.timer);
    const left = Math.max(0, until - (Date.now() / 1000 + skew));
    this.seconds = Math.ceil(left);
    this.part = Math.min(1, this.seconds / this.whole);
    if (left > 0 && !document.hidden) this.timer = setTimeout(() => this.step(until, skew), 1000 * (left % 1) + 20);
  }
}
