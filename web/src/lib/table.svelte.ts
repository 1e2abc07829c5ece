/** One table: how it looks now and what was told, as the server says. Nothing is shown that it has
 * not said; what it says is shown at a pace one can follow. */
import { get, Refusal } from "./api/http";
import type { Command, Denied, Heard, News, OfferView, TableView, Told } from "./api/types";
import { announcer } from "./announcer.svelte";
import { newId } from "./ids";
import { Played } from "./played.svelte";
import { Promises } from "./promises.svelte";
import { session } from "./session.svelte";
import { called, said } from "./said";
import { settings } from "./settings.svelte";

/** Milliseconds that an event of a kind moves before its outcome is shown, or rests after it. */
export interface Pace {
  before?: Record<string, number>;
  after?: Record<string, number>;
}

interface Sent {
  text: string;
  resolve: () => void;
  reject: (error: Error) => void;
}

type Stakes = Record<string, Record<string, number>>;

const KEPT = 240;
const BACK = 160;
const LAG = 4000;
const BEHIND = 30;
/** Events that pay, take or give back what was staked. */
export const SETTLING = new Set([
  "bet-won", "bet-lost", "bet-returned", "pot-won", "pot-given-back", "pot-paid", "round-voided",
]); // prettier-ignore
const GONE = 4401;
const STATES = 50;
const PATIENCE = 100;
const LOOK = 2000;

export class TableStore {
  view = $state.raw<TableView | null>(null);
  /** What was told, the oldest first. */
  log = $state.raw<Told[]>([]);
  /** What is being shown in movement: the table still looks as it did before. */
  moving = $state.raw<Told[]>([]);
  /** Payments and losses of the last round that was settled. */
  settled = $state.raw<Told[]>([]);
  /** Those that concern the reader, of the last round he took part in. */
  paid = $state.raw<Told[]>([]);
  offers = $state.raw<Map<string, OfferView>>(new Map());
  connection = $state<"opening" | "open" | "cut" | "gone">("opening");
  problem = $state.raw<Denied | null>(null);
  refusal = $state.raw<Denied | null>(null);
  /** The server's clock less ours, in seconds. */
  skew = $state(0);

  /** In which role commands are sent, and the seat a croupier acts for at its player's word. */
  role = $state("jugador");
  acting = $state<number | null>(null);

  seat = $derived(this.acting ?? seatOf(this.view?.viewer));
  ask = $derived(this.view?.ask ?? null);
  betting = $derived(this.ask?.kind === "bets");
  mineToChoose = $derived(this.seat !== null && this.ask?.seat === this.seat);
  chips = $derived(this.view?.seats.find((one) => one.seat === this.seat)?.chips ?? 0);
  /** Chips on every spot: while bets are open, those put down so far. */
  stakes = $derived<Stakes>((this.betting ? this.view?.placed : this.view?.felt.chips) ?? {});
  mine = $derived(stakesOf(this.stakes, this.seat));
  /** The reader's chips, before his seat and on the cloth. */
  worth = $derived([...this.mine.values()].reduce((sum, amount) => sum + amount, this.chips));
  /** Whether the reader sat down after these bets were opened: they are not for him. */
  waiting = $derived(
    this.offers.size > 0 && [...this.offers.values()].every((one) => one.code === "not-seated"),
  );
  results = $derived(this.view?.felt.results ?? []);
  /** What rounds brought the reader. */
  readonly played = new Played();
  /** Orders of cards promised and opened. */
  readonly promises = new Promises();

  pace: Pace = {};

  /** Whether hands are shown without what they are worth: somebody is to say it himself. */
  silent = $state(false);

  /** Where the server tells of this table. */
  get path(): string {
    return `/api/tables/${this.id}`;
  }

  private socket: WebSocket | null = null;
  private next: number | null = null;
  private pending = new Map<string, Sent>();
  private queue: { news: News; at: number }[] = [];
  private draining = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private settling = -1;
  private before = 0;
  private asking = 0;
  private states: string[] = [];

  constructor(readonly id: string) {}

  // The connection

