/** What was told, as it is read on the screen. */
import type { Told } from "./api/types";

const LONG = 220;

/** The sentence, its hashes and lists of cards cut short: they stand whole where the cards are. */
export function said(told: Told): string {
  const text = (told.text ?? told.kind).replace(/\b[0-9a-f]{32,}\b/g, (hash) => `${hash.slice(0, 8)}…`);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

/** The sentence without whom it is about, for a list that is all about one seat. */
export function saidAlone(told: Told): string {
  const text = said(told).replace(/^[^:.]{1,24}: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether it is worth saying aloud: not what only the books need. */
export function called(told: Told): boolean {
  if (told.kind === "result-shown") return true;
  return told.kind === "announced" && !String(told.fields.what).startsWith("orden-");
}
