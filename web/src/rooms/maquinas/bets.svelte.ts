/** The player's hand at a table game behind a machine: chips, what lies for him, what the last play brought. */
import { sounds } from "../../lib/sound.svelte";
import type { MachineStore } from "./machine.svelte";
import type { Happened } from "./types";

const CHIPS = [1, 2, 5, 10, 20];
const SETTLED = new Set(["bet-won", "bet-lost", "bet-returned"]);
const sum = (of: Record<string, number>): number => Object.values(of).reduce((all, one) => all + one, 0);

export class TableBets {
  #chip = $state(0);
  /** Whether the ball still rolls, or dice. */
  spinning = $state(false);

  /** ``told``: what the last play told; ``stale``: whether it was somebody else's. */
  constructor(
    readonly machine: MachineStore,
    readonly told: () => readonly Happened[],
    readonly stale: () => boolean,
  ) {}

  readonly worth = $derived.by(() => this.machine.view?.denomination ?? 500);
  readonly values = $derived.by(() => CHIPS.map((n) => n * this.worth));
  readonly here = $derived.by(() => this.machine.mine?.position ?? 1);
  readonly open = $derived.by(() => !!this.machine.mine && !this.spinning && !this.machine.view?.in_course && this.machine.view?.status === "libre");
  readonly bets = $derived.by(() => this.machine.mine?.bets ?? {});
  readonly total = $derived.by(() => sum(this.bets));
  readonly ready = $derived.by(() => this.open && !!this.total && !this.machine.mine?.ready);

  /** The chip in the hand. */
  get chip(): number {
    return this.values.includes(this.#chip) ? this.#chip : (this.values[0] ?? this.worth);
  }
  set chip(wanted: number) {
    this.#chip = wanted;
  }

  /** What the play that is over brought this position; nothing while one is played. */
  readonly settled = $derived.by(() => (this.stale() ? [] : this.told().filter((one) => one.seat === this.here && SETTLED.has(one.kind))));
  readonly net = $derived.by(() => this.settled.reduce((all, one) => all + (one.kind === "bet-won" ? Number(one.paid) : one.kind === "bet-lost" ? -Number(one.amount) : 0), 0));
  readonly #staked = $derived.by(() => this.settled.reduce((all, one) => all + Number(one.kind === "bet-won" ? one.stake : one.kind === "bet-lost" ? one.amount : 0), 0));
  /** What the play paid that is not to be seen yet. */
  readonly hidden = $derived.by(() => (this.spinning ? this.#staked + this.net : 0));
  /** Whether the result may be told. */
  readonly over = $derived.by(() => !!this.machine.mine && this.settled.length > 0 && !this.machine.view?.in_course && !this.spinning);

  /** What this position laid in the last play, before its first card or its ball. */
  readonly before = $derived.by(() => {
    const found: Record<string, number> = {};
    for (const one of this.stale() ? [] : this.told()) {
      if (one.kind === "announced" && one.what === "no-mas-apuestas") break;
      if (one.kind === "bet-placed" && one.seat === this.here) found[one.bet as string] = (found[one.bet as string] ?? 0) + Number(one.amount);
    }
    return found;
  });
  readonly again = $derived.by(() => sum(this.before));
  /** The chips before this position: laid for the play to come, or in the one that is played. */
  readonly down = $derived.by(() => {
    if (this.total || !this.machine.view?.in_course) return this.total;
    return this.told().reduce((all, one) => (one.kind === "bet-placed" && one.seat === this.here ? all + Number(one.amount) : all), 0);
  });

  lay(wanted: Record<string, number>): Promise<boolean> {
    return this.machine.try({ do: "bet", bets: wanted, position: this.here });
  }
  put(bet: string): Promise<boolean> {
    sounds.play("chip");
    return this.lay({ [bet]: this.chip });
  }
  takeBack(): Promise<boolean> {
    return this.machine.try({ do: "take-back", position: this.here });
  }
  play(): Promise<boolean> {
    return this.machine.try({ do: "ready", position: this.here });
  }
  choose(move: string): Promise<boolean> {
    return this.machine.try({ do: "choose", answer: move, position: this.here });
  }
}
