/** The links of the header, each for everybody or for some roles. */
import { t } from "./lib/texts";
import { ASSISTANTS, BINGO_HALL, CHIEFS, CROUPIERS, MACHINE_ROOM, SEE_FLOOR, WATCHERS } from "./office/roles";

interface Link {
  path: string;
  label: () => string;
  roles?: string[];
}

/** Whoever deals, whoever directs, and whoever puts them on duty. */
const ATTENDING = [...CROUPIERS, ...CHIEFS, "administrador"];

export const links: readonly Link[] = [
  { path: "/", label: () => t("menu.lobby") },
  { path: "/matematicas", label: () => t("menu.figures") },
  { path: "/escuela", label: () => t("menu.school") },
  { path: "/consola", label: () => t("menu.duty"), roles: ATTENDING },
  { path: "/bingo", label: () => t("family.bingo"), roles: BINGO_HALL },
  { path: "/caja", label: () => t("menu.cage"), roles: ["cajero", "administrador"] },
  { path: "/sala", label: () => t("menu.floor"), roles: SEE_FLOOR },
  { path: "/maquinas/sala", label: () => t("menu.machines"), roles: [...MACHINE_ROOM, ...ASSISTANTS] },
  { path: "/personas", label: () => t("menu.people"), roles: [...CHIEFS, "cajero", "administrador"] },
  { path: "/fiscalia", label: () => t("menu.audit"), roles: WATCHERS },
  { path: "/cuenta", label: () => t("menu.account"), roles: ["jugador"] },
];
