/** What was told, as it is read on the screen. */
import type { Told } from "./api/types";
import { counted } from "./account.svelte";
import { settings } from "./settings.svelte";

const LONG = 220;
/** Promises and numbers of chance: they stand where the cards are, and in the books. */
const BOOKS = /^(orden|numero)s?-/;

/** The sentence, its hashes and lists of cards cut short: they stand whole where the cards are. */
export function said(told: Told): string {
  const text = counted(told.text ?? told.kind).replace(/\b[0-9a-f]{32,}\b/g, (hash) => `${hash.slice(0, 8)}…`);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

/** Who sits where at a table, and since when. */
interface Where {
  seat: number | null;
  view: { seats: { seat: number; name: string }[] } | null;
  log: readonly Told[];
}

/** The sentence with people's names: whoever sits there now is named, and the reader is "usted". In
 * English he goes by his name, since the sentence speaks of him as of any other. */
export function saidOf(told: Told, table: Where): string {
  return said(told).replace(/\b(?:Asiento|Seat) (\d+)\b/g, (place, n: string, at: number) => {
    const since = table.log.findLast((one) => one.kind === "seat-taken" && one.fields.seat === Number(n))?.n ?? 0;
    if (told.n < since) return place; // it was somebody else's then
    if (Number(n) === table.seat && settings.lang === "es") return at ? "usted" : "Usted";
    return table.view?.seats.find((one) => one.seat === Number(n))?.name ?? place;
  });
}

/** The sentence without whom it is about, for a list that is all about one seat. */
export function saidAlone(told: Told): string {
  const text = said(told).replace(/^[^:.]{1,24}: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether it is worth saying aloud: not what only the books need. */
export function called(told: Told): boolean {
  if (told.kind === "result-shown") return true;
  return told.kind === "announced" && !BOOKS.test(String(told.fields.what));
}
