/** An id of our own: sent twice with it, a command is done once. `crypto.randomUUID` is there only
 * behind https, and a table may be reached without. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The page of a place somebody is at: a machine, a bingo hall, or a table. */
export function pageOf(unit: string): string {
  const kind = unit.startsWith("maquina-") ? "maquina" : unit.startsWith("bingo") ? "bingo" : "mesa";
  return `/${kind}/${unit}`;
}
