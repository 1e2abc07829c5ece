/** Names of what is answered in a drill: choices, steps of a settlement, fields. */
import type { QuestionOut } from "../lib/api/types";
import { say, t } from "../lib/texts/school";
import { betName, cardName, moveName, named } from "../lib/words.svelte";

export type Field = QuestionOut["fields"][number];

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export function choiceName(field: Field, id: string): string {
  if (field.kind === "order") return stepName(id);
  if (field.kind === "cards") return id.split(" ").map(cardName).join(" ");
  if (field.name === "mano") return capital(named("hand", id));
  if (field.name === "jugada" && id !== "no") {
    const [move = "", card = ""] = id.split(":");
    return capital(`${moveName(move)} ${cardName(card)}`.trim());
  }
  return say(`choice.${id}`);
}

/** `paga/asiento/3`, `cobra/apuesta/pleno` or `paga/3/pleno:17`. */
function stepName(id: string): string {
  const [verb = "", what = "", which = ""] = id.split("/");
  if (what === "asiento") return say(`step.${verb}.seat`, { seat: which });
  if (what === "apuesta") return say(`step.${verb}.bet`, { bet: betName(which) });
  return say(`step.${verb}.one`, { bet: betName(which), seat: what });
}

export function fieldName(field: Field): string {
  const [name = "", of = ""] = field.name.split(":");
  if (name === "puntos") return t("field.puntos", { row: say(`row.${of}`) });
  return say(`field.${name}`, { seat: field.seat ?? "" });
}
