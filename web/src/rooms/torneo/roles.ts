/** Who may send what, as `floor/units/torneo/rules.py` has it: the server decides, this only shows or hides. What is
 * not named is the director's alone. */
import { CHIEFS } from "../../office/roles";

const DIRECTOR = "director-de-torneo";
const DESK = ["cajero"];
const SUPERVISORS = CHIEFS;
const AT_THE_TABLE = [...CHIEFS, "croupier"];

const ALLOWED: Record<string, readonly string[]> = {
  "draft": ["administrador"],
  "enter": DESK, "withdraw": DESK, "keep-entry": DESK, "buy": DESK, "accredit": DESK, "pay": DESK,
  "deal-hand": AT_THE_TABLE, "hand-over": AT_THE_TABLE, "pase-over": AT_THE_TABLE, "play-tie": AT_THE_TABLE,
  "eliminate": AT_THE_TABLE, "count-table": AT_THE_TABLE, "colour-up": AT_THE_TABLE, "be-absent": AT_THE_TABLE,
  "use-card": AT_THE_TABLE, "hold-hand": AT_THE_TABLE,
  "penalise": SUPERVISORS, "forfeit": SUPERVISORS, "rule": SUPERVISORS, "play-out": SUPERVISORS,
  "give-pot": SUPERVISORS,
}; // prettier-ignore

/** The role in which somebody with these roles may send a command; none: he may not. */
export function roleFor(command: string, roles: readonly string[]): string | null {
  return roles.find((one) => one === DIRECTOR) ?? roles.find((one) => ALLOWED[command]?.includes(one)) ?? null;
}
