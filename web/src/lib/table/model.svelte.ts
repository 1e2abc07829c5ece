/** One table as it is shown: what the server said of it, and what follows from that for the reader.
 * Nothing is shown that it has not said. */
import { Refusal } from "../api/http";
import type { Command, Denied, News, OfferView, TableView, Told } from "../api/types";
import { Played } from "../played.svelte";
import { Promises } from "../promises.svelte";
import type { Pace } from "./stage";

type Stakes = Record<string, Record<string, number>>;

/** A round that is over, as it concerns the reader: what was paid and taken, and what that made. */
export interface Outcome {
  round: number;
  net: number;
  told: Told[];
}

const KEPT = 240;
/** Events that pay, take or give back what was staked. */
export const SETTLING = new Set([
  "bet-won", "bet-lost", "bet-returned", "pot-won", "pot-given-back", "pot-paid", "round-voided",
]); // prettier-ignore

export class TableModel {
  view = $state.raw<TableView | null>(null);
  /** What was told, the oldest first. */
  log = $state.raw<Told[]>([]);
  /** From which event on it was which round, as far as it was heard. */
  rounds = $state.raw<{ n: number; round: number }[]>([]);
  /** What is being shown in movement: the table still looks as it did before. */
  moving = $state.raw<Told[]>([]);
  /** Payments and losses of the last round that was settled, of everybody. */
  settled = $state.raw<Told[]>([]);
  /** The round they are of. */
  protected settling = $state(-1);
  /** The last round the reader took part in, once it is over. */
  outcome = $state.raw<Outcome | null>(null);
  offers = $state.raw<Map<string, OfferView>>(new Map());
  refusal = $state.raw<Denied | null>(null);
  /** Whether the reader's place was given up, and not by him on this page: until he sits again. */
  seenOut = $state(false);
  private leaving = false;
  /** The server's clock less ours, in seconds. */
  skew = $state(0);

  /** In which role commands are sent, and the seat a croupier acts for at its player's word. */
  role = $state("jugador");
  acting = $state<number | null>(null);

  /** The reader's own place: a croupier has none, whomever he acts for. */
  own = $derived(seatOf(this.view?.viewer));
  seat = $derived(this.acting ?? this.own);
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
  /** Whether bets are open, and none to the reader: he has the bank, say. */
  barred = $derived(this.offers.size > 0 && [...this.offers.values()].every((one) => !one.open));
  /** What was paid and taken in the round that is shown: not while the next is bet on or played. */
  paid = $derived(this.betting || this.settling !== this.view?.round ? [] : this.settled);
  results = $derived(this.view?.felt.results ?? []);
  /** What rounds brought the reader. */
  readonly played = new Played();
  /** Orders of cards promised and opened. */
  readonly promises = new Promises();

  /** Whether hands are shown without what they are worth: somebody is to say it himself. */
  silent = $state(false);

  constructor(readonly id: string) {}

  /** Where the server tells of this table. */
  get path(): string {
    return `/api/tables/${this.id}`;
  }

  /** The pace of its cloth. */
  pace: Pace = {};

  /** A table that is only shown takes no commands. */
  send(command: Command): Promise<void> {
    return Promise.reject(new Error(`nobody hears ${command.do} at a table that is only shown`));
  }

  /** Send commands one after the other; a refusal stops them and is shown. Says whether all were
   * done. */
  async try(...commands: Command[]): Promise<boolean> {
    this.refusal = null;
    this.leaving = commands.some((one) => one.do === "leave");
    try {
      for (const command of commands) await this.send(command);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error.denied;
      return false;
    }
  }

  /** When what may be bet is known, if it is being asked for. */
  offered(): Promise<void> {
    return Promise.resolve();
  }

  answer(move: string): Promise<boolean> {
    const byWord = this.role === "jugador" ? {} : { by_word: true };
    return this.try({ do: "answer", answer: move, seat: this.seat, ...byWord });
  }

  /** Take in what happened, and how the table looks after it. */
  take(news: News): void {
    this.moving = [];
    this.log = [...this.log, ...news.events].slice(-KEPT);
    const first = news.events[0]?.n;
    if (first !== undefined && this.rounds.at(-1)?.round !== news.view.round) {
      this.rounds = [...this.rounds, { n: first, round: news.view.round }].slice(-KEPT);
    }
    this.promises.hear(news.events);
    this.played.hear(news.events, seatOf(news.view.viewer));
    this.settle(news);
    const had = this.own;
    const freed = news.events.some(({ kind, fields }) => kind === "seat-freed" && fields.seat === had);
    this.look(news.view);
    if (had !== null && freed && this.own === null) this.seenOut = !this.leaving;
    else if (this.own !== null) this.seenOut = false;
  }

  /** What was told before we came, to read. */
  readBack(told: Told[]): void {
    const known = new Set(this.log.map((one) => one.n));
    this.log = [...told.filter((one) => !known.has(one.n)), ...this.log];
    this.promises.hear(told);
  }

  look(view: TableView): void {
    this.view = view;
    const over = this.played.look(view, this.seat, this.worth);
    if (over) this.outcome = { round: view.round, net: this.played.net, told: this.mySettled() };
    this.promises.see(view.shoe);
  }

  private settle(news: News): void {
    const paid = news.events.filter((told) => SETTLING.has(told.kind));
    if (!paid.length) return;
    const round = news.view.round; // in course, or over with this step
    this.settled = this.settling === round ? [...this.settled, ...paid] : paid;
    this.settling = round;
  }

  /** A pot is won from all who put chips into it: it concerns them too. What went into the
   * progressive pot at the close was paid as well. */
  private mySettled(): Told[] {
    if (this.settling !== this.view?.round) return [];
    const seat = this.seat;
    const first = this.settled[0]?.n ?? 0;
    const before = this.log.findLast(({ kind, n }) => SETTLING.has(kind) && n < first)?.n ?? 0;
    const fed = this.log.filter(({ kind, fields, n }) => kind === "pot-fed" && fields.seat === seat && n > before);
    const mine = this.settled.filter(({ kind, fields }) => {
      if (kind === "round-voided") return fields.undone !== undefined;
      return fields.seat === seat || kind === "pot-won";
    });
    return [...fed, ...mine];
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
