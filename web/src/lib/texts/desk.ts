import { en } from "./desk.en";
import { es } from "./desk.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
