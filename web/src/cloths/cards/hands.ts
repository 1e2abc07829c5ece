/** What cards are worth, to be shown beside them. The server settles; this only names what lies. */
import { t } from "../../lib/texts/cards";
import { named } from "../../lib/words.svelte";

export type Cards = readonly (string | null)[];
/** What is written beside a hand; nothing while it cannot be said. */
export type Worth = (cards: Cards, zone: string) => string;

const RANKS = "23456789TJQKA";
const TEN = "TJQK";

const seen = (cards: Cards): string[] => cards.filter((card): card is string => card !== null);
const rankOf = (card: string): number => RANKS.indexOf(card[0] ?? "");
const pip = (card: string): number =>
  TEN.includes(card[0] ?? "") ? 10 : card[0] === "A" ? 1 : Number(card[0]);
const sum = (cards: string[]): number => cards.reduce((total, card) => total + pip(card), 0);

/** Twenty-one: `17`, «17 blando» with an ace that counts eleven, and the name of an ace and a ten. */
const twentyOneAs =
  (natural: () => string): Worth =>
  (cards, zone) => {
    const open = seen(cards);
    if (!open.length) return "";
    const hard = sum(open);
    if (hard > 21) return t("hand.over", { n: hard });
    const soft = open.some((card) => card[0] === "A") && hard <= 11;
    if (soft && hard === 11) return open.length === 2 && !zone.includes("/") ? natural() : "21";
    return soft ? t("hand.soft", { n: hard + 10 }) : String(hard);
  };

export const twentyOne = twentyOneAs(() => t("hand.natural"));
export const canal = twentyOneAs(() => "Canal 21");

/** Punto y Banca: the last figure of the sum. */
export const baccarat: Worth = (cards) => {
  const open = seen(cards);
  return open.length && open.length === cards.length ? String(sum(open) % 10) : "";
};

/** Treinta y Cuarenta: the sum of the row. */
export const row: Worth = (cards) => (cards.length ? String(sum(seen(cards))) : "");

/** The hand of five cards in these, by its name. */
export const five: Worth = (cards) => {
  const open = seen(cards);
  return open.length >= 2 ? handSaid(open, 5) : "";
};

/** Three cards: a hand when all are seen. */
export const three: Worth = (cards) => {
  const open = seen(cards);
  return open.length === 3 ? handSaid(open, 3) : "";
};

/** Two cards of four with three of the board. */
export function omaha(cards: Cards, board: Cards): string {
  const [own, shared] = [seen(cards), seen(board)];
  if (own.length < 4) return "";
  if (shared.length < 3) return "";
  return handSaid(strongest(withTwo(own, shared)), 5);
}

/** The cards a hand is played with: the best five of one's own and the common ones. */
export function bestFive(cards: Cards, board: Cards): string[] {
  return strongest(choose([...seen(cards), ...seen(board)], 5));
}

/** The same where two of one's own are played. */
export function bestOmaha(cards: Cards, board: Cards): string[] {
  return strongest(withTwo(seen(cards), seen(board)));
}

function* withTwo(own: string[], shared: string[]): Generator<string[]> {
  for (const pair of choose(own, 2)) for (const trio of choose(shared, 3)) yield [...pair, ...trio];
}

function strongest(hands: Iterable<string[]>): string[] {
  let best: string[] = [];
  let most = -1;
  for (const hand of hands) {
    const worth = strength(hand);
    if (worth > most) [best, most] = [hand, worth];
  }
  return best;
}

/** Hands of five compared: category, then ranks by how often and how high. */
function strength(cards: string[]): number {
  const kind = category(cards, 5);
  const ranks = kind.startsWith("escalera") ? [straight(cards, 5) ?? 0] : byCount(cards).flatMap(([rank, n]) => Array<number>(n).fill(rank));
  return ranks.slice(0, 5).concat(Array<number>(5).fill(0)).slice(0, 5)
    .reduce((value, rank) => value * 14 + rank, ORDER.indexOf(kind)); // prettier-ignore
}

