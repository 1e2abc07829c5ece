/** Roles by what they do, as `floor/permissions.py` has them; the server decides, this only shows
 * or hides. */
export const CROUPIERS = ["croupier", "tallador", "pagador"];
export const CHIEFS = ["jefe-de-mesa", "jefe-de-seccion", "jefe-de-sala"];
export const WATCHERS = [...CHIEFS, "jefe-tecnico", "fiscalizador", "administrador"];
export const SEE_FLOOR = ["cajero", ...WATCHERS];
export const ALL_ROLES = [
  "jugador", ...CROUPIERS, ...CHIEFS, "cajero", "director-de-bingo", "director-de-torneo",
  "jefe-tecnico", "fiscalizador", "administrador",
]; // prettier-ignore
