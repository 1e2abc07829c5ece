/** The player's hand on the chips: put down, take back, undo, repeat, double, clear. */
import type { Command, OfferView } from "./api/types";
import type { TableModel } from "./table/model.svelte";

type Mine = ReadonlyMap<string, number>;

/** What was put on a bet in place of the chip: the least it takes, the most, or whole steps of it. */
interface Fitted {
  bet: string;
  amount: number;
  to: "least" | "most" | "step";
  step: number;
}

export class Betting {
  /** The value of the chip in hand. */
  chip = $state(0);
  /** The colour of the chips put down (`color:azul`), where they are not money chips. */
  colour = $state("");
  /** Whether a touch on a spot takes chips back. */
  taking = $state(false);
  /** The bet whose spot is touched, to say more about it. */
  touched = $state<string | null>(null);
  /** A bet on which something else than the chip in hand was put, and why. */
  fitted = $state.raw<Fitted | null>(null);
  /** What else is to be said of the chips: bets are not open yet, or what lay there came back. */
  notice = $state<"early" | "returned" | null>(null);
  /** Bets of the last round, to repeat them. */
  last = $state.raw<Mine>(new Map());
  private steps = $state.raw<Mine[]>([]);
  private window: number | null = null;
  private whose: number | null = null;
  private lasts = new Map<number | null, Mine>();
  private opening: Mine = new Map();
  private placed: Mine = new Map();
  private busy = Promise.resolve(true);
  private acting = 0;

  readonly open = $derived.by(() => this.table.betting && this.table.seat !== null);
  readonly total = $derived.by(() => sum(this.table.mine));
  readonly canUndo = $derived.by(() => this.open && this.steps.length > 0);
  readonly canRepeat = $derived.by(() => this.open && !this.steps.length && this.last.size > 0);

  constructor(
    readonly table: TableModel,
    readonly values: readonly number[],
  ) {
    this.chip = values.find((value) => value >= (table.view?.limits.min ?? 0)) ?? values[0] ?? 1;
  }

  /** Called when the table changes: what was added while bets were open can be repeated. */
  watch(): void {
    const view = this.table.view;
    if (this.whose !== this.table.seat) {
      this.whose = this.table.seat; // a croupier goes on to the next player
      this.last = this.lasts.get(this.whose) ?? new Map();
      this.colour = "";
      this.window = null;
    }
    if (view && this.table.betting) {
      if (this.window !== view.round) {
        this.window = view.round;
        this.opening = this.table.mine;
        this.steps = [];
      } else if (!this.acting && this.stays && less(this.placed, this.table.mine).size) {
        this.notice = "returned"; // the house gave back bets that cannot stand
        this.steps = [];
      }
      this.placed = this.table.mine;
    } else if (this.window !== null) {
      const added = less(this.placed, this.opening);
      if (added.size) {
        this.last = added;
        this.lasts.set(this.whose, added);
      }
      this.window = null;
      this.steps = [];
    }
  }

  /** Whether the reader plays himself, and goes on playing. */
  private get stays(): boolean {
    const { own, view } = this.table;
    return own !== null && !view?.seats.find((one) => one.seat === own)?.leaving;
  }

  press(bet: string): Promise<boolean> {
    return this.taking ? this.take(bet) : this.put(bet);
  }

  /** A chip, or as much as the spot needs at least, goes down. */
  put(bet: string): Promise<boolean> {
    if (!this.table.ask && this.table.own !== null) {
      this.notice = "early"; // between rounds nothing is refused: there is nothing to bet on yet
      return Promise.resolve(false);
    }
    this.notice = null;
    return this.step(async () => {
      if (!this.table.offers.has(bet)) await this.table.offered(); // the first chip may be quicker
      const offer = this.table.offers.get(bet);
      this.fitted = fittedTo(bet, offer, this.chip);
      return [this.place(bet, amountFor(bet, offer, this.chip))];
    });
  }

  /** A chip comes back, or the whole bet where less would not be enough to stand. */
  take(bet: string): Promise<boolean> {
    return this.step(() => {
      const lies = this.on(bet);
      if (!lies) return [];
      const low = this.stands(bet);
      return [this.remove(bet, lies - this.chip < low ? lies : this.chip)];
    });
  }

  undo(): Promise<boolean> {
    const before = this.steps.at(-1);
    if (!before) return Promise.resolve(false);
    return this.run(async () => {
      const done = await this.table.try(...this.bring(before));
      if (done) this.steps = this.steps.slice(0, -1);
      return done;
    });
  }

