import { settings } from "../../lib/settings.svelte";
import { speaker } from "../../lib/texts/speaker";
import { en } from "./texts.en";
import { es } from "./texts.es";

export const t = speaker(es, en);
/** What wins a pot, in the reader's language where the plan says it in that. */
export const conditionOf = (pot: { condition: string; condition_en: string }): string => (settings.lang === "en" && pot.condition_en) || pot.condition;
export type Key = keyof typeof es;
