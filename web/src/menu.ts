/** The links of the header, each for everybody or for some roles. */
import { t } from "./lib/texts";

export interface Link {
  path: string;
  label: () => string;
  roles?: string[];
}

export const links: readonly Link[] = [
  { path: "/", label: () => t("menu.lobby") },
  { path: "/escuela", label: () => t("menu.school") },
];
