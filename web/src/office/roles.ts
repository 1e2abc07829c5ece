/** Roles by what they do, as `floor/permissions.py` has them; the server decides, this only shows
 * or hides. */
export const CROUPIERS = ["croupier", "tallador", "pagador"];
export const CHIEFS = ["jefe-de-mesa", "jefe-de-seccion", "jefe-de-sala"];
export const WATCHERS = [...CHIEFS, "jefe-tecnico", "fiscalizador", "administrador"];
export const MACHINE_ROOM = ["director-de-maquinas", "jefe-de-seccion", "jefe-tecnico", "fiscalizador", "administrador"];
export const SEE_FLOOR = ["cajero", ...WATCHERS];
export const ALL_ROLES = [
  "jugador", ...CROUPIERS, ...CHIEFS, "cajero", "director-de-bingo", "locutor", "vendedor",
  "auxiliar-de-sala", "director-de-torneo", "director-de-maquinas",
  "jefe-tecnico", "fiscalizador", "administrador",
]; // prettier-ignore
