/** The desk of a table: what waits there for whoever directs it, read anew after every step. */
import { get, post, Refusal } from "./api/http";
import type { Command, Denied, DeskView } from "./api/types";
import { session } from "./session.svelte";
import { sleep } from "./table/stage";
import type { TableStore } from "./table/store.svelte";

export const CHIEFS = ["jefe-de-mesa", "jefe-de-seccion", "jefe-de-sala"];

export class DeskStore {
  view = $state.raw<DeskView | null>(null);
  denied = $state.raw<Denied | null>(null);
  busy = $state(false);
  private asking = 0;

  /** The roles in which the reader may direct this table. */
  readonly roles = $derived.by(() => {
    const held = (session.me?.roles ?? []).filter((role) => CHIEFS.includes(role));
    const mine = this.view?.mine;
    if (!this.view?.attended || mine === "jefe-de-mesa") return held;
    return held.filter((role) => role !== "jefe-de-mesa");
  });

  constructor(readonly table: TableStore) {}

  async read(): Promise<void> {
    const asking = ++this.asking;
    await sleep(40); // several steps in a row are read once
    if (asking !== this.asking) return;
    try {
      const found = await get<DeskView>(`/api/desk/${this.table.id}`);
      if (asking === this.asking) this.view = found;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.denied = error.denied;
    }
  }

  /** Do something at the table; a refusal is shown with its clause. Says whether it was done. */
  async tell(command: Command): Promise<boolean> {
    return this.run(() => this.table.try(command));
  }

  /** Do something away from the table. */
  async ask(path: string, body: unknown): Promise<boolean> {
    return this.run(async () => {
      this.table.refusal = null;
      try {
        await post(path, body);
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.table.refusal = error.denied;
        return false;
      }
    });
  }

  private async run(work: () => Promise<boolean>): Promise<boolean> {
    this.busy = true;
    try {
      return await work();
    } finally {
      this.busy = false;
      void this.read();
    }
  }

  nameOf(seat: number): string {
    return this.view?.places.find((one) => one.seat === seat)?.name ?? "";
  }
}
