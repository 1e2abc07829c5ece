/** Changing tables: one leaves the other and sits down here in one step, at once or when the round
 * there is over. */
import { get, post, Refusal } from "../api/http";
import type { Denied, TableView } from "../api/types";
import { newId } from "../ids";
import { sleep } from "./stage";

/** In mid-round, or with bets there that only end with it. */
const LATER = new Set(["round-in-course", "two-tables-simple-only"]);
const AGAIN = 700;

/** What it needs of the table come to. */
interface Here {
  readonly path: string;
  readonly view: TableView | null;
  refusal: Denied | null;
  /** Take a place, with so many chips; whether it was given. */
  sit: (seat: number, player: string, chips: number) => Promise<boolean>;
}

/** Whether it may come right by itself: the round goes on there, or nobody answered for the moment. */
const passes = (error: unknown): boolean =>
  !(error instanceof Refusal) || LATER.has(error.denied.code) || error.status >= 500;

export function firstFree(view: TableView | null): number {
  const taken = new Set(view?.seats.map((one) => one.seat));
  let place = 1;
  while (taken.has(place)) place += 1;
  return place;
}

export class Moving {
  /** Whether the round at the other table is waited for. */
  waits = $state(false);
  private stopped = false;

  /** `purse`: the chips one has at no table. */
  constructor(
    private readonly here: Here,
    private readonly purse: () => Promise<number> = () => Promise.resolve(Infinity),
  ) {}

  /** Stay where one is after all. */
  stop(): void {
    this.stopped = true;
    this.waits = false;
  }

  /** Come over to the first place that is free by then. */
  async come(other: string, me: string): Promise<void> {
    this.here.refusal = null;
    this.stopped = false;
    const id = newId();
    while (!this.stopped) {
      try {
        await post(`${this.here.path}/move`, { id, there: other, seat: firstFree(this.here.view) });
        break;
      } catch (error) {
        if (error instanceof Refusal && error.denied.code === "tables-apart") return this.apart(other, me);
        if (error instanceof Refusal && !passes(error)) {
          this.here.refusal = error.denied;
          break;
        }
        this.waits = true;
        await sleep(AGAIN);
      }
    }
    this.waits = false;
  }

  /** Two servers keep the tables: one gets up there and, once that is done, sits down here with what one
   * had. */
  private async apart(other: string, me: string): Promise<void> {
    const place = async () => (await get<TableView>(`/api/tables/${other}`)).seats.find((one) => one.player === me);
    let last = await place();
    if (!last) return;
    const command = { do: "leave", seat: last.seat, after_round: true };
    await post(`/api/tables/${other}/commands`, { id: newId(), command, role: "jugador" });
    this.waits = true;
    while (!this.stopped) {
      try {
        const still = await place();
        if (!still && (await this.here.sit(firstFree(this.here.view), me, Math.min(last.chips ?? 0, await this.purse())))) break;
        if (!still && this.here.refusal?.code !== "seated-elsewhere") break; // it is said
        last = still ?? last;
      } catch (error) {
        if (!passes(error)) throw error;
      }
      await sleep(AGAIN);
    }
    this.waits = false;
  }
}
