/** Something asked of the server by a page: whether it is under way, and why it was refused. */
import { Refusal } from "./api/http";
import type { Denied } from "./api/types";

export class Asking {
  denied = $state.raw<Denied | null>(null);
  busy = $state(false);

  /** Do it; a refusal is kept to be shown, and nothing is given. */
  async try<T>(work: () => Promise<T>): Promise<T | undefined> {
    this.busy = true;
    this.denied = null;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.denied = error.denied;
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
