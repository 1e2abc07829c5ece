/** Days and hours as the reader writes them. */
import { settings } from "./settings.svelte";

export function moment(at: number): string {
  return new Intl.DateTimeFormat(settings.locale, {
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
  }).format(at * 1000);
}

export function hour(at: number): string {
  return new Intl.DateTimeFormat(settings.locale, { timeStyle: "medium", hourCycle: "h23" }).format(at * 1000);
}

/** A day of the house (`2026-11-16`), not of the reader's own clock. */
export function dayName(day: string): string {
  const at = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(settings.locale, { dateStyle: "long", timeZone: "UTC" }).format(at);
}
