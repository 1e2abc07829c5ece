/** The reality check: the server takes no stake until its player has seen how it goes. */
import type { Denied } from "./api/types";

const REALITY = "reality-check";

class Reality {
  asked = $state.raw<Denied | null>(null);

  /** Whatever is refused, wherever: if it is for this, it is shown over the page. */
  notice(denied: Denied): void {
    if (denied.code === REALITY) this.asked = denied;
  }

  close(): void {
    this.asked = null;
  }
}

export const reality = new Reality();
