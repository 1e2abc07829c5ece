/** Days and hours as the reader writes them, by the clock of the house: its day is counted by that. */
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";

export function moment(at: number): string {
  return new Intl.DateTimeFormat(settings.locale, {
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone: session.house?.zone,
  }).format(at * 1000);
}

export function hour(at: number): string {
  const style = { timeStyle: "medium", hourCycle: "h23", timeZone: session.house?.zone } as const;
  return new Intl.DateTimeFormat(settings.locale, style).format(at * 1000);
}

/** A day of the house (`2026-11-16`), not of the reader's own clock. */
export function dayName(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(settings.locale, { dateStyle: "long", timeZone: "UTC" }).format(at);
}
