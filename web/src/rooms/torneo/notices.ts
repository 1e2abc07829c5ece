/** What the house says by itself in a tournament, in English. In Spanish it comes in the house's own words (COL-2-10);
 * what the director put up stays as it was written. */
import { settings } from "../../lib/settings.svelte";
import type { NoticeView } from "./types";

const ENGLISH: Record<string, string> = {
  "closed": "Registration is closed.",
  "closed-order": "Registration is closed. Tables break in this order: {order}.",
  "order": "The order in which tables break has changed: {order}.",
  "machine": "{player}: from machine {start} to machine {end}.",
  "seat": "{player}: from {start} to {end}.",
  "last-hands": "{hands} hands left at each table.",
  "hand-for-hand": "Hand for hand.",
  "hand-for-hand-over": "Hand for hand is over.",
  "acta": "Record {number}: keep the images.",
  "acta-hand": "Record {number}: keep the images. Table {table}, hand {hand}.",
  "away": "{player} was away for more than {most} minutes: fault “absence”.",
  "coloured-up": "Table {table}: chips of {small} are changed for chips of {big}; you may watch.",
  "must-leave": "{player} must leave the tournament area at once.",
  "may-return": "{player} may return to the seat after this hand.",
  "sits-out": "{player} is out for {hands} hands and stays outside the tournament area.",
  "warned": "{player} is warned.",
  "late": "The texts are published {late} days after the notice; {most} are allowed.",
  "announced": "{name}: {when}, {where}. Rules and terms in the hall and on the web.",
  "values": "Chip values: {values}.",
  "break": "Break of {minutes} minutes.",
  "removed": "In this break the chips of {value} are taken out; you may watch.",
  "level": "Level {level}: blinds {small}/{big}, no ante, from the next hand.",
  "level-ante": "Level {level}: blinds {small}/{big}, ante {ante}, from the next hand.",
  "suspendido": "The tournament is suspended{why}.",
  "postergado": "The tournament is postponed{why}.",
  "adelantado": "The tournament is brought forward{why}.",
  "cancelado": "The tournament is cancelled{why}.",
  "tardia-open": "Late registration: from now until the end of level {until}.",
  "reentrada-open": "Re-entries: from now until the end of level {until}.",
  "recompra-open": "Rebuys: from now until the end of level {until}.",
  "addon-open": "Add-on: from now until the end of level {until}.",
  "tardia-over": "Late registration is over.",
  "reentrada-over": "Re-entries are over.",
  "recompra-over": "Rebuys are over.",
  "addon-over": "The add-on is over.",
};

const own = (notice: NoticeView): string | undefined => (settings.lang === "en" ? ENGLISH[notice.says] : undefined);

/** A notice in the reader's language. */
export function told(notice: NoticeView): string {
  return own(notice)?.replace(/\{(\w+)\}/g, (whole, name: string) => notice.facts[name] ?? whole) ?? notice.text;
}
/** The language it is in. */
export const tongue = (notice: NoticeView): string => (own(notice) ? "en" : "es");
