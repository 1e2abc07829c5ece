/** One tournament: what the server said of it, and what follows for the reader. */
import { untrack } from "svelte";
import { get, Refusal } from "../../lib/api/http";
import { announcer } from "../../lib/announcer.svelte";
import { session } from "../../lib/session.svelte";
import { settings } from "../../lib/settings.svelte";
import { sounds } from "../../lib/sound.svelte";
import { named } from "../../lib/words.svelte";
import { UnitStore } from "../unit.svelte";
import { roleFor } from "./roles";
import { t } from "./texts";
import type { EntrantView, LevelView, TorneoCommand, TorneoView } from "./types";

export class TorneoStore extends UnitStore<TorneoView> {
  now = $state(Date.now() / 1000);
  me = $derived(this.view?.players.find((one) => one.player === session.me?.id) ?? null);
  waits = $derived(this.view?.waiting.includes(session.me?.id ?? "") ?? false);
  level = $derived(this.levelAt(this.view?.clock.level ?? 0));
  /** The level after this one; before the first, after that. */
  next = $derived(this.levelAt((this.view?.clock.level || 1) + 1));
  /** Whether it is played, or was: before that there are only entries. */
  begun = $derived(["en-juego", "suspendido", "fin-de-jornada", "terminado"].includes(this.view?.stage ?? ""));
  /** Seconds left of the level or the break. */
  left = $derived.by(() => {
    const clock = this.view?.clock;
    if (!clock) return 0;
    if (!clock.running || clock.until === null) return clock.left;
    return Math.max(0, clock.until - this.now - this.skew);
  });
  /** Seconds left of the pase in course at machines, or of a round that ends by the clock; none: it has no time. */
  roundLeft = $derived.by(() => {
    const until = this.view?.round?.until ?? null;
    if (until !== null) return Math.max(0, until - this.now - this.skew);
    return this.view?.round && this.view.clock.level ? this.left : null;
  });
  /** Seconds until the next break begins; none: there is no other. */
  breakIn = $derived.by(() => {
    const view = this.view;
    if (!view) return null;
    const at = Math.max(view.clock.level, 1) + (view.clock.pause ? 1 : 0);
    const upTo = view.levels.findIndex((level) => level.level >= at && level.pause);
    if (upTo < 0) return null;
    const before = view.levels.slice(0, upTo + 1).filter((level) => level.level > view.clock.level);
    const begun = view.clock.level > 0 ? this.left : 0;
    return begun + before.reduce((sum, level) => sum + level.minutes * 60, 0);
  });
  /** Seconds until bots of the house fill the field; none: they do not come by themselves. */
  companyIn = $derived.by(() => {
    const at = this.view?.company_at ?? null;
    return at === null ? null : Math.max(0, Math.ceil(at - this.now - this.skew));
  });
  /** Whether what a desk has pressed is still being done. */
  acting = $state(false);
  names = $derived(new Map(this.view?.players.map((one) => [one.player, one.name]) ?? []));

  /** What the chips of each are worth by the chip model, for who runs it. */
  worth = $state.raw(new Map<string, number>());
  private weighed = "";
  private mayWeigh = true;

  private timer: ReturnType<typeof setInterval> | undefined;

  override open(): void {
    super.open();
    this.timer = setInterval(() => (this.now = Date.now() / 1000), 500);
  }

  override close(): void {
    clearInterval(this.timer);
    super.close();
  }

  /** What somebody may still buy in play: a re-entry once he is out, a rebuy before he has missed a hand, the add-on with
   * chips; each while its window is open. */
  buys(one: EntrantView): string[] {
    const here = one.table !== null;
    const out = !here && one.standing === "eliminado";
    const fits = (kind: string): boolean => {
      if (kind === "entrada") return false;
      if (kind === "reentrada") return out;
      return (here || (out && kind === "recompra" && !one.missed)) && !one.bought[kind];
    };
    return (this.view?.sales ?? []).filter(fits);
  }

  nameOf(player: string): string {
    return this.names.get(player) ?? this.view?.names[player] ?? player;
  }

  /** Whether whoever is here may send this at all; the server decides. */
  may(command: string): boolean {
    return roleFor(command, session.me?.roles ?? []) !== null;
  }

  /** Send commands as staff, each in the role it may be sent in. */
  async act(...commands: TorneoCommand[]): Promise<boolean> {
    const roles = session.me?.roles ?? [];
    this.acting = true;
    try {
      for (const command of commands) {
        const role = roleFor(command.do, roles) ?? roles.find((one) => one !== "jugador") ?? "jugador";
        if (!(await this.try(role, command))) return false;
      }
      return true;
    } finally {
      this.acting = false;
    }
  }

  /** Send commands one after the other in a role; a refusal stops them and is shown. */
  try(role: string, ...commands: TorneoCommand[]): Promise<boolean> {
    return this.sendAll(role, commands);
  }

