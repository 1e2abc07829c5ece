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

/** A day and an hour by the wall clock of the house (`2026-05-08T20:00:00`), as they are written down. */
export function dayAndHour(written: string): string {
  const style = { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(settings.locale, style).format(new Date(`${written}Z`));
}
