/** The wire to one table: its socket, what is still to be answered, and where to resume.
 *
 * Cut off, it comes back by itself, asks for what it missed and sends again what was not answered,
 * with the same ids: the server does each once. */
import { Refusal } from "../api/http";
import type { Command, Heard, Hello, News, OfferView, Told } from "../api/types";
import { newId } from "../ids";

export type Connection = "opening" | "open" | "cut" | "gone";

/** What the wire tells whoever listens. */
interface Listener {
  hello: (hello: Hello) => void;
  news: (news: News) => void;
  offers?: (offers: OfferView[]) => void;
  changed: (connection: Connection) => void;
  /** The session is over. */
  expired: () => void;
  /** Cut before anything was heard: whether the table exists, so that another try makes sense. */
  exists: () => Promise<boolean>;
}

/** As much of a WebSocket as is used. */
export interface Socket {
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send: (text: string) => void;
  close: () => void;
}

interface Sent {
  text: string;
  resolve: (state: string) => void;
  reject: (error: Error) => void;
}

/** The code with which the server closes the socket of a session that ended. */
const EXPIRED = 4401;
const LONGEST = 5000;
/** The server says something every fifteen seconds: a wire that is silent for so long is dead. */
const SILENCE = 45_000;

export class Channel {
  connection: Connection = "opening";
  closed = false;
  private socket: Socket | null = null;
  private next: number | null = null;
  private pending = new Map<string, Sent>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: () => string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => Socket = (url) => new WebSocket(url) as unknown as Socket,
  ) {}

  open(): void {
    clearTimeout(this.timer);
    const start = this.next === null ? "" : `&start=${this.next}`;
    const socket = this.connect(this.address() + start);
    this.socket = socket;
    socket.onmessage = (message) => {
      if (this.socket === socket) this.heard(JSON.parse(message.data as string) as Heard);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) void this.wasCut(event.code);
    };
  }

  /** Listen anew, as whoever is here now. */
  reopen(): void {
    this.drop();
    this.turn("opening");
    this.tries = 0;
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.drop();
    for (const sent of this.pending.values()) sent.reject(new Error("closed"));
    this.pending.clear();
  }

  /** Send a command; `saw` is the state its sender saw, if it must still be the same. Gives the
   * state after it, or throws a `Refusal`. */
  send(command: Command, role: string, saw?: string): Promise<string> {
    const id = newId();
    const text = JSON.stringify({ id, command, role, ...(saw === undefined ? {} : { saw }) });
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resolve, reject });
      if (this.connection === "open") this.socket?.send(text);
    });
  }

  private heard(heard: Heard): void {
    this.listen();
    switch (heard.is) {
      case "hello":
        this.tries = 0;
        this.next ??= heard.next;
        this.turn("open");
        this.listener.hello(heard);
        for (const sent of this.pending.values()) this.socket?.send(sent.text);
        break;
      case "news":
        this.listener.news({ ...heard, events: this.fresh(heard.events) });
        break;
      case "offers":
        this.listener.offers?.(heard.offers);
        break;
      case "done":
        this.answered(heard.id)?.resolve(heard.state);
        break;
      case "denied":
        this.answered(heard.id ?? "")?.reject(new Refusal(heard.denied));
    }
  }

  /** Something was heard; if nothing is for long, the wire is opened anew. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.drop();
      void this.wasCut(0);
    }, SILENCE);
  }

  /** Whoever comes back may be told of the same moment twice: what was missed, and what happens. */
  private fresh(events: Told[]): Told[] {
    const found = events.filter((told) => told.n >= (this.next ?? 0));
    this.next = Math.max(this.next ?? 0, ...found.map((told) => told.n + 1));
    return found;
  }

  private answered(id: string): Sent | undefined {
    const sent = this.pending.get(id);
    this.pending.delete(id);
    return sent;
  }

  private async wasCut(code: number): Promise<void> {
    this.socket = null;
    clearTimeout(this.silence);
    if (this.closed) return;
    const known = this.next !== null;
    this.turn(known ? "cut" : "opening");
    if (code === EXPIRED) this.listener.expired();
    if (!known && !(await this.listener.exists())) {
      this.turn("gone");
      return;
    }
    if (this.closed) return;
    this.tries += 1;
    const wait = Math.min(LONGEST, 200 * 2 ** Math.min(this.tries, 5)) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.open(), wait);
  }

  private drop(): void {
    clearTimeout(this.silence);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private turn(connection: Connection): void {
    this.connection = connection;
    this.listener.changed(connection);
  }
}
