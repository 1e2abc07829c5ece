/** Spots that most games of poker against the bank share. */
import type { TableModel } from "../../lib/table/model.svelte";
import type { SeatSpot } from "../cards/spots";

export const ANTE: SeatSpot = { bet: "ante", x: -40, y: 70, w: 64, h: 60 };
export const BET: SeatSpot = { bet: "bet", x: 40, y: 70, w: 74, h: 64, round: true, offered: false };

/** The slot of the progressive pot, where the table is joined to one. */
export function pot(table: TableModel): SeatSpot[] {
  const joined = table.view?.progressive ?? table.offers.get("progresivo");
  return joined ? [{ bet: "progresivo", x: 0, y: 16, w: 112, h: 28 }] : [];
}
