import { en } from "./auditor.en";
import { es } from "./auditor.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
export type Key = keyof typeof es;
export const has = (key: string): key is Key => key in es;
