/** Roles by what they do, as `floor/people/permissions.py` has them; the server decides, this only shows
 * or hides. */
export const CROUPIERS = ["croupier", "tallador", "pagador"];
export const CHIEFS = ["jefe-de-mesa", "jefe-de-seccion", "jefe-de-sala"];
/** In which one is on duty at an attended table. */
export const AT_A_TABLE = [...CROUPIERS, "jefe-de-mesa"];
export const WATCHERS = [...CHIEFS, "jefe-tecnico", "fiscalizador", "administrador"];
export const MACHINE_ROOM = ["director-de-maquinas", "jefe-de-seccion", "jefe-tecnico", "fiscalizador", "administrador"];
/** Who comes when a player at a machine calls. */
export const ASSISTANTS = ["auxiliar-de-sala", "jefe-de-seccion", "jefe-tecnico", "director-de-maquinas"];
export const SEE_FLOOR = ["cajero", ...WATCHERS];
/** Who is on duty in a bingo hall. */
export const BINGO_HALL = ["director-de-bingo", "locutor", "vendedor", "auxiliar-de-sala", "cajero", "jefe-de-mesa"];
/** All of them by where they work, to choose from. */
export const ROLE_GROUPS = [
  ["tables", [...CROUPIERS, ...CHIEFS]],
  ["bingo", ["director-de-bingo", "locutor", "vendedor", "auxiliar-de-sala"]],
  ["machines", ["director-de-maquinas", "jefe-tecnico", "director-de-torneo"]],
  ["house", ["cajero", "fiscalizador", "administrador", "jugador"]],
] as const;