  protected override readonly answers = new Set(["undo", "make-deal"]);

  /** What an undo would take back, and what each has by a deal that is offered. */
  protected override question(view: TorneoView | null): string {
    return JSON.stringify([view?.undo, view?.live, view?.moves.at(-1)?.at, view?.offers]);
  }

  /** What a command stands for besides what it says: it answers how the tournament stands. */
  meaning(command: string): string {
    return this.answers.has(command) ? this.question(this.view) : "";
  }

  protected override heard(view: TorneoView, before: TorneoView | null): void {
    void this.weigh(view);
    if (!before) return;
    const changed = before.clock.level !== view.clock.level || before.clock.pause !== view.clock.pause;
    if (changed) sounds.play(view.clock.pause ? "win" : "turn");
    if (changed) announcer.say(view.clock.pause ? t("pause") : t("level", { n: view.clock.level }));
  }

  /** Ask what the chips are worth, once for as long as they stand as they do. */
  private async weigh(view: TorneoView): Promise<void> {
    const live = view.stage === "en-juego" && !view.rounds.length && view.viewer.startsWith("torneo") && this.mayWeigh;
    const held = live && view.prizes.length ? view.players.filter((one) => one.stack) : [];
    const stacks = held.map((one) => `${one.player}=${one.stack}`).join(" ");
    if (stacks === this.weighed) return;
    this.weighed = stacks;
    if (!held.length) {
      this.worth = new Map();
      return;
    }
    try {
      const found = await get<{ worth: Record<string, number> }>(`/api/tournaments/${this.id}/worth`);
      if (stacks !== this.weighed) return;
      this.worth = new Map(Object.entries(found.worth));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.mayWeigh = error.status !== 403; // else it is still being summed: asked again with the next step
      this.weighed = "";
    }
  }

  private levelAt(number: number): LevelView | null {
    const levels = this.view?.levels ?? [];
    return number < 1 ? null : (levels[Math.min(number, levels.length) - 1] ?? null);
  }
}

/** A tournament, listened to as long as the page is open, in the language of the reader. */
export function follow(id: () => string): TorneoStore {
  const torneo = new TorneoStore(id());
  $effect(() => {
    untrack(() => torneo.open());
    return () => torneo.close();
  });
  let spoken = settings.lang;
  $effect(() => {
    if (spoken !== settings.lang) untrack(() => torneo.reopen());
    spoken = settings.lang;
  });
  return torneo;
}

/** The address of the table or machine where somebody plays. */
export function pathOf(view: TorneoView | null, one: EntrantView | null): string | null {
  return view?.played && one?.at ? `/${view.machines ? "maquina" : "mesa"}/${one.at}` : null;
}

/** What is played, in the round in course if there are several: a game of the Catalogue, or the program of machines. */
export function gameOf(view: TorneoView, game = view.round?.game ?? view.game): string {
  return named(view.machines ? "program" : "game", game);
}

/** The pase that a round is at, of how many: where tables differ, the one all have reached. */
export function paseOf(view: TorneoView): string {
  const round = view.round;
  if (!round) return "";
  const done = Math.min(...view.tables.map((table) => round.played[table.table] ?? 0));
  return round.pases ? t("pase-of", { n: Math.min(done + 1, round.pases), of: round.pases }) : t("pase", { n: done + 1 });
}

/** A place in short, for lists: table and seat (`3-4`), or its machine as it is numbered on the floor. */
export function placeOf(view: TorneoView, place: string): string {
  const machine = view.numbers[place];
  return machine === undefined ? place : String(machine);
}

/** Where somebody plays, in words. */
export function placeText(view: TorneoView, one: EntrantView): string {
  const machine = view.numbers[`${one.table}-${one.seat}`];
  if (machine !== undefined) return t("your-machine", { n: machine });
  return t("your-seat", { table: one.table ?? 0, seat: one.seat ?? 0 });
}

/** A table of the tournament, or a group of its machines. */
export function tableText(view: TorneoView, table: number): string {
  if (!view.machines) return t("table", { n: table });
  return view.tables.length > 1 ? t("machine-group", { n: table }) : t("machines");
}

/** Seconds as a clock shows them. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Those in play first, then by place. */
export function ranked(players: readonly EntrantView[]): EntrantView[] {
  return players.toSorted((a, b) => (a.place[0] ?? 0) - (b.place[0] ?? 0) || a.name.localeCompare(b.name));
}

/** Those still in play against the bank, most chips first. */
export function leaders(view: TorneoView): EntrantView[] {
  const live = view.rounds.length ? ranked(view.players).filter((one) => !one.place.length && (one.stack ?? 0) > 0) : [];
  return live.toSorted((a, b) => (b.stack ?? 0) - (a.stack ?? 0));
}