/** Ranks and how often they come, the most often and highest first. */
function byCount(cards: string[]): [number, number][] {
  const counts = new Map<number, number>();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || b - a);
}

type Key = Parameters<typeof t>[0];
const one = (rank: number): string => t(`rank.${RANKS[rank]}` as Key);
const many = (rank: number): string => t(`ranks.${RANKS[rank]}` as Key);

/** «Color al as», «full de reyes y nueves», «par de doses». */
function handSaid(cards: string[], size: number): string {
  const kind = category(cards, size);
  const counts = byCount(cards);
  const [first = 0] = counts[0] ?? [];
  const twice = counts.filter(([, n]) => n >= 2).map(([rank]) => rank);
  const high = Math.max(...cards.map(rankOf));
  switch (kind) {
    case "escalera-real":
      return named("hand", kind);
    case "escalera-de-color":
    case "color": {
      const suit = ["c", "s", "d", "h"].map((one) => cards.filter((card) => card[1] === one));
      const flush = suit.sort((a, b) => b.length - a.length)[0] ?? cards;
      const top = kind === "color" ? Math.max(...flush.map(rankOf)) : (straight(flush, size) ?? 0);
      return t(`named.${kind}`, { rank: one(top) });
    }
    case "escalera":
      return t("named.escalera", { rank: one(straight(cards, size) ?? 0) });
    case "full": {
      const rest = counts.slice(1).filter(([, n]) => n >= 2).map(([rank]) => rank);
      return t("named.full", { ranks: many(first), more: many(Math.max(...rest)) });
    }
    case "dos-pares":
      return t("named.dos-pares", { ranks: many(twice[0] ?? 0), more: many(twice[1] ?? 0) });
    case "poker":
    case "trio":
    case "par":
      return t(`named.${kind}`, { ranks: many(first) });
    default:
      return t("named.carta-alta", { rank: one(high) });
  }
}

const ORDER = [
  "carta-alta", "par", "dos-pares", "trio", "escalera", "color", "full", "poker",
  "escalera-de-color", "escalera-real",
]; // prettier-ignore

/** The best category of a hand of `size` cards among these. */
function category(cards: string[], size: number): string {
  const counts = RANKS.split("").map((rank) => cards.filter((card) => card[0] === rank).length);
  const suits = ["c", "s", "d", "h"].map((suit) => cards.filter((card) => card[1] === suit));
  const flush = suits.find((same) => same.length >= size);
  const run = straight(cards, size);
  const running = flush ? straight(flush, size) : null;
  const times = (n: number): number => counts.filter((count) => count >= n).length;
  if (running !== null) return running === RANKS.length - 1 && size === 5 ? "escalera-real" : "escalera-de-color";
  if (times(4)) return "poker";
  if (times(3) && times(2) > 1) return "full";
  if (size === 3 && times(3)) return "trio";
  if (size === 3 && run !== null) return "escalera";
  if (flush) return "color";
  if (run !== null) return "escalera";
  if (times(3)) return "trio";
  return times(2) > 1 ? "dos-pares" : times(2) ? "par" : "carta-alta";
}

/** The highest rank of a run of this length, the ace also low. */
function straight(cards: string[], size: number): number | null {
  const ranks = new Set(cards.map(rankOf));
  if (ranks.has(RANKS.length - 1)) ranks.add(-1);
  for (let top = RANKS.length - 1; top >= size - 2; top--) {
    let length = 0;
    while (length < size && ranks.has(top - length)) length += 1;
    if (length === size) return top;
  }
  return null;
}

function* choose<T>(from: T[], n: number): Generator<T[]> {
  if (n === 0) yield [];
  else
    for (let first = 0; first < from.length; first++)
      for (const rest of choose(from.slice(first + 1), n - 1)) yield [from[first]!, ...rest];
}
