import { speaker } from "../../lib/texts/speaker";
import { en } from "./texts.en";
import { es } from "./texts.es";

export const t = speaker(es, en);
export type Key = keyof typeof es;
