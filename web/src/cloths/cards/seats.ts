/** Where the seats of a card table are drawn. Seat 1 is at the croupier's right hand, which is the
 * reader's left, and numbers grow to the right (CAT-III.6.6-09). */
import type { TableModel } from "../../lib/table/model.svelte";

/** A column of a half-moon: its middle, its width, and the height of the rim below it. */
export interface Column {
  seat: number;
  x: number;
  w: number;
  rim: number;
}

/** The seats in the order they are drawn: as the croupier sees them from right to left, turned so that
 * the reader's own is in the middle. */
export function turned(most: number, own: number | null): number[] {
  const seats = Array.from({ length: most }, (_, n) => n + 1);
  if (own === null || own > most) return seats;
  const first = (own - 1 - Math.floor(most / 2) + most) % most;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** The place that is drawn large: the reader's own. On a small screen also that of the player a
 * croupier acts for, whose spots he could not touch otherwise. */
export function near(table: TableModel, narrow: boolean): number | null {
  return narrow ? table.seat : table.own;
}

/** Places side by side between two edges. Free ones are narrow, the reader's own wide: more so on a
 * small screen or a large table. On a small screen whoever plays sees no free ones: those who sit
 * there have the room. */
export function columns(
  table: TableModel, left: number, width: number, rim: (x: number) => number, narrow: boolean,
): Column[] {
  const most = seatsOf(table);
  const taken = new Set(table.view?.seats.map((one) => one.seat));
  const large = near(table, narrow);
  const others = [...taken].filter((seat) => seat !== large).length;
  const mine = narrow ? Math.max(1.6, others) : most > 7 ? 3 : others ? 2.1 : 2.5;
  const free = narrow ? 0.45 : 0.6;
  const weight = (seat: number): number => (seat === large ? mine : taken.has(seat) ? 1 : free);
  const seats = turned(most, table.own).filter((seat) => !narrow || large === null || seat === large || taken.has(seat));
  const sum = (some: number[]): number => some.reduce((all, seat) => all + weight(seat), 0);
  const own = large === null ? -1 : seats.indexOf(large);
  // On a wide screen the reader's own is right before the croupier, however many sit at either side.
  const [before, after] = [seats.slice(0, own), seats.slice(own + 1)].map(sum) as [number, number];
  const centred = own >= 0 && !narrow && before > 0 && after > 0;
  const half = Math.max(before, after);
  const all = centred ? mine + 2 * half : sum(seats);
  let from = left;
  return seats.map((seat, n) => {
    const wider = !centred || n === own ? 1 : half / (n < own ? before : after);
    const w = (width * weight(seat) * wider) / all;
    const x = from + w / 2;
    from += w;
    return { seat, x, w, rim: rim(x) };
  });
}

export function seatsOf(table: TableModel): number {
  const seen = Math.max(1, ...(table.view?.seats.map((one) => one.seat) ?? []));
  return table.view?.players_max ?? Math.max(7, seen);
}

/** The zone or seat whose turn it is; between rounds nobody's. */
export function turnOf(table: TableModel): { seat: number | null; zone: string } {
  const ask = table.ask;
  const turn = ask && ask.kind !== "bets" ? table.view?.felt.turn : null;
  const seat = ask?.seat ?? turn?.[0] ?? null;
  return { seat, zone: seat !== null && seat === turn?.[0] ? turn[1] : "" };
}

/** Bets of a seat on the cloth now. */
export function betsOf(table: TableModel, seat: number): [string, number][] {
  return Object.entries(table.stakes).flatMap(([bet, owners]) => {
    const amount = owners[seat];
    return amount ? [[bet, amount] as [string, number]] : [];
  });
}

/** Whether a seat won a bet in the round just settled. */
export function hasWon(table: TableModel, seat: number, bet?: string): boolean {
  return table.paid.some(
    ({ kind, fields }) =>
      (kind === "bet-won" || kind === "pot-won") &&
      fields.seat === seat &&
      (bet === undefined || fields.bet === bet),
  );
}

export type Fate = "won" | "lost";

/** What a hand brought in the round just settled, all its bets together; those of a split hand bear
 * its number, as its zone does. Not told where somebody is to say it himself. */
export function fateOf(table: TableModel, seat: number, zone: string): Fate | undefined {
  if (table.silent) return undefined;
  const net = table.paid.reduce((sum, { kind, fields }) => {
    const of = String(fields.bet ?? "").split("@")[0]!.split(":")[1];
    if (fields.seat !== seat || of !== zone.split("/")[1]) return sum;
    return kind === "bet-won" ? sum + Number(fields.paid) : kind === "bet-lost" ? sum - Number(fields.amount) : sum;
  }, 0);
  return net > 0 ? "won" : net < 0 ? "lost" : undefined;
}
