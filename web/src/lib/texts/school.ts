import { en } from "./school.en";
import { es } from "./school.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
export type Key = keyof typeof es;

/** A text whose key is put together from a code; the code itself where none is written. */
export function say(key: string, facts: Record<string, string | number> = {}): string {
  return key in es ? t(key as Key, facts) : (key.split(".").at(-1) ?? key);
}
