import { en } from "./cards.en";
import { es } from "./cards.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
