/** One hall: what the server said of it, and what follows for the reader. */
import { get } from "../../lib/api/http";
import { announcer } from "../../lib/announcer.svelte";
import { sounds } from "../../lib/sound.svelte";
import { session } from "../../lib/session.svelte";
import { UnitStore } from "../unit.svelte";
import { t } from "./texts";
import type { DeskCommand, HallCommand, HallView, PersonHere } from "./types";
import { voice } from "./voice.svelte";

export class HallStore extends UnitStore<HallView> {
  /** The balls that are out. */
  out = $derived(new Set(this.view?.balls ?? []));
  ball = $derived(this.view?.balls.at(-1) ?? null);
  here = $derived(this.view?.place != null);

  /** Send commands one after the other; a refusal stops them and is shown. */
  try(...commands: HallCommand[]): Promise<boolean> {
    return this.sendAll("jugador", commands);
  }

  /** The same in the role in which one works here. */
  tell(...commands: DeskCommand[]): Promise<boolean> {
    return this.sendAll(this.view?.duty ?? "", commands);
  }

  /** Who is here, and with how many cards: asked for when somebody wants to see it. */
  people(): Promise<PersonHere[]> {
    return get<PersonHere[]>(`${this.path}/people`);
  }

  protected override readonly answers = new Set(["undo-sale", "annul", "ask-more", "go-on", "sign-acta"]);

  /** The game and where it is: an order to go on is for the calls that were seen. */
  protected override question(view: HallView | null): string {
    return `${view?.number} ${view?.phase} ${view?.balls.length} ${view?.won.length} ${view?.paper?.calls.length} ${view?.paper?.asked}`;
  }

  /** Where balls are drawn by hand there are no numbers to give. */
  protected override place(view: HallView): number | null {
    return view.paper ? null : view.place;
  }

  protected override heard(view: HallView, before: HallView | null): void {
    if (!before) return;
    const ball = view.balls.at(-1);
    if (ball !== undefined && view.balls.length !== before.balls.length) {
      sounds.play("tick");
      voice.say(String(ball));
    }
    const calls = view.paper?.calls.length ?? 0;
    if (calls > (before.paper?.calls.length ?? 0)) {
      const call = view.paper?.calls.at(-1);
      sounds.play("turn");
      announcer.say(t("call-of", { who: call?.who ?? "", what: t(call?.what ?? "linea"), card: call?.card ?? 0 }));
    }
    if (view.won.length > before.won.length && view.number === before.number) sounds.play("win");
    for (const prize of view.won.slice(before.number === view.number ? before.won.length : 0)) {
      const said = prizeName(prize.prize);
      announcer.say(`${said} ${Object.keys(prize.shares).join(", ")}`);
      voice.say(said);
    }
    if (session.me && view.ended && !before.ended) void session.refresh();
  }
}

/** What a hall is called. */
export const hallName = (view: HallView): string => (view.practice ? t("practice") : view.paper ? t("paper") : t("electronic"));

/** What is played for at this moment: the line until it is won, then the bingo. */
export const wanted = (view: HallView): "line" | "bingo" => (view.won.some((prize) => prize.prize === "linea") ? "bingo" : "line");

/** What a prize is called when it is won. */
export function prizeName(prize: string): string {
  return prize === "linea" ? t("won-line") : prize === "bingo" ? t("won-bingo") : t("won-pot");
}

/** How far a card is: numbers missing in all, and in its best row. */
export function missing(rows: readonly (readonly number[])[], out: ReadonlySet<number>): { all: number; line: number } {
  const left = rows.map((row) => row.filter((number) => !out.has(number)).length);
  return { all: left.reduce((sum, n) => sum + n, 0), line: Math.min(...left) };
}
