/** Who is here: a guest, somebody with an account, or nobody yet. */
import { get, post, Refusal, secret } from "./api/http";
import type { HouseOut, Me } from "./api/types";
import { use } from "./passkeys";

class Session {
  me = $state.raw<Me | null>(null);
  house = $state.raw<HouseOut | null>(null);
  /** Who came in or left since: what was asked for the one before says nothing of the one here now. */
  private turns = 0;

  /** Take up the session of this browser, if it has one. */
  async begin(): Promise<void> {
    const house = get<HouseOut>("/api/house").then((found) => (this.house = found));
    await Promise.all([house, secret.get() ? this.refresh() : null]);
  }

  async refresh(): Promise<void> {
    const turn = this.turns;
    try {
      const me = await get<Me>("/api/me");
      if (turn === this.turns) this.me = me;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      if (turn === this.turns) this.forget();
    }
  }

  async guest(name: string): Promise<Me> {
    return this.came(await post<Me>("/api/guest", { name }));
  }

  /** The chips in one's wallet that are played for in a unit; whoever has none left may ask again. */
  chips(unit: string | undefined): number | undefined {
    return unit === "juego" ? this.me?.play : this.me?.wallet;
  }

  async playChips(): Promise<void> {
    const turn = this.turns;
    const me = await post<Me>("/api/me/play-chips");
    if (turn === this.turns) this.me = { ...me };
  }

  async logIn(id: string, password: string, code = ""): Promise<Me> {
    return this.came(await post<Me>("/api/login", { id, password, code }));
  }

  /** Come in with a passkey, which the browser asks for. */
  async enter(id: string): Promise<Me> {
    const credential = await use(await post<Record<string, unknown>>("/api/login/options", { id }));
    return this.came(await post<Me>("/api/login/passkey", { id, credential }));
  }

  async logOut(): Promise<void> {
    try {
      await post("/api/logout");
    } finally {
      this.forget();
    }
  }

  forget(): void {
    this.turns += 1;
    secret.forget();
    this.me = null;
  }

  may(...roles: string[]): boolean {
    return this.me?.roles.some((role) => roles.includes(role)) ?? false;
  }

  private came(me: Me): Me {
    this.turns += 1;
    if (me.csrf) secret.keep(me.csrf);
    this.me = me;
    return me;
  }
}

export const session = new Session();
