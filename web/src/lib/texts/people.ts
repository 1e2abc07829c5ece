import { en } from "./people.en";
import { es } from "./people.es";
import { speaker } from "./speaker";

export const t = speaker(es, en);
