/** How somebody does at each drill. It stays in this browser. */

export interface Try {
  right: boolean;
  ms: number;
}

/** A drill that went wrong: it comes again after so many others, later each time it goes right. */
interface Due {
  id: string;
  after: number;
  gap: number;
}

export interface Standing {
  tries: number;
  right: number;
  last: Try[];
  due: Due[];
}

const KEY = "tapete.school";
const SHOWN = 50;
const GAPS = [3, 8, 20];
const SEEDS = 2 ** 53;

function nothing(): Standing {
  return { tries: 0, right: 0, last: [], due: [] };
}

class Progress {
  private all = $state.raw<Record<string, Standing>>(read());

  of(drill: string): Standing {
    return this.all[drill] ?? nothing();
  }

  /** The name of the next drill: one that is due again, or a new one. */
  next(drill: string, besides: string): string {
    const due = this.of(drill).due.find((one) => one.after <= 0 && one.id !== besides);
    return due?.id ?? `${drill}.${seed()}`;
  }

  note(drill: string, id: string, one: Try): void {
    const old = this.of(drill);
    const known = old.due.find((due) => due.id === id);
    const due = old.due.filter((each) => each.id !== id).map((each) => ({ ...each, after: each.after - 1 }));
    if (!one.right) due.push({ id, after: GAPS[0]!, gap: 0 });
    else if (known && known.gap + 1 < GAPS.length) {
      due.push({ id, after: GAPS[known.gap + 1]!, gap: known.gap + 1 });
    }
    const standing: Standing = {
      tries: old.tries + 1,
      right: old.right + (one.right ? 1 : 0),
      last: [...old.last, one].slice(-SHOWN),
      due: due.slice(-40),
    };
    this.all = { ...this.all, [drill]: standing };
    localStorage.setItem(KEY, JSON.stringify(this.all));
  }

  forget(drill: string): void {
    const { [drill]: _, ...others } = this.all;
    this.all = others;
    localStorage.setItem(KEY, JSON.stringify(others));
  }
}

export const progress = new Progress();

/** The middle of the times of the last right answers, in milliseconds. */
export function median(standing: Standing): number | null {
  const times = standing.last.filter((one) => one.right).map((one) => one.ms);
  times.sort((a, b) => a - b);
  const middle = times.length >> 1;
  if (!times.length) return null;
  return times.length % 2 ? times[middle]! : (times[middle - 1]! + times[middle]!) / 2;
}

export function fastest(standing: Standing): number | null {
  const times = standing.last.filter((one) => one.right).map((one) => one.ms);
  return times.length ? Math.min(...times) : null;
}

function seed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((high % (SEEDS / 2 ** 32)) * 2 ** 32 + low) % SEEDS;
}

function read(): Record<string, Standing> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as unknown;
    return found && typeof found === "object" ? (found as Record<string, Standing>) : {};
  } catch {
    return {};
  }
}
