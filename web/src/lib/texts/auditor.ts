import { en } from "./auditor.en";
import { es } from "./auditor.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
