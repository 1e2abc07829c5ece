/** What the spots of a cloth share: the table, the player's hand, and where chips lie. */
import { getContext, setContext } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Betting } from "../lib/betting.svelte";
import type { TableModel } from "../lib/table/model.svelte";

export type Point = readonly [number, number];

export interface ClothContext {
  table: TableModel;
  hand: Betting;
  /** Where the chips of a bet lie; of a seat's own place, by `bet/seat`. */
  places: SvelteMap<string, Point>;
  /** Where cards come from, on a cloth that has cards. */
  shoe: { at: Point | null };
  /** Where the bank's chips are, and those of a seat: from and to there payments go. */
  bank: { at: Point };
  homes: SvelteMap<number, Point>;
  /** The reader's side of the cloth, for those whose seats are not drawn on it. */
  near: { at: Point };
}

const KEY = Symbol("cloth");

export function spread(table: TableModel, hand: Betting): ClothContext {
  return setContext<ClothContext>(KEY, {
    table, hand, places: new SvelteMap(), shoe: { at: null }, bank: { at: [0, 0] }, homes: new SvelteMap(), near: { at: [0, 0] },
  }); // prettier-ignore
}

export function cloth(): ClothContext {
  return getContext<ClothContext>(KEY);
}

/** Where chips of a seat on a bet are drawn: its own place, the bet's, or where the bet was before
 * it was held somewhere (`rojo@prision`). */
export function placeOf(context: ClothContext, bet: string, seat: string): Point | undefined {
  const spot = bet.split("@")[0] ?? bet;
  const { places } = context;
  return (
    places.get(`${bet}/${seat}`) ??
    places.get(bet) ??
    places.get(`${spot}/${seat}`) ??
    places.get(spot)
  );
}

/** Where a seat's chips come from and go to: its plate, or the side it sits at. */
export function homeOf({ homes, near, table }: ClothContext, seat: number): Point {
  return homes.get(seat) ?? (seat === table.seat ? near.at : [near.at[0] * 1.9, near.at[1]]);
}

/** The next spot from one in the direction of an arrow key: the nearest that lies mostly there. */
export function neighbour(spots: Element[], from: Element, key: string): Element | null {
  const [x, y] = centre(from);
  let best: Element | null = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot === from) continue;
    const [sx, sy] = centre(spot);
    const [dx, dy] = [sx - x, sy - y];
    const along = { ArrowLeft: -dx, ArrowRight: dx, ArrowUp: -dy, ArrowDown: dy }[key] ?? 0;
    const aside = key === "ArrowLeft" || key === "ArrowRight" ? Math.abs(dy) : Math.abs(dx);
    if (along < 1) continue;
    const far = along + 2.5 * aside;
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

function centre(element: Element): Point {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
