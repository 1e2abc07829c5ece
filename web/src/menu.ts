/** The links of the header, each for everybody or for some roles. */
import { t } from "./lib/texts";

export interface Link {
  path: string;
  label: () => string;
  roles?: string[];
}

const CHIEFS = ["jefe-de-mesa", "jefe-de-seccion", "jefe-de-sala"];
const WATCHERS = [...CHIEFS, "jefe-tecnico", "fiscalizador", "administrador"];
/** Whoever deals, whoever directs, and whoever puts them on duty. */
const ATTENDING = ["croupier", "tallador", "pagador", ...CHIEFS, "administrador"];

export const links: readonly Link[] = [
  { path: "/", label: () => t("menu.lobby") },
  { path: "/matematicas", label: () => t("menu.figures") },
  { path: "/escuela", label: () => t("menu.school") },
  { path: "/consola", label: () => t("menu.duty"), roles: ATTENDING },
  { path: "/caja", label: () => t("menu.cage"), roles: ["cajero"] },
  { path: "/sala", label: () => t("menu.floor"), roles: ["cajero", ...WATCHERS] },
  { path: "/personas", label: () => t("menu.people"), roles: [...CHIEFS, "cajero", "administrador"] },
  { path: "/fiscalia", label: () => t("menu.audit"), roles: WATCHERS },
  { path: "/cuenta", label: () => t("menu.account"), roles: ["jugador"] },
];