  open(): void {
    clearTimeout(this.timer);
    const query = new URLSearchParams({ lang: settings.lang });
    if (this.next !== null) query.set("start", String(this.next));
    const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${this.id}/socket`;
    const socket = new WebSocket(`${address}?${query}`);
    this.socket = socket;
    socket.onmessage = (message) => {
      if (this.socket === socket) this.heard(JSON.parse(message.data as string) as Heard);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) void this.wasCut(event.code);
    };
  }

  /** Listen anew as whoever is here now. */
  reopen(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.connection = "opening";
    this.tries = 0;
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    for (const sent of this.pending.values()) sent.reject(new Error("closed"));
    this.pending.clear();
  }

  private async wasCut(code: number): Promise<void> {
    this.socket = null;
    if (this.closed) return;
    this.connection = this.view ? "cut" : "opening";
    if (code === GONE) session.forget();
    if (!this.view && !(await this.exists())) return;
    this.tries += 1;
    const wait = Math.min(5000, 200 * 2 ** Math.min(this.tries, 5)) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Whether there is such a table here at all. */
  private async exists(): Promise<boolean> {
    try {
      await get<TableView>(this.path);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) return true;
      this.problem = error.denied;
      this.connection = "gone";
      return false;
    }
  }

  // What is heard

  private heard(heard: Heard): void {
    switch (heard.is) {
      case "hello":
        this.tries = 0;
        this.skew = heard.now - Date.now() / 1000;
        this.connection = "open";
        if (this.next === null) {
          this.look(heard.table);
          this.next = heard.table.next;
          void this.readBack(heard.table.next);
        }
        for (const sent of this.pending.values()) this.socket?.send(sent.text);
        break;
      case "news":
        this.skew = heard.now - Date.now() / 1000;
        this.queue.push({ news: { ...heard, events: this.fresh(heard.events) }, at: performance.now() });
        void this.drain();
        break;
      case "done":
        void this.shown(heard.state).then(() => this.answered(heard.id)?.resolve());
        break;
      case "denied":
        this.answered(heard.id ?? "")?.reject(new Refusal(heard.denied));
    }
  }

  /** Whoever comes back may be told of the same moment twice: what was missed, and what happens. */
  private fresh(events: Told[]): Told[] {
    const found = events.filter((told) => told.n >= (this.next ?? 0));
    this.next = Math.max(this.next ?? 0, ...found.map((told) => told.n + 1));
    return found;
  }

  /** When the table has been shown as it was after a command. */
  private async shown(state: string): Promise<void> {
    const news = (): boolean => this.queue.some((one) => one.news.state === state);
    for (let n = 0; n < PATIENCE && (!this.states.includes(state) || news()); n++) await sleep(10);
  }

  private answered(id: string): Sent | undefined {
    const sent = this.pending.get(id);
    this.pending.delete(id);
    return sent;
  }

  /** What was told before we came, to read. */
  private async readBack(next: number): Promise<void> {
    const start = Math.max(1, next - BACK);
    const all = await get<Told[]>(`${this.path}/events?start=${start}`);
    const told = all.filter((one) => one.n < next); // what comes after is told by the socket
    const known = new Set(this.log.map((one) => one.n));
    this.log = [...told.filter((one) => !known.has(one.n)), ...this.log];
    this.promises.hear(told);
  }

  private async drain(): Promise<void> {
    if (this.draining) return;
    this.draining = true;
    for (let head = this.queue.shift(); head; head = this.queue.shift()) {
      const late = performance.now() - head.at > LAG || this.queue.length > BEHIND;
      const still = late || settings.still || document.hidden;
      const events = head.news.events;
      const before = still ? 0 : longest(events, this.pace.before);
      if (before) {
        this.moving = events;
        await sleep(before);
      }
      this.show(head.news);
      const after = still ? 0 : longest(events, this.pace.after);
      if (after) await sleep(after);
    }
    this.draining = false;
  }

  private show(news: News): void {
    this.moving = [];
    this.states = [...this.states.slice(-STATES), news.state];
    this.log = [...this.log, ...news.events].slice(-KEPT);
    this.promises.hear(news.events);
    this.played.hear(news.events, seatOf(news.table.viewer));
    this.settle(news);
    this.look(news.table);
    const aloud = news.events.filter(called).map(said);
    if (aloud.length) announcer.say(aloud.join(" "));
  }

  private settle(news: News): void {
    const paid = news.events.filter((told) => SETTLING.has(told.kind));
    if (paid.length) {
      const round = news.table.round; // in course, or over with this step
      if (this.settling !== round) this.before = this.settled.at(-1)?.n ?? 0;
      this.settled = this.settling === round ? [...this.settled, ...paid] : paid;
      this.settling = round;
      this.keepPaid(seatOf(news.table.viewer));
    }
  }

  /** A pot is won from all who put chips into it: it concerns them too. */
  private keepPaid(seat: number | null): void {
    const mine = this.settled.filter(({ kind, fields }) => {
      if (kind === "round-voided") return fields.undone !== undefined;
      return fields.seat === seat || (kind === "pot-won" && this.played.part);
    });
    if (!mine.some(({ kind }) => kind !== "round-voided")) return;
    // What went into the progressive pot at the close was paid too.
    const fed = this.log.filter(
      ({ kind, fields, n }) => kind === "pot-fed" && fields.seat === seat && n > this.before,
    );
    this.paid = [...fed, ...mine];
  }

  private look(view: TableView): void {
    const before = this.view?.ask;
    this.view = view;
    this.played.look(view, this.seat, this.worth);
    this.promises.see(view.shoe);
    const ask = view.ask;
    if (ask?.kind === "bets" && before?.kind !== "bets") this.refusal = null;
    if (ask?.kind === "bets" && this.seat !== null) void this.readOffers();
    else if (this.offers.size) this.offers = new Map();
    const asked = ask?.seat === this.seat && this.seat !== null;
    if (asked && (before?.seat !== ask?.seat || before?.about !== ask?.about)) this.called();
  }

  /** What follows is done for this seat, as its player asks. */
  actFor(seat: number | null): void {
    this.acting = seat;
    this.offers = new Map();
    if (this.betting && seat !== null) void this.readOffers();
  }

  /** Set by the page: it is the reader's turn. */
  called: () => void = () => {};

  private async readOffers(): Promise<void> {
    const asking = ++this.asking;
    await sleep(60); // several bets in a row ask once
    if (asking !== this.asking || this.seat === null || this.closed) return;
    try {
      const path = `${this.path}/offers?seat=${this.seat}`;
      const found = await get<OfferView[]>(path);
      if (asking === this.asking) this.offers = new Map(found.map((one) => [one.bet, one]));
    } catch {
      // the next news ask again
    }
  }

  // What is sent

  /** Send a command and wait until it is done. Cut off in between, it is sent again with the same
   * id: the server does it once. Throws a `Refusal`. */
  send(command: Command, role = this.role): Promise<void> {
    const id = newId();
    const text = JSON.stringify({ id, command, role });
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resolve, reject });
      if (this.connection === "open") this.socket?.send(text);
    });
  }

  /** Send commands one after the other; a refusal stops them and is shown. Says whether all were
   * done. */
  async try(...commands: Command[]): Promise<boolean> {
    this.refusal = null;
    try {
      for (const command of commands) await this.send(command);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.denied;
      return false;
    }
  }

  /** Take a place. Where one comes in only between hands, wait for the end of this one. */
  sit(seat: number, player: string, chips: number): Promise<boolean> {
    return this.between({ do: "sit", seat, player, chips });
  }

  /** Something done between rounds: in mid-round it waits for the end. */
  async between(command: Command): Promise<boolean> {
    for (;;) {
      const done = await this.try(command);
      if (done || this.refusal?.code !== "round-in-course" || this.closed) return done;
      const began = performance.now();
      while (this.view?.ask && performance.now() - began < LOOK) await sleep(20);
    }
  }

  answer(move: string): Promise<boolean> {
    const byWord = this.role === "jugador" ? {} : { by_word: true };
    return this.try({ do: "answer", answer: move, seat: this.seat, ...byWord });
  }
}

export function seatOf(viewer: string | undefined): number | null {
  return viewer?.startsWith("seat:") ? Number(viewer.slice(5)) : null;
}

function stakesOf(stakes: Stakes, seat: number | null): Map<string, number> {
  const found = new Map<string, number>();
  for (const [bet, owners] of Object.entries(stakes)) {
    const amount = seat === null ? undefined : owners[seat];
    if (amount) found.set(bet, amount);
  }
  return found;
}

function longest(events: Told[], pace: Record<string, number> = {}): number {
  return Math.max(0, ...events.map((told) => pace[told.kind] ?? 0));
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
