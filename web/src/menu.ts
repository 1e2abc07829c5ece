/** The links of the header, each for everybody or for some roles. */
import { t } from "./lib/texts";

export interface Link {
  path: string;
  label: () => string;
  roles?: string[];
}

/** Whoever deals, whoever directs, and whoever puts them on duty. */
const ATTENDING = [
  "croupier", "tallador", "pagador", "jefe-de-mesa", "jefe-de-seccion", "jefe-de-sala", "administrador",
]; // prettier-ignore

export const links: readonly Link[] = [
  { path: "/", label: () => t("menu.lobby") },
  { path: "/consola", label: () => t("menu.duty"), roles: ATTENDING },
];
