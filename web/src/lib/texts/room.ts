import { en } from "./room.en";
import { es } from "./room.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
