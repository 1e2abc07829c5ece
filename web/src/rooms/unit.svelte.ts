/** One unit of the floor over its socket, whatever its kind: how it looks, and what is sent to it. */
import { get, Refusal } from "../lib/api/http";
import type { Command, Denied, Hello, News } from "../lib/api/types";
import { session } from "../lib/session.svelte";
import { settings } from "../lib/settings.svelte";
import { Channel, type Connection } from "../lib/table/channel";
import { Numbers } from "../lib/table/numbers";
import { sendAsSeen } from "../lib/table/seen";

/** What is sent to a unit. */
export interface UnitCommand {
  do: string;
}

export class UnitStore<V extends { state: string }> {
  view = $state.raw<V | null>(null);
  connection = $state<Connection>("opening");
  problem = $state.raw<Denied | null>(null);
  refusal = $state.raw<Denied | null>(null);
  /** The server's clock less ours, in seconds. */
  skew = $state(0);

  /** What answers how the unit stands: it says which state its sender saw. */
  protected readonly answers: ReadonlySet<string> = new Set();

  private readonly channel = new Channel(() => this.address(), {
    hello: (hello) => this.take(hello, null),
    news: (news) => {
      this.numbers.hear(news.events);
      this.take(news, this.view);
    },
    changed: (connection) => (this.connection = connection),
    expired: () => session.forget(),
    exists: () => this.exists(),
  });

  /** Our part in its chance: a number of our own, promised and opened by itself. */
  private readonly numbers: Numbers;

  constructor(readonly id: string) {
    this.numbers = new Numbers(id, (command) => this.channel.send(command, "jugador"));
  }

  get path(): string {
    return `/api/units/${this.id}`;
  }

  open(): void {
    this.channel.open();
  }

  /** Listen anew as whoever is here now. */
  reopen(): void {
    this.channel.reopen();
  }

  close(): void {
    this.channel.close();
  }

  /** Where we have a place whose chance we have a part in, if anywhere. */
  protected place(_view: V): number | null {
    return null;
  }

  /** What follows from how it looks now; `before` is how it looked, none when we have just come. */
  protected heard(_view: V, _before: V | null): void {}

  /** What is asked at a unit that looks like this, whatever else changes there. */
  protected question(_view: V | null): string {
    return "";
  }

  /** Send a command; gives the state it left behind. */
  protected send(command: UnitCommand, role: string): Promise<string> {
    const sent = command as unknown as Command;
    if (!this.answers.has(command.do)) return this.channel.send(sent, role);
    return sendAsSeen(() => ({ state: this.view?.state, question: this.question(this.view) }), (saw) => this.channel.send(sent, role, saw));
  }

  /** Do something; a refusal is shown. Says whether it was done. */
  protected async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.refusal = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.denied;
      return false;
    }
  }

  /** Come in as a guest, if nobody is here yet. Says whether somebody is; a refusal is shown. */
  comeIn(name: string): Promise<boolean> {
    return this.attempt(async () => {
      if (session.me) return;
      await session.guest(name);
      this.reopen();
    });
  }

  /** Send commands one after the other in a role, then read what one has now. */
  protected sendAll(role: string, commands: readonly UnitCommand[]): Promise<boolean> {
    return this.attempt(async () => {
      for (const command of commands) await this.send(command, role);
      await session.refresh();
    });
  }

  private address(): string {
    return `${location.origin.replace(/^http/, "ws")}${this.path}/socket?lang=${settings.lang}`;
  }

  private take(said: Hello | News, before: V | null): void {
    this.skew = said.now - Date.now() / 1000;
    const view = said.view as unknown as V;
    this.view = view;
    this.numbers.sit(this.place(view));
    this.heard(view, before);
  }

  private async exists(): Promise<boolean> {
    try {
      await get<V>(this.path);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) return true;
      this.problem = error.denied;
      return false;
    }
  }
}
