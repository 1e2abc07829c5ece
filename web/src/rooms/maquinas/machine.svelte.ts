/** One machine: what the server said of it, and what its player sends. */
import { get } from "../../lib/api/http";
import { sleep } from "../../lib/table/stage";
import { seatOf } from "../../lib/table/model.svelte";
import { named } from "../../lib/words.svelte";
import { UnitStore, type UnitCommand } from "../unit.svelte";
import { t } from "./texts";
import type { MachineView, ProgramOut } from "./types";

const PATIENCE = 3000;

export class MachineStore extends UnitStore<MachineView> {
  program = $state.raw<ProgramOut | null>(null);
  busy = $state(false);
  mine = $derived(this.view?.positions.find((one) => `seat:${one.position}` === this.view?.viewer) ?? null);
  credits = $derived(this.view?.tournament ?? this.mine?.credits ?? 0);

  /** Send a command and wait until its news are here; a refusal is shown. */
  async try(command: UnitCommand & Record<string, unknown>): Promise<boolean> {
    this.busy = true;
    try {
      return await this.attempt(async () => {
        const state = await this.send(command, "jugador");
        const began = performance.now();
        while (this.view?.state !== state && performance.now() - began < PATIENCE) await sleep(10);
      });
    } finally {
      this.busy = false;
    }
  }

  protected override readonly answers = new Set(["choose"]);

  /** A choice is for the very cards that were seen. */
  protected override question(view: MachineView | null): string {
    return view?.state ?? "";
  }

  protected override place(view: MachineView): number | null {
    return seatOf(view.viewer);
  }

  protected override heard(view: MachineView): void {
    if (view.program !== this.program?.id) void this.learn(view);
  }

  private async learn(view: MachineView): Promise<void> {
    if (view.kind) this.program = await get<ProgramOut>(`/api/maquinas/${this.id}/program/${view.program}`);
  }
}

/** `43/50` as a number. */
export function fraction(said: string): number {
  const [a = "0", b = "1"] = said.split("/");
  return a.length > 15 || b.length > 15 ? Number(BigInt(a) * 10n ** 9n / BigInt(b)) / 1e9 : Number(a) / Number(b);
}

/** `bar bar bar` with the names people have for the figures: three bars; `!bar` is anything else. */
export function rowName(row: string): string {
  const [caught = "", of = ""] = row.split(" de ");
  if (of) return t("caught-of", { n: caught, of });
  const whole = named("fila", row);
  if (whole !== row) return whole;
  const words = row.split(" ");
  const [first = "", many = ""] = words;
  if (/^x\d+$/.test(many)) return `${named("figura", first)} ×${many.slice(1)}`;
  if (words.length > 1 && words.every((word) => word === first)) return `${named("figura", first)} ×${words.length}`;
  return words.map((word) => (word.startsWith("!") ? t("another") : named("figura", word))).join(" · ");
}
