/** Who is here: a guest, somebody with an account, or nobody yet. */
import { get, post, Refusal, secret } from "./api/http";
import type { HouseOut, Me } from "./api/types";

class Session {
  me = $state.raw<Me | null>(null);
  house = $state.raw<HouseOut | null>(null);

  /** Take up the session of this browser, if it has one. */
  async begin(): Promise<void> {
    const house = get<HouseOut>("/api/house").then((found) => (this.house = found));
    await Promise.all([house, secret.get() ? this.refresh() : null]);
  }

  async refresh(): Promise<void> {
    try {
      this.me = await get<Me>("/api/me");
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      this.forget();
    }
  }

  async guest(name: string): Promise<Me> {
    return this.came(await post<Me>("/api/guest", { name }));
  }

  async logIn(id: string, password: string): Promise<Me> {
    return this.came(await post<Me>("/api/login", { id, password }));
  }

  async logOut(): Promise<void> {
    try {
      await post("/api/logout");
    } finally {
      this.forget();
    }
  }

  forget(): void {
    secret.forget();
    this.me = null;
  }

  may(...roles: string[]): boolean {
    return this.me?.roles.some((role) => roles.includes(role)) ?? false;
  }

  private came(me: Me): Me {
    if (me.csrf) secret.keep(me.csrf);
    this.me = me;
    return me;
  }
}

export const session = new Session();
