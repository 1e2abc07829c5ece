import { en } from "./cage.en";
import { es } from "./cage.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
