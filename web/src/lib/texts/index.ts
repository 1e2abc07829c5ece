import { en } from "./en";
import { es } from "./es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
