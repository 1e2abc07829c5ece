/** Hours as the reader writes them. */
import { settings } from "./settings.svelte";

export function hour(moment: number): string {
  const format = new Intl.DateTimeFormat(settings.locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return format.format(new Date(moment * 1000));
}