  repeat(): Promise<boolean> {
    return this.step(() => this.bring(merged(this.table.mine, this.last)));
  }

  double(): Promise<boolean> {
    return this.step(() => this.bring(merged(this.table.mine, this.table.mine)));
  }

  clear(): Promise<boolean> {
    return this.step(() => this.bring(this.steps[0] ?? new Map()));
  }

  /** The least that may lie on a bet, by the limits of the table. */
  private stands(bet: string): number {
    const limits = this.table.view?.limits;
    const own = limits?.bets[bet] ?? limits?.bets[bet.split(":")[0] ?? ""];
    return Number(own?.[0] ?? limits?.min ?? 1);
  }

  /** The least that chips of the house can put on a spot now: of a called bet one in each part. */
  least(bet: string, offer: OfferView): number {
    const smallest = Math.min(...this.values) || 1;
    return amountFor(bet, { ...offer, high: null }, smallest);
  }

  on(bet: string): number {
    return this.table.mine.get(bet) ?? 0;
  }

  private step(commands: () => Command[] | Promise<Command[]>): Promise<boolean> {
    return this.run(async () => {
      const before = this.table.mine;
      const wanted = await commands();
      if (!wanted.length) return false;
      const done = await this.table.try(...wanted);
      if (done) this.steps = [...this.steps, before];
      return done;
    });
  }

  /** One after the other: what comes next is worked out from what the server said. */
  private run(work: () => Promise<boolean>): Promise<boolean> {
    this.acting += 1;
    this.busy = this.busy.then(work, work).finally(() => (this.acting -= 1));
    return this.busy;
  }

  /** What makes the bets on the cloth these and no others. */
  private bring(wanted: Mine): Command[] {
    const found: Command[] = [];
    for (const [bet, lies] of this.table.mine) {
      const left = wanted.get(bet) ?? 0;
      if (left < lies) found.push(this.remove(bet, lies - left));
    }
    for (const [bet, amount] of wanted) {
      const lies = this.on(bet);
      if (amount > lies) found.push(this.place(bet, amount - lies));
    }
    return found;
  }

  private place(bet: string, amount: number): Command {
    const chips = this.colour ? { chips: this.colour } : {};
    return { do: "bet", action: { do: "place", seat: this.table.seat ?? 0, bet, amount, ...chips } };
  }

  private remove(bet: string, amount: number): Command {
    return { do: "bet", action: { do: "remove", seat: this.table.seat ?? 0, bet, amount } };
  }
}

/** How much goes down on a spot with one press: the chip, at least what the spot still needs, in its
 * steps, at most what it still takes. Where it is closed the chip is tried all the same, and the
 * server says which clause refuses it. */
export function amountFor(bet: string, offer: OfferView | undefined, chip: number): number {
  if (!offer?.open) return chip;
  const low = offer.low ?? 1;
  const wanted = Math.min(Math.max(chip * piecesOf(bet), low), offer.high ?? Infinity);
  return wanted - ((wanted - low) % (offer.step ?? 1));
}

/** How a press differs from the chip in hand, to be said: nothing else than the chip goes down in
 * silence. */
export function fittedTo(bet: string, offer: OfferView | undefined, chip: number): Fitted | null {
  const [amount, asked] = [amountFor(bet, offer, chip), chip * piecesOf(bet)];
  const step = offer?.step ?? 1;
  if (amount === asked || !offer?.open) return null;
  const to = amount > asked ? "least" : amount + step > (offer.high ?? Infinity) ? "most" : "step";
  return { bet, amount, to, step };
}

/** Bets called by name (CAT-II.1.4-04) are several at once: of so many chips the rulebooks make them,
 * one or two on each part. */
const CALLED: Readonly<Record<string, number>> = { "vecinos-de-cero": 9, huerfanos: 5, tercio: 6 };

function piecesOf(bet: string): number {
  return CALLED[bet] ?? 1;
}

function merged(one: Mine, other: Mine): Mine {
  const found = new Map(one);
  for (const [bet, amount] of other) found.set(bet, (found.get(bet) ?? 0) + amount);
  return found;
}

function less(one: Mine, other: Mine): Mine {
  const found = new Map<string, number>();
  for (const [bet, amount] of one) {
    const more = amount - (other.get(bet) ?? 0);
    if (more > 0) found.set(bet, more);
  }
  return found;
}

function sum(mine: Mine): number {
  let total = 0;
  for (const amount of mine.values()) total += amount;
  return total;
}
