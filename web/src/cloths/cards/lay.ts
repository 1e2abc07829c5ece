/** The cards as they lie: what the felt has, what is being shown, and the round just over. */
import { t } from "../../lib/texts/cards";
import type { Told } from "../../lib/api/types";
import type { TableModel } from "../../lib/table/model.svelte";
import type { Cards } from "./hands";

interface Lain {
  cards: Cards;
  /** Cleared away already: shown until the next cards come. */
  gone: boolean;
}

type Zones = Map<string, (string | null)[]>;

/** Every zone with its cards. */
export function lying(table: TableModel): Map<string, Lain> {
  const now: Zones = new Map(
    Object.entries(table.view?.felt.cards ?? {}).map(([zone, cards]) => [zone, [...cards]]),
  );
  const over: Zones = new Map();
  const before: Zones = new Map();
  for (const told of table.log) fold(before, over, told);
  for (const told of table.moving) {
    if (told.kind === "cards-cleared") break;
    fold(now, over, told);
  }
  const found = new Map<string, Lain>();
  // With one's first chip of the next round the cards of the last are put away.
  const away = table.betting && table.mine.size > 0;
  if (!away) for (const [zone, cards] of over) if (cards.length) found.set(zone, { cards, gone: true });
  for (const [zone, cards] of now) if (cards.length) found.set(zone, { cards, gone: false });
  return found;
}

function fold(cards: Zones, over: Zones, told: Told): void {
  const { to, zone, index, card } = told.fields as {
    to?: string;
    zone?: string;
    index?: number;
    card?: string;
  };
  if (told.kind === "card-dealt" && to !== undefined) {
    if (!cards.size) over.clear();
    over.delete(to);
    cards.set(to, [...(cards.get(to) ?? []), card ?? null]);
  } else if (told.kind === "card-seen" && zone !== undefined && index !== undefined) {
    const lies = cards.get(zone);
    if (lies && index < lies.length) lies[index] = card ?? null;
  } else if (told.kind === "card-discarded" && zone !== undefined && index !== undefined) {
    cards.get(zone)?.splice(index, 1);
  } else if (told.kind === "cards-cleared" && zone !== undefined) {
    const lies = cards.get(zone);
    if (lies) over.set(zone, lies);
    cards.delete(zone);
  }
}

/** What came with the cards that lie there: nothing from the first card of the next round on, nor where
 * somebody is to say it himself. */
export function cameOf(table: TableModel): string | null {
  if (table.silent || table.moving.length) return null;
  const last = table.log.findLast(({ kind }) => kind === "result-shown" || kind === "card-dealt");
  if (!last) return table.results.at(-1) ?? null;
  return last.kind === "result-shown" ? String(last.fields.result) : null;
}

type Key = Parameters<typeof t>[0];

/** A card as a person says it. */
function cardSaid(card: string): string {
  const [rank = "", suit = ""] = card;
  const name = "AKQJ".includes(rank) ? t(`card.${rank}` as Key) : rank.replace("T", "10");
  return t("card.of", { rank: name, suit: t(`suit.${suit}` as Key) });
}

/** Cards of a zone, and their worth, for a screen reader. */
export function spoken(where: string, cards: Cards, worth: string): string {
  const said = cards.filter((card): card is string => card !== null).map(cardSaid);
  const covered = cards.length - said.length;
  if (covered) said.push(covered === 1 ? t("cards.one-covered") : t("cards.covered", { n: covered }));
  const facts = { where, cards: said.join(", "), worth };
  return worth ? t("cards.worth", facts) : t("cards.zone", facts);
}

/** Zones of a seat: its hand, and those it was split into. */
export function handsOf(zones: ReadonlyMap<string, Lain>, seat: number): [string, Lain][] {
  const own = [...zones].filter(([zone]) => zone === `seat:${seat}` || zone.startsWith(`seat:${seat}/`));
  const live = own.filter(([, lain]) => !lain.gone);
  return (live.length ? live : own).sort(([a], [b]) => a.localeCompare(b));
}
