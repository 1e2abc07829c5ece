/** The links of the header, each for everybody or for some roles. */
import { t } from "./lib/texts";
import { CHIEFS, SEE_FLOOR, WATCHERS } from "./office/roles";

export interface Link {
  path: string;
  label: () => string;
  roles?: string[];
}

export const links: readonly Link[] = [
  { path: "/", label: () => t("menu.lobby") },
  { path: "/caja", label: () => t("menu.cage"), roles: ["cajero", "administrador"] },
  { path: "/sala", label: () => t("menu.floor"), roles: SEE_FLOOR },
  { path: "/personas", label: () => t("menu.people"), roles: [...CHIEFS, "cajero", "administrador"] },
  { path: "/fiscalia", label: () => t("menu.audit"), roles: WATCHERS },
  { path: "/cuenta", label: () => t("menu.account"), roles: ["jugador"] },
];
