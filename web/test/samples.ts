/** Tables and news as the server would send them, small. */
import type { AskView, News, TableView, Told } from "../src/lib/api/types";

export const BETS = { kind: "bets", clause: "CAT-I.4.2-02", until: 20 } as unknown as AskView;

export function view(over: Partial<TableView> = {}): TableView {
  return {
    id: "mesa", game: "black-jack", edition: "scj-2023", attended: false, open: true,
    suspended: false, state: "s0", next: 1, round: 1, viewer: "seat:1",
    limits: { min: 1000, max: null, unit: 1, commission: "0%", bets: {} }, players_max: 7,
    throws_left: null, seats: [{ seat: 1, player: "ana", name: "Ana", chips: 10_000 }],
    felt: { chips: {}, cards: {}, markers: {}, turn: null, pots: {}, results: [], net: {} },
    placed: {}, ask: null, ...over,
  } as unknown as TableView; // prettier-ignore
}

export function told(n: number, kind: string, fields: Record<string, unknown> = {}): Told {
  return { n, kind, fields, clause: "", text: kind } as unknown as Told;
}

export function news(state: string, events: Told[], table: Partial<TableView> = {}): News {
  return { is: "news", state, events, view: view({ state, ...table }), now: 0 };
}
