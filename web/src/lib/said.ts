/** What was told, as it is read on the screen. */
import type { Told } from "./api/types";
import { counted } from "./account.svelte";
import { settings } from "./settings.svelte";
import { t } from "./texts";

const LONG = 220;
/** Promises and numbers of chance stand where the cards are, and in the books; that a chief was told of
 * the opening is for him. */
const BOOKS = /^(orden|numero)s?-|^apertura-avisada$/;

/** A payment is shown to the chief, who approves it (CAT-II.1.4-32). */
export const ceremony = (told: Told): boolean => told.kind === "announced" && told.fields.what === "pago-a-la-vista";

/** The sentence, its hashes and lists of cards cut short: they stand whole where the cards are. */
export function said(told: Told): string {
  const text = counted(told.text ?? told.kind).replace(/\b[0-9a-f]{32,}\b/g, (hash) => `${hash.slice(0, 8)}…`);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

/** Who sits where at a table, and what was told there. */
interface Where {
  /** The reader's own. */
  own: number | null;
  view: { seats: { seat: number; name: string }[] } | null;
  log: readonly Told[];
}

const COMINGS = new Set(["seat-taken", "seat-freed"]);

/** The sentence with people's names: of whoever sat there when it was told, and the reader is "usted".
 * In English, where the sentence speaks of him as of any other, it is his seat. */
export function saidOf(told: Told, table: Where): string {
  return ownComing(told, table).replace(/\b(?:Asiento|Seat) (\d+)\b/g, (place, n: string, at: number) => {
    const comings = table.log.filter(({ kind, fields }) => COMINGS.has(kind) && fields.seat === Number(n));
    const next = comings.find((one) => one.n > told.n);
    const last = comings.findLast((one) => one.n <= told.n);
    if (next ?? last?.kind === "seat-freed") return goneFrom(last, next) ?? place;
    if (Number(n) === table.own) {
      if (settings.lang === "es") return at ? "usted" : "Usted";
      return at ? "your seat" : "Your seat";
    }
    return sitter(Number(n), table.view?.seats) ?? place;
  });
}

/** Whoever sits there, by name; where two at the table are called the same, with the seat too. */
function sitter(seat: number, seats: readonly { seat: number; name: string }[] = []): string | null {
  const name = seats.find((one) => one.seat === seat)?.name;
  if (!name) return null;
  return seats.some((one) => one.seat !== seat && one.name === name) ? `${name} (${seat})` : name;
}

/** Whoever sits there, and the seat where nobody does. */
export const seated = (seat: number | string, table: Pick<Where, "view">): string =>
  sitter(Number(seat), table.view?.seats) ?? t("table.seat", { n: seat });

/** That the reader himself sat down is said of "usted" too. */
function ownComing(told: Told, { own, log }: Where): string {
  const text = said(told);
  if (settings.lang !== "es" || told.kind !== "seat-taken" || told.fields.seat !== own || !told.name) return text;
  const gone = log.some(({ n, kind, fields }) => n > told.n && COMINGS.has(kind) && fields.seat === own);
  return gone ? text : text.replace(told.name, "Usted");
}

/** Who sat there and has gone: whoever had come last, else whoever got up next. */
function goneFrom(last: Told | undefined, next: Told | undefined): string | null | undefined {
  return last?.name ?? (next?.kind === "seat-freed" ? next.name : null);
}

/** The sentence without whom it is about, for a list that is all about one seat. */
export function saidAlone(told: Told): string {
  const text = said(told).replace(/^[^:.]{1,24}: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether it is worth saying aloud: not what only the books need, nor, where the system deals, what
 * people of the house do among themselves. */
export function called(told: Told, attended = true): boolean {
  if (told.kind === "result-shown") return true;
  return told.kind === "announced" && !BOOKS.test(String(told.fields.what)) && (attended || !ceremony(told));
}

/** What has been decided or dealt since makes what was said before it stale, for whoever has to decide. */
const GOES_ON = new Set(["chosen", "card-dealt", "card-seen"]);

/** What was last said aloud; where somebody is asked to decide, only what still stands. */
export function lastCalled(log: readonly Told[], attended: boolean | undefined, deciding: boolean): Told | undefined {
  const last = log.findLast((told) => called(told, attended) || (deciding && GOES_ON.has(told.kind)));
  return last && called(last, attended) ? last : undefined;
}
