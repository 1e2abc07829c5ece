/** One table over its socket: the wire, the pace at which it is shown, and how it looks. */
import { get, Refusal } from "../api/http";
import type { Command, Denied, Events, Hello, News, OfferView, TableView, Told } from "../api/types";
import { announcer } from "../announcer.svelte";
import { called, saidOf } from "../said";
import { session } from "../session.svelte";
import { settings } from "../settings.svelte";
import { sounds, soundsOf } from "../sound.svelte";
import { Channel, type Connection } from "./channel";
import { seatOf, TableModel } from "./model.svelte";
import { Numbers } from "./numbers";
import { sendAsSeen } from "./seen";
import { sleep, Stage } from "./stage";

const BACK = 160;
const LOOK = 2000;
/** Commands that answer what the table asks now: they say which state their sender saw, so that a
 * late one does not answer the next question. */
const SEEN = new Set<Command["do"]>(["answer", "act", "begin", "close-bets", "void"]);

export class TableStore extends TableModel {
  connection = $state<Connection>("opening");
  problem = $state.raw<Denied | null>(null);
  /** Set by the page: it is the reader's turn. */
  called: () => void = () => {};

  /** What may be bet from one's own seat, as the server last said. */
  private told: OfferView[] = [];
  private asking = 0;
  private awaiting: (() => void)[] = [];
  private readonly channel = new Channel(() => this.address(), {
    hello: (hello) => this.hello(hello),
    news: (news) => this.news(news),
    offers: (offers) => this.heardOffers(offers),
    changed: (connection) => (this.connection = connection),
    expired: () => session.forget(),
    exists: () => this.exists(),
  });
  private readonly stage = new Stage({
    move: (events) => this.move(events),
    show: (news) => this.show(news),
    awaited: (news) => news.view.ask?.seat != null && news.view.ask.seat === seatOf(news.view.viewer),
    still: () => settings.still || document.hidden,
    pace: () => this.pace,
  });

  private readonly numbers = new Numbers(this.id, (command) => this.channel.send(command, "jugador"));

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

  /** Show at once what is known: whoever has seen enough of a movement. */
  skip(): void {
    this.stage.skip();
  }

  private address(): string {
    const origin = location.origin.replace(/^http/, "ws");
    return `${origin}${this.path}/socket?lang=${settings.lang}&offers=1`;
  }

  /** A player has a part in the chance of a table that the system deals. */
  private seated(view: TableView): void {
    if (!view.attended) this.numbers.sit(seatOf(view.viewer));
  }

  // What is heard

  private hello({ view, next, now }: Hello): void {
    this.skew = now - Date.now() / 1000;
    if (this.view) return; // what was missed comes as news
    this.look(view);
    this.seated(view);
    void this.readPast(next);
  }

  private news(news: News): void {
    this.skew = news.now - Date.now() / 1000;
    this.numbers.hear(news.events); // at once: it is waited for, whatever moves on the felt
    this.seated(news.view);
    this.stage.put(news);
  }

  private move(events: Told[]): void {
    this.moving = events;
    const lasts = Math.max(0, ...events.map((told) => this.pace.before?.[told.kind] ?? 0)) / 1000;
    sounds.play(this.ask?.kind === "roll" ? "dice" : "ball", lasts);
  }

  private show(news: News): void {
    this.take(news);
    for (const sound of soundsOf(news.events, this.seat)) sounds.play(sound);
    const aloud = news.events.filter((told) => called(told, news.view.attended)).map((one) => saidOf(one, this));
    if (aloud.length) announcer.say(aloud.join(" "));
  }

  override look(view: TableView): void {
    const before = this.ask;
    super.look(view);
    this.offer();
    const { ask } = this;
    if (this.mineToChoose && (before?.seat !== ask?.seat || before?.about !== ask?.about)) {
      sounds.play("turn");
      this.called();
    }
  }

  private async readPast(next: number): Promise<void> {
    const all: Told[] = [];
    for (let start: number | null = Math.max(1, next - BACK); start !== null && start < next; ) {
      const page: Events = await get<Events>(`${this.path}/events?start=${start}`);
      all.push(...page.events);
      start = page.next ?? null;
    }
    this.readBack(all.filter((one) => one.n < next)); // what comes after is told by the socket
  }

  private heardOffers(offers: OfferView[]): void {
    this.told = offers;
    this.offer();
  }

  /** What may be bet is known while bets are open: from one's own seat as it was told, from another
   * one, for whose player a croupier acts, as it is asked for. */
  private offer(): void {
    if (!this.betting || this.seat === null) this.knowOffers([]);
    else if (this.acting === null) this.knowOffers(this.told);
    else void this.readOffers(this.acting);
  }

  private knowOffers(offers: OfferView[]): void {
    if (offers.length || this.offers.size) this.offers = new Map(offers.map((one) => [one.bet, one]));
    if (!offers.length && this.betting) return; // they are on their way
    for (const known of this.awaiting.splice(0)) known();
  }

  private async readOffers(seat: number): Promise<void> {
    const asking = ++this.asking;
    await sleep(60); // several bets in a row ask once
    if (asking !== this.asking || this.channel.closed) return;
    try {
      const found = await get<OfferView[]>(`${this.path}/offers?seat=${seat}`);
      if (asking === this.asking && this.acting === seat) this.knowOffers(found);
    } catch {
      // the next news ask again
    }
  }

  override offered(): Promise<void> {
    if (this.offers.size || !this.betting) return Promise.resolve();
    return new Promise((resolve) => this.awaiting.push(resolve));
  }

  /** Whether there is such a table here at all. */
  private async exists(): Promise<boolean> {
    try {
      await get<TableView>(this.path);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) return true;
      this.problem = error.denied;
      return false;
    }
  }

  // What is sent

  /** What follows is done for this seat, as its player asks. */
  actFor(seat: number | null): void {
    this.acting = seat;
    this.offers = new Map();
    this.offer();
  }

  /** Send a command and wait until what it did is shown. */
  override async send(command: Command, role = this.role): Promise<void> {
    const sent = SEEN.has(command.do)
      ? sendAsSeen(() => ({ state: this.view?.state, question: question(this.view) }), (saw) => this.channel.send(command, role, saw))
      : this.channel.send(command, role);
    await this.stage.shown(await sent);
  }

  /** Take a place. Where one comes in only between hands, wait for the end of this one. */
  sit(seat: number, player: string, chips: number): Promise<boolean> {
    return this.between({ do: "sit", seat, player, chips });
  }

  /** Something done between rounds: in mid-round it waits for the end. */
  async between(command: Command): Promise<boolean> {
    for (;;) {
      const done = await this.try(command);
      if (done || this.refusal?.code !== "round-in-course" || this.channel.closed) return done;
      const began = performance.now();
      while (this.view?.ask && performance.now() - began < LOOK) await sleep(20);
    }
  }
}

/** What a table asks, whatever else changes at it meanwhile. */
function question(view: TableView | null): string {
  const ask = view?.ask;
  return ask ? `${view.round} ${ask.kind} ${ask.seat} ${ask.role} ${ask.about} ${ask.until}` : `${view?.round}`;
}
