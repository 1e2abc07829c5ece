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

function kept<T>(key: string, none: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? none;
  } catch {
    return none;
  }
}
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

/** The best mark at each exam. */
class Exams {
  all = $state.raw<Record<string, number>>(kept<Record<string, number>>("tapete.exams", {}));

  note(game: string, mark: number): void {
    this.all = { ...this.all, [game]: Math.max(mark, this.all[game] ?? 1) };
    localStorage.setItem("tapete.exams", JSON.stringify(this.all));
  }
}

export const exams = new Exams();

const DAY = 86_400_000;
const DAYS = 60;

/** The days on which the drills of the day were done. */
class Days {
  private done = $state.raw<string[]>(kept<string[]>("tapete.days", []));

  has(day: string): boolean {
    return this.done.includes(day);
  }

  note(day: string): void {
    if (!this.has(day)) this.done = [...this.done, day].slice(-DAYS);
    localStorage.setItem("tapete.days", JSON.stringify(this.done));
  }

  /** How many days in a row up to this one; one not done yet today breaks nothing. */
  inARow(today: string): number {
    let n = 0;
    let at = Date.parse(today) - (this.has(today) ? 0 : DAY);
    for (; this.has(new Date(at).toISOString().slice(0, 10)); at -= DAY) n += 1;
    return n;
  }
}

export const days = new Days();

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
