import { settings } from "../../lib/settings.svelte";
import { speaker } from "../../lib/texts/speaker";
import { en } from "./texts.en";
import { es } from "./texts.es";

export const t = speaker(es, en);
/** A text whose key is made of something the server said; the same words if there is none. */
export const say = (key: string, facts: Record<string, string | number> = {}): string =>
  key in es ? t(key as keyof typeof es, facts) : key.split(".").slice(1).join(".");
/** A place as it is called: 1.º, 1st. */
export function ordinal(n: number): string {
  if (settings.lang !== "en") return `${n}.º`;
  const ends: Record<string, string> = { one: "st", two: "nd", few: "rd" };
  return `${n}${ends[new Intl.PluralRules("en", { type: "ordinal" }).select(n)] ?? "th"}`;
}
