/** Questions to the mathematics. Whoever finds many waiting asks again. */
import { get, Refusal } from "./api/http";
import type { Denied, FiguresIndex } from "./api/types";
import { settings } from "./settings.svelte";

const BUSY = "figures-busy";
const WAIT = 1500;

export async function asked<T>(path: string, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await get<T>(`/api/${path}`, signal);
    } catch (error) {
      if (!(error instanceof Refusal) || error.denied.code !== BUSY || signal?.aborted) throw error;
    }
    await new Promise((done) => setTimeout(done, WAIT));
  }
}

/** What was refused, or that something failed. */
export function refusalOf(error: unknown): Denied {
  if (error instanceof Refusal) return error.denied;
  return { code: "failed", clause: "", facts: {}, text: String(error) };
}

export type Changes = Record<string, string>;

/** The edition and the changes of a question, as its address says them. */
export function wish(edition: string, changes: Changes): URLSearchParams {
  const params = new URLSearchParams({ edition });
  for (const [key, value] of Object.entries(changes)) params.append("set", `${key}=${value}`);
  return params;
}

export function percent(share: number, digits = 3): string {
  const said = Object.is(share, -0) ? 0 : share;
  return new Intl.NumberFormat(settings.locale, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(said);
}

export function signedPercent(share: number, digits = 3): string {
  return `${share > 0 ? "+" : ""}${percent(share, digits)}`;
}

export function decimal(value: number, digits = 3): string {
  return new Intl.NumberFormat(settings.locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

const READABLE = 15;

/** An exact figure as a fraction, where a person still reads it. */
export function fraction(row: { exact: boolean; edge: string }): string {
  return row.exact && row.edge.length <= READABLE ? row.edge : "";
}

/** Ranks as people write them. */
export const ten = (text: string): string => text.replaceAll("T", "10");

let games: Promise<FiguresIndex> | null = null;

/** Whether a game has a chart of best play; asked of the server once. */
export async function charted(game: string): Promise<boolean> {
  games ??= asked<FiguresIndex>("figures");
  return (await games).games.some((row) => row.game === game && row.chart !== "");
}
